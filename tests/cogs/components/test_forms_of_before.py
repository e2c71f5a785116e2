"""Forms and buttons opened before another entry was recorded, or in an earlier game."""

from __future__ import annotations

from decimal import Decimal

from cogs.components.controls import id_of
from cogs.components.packed_request import pack_request
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.cogs.components.going import newest, section, split
from tests.cogs.components.play.test_control_row import board
from tests.cogs.forging import forged
from tests.cogs.table import Table

__all__ = ["section", "split"]

SHOT = {"attacker": "Marines", "target": "Militia", "distance": "10"}

SINCE = "Something was recorded since"


async def _meanwhile(demo: Table) -> int:
    await demo.done(demo.bob, "/score", side="Blue", points=1, why="bridge")
    return await demo.last()


async def test_a_fire_form_is_looked_at_once_more(section: Table) -> None:
    form = await section.pick(section.ann, newest(section), "Fire: Militia")
    before = await _meanwhile(section)
    told = await section.fill(section.ann, form, distance=["12in"])
    assert told.refused
    assert SINCE in told.whole
    assert await section.last() == before
    again = await section.click(section.ann, told, "Correct it")
    assert (await section.fill(section.ann, again)).title == "Regular section → Militia"


async def test_a_form_of_split_fire_is_looked_at_once_more(split: Table) -> None:
    form = await split.click(split.ann, newest(split), "Split fire")
    before = await _meanwhile(split)
    told = await split.fill(split.ann, form, row0=["6/0"], row1=["0/1"], row2=["0/1"])
    assert told.refused
    assert SINCE in told.whole
    assert await split.last() == before


async def test_controls_of_an_earlier_game_are_refused_at_the_same_entry_of_another(section: Table) -> None:
    old = newest(section)
    on_board, form = await board(section), await section.pick(section.ann, old, "Fire: Militia")
    number = await section.last()
    await section.done(section.ann, "/game end")
    await section.done(section.ann, "/game demo")
    await section.done(section.ann, "/game join", side="Red")
    await section.done(section.bob, "/game join", side="Blue")
    await section.done(section.ann, "/initiative", dice="6 1")
    await section.done(section.ann, "/activate", unit="Regular section", dice="6")
    assert await section.last() == number
    for told in (
        await section.click(section.ann, old, "Run 12″"),
        await section.pick(section.ann, old, "Marines", "Next: Regular section"),
        await section.click(section.ann, on_board, "Undo"),
        await section.fill(section.ann, form, distance=["12in"]),
    ):
        assert "earlier game" in told.whole
    assert await section.last() == number


async def _of_another_game(demo: Table) -> None:
    """The game ends, and another is played at the same table by the same people."""
    await demo.done(demo.ann, "/game end")
    await demo.done(demo.ann, "/game demo")
    await demo.done(demo.ann, "/game join", side="Red")
    await demo.done(demo.bob, "/game join", side="Blue")


async def test_controls_that_name_no_entry_are_of_their_game_alone(demo: Table) -> None:
    demo.services.details.usual = "short"
    looked = await demo.say(demo.ann, "/fire", **SHOT, preview=True)
    known = await demo.say(demo.ann, "/force load", force="raiders")
    await demo.done(demo.ann, "/force save", name="Mine: the first")
    saved = await demo.say(demo.ann, "/force save", name="Mine: the first")
    helped = await demo.say(demo.ann, "/help")
    taps = [(looked, "Details"), (looked, "Fire")]
    taps += [(known, "Both"), (saved, "Replace")]
    assert not (await demo.click(demo.ann, looked, "Details")).refused
    await _another_is_played(demo)
    before = await demo.last()
    for told, label in taps:
        again = await demo.click(demo.ann, told, label)
        assert again.refused, label
        assert "earlier game" in again.whole, again.whole
    assert await demo.last() == before
    (topic, *_) = (await demo.live()).system.topics.values()
    assert not (await demo.pick(demo.ann, helped, ENGLISH(topic.title))).refused, "the rules are the same"


async def _another_is_played(demo: Table) -> None:
    """The game ends, and the same people play another one there."""
    await demo.done(demo.ann, "/game end")
    await demo.done(demo.ann, "/game demo")
    await demo.done(demo.ann, "/game join", side="Red")
    await demo.done(demo.bob, "/game join", side="Blue")


async def test_a_menu_of_topics_is_of_the_rules_that_it_was_opened_for(demo: Table) -> None:
    helped = await demo.say(demo.ann, "/help")
    (topic, *_) = (await demo.live()).system.topics.values()
    await demo.done(demo.ann, "/game end")
    await demo.done(demo.ann, "/game new", system="bayonet")
    told = await demo.pick(demo.ann, helped, ENGLISH(topic.title))
    assert told.refused
    assert "another game" in told.whole


async def test_ids_of_before_that_name_no_game_are_of_the_one_that_is_played(demo: Table) -> None:
    await demo.done(demo.ann, "/force save", name="Mine: the first")
    units = (await demo.unit("Marines")).id, (await demo.unit("Militia")).id
    shot = pack_request(Request("fire", units[:1], units[1:], distance=(Decimal(10),)))
    (topic, *_) = (await demo.live()).system.topics.values()
    for id, said in (
        (id_of("chances", shot), "Marines → Militia"),
        (id_of("go", shot), "Marines → Militia"),
        (id_of("load", 3, "Red", "yours: Mine: the first"), "Mine: the first"),
        (id_of("keep", "Mine: the first"), "Mine: the first replaced"),
        (id_of("menu", "help"), ENGLISH(topic.title)),
    ):
        told = await forged(demo, demo.ann, id)
        assert not told.refused, told.whole
        assert said in told.whole, told.whole
