"""Waiting commands: with each answer of the player asked, they are played again from the beginning."""

from __future__ import annotations

from asyncio import gather
from pathlib import Path

import pytest

from bot.errors import Refusal
from bot.game.questions import DecisionQuestion, DiceQuestion
from bot.resolution.pending_command import Reasons
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from rules.kernel.errors import BadDice
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.bot.playing import (
    ANN,
    BOB,
    CYD,
    PLACE,
    answer,
    asking,
    call,
    decided,
    faces,
    fire,
    request,
    start_demo,
    undecided,
    undo_last,
    waiting,
)
from tests.cogs.table import Loaded, same_as_record, services_on


async def _ask_about_shot(services: Services) -> OpenQuestion:
    """Fire the Marines at the HMG team in light armour; the first question is for the dice to hit."""
    await start_demo(services)
    wanted = await request(services, "fire", "Marines", "HMG team", distance=20, firers=("4 assault_rifle",))
    waits = await services.questions.begin(call(), wanted, "ask")
    assert isinstance(waits, OpenQuestion)
    return waits


def _throw(asked: OpenQuestion) -> tuple[str, int, int]:
    """Return the roll that is asked for."""
    assert isinstance(asked.question, DiceQuestion)
    throw = asked.question.throw
    return ENGLISH(throw.label), throw.count, throw.sides


async def test_dice_are_asked_roll_by_roll(services: Services) -> None:
    waits = await _ask_about_shot(services)
    assert _throw(waits) == ("to hit", 4, 6)
    assert waits.people == (ANN.id,)
    saves = await answer(services, waits, faces="4 4 1 1")
    assert isinstance(saves, OpenQuestion)
    assert _throw(saves) == ("armour saves", 2, 6)
    assert saves.people == (BOB.id,)
    assert isinstance(saves.question, DiceQuestion)
    assert [(one.key, one.faces, one.result) for one in saves.question.so_far] == [("to_hit", (4, 4, 1, 1), 2)]
    done = await answer(services, saves, BOB, faces="1 6")
    assert isinstance(done, CommandResult)
    assert faces(done) == [4, 4, 1, 1, 1, 6]
    assert {throw.source for throw in done.entry.plays[0].throws} == {"physical"}
    await same_as_record(services, await services.games.require_game(PLACE))


async def test_nothing_is_recorded_before_the_last_answer(services: Services) -> None:
    waits = await _ask_about_shot(services)
    before = (await services.games.require_game(PLACE)).game.number
    await answer(services, waits, faces="4 4 1 1")
    assert (await services.games.require_game(PLACE)).game.number == before


async def test_wrong_faces_leave_the_question_open(services: Services) -> None:
    waits = await _ask_about_shot(services)
    for typed in ("4 4 1", "4 4 1 1 1", "7 4 1 1"):
        with pytest.raises(BadDice):
            await answer(services, waits, faces=typed)
    for typed in ("x", "3 misses", "1 failed"):
        with pytest.raises(Refusal):
            await answer(services, waits, faces=typed)
    with pytest.raises(BadDice, match="2 faces too many after to hit"):
        await answer(services, waits, faces="4 4 1 1 / 2 2")
    assert isinstance(await answer(services, waits, faces="1 1 1 1"), CommandResult)


async def test_an_answer_counts_once(services: Services) -> None:
    waits = await _ask_about_shot(services)
    await answer(services, waits, faces="4 4 1 1")
    with pytest.raises(Refusal, match="already"):
        await answer(services, waits, faces="4 4 4 4")


async def test_a_command_of_a_unit_that_has_left_is_refused(services: Services) -> None:
    """A button may outlive its unit."""
    await start_demo(services)
    wanted = await request(services, "fire", "Marines", "HMG team", distance=20)
    for gone in ("HMG team", "Marines"):
        await services.unit_corrections.remove(call(), gone)
        with pytest.raises(Refusal, match="no longer in the game"):
            await services.questions.begin(call(), wanted)


async def test_only_the_player_asked_answers(services: Services) -> None:
    waits = await _ask_about_shot(services)
    for who in (BOB, CYD):
        with pytest.raises(Refusal, match="This question is for Ann"):
            await answer(services, waits, who, faces="4 4 1 1")


async def test_the_bot_rolls_for_a_player(services: Services, dice: Loaded) -> None:
    waits = await _ask_about_shot(services)
    dice.next(1, 1, 1, 1)
    done = await answer(services, waits, faces="roll")
    assert isinstance(done, CommandResult)
    assert [throw.source for throw in done.entry.plays[0].throws] == ["bot"]


async def test_a_question_outlives_the_process(tmp_path: Path) -> None:
    services = await services_on(tmp_path / "a.sqlite", Loaded(), "one")
    waits = await _ask_about_shot(services)
    await services.record.close()
    services = await services_on(tmp_path / "a.sqlite", Loaded(), "two")
    try:
        saves = await answer(services, waits, faces="4 4 1 1")
        assert isinstance(saves, OpenQuestion)
        assert isinstance(await answer(services, saves, BOB, faces="1 6"), CommandResult)
    finally:
        await services.record.close()


async def test_a_question_of_a_game_that_is_over(services: Services) -> None:
    """It is closed with its game."""
    waits = await _ask_about_shot(services)
    await services.endings.end(call())
    with pytest.raises(Refusal, match="answered or over"):
        await answer(services, waits, faces="4 4 1 1")
    await services.lifecycle.demo(call(), "fubar")
    with pytest.raises(Refusal, match="answered or over"):
        await answer(services, waits, faces="4 4 1 1")
    assert await services.questions.open_questions(call()) == []


async def test_the_owner_decides_how_hits_are_taken(services: Services) -> None:
    await asking(services)
    waits = await undecided(services, "4 4 1 1")
    assert isinstance(waits.question, DecisionQuestion)
    assert (waits.row.kind, waits.question.name, waits.people) == ("decision", "allocation", (BOB.id,))
    assert [offer.value for offer in waits.question.offers] == ["suppress=1", "suppress=0"]
    done = await decided(services, waits, "suppress=0")
    assert done.entry.plays[0].outcome["casualties"] == 2
    assert faces(done) == [4, 4, 1, 1]
    assert done.entry.by == ANN.id


async def test_the_bots_dice_stay_while_a_player_decides(services: Services, dice: Loaded) -> None:
    """The dice that the bot rolled before the question are the ones recorded after it."""
    await asking(services)
    dice.next(4, 5, 1, 1)
    done = await decided(services, await undecided(services))
    assert faces(done) == [4, 5, 1, 1]
    assert dice.thrown == [4, 5, 1, 1]


# Dice that an undo gave back


async def test_dice_given_back_come_out_once_though_a_question_stops_them(services: Services, dice: Loaded) -> None:
    await asking(services)
    dice.next(4, 5, 1, 1)
    await decided(services, await undecided(services))
    await undo_last(services)
    assert await waiting(services) == (4, 5, 1, 1)
    waits = await undecided(services)
    assert await waiting(services) == (4, 5, 1, 1), "nothing is recorded before the answer"
    done = await decided(services, waits)
    assert [(throw.faces, throw.queued) for throw in done.entry.plays[0].throws] == [((4, 5, 1, 1), 4)]
    assert await waiting(services) == ()
    assert dice.thrown == [4, 5, 1, 1]
    dice.next(1, 2, 3, 2)
    assert faces(await fire(services, "Marines", distance=20, firers=("4 assault_rifle",))) == [1, 2, 3, 2]


async def test_two_answers_at_once_count_once(services: Services) -> None:
    """Each would do on its own: one sets the next question, the other ends the command."""
    waits = await _ask_about_shot(services)
    typed = ("4 4 1 1", "1 1 1 1", "4 4 4 1")
    came = await gather(*(answer(services, waits, faces=one) for one in typed), return_exceptions=True)
    stood = [one for one in came if not isinstance(one, BaseException)]
    assert len(stood) == 1, came
    assert all(isinstance(one, Refusal) for one in came if one not in stood)
    still = await services.questions.open_questions(call())
    assert len(still) == isinstance(stood[0], OpenQuestion)


async def test_the_reasons_for_an_answer_follow_those_for_the_command(services: Services) -> None:
    """The log explains an order of the solo opponent and each of its decisions."""
    await asking(services)
    wanted = await request(services, "fire", "Marines", "Militia", distance=20, firers=("4 assault_rifle",))
    order, decision = (Reasons((Text(f"the {why}"),), (Text(f"weighed for the {why}"),)) for why in ("order", "choice"))
    waits = await services.questions.begin(call(), wanted, "6 6 1 1", reasons=order)
    assert isinstance(waits, OpenQuestion)
    done = await answer(services, waits, BOB, choice="suppress=1", reasons=decision)
    assert isinstance(done, CommandResult)
    assert [ENGLISH(one) for one in done.entry.because] == ["the order", "the choice"]
    assert [ENGLISH(one) for one in done.entry.weighed] == ["weighed for the order", "weighed for the choice"]
