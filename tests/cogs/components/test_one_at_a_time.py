"""A unit with a waiting command gives no other: the player's message, and the ways to resolve it."""

from __future__ import annotations

from tests.cogs.table import Table, Told
from tests.cogs.undoing import undo_entry

SHOT = {"attacker": "Marines", "target": "HMG team", "distance": "20", "firers": "4 assault_rifle"}


async def _fire_and_wait(demo: Table) -> Told:
    """Ann's shot, whose saves Bob has still to roll."""
    await demo.done(demo.bob, "/game dice", mode="physical", side="Blue")
    demo.dice.next(4, 4, 1, 1)
    asked = await demo.say(demo.ann, "/fire", **SHOT)
    assert asked.title.startswith("Bob, roll 2d6"), asked
    return asked


async def test_the_refusal_is_private_and_leads_to_the_question(demo: Table) -> None:
    asked = await _fire_and_wait(demo)
    refused = await demo.say(demo.ann, "/fire", **SHOT)
    assert refused.private
    assert refused.refused
    assert refused.title == "Marines has a command waiting for Bob"
    assert refused.text.startswith("Answer it or cancel it first.")
    assert f"/{demo.channel.id}/{asked.messages[0].id})" in refused.whole
    assert refused.buttons == ("Show the question", "Cancel")
    shown = await demo.click(demo.ann, refused, "Show the question")
    assert shown.title == asked.title
    assert not shown.private
    assert "ask Bob to cancel" in (await demo.click(demo.ann, refused, "Cancel")).whole
    cancelled = await demo.click(demo.bob, shown, "Cancel")
    assert "The bot rolls these dice first next time: 4 4 1 1." in cancelled.text
    assert (await demo.say(demo.ann, "/fire", **SHOT)).title == asked.title


async def test_again_and_a_preview_are_refused_as_well(demo: Table) -> None:
    fired = await demo.done(demo.ann, "/fire", **SHOT | {"target": "Militia", "dice": "1 1 1 1"})
    preview = await demo.say(demo.ann, "/fire", **SHOT, preview=True)
    await undo_entry(demo)
    await _fire_and_wait(demo)
    for told, label in ((fired, "Again"), (preview, "Fire")):
        refused = await demo.click(demo.ann, told, label)
        assert refused.private
        assert "Marines has a command waiting for Bob" in refused.whole


async def test_an_objection_is_asked_in_the_channel_of_the_caller(demo: Table) -> None:
    asked = await _fire_and_wait(demo)
    await demo.done(demo.ann, "/initiative", dice="6 1")
    told = await demo.fill(demo.bob, await demo.click(demo.bob, asked, "Enter dice"), throw0="6 6")
    assert told.title == "Ann: go on anyway?"
    assert not told.private
    assert "The game has moved on since this command was given:" in told.text
    assert "Marines has not been activated this turn" in told.text
    assert told.buttons == ("Fire anyway", "Cancel")
    assert "Waiting for Ann: go on anyway? Marines → HMG team" in (await demo.say(demo.bob, "/waiting")).text
    assert (await demo.click(demo.bob, told, "Anyway")).refused
    await demo.restart()
    done = await demo.click(demo.ann, told, "Anyway")
    assert done.title == "Marines → HMG team"
    assert "Done anyway: Marines has not been activated this turn" in done.text


async def test_a_question_about_a_removed_unit_stays_open_until_cancelled(demo: Table) -> None:
    asked = await _fire_and_wait(demo)
    await demo.done(demo.ann, "/unit remove", unit="Marines")
    waiting = await demo.say(demo.bob, "/waiting")
    assert "Waiting for Bob" in waiting.text
    shown = await demo.click(demo.bob, waiting, "Show 1")
    assert shown.title == asked.title
    told = await demo.click(demo.bob, shown, "Bot rolls")
    assert told.title == "A unit of this command is no longer in the game"
    assert "cancelled" in (await demo.click(demo.ann, shown, "Cancel")).title
    assert "No open questions" in (await demo.say(demo.bob, "/waiting")).text
