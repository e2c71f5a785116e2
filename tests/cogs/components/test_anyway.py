""" "Anyway" agrees to the warnings shown, in the state of the game in which they were shown, and to nothing else."""

from __future__ import annotations

from tests.cogs.table import Table, Told

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}


async def test_two_who_want_the_next_turn_get_one(demo: Table) -> None:
    """Bob clicks his, and Ann hers a moment later: it was about turn 1."""
    mine = await demo.warned(demo.ann, "/turn next")
    theirs = await demo.warned(demo.bob, "/turn next")
    assert theirs.buttons == ("Next turn anyway", "Cancel")
    await demo.restart()
    assert (await demo.click(demo.bob, theirs, "Anyway")).title == "Turn 2"
    before = await demo.last()
    again = await demo.click(demo.ann, mine, "Anyway")
    assert await demo.last() == before
    assert (await demo.live()).game.turn == 2
    assert "The game has moved on since you were asked." in _present_text(mine)
    assert "8 units have not acted this turn" in _present_text(mine)
    assert not again.messages or again.private


async def test_a_shot_that_was_fired_meanwhile_is_not_fired_twice(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    early = await demo.warned(demo.ann, "/fire", **SHOT)
    assert "has not been activated" in early.text
    await demo.done(demo.ann, "/activate", unit="Regular section", action="aimed_fire", dice="6")
    await demo.done(demo.ann, "/fire", **SHOT)
    before = await demo.last()
    await demo.click(demo.ann, early, "Anyway")
    assert await demo.last() == before
    assert "has fired since its activation" in _present_text(early)
    assert "has not been activated" not in _present_text(early)


async def test_an_outdated_warning_offers_a_command_that_is_legal_now(demo: Table) -> None:
    """The second try of turn 1, clicked in turn 2 when it would be the first."""
    await demo.done(demo.ann, "/activate", unit="Marines", dice="1")
    late = await demo.warned(demo.ann, "/activate", unit="Marines")
    await demo.anyway(demo.bob, "/turn next")
    before = await demo.last()
    await demo.click(demo.ann, late, "Anyway")
    assert await demo.last() == before
    assert "You can go on now" in _present_text(late)
    assert demo.has(late, "Activate")
    assert (await demo.click(demo.ann, late, "Activate")).title.startswith("Marines: failed (")


async def test_a_prompt_with_a_new_objection_records_nothing_until_it_is_agreed_to(demo: Table) -> None:
    """The prompt is not confirmed: it shows the present objection."""
    mine = await demo.warned(demo.ann, "/turn next")
    await demo.done(demo.bob, "/activate", unit="Militia", dice="6")
    await demo.click(demo.ann, mine, "Anyway")
    assert _titles(mine) == ["Please confirm"]
    assert "7 units have not acted" in _present_text(mine)
    assert "Nothing is recorded yet. Go on anyway?" in _present_text(mine)
    assert (await demo.click(demo.ann, mine, "Anyway")).title == "Turn 2"
    assert not demo.has(mine, "Anyway")


def _titles(told: Told) -> list[str]:
    return [embed.title for message in told.messages for embed in message.embeds]


def _present_text(told: Told) -> str:
    """Return the present text of a message, which may have been edited."""
    return "\n".join(embed.description or "" for message in told.messages for embed in message.embeds)
