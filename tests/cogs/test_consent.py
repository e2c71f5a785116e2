"""`/game consent`: set whether the other side confirms bent rules; by default only the caller does."""

from __future__ import annotations

from tests.cogs.table import Table
from tests.cogs.undoing import sound

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}


async def test_off_at_first_the_caller_alone_confirms_a_bent_rule(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    assert (await demo.anyway(demo.ann, "/fire", **SHOT)).title == "Regular section → Militia"


async def test_on_the_other_side_confirms_it_too(demo: Table) -> None:
    """A legal command needs no consent; after the first roll the other side agrees to a change of this, too."""
    told = await demo.done(demo.ann, "/game consent", mode="on")
    assert told.title == "Bending a rule needs the other side's consent"
    await demo.done(demo.ann, "/initiative", dice="6 1")
    told = await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert told.title.startswith("Marines: activated (")
    warned = await demo.warned(demo.ann, "/fire", **SHOT)
    assert "Blue must agree too." in warned.text
    before = await demo.last()
    asked = await demo.click(demo.ann, warned, "Anyway")
    assert asked.title == "Bob: do you agree?"
    assert "Ann wants to bend a rule: Regular section → Militia" in asked.text
    assert "has not been activated" in asked.text
    assert await demo.last() == before
    done = await demo.click(demo.bob, asked, "Agree")
    assert done.title == "Regular section → Militia"
    assert "Bob agreed." in done.text
    asked = await demo.say(demo.ann, "/game consent", mode="off")
    assert asked.title == "Bob: do you agree?"
    assert (await demo.live()).game.consent
    await demo.click(demo.bob, asked, "Agree")
    assert not (await demo.live()).game.consent
    assert "not in this game" in await demo.refused(demo.cyd, "/game consent", mode="on")
    await sound(demo)


async def test_a_question_that_silence_answers_does_not_say_that_nothing_changes(demo: Table) -> None:
    """Two phones: "Without an answer it is done in 24 hours. Nothing changes until you agree."."""
    warned = await demo.say(demo.ann, "/game end", winner="Red")
    asked = await demo.click(demo.ann, warned, warned.buttons[0])
    assert "Without an answer it is done" in asked.text
    assert "Nothing changes" not in asked.text


async def test_it_outlives_a_restart_and_is_undone(demo: Table) -> None:
    await demo.done(demo.ann, "/game consent", mode="on")
    await demo.restart()
    assert (await demo.live()).game.consent
    await demo.done(demo.ann, "/undo")
    assert not (await demo.live()).game.consent
    await sound(demo)
