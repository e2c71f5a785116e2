"""Cancelling a question: only its issuer may, and it gives no second chance at dice that were seen."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import Refusal
from rules.kernel.wording import ENGLISH
from tests.cogs.settling import wait_quietly
from tests.cogs.table import Table, Told
from tests.cogs.undoing import questions

SHOT = {"attacker": "Marines", "target": "Militia", "distance": "10"}
FIGHT = {"attacker": "Marines", "target": "Militia"}


async def _ask_for_dice(demo: Table) -> Told:
    await demo.done(demo.ann, "/game dice", mode="physical")
    told = await demo.say(demo.ann, "/fire", **SHOT)
    assert told.buttons == ("Enter dice", "Bot rolls", "Cancel")
    return told


async def _break_off(demo: Table) -> Told:
    """Bob's militia breaks off with the bot's 5 and 4; whether to follow is for Ann."""
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    await demo.done(demo.ann, "/assault", **FIGHT, distance="6", dice="1 1 1 1 1 / 1 1 1 1 1 1 1 1")
    demo.dice.next(5, 4)
    told = await demo.done(demo.bob, "/act", action="withdraw", unit="Militia")
    assert told.title.startswith("Ann: Do you follow")
    return told


async def test_the_caller_alone_drops_it_before_any_dice(demo: Table) -> None:
    asked, before = await _ask_for_dice(demo), await demo.last()
    for somebody in (demo.bob, demo.cyd):
        assert (await demo.click(somebody, asked, "Cancel")).refused
    await demo.restart()
    told = await demo.click(demo.ann, asked, "Cancel")
    assert told.title == "Ann cancelled: Marines → Militia, 10″"
    assert await demo.last() == before
    assert "No open questions" in (await demo.say(demo.ann, "/waiting")).text
    assert not any(demo.has(asked, label) for label in asked.buttons)
    (row,) = await questions(demo)
    with pytest.raises(Refusal, match="already"):
        await demo.services.cancellation.drop(demo.call(demo.ann), row.id, row.step)


async def test_dice_that_were_seen_are_dropped_by_the_other_side_and_come_out_again(demo: Table) -> None:
    asked = await _break_off(demo)
    told = await demo.click(demo.bob, asked, "Cancel")
    assert told.refused
    assert "Dice have already been rolled: ask Ann to cancel." in told.whole
    await demo.restart()
    told = await demo.click(demo.ann, asked, "Cancel")
    assert "The bot rolls these dice first next time: 5 4." in told.whole
    assert (await demo.live()).game.queues[6] == (5, 4)
    told = await demo.done(demo.bob, "/act", action="withdraw", unit="Militia")
    assert told.title.startswith("Ann: Do you follow")
    assert "(bot): **5**" in told.text
    assert demo.dice.thrown.count(5) == 1


async def _cancel_as_caller(demo: Table) -> None:
    """Bob's Militia leave the game during its question, and he cancels the command: Ann was asked nothing."""
    asked = await _break_off(demo)
    await demo.done(demo.bob, "/unit remove", unit="Militia")
    told = await demo.click(demo.bob, asked, "Cancel")
    assert not told.refused


async def test_after_a_no_dropped_dice_are_next_in_line_without_another_question(demo: Table) -> None:
    """The command is not carried out, nothing is rolled twice, and no unit stays blocked."""
    await _cancel_as_caller(demo)
    asked = await demo.say(demo.bob, "/activate", unit="HMG team")
    assert asked.title == "Ann: do you agree?", "they are no choice of another command"
    assert "use undone dice (5 4)" in asked.text
    assert "If “No”, nothing happens now, and these dice come next." in asked.text
    told = await demo.click(demo.ann, asked, "No")
    assert not told.refused
    assert "Blue rolls these dice next: d6 5 4." in ENGLISH((await demo.entry()).notes[0])
    await demo.restart()
    told = await demo.done(demo.bob, "/activate", unit="HMG team")
    assert "Blue uses the undone 5." in told.text
    assert demo.dice.thrown.count(5) == 1


async def test_dice_without_an_answer_are_next_in_line(demo: Table) -> None:
    """A question that its deadline has ended is not asked again."""
    await _cancel_as_caller(demo)
    await demo.say(demo.bob, "/activate", unit="HMG team")
    assert len([one for one in await questions(demo) if one.settled is None]) == 1
    late = demo.env.now().timestamp() + 90_000
    demo.services.clock = demo.services.referee.clock = lambda: late
    await wait_quietly(demo.env, 70)
    assert [one for one in await questions(demo) if one.settled is None] == []
    told = await demo.done(demo.bob, "/activate", unit="HMG team")
    assert "Blue uses the undone 5." in told.text


async def test_the_clock_goes_on_where_it_may_not_say_that_it_dropped_a_question(demo: Table) -> None:
    demo.services.clock = demo.services.referee.clock = lambda: demo.env.now().timestamp()
    await demo.done(demo.ann, "/game timeout", minutes=1, policy="default")
    await _break_off(demo)
    await demo.done(demo.ann, "/unit remove", unit="Marines")
    demo.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    await wait_quietly(demo.env, 70)
    assert (await demo.live()).game.queues[6] == (5, 4)
    assert demo.env.bot.get_cog("Deadlines").clock.is_running()  # type: ignore[union-attr]


async def test_a_question_is_dropped_or_answered_and_never_both(demo: Table) -> None:
    await demo.done(demo.bob, "/game dice", mode="physical")
    await demo.done(demo.ann, "/game dice", mode="physical")
    demo.dice.next(6, 6, 6, 6)
    asked = await demo.say(demo.ann, "/fire", attacker="Marines", target="HMG team", distance="10")
    assert asked.title.startswith("Ann, roll")
    row = (await questions(demo))[-1]
    dropped, answered = await asyncio.gather(
        demo.services.cancellation.drop(demo.call(demo.ann), row.id, 0),
        demo.services.questions.answer(demo.call(demo.ann), row.id, 0, faces="roll"),
        return_exceptions=True,
    )
    (now,) = [one for one in await questions(demo) if one.id == row.id]
    if isinstance(dropped, Refusal):
        assert (now.step, now.settled) == (1, None)
    else:
        assert isinstance(answered, Refusal)
        assert (now.step, now.settled) == (0, 0)


async def test_a_dropped_amendment_is_named_by_its_shot(demo: Table) -> None:
    """With soft cover nothing hits; without it there is something to take, and to decide."""
    await demo.done(demo.ann, "/rulings set", name="allocation", value="ask")
    demo.dice.next(5, 5, 5, 5, 1, 1, 1, 1, 1)
    await demo.done(
        demo.ann, "/fire", attacker="Regular section", target="Militia", distance="20", cover="soft", situation="walk"
    )
    asked = await demo.done(demo.ann, "/amend", cover="none")
    told = await demo.click(demo.ann, asked, "Cancel")
    assert told.title == "Ann cancelled: Regular section → Militia, 20″, walk"
