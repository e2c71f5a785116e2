"""Forms and buttons that were opened before something else was recorded, or in an earlier game."""

from __future__ import annotations

from tests.cogs.components.play.test_control_row import activated, board
from tests.cogs.components.play.test_split_fire import offered
from tests.cogs.table import Table

SINCE = "Something has been recorded since"


async def _meanwhile(demo: Table) -> int:
    await demo.done(demo.bob, "/score", side="Blue", points=1, why="bridge")
    return await demo.last()


async def test_a_fire_form_is_looked_at_once_more(demo: Table) -> None:
    form = await demo.pick(demo.ann, await activated(demo), "Fire: Militia")
    before = await _meanwhile(demo)
    told = await demo.fill(demo.ann, form, distance=["12in"])
    assert told.refused
    assert SINCE in told.whole
    assert await demo.last() == before
    again = await demo.click(demo.ann, told, "Correct it")
    assert (await demo.fill(demo.ann, again)).title == "Regular section → Militia"


async def test_a_form_of_split_fire_is_looked_at_once_more(demo: Table) -> None:
    form = await demo.click(demo.ann, await offered(demo), "Split fire")
    before = await _meanwhile(demo)
    told = await demo.fill(demo.ann, form, row0=["6/0"], row1=["0/1"], row2=["0/1"])
    assert told.refused
    assert SINCE in told.whole
    assert await demo.last() == before


async def test_what_belongs_to_an_earlier_game_is_of_no_use_at_the_same_entry_of_another(demo: Table) -> None:
    old = await activated(demo)
    on_board, form = await board(demo), await demo.pick(demo.ann, old, "Fire: Militia")
    number = await demo.last()
    await demo.done(demo.ann, "/game end")
    await demo.done(demo.ann, "/game demo")
    await demo.done(demo.ann, "/game join", side="Red")
    await demo.done(demo.bob, "/game join", side="Blue")
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/activate", unit="Regular section", dice="6")
    assert await demo.last() == number
    for told in (
        await demo.click(demo.ann, old, "Run 12″"),
        await demo.pick(demo.ann, old, "Marines", "Next"),
        await demo.click(demo.ann, on_board, "Undo"),
        await demo.fill(demo.ann, form, distance=["12in"]),
    ):
        assert "earlier game" in told.whole
    assert await demo.last() == number
