"""`/undo`, `/why`, `/log`: undoing and looking back."""

from __future__ import annotations

from tests.cogs.table import Table
from tests.cogs.undoing import undo_entry

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}


async def test_two_undone_shots_come_out_in_their_order(demo: Table) -> None:
    demo.dice.next(*range(1, 7), 1, 2, 3)
    await demo.done(demo.ann, "/fire", **SHOT)
    await demo.done(demo.ann, "/activate", unit="Marines")
    activation = demo.dice.thrown[-1]
    await undo_entry(demo)
    await undo_entry(demo)
    assert (await demo.live()).game.queues[6] == (1, 2, 3, 4, 5, 6, 1, 2, 3, activation)


async def test_the_start_of_a_game_is_not_undone(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    assert "There is nothing to undo." in await table.refused(table.ann, "/undo")


async def test_why_names_the_ruling_as_it_stood_then(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT, dice="5 5 5 1 1 1 1 1 1")
    shot = await demo.last()
    await demo.done(demo.ann, "/rulings set", name="allocation", value="casualties_first")
    told = await demo.say(demo.ann, "/why", entry=shot)
    assert "As usual: suppress first (allocation)" in told.text


async def test_the_log_by_kind_unit_and_player(demo: Table) -> None:
    await demo.done(demo.ann, "/fire", **SHOT)
    await demo.done(demo.bob, "/activate", unit="HMG team")
    assert "Regular section → Militia\n" in (await demo.done(demo.cyd, "/log show", kind="fire")).text
    assert "tries to activate" not in (await demo.done(demo.cyd, "/log show", kind="fire")).text
    about = (await demo.done(demo.cyd, "/log show", unit="HMG team")).text
    assert "HMG team: activation" in about
    assert "fires at" not in about
    by = (await demo.done(demo.cyd, "/log show", player="Bob")).text
    assert "Ann:" not in by
    assert (await demo.done(demo.cyd, "/log show", player="No side")).text == "Nothing yet."
    assert (await demo.done(demo.cyd, "/log show", last=1)).text.count("<t:") == 1


async def test_why_names_the_entry_that_set_a_state(demo: Table) -> None:
    """An undone entry is no longer the reason."""
    marked = {"unit": "Marines", "marker": "suppressed"}
    await demo.done(demo.ann, "/marker set", **marked, count=1)
    first = await demo.last()
    await demo.done(demo.ann, "/marker set", **marked, count=3)
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert f"+3: 3 figures suppressed, by entry {first + 1} (Suppression)" in (await demo.say(demo.cyd, "/why")).text
    await undo_entry(demo)
    await undo_entry(demo)
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert f"+1: 1 figure suppressed, by entry {first} (Suppression)" in (await demo.say(demo.cyd, "/why")).text
