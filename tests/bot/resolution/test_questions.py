"""Commands that wait: played again from their top with every further answer, by whoever is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.errors import Refusal
from bot.game.people import Person
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from rules.errors import BadDice
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, faces, request, started
from tests.cogs.table import Loaded, same_as_record, services_on


async def _asked(services: Services) -> OpenQuestion:
    """A shot of the marines at the HMG team, light armour, that asks for every die: first to hit."""
    await started(services)
    wanted = await request(services, "fire", "Marines", "HMG team", distance=20, firers=("4 assault_rifle",))
    waits = await services.questions.begin(call(), wanted, "ask")
    assert isinstance(waits, OpenQuestion)
    return waits


async def _answer(
    services: Services, waits: OpenQuestion, who: Person = ANN, **more: Any
) -> CommandResult | OpenQuestion:
    return await services.questions.answer(call(who), waits.row.id, waits.row.step, **more)


async def test_dice_are_asked_throw_by_throw(services: Services) -> None:
    waits = await _asked(services)
    assert (waits.row.kind, waits.row.question["label"], waits.row.question["count"]) == ("dice", "to hit", 4)
    saves = await _answer(services, waits, faces="4 4 1 1")
    assert isinstance(saves, OpenQuestion)
    assert (saves.row.question["label"], saves.row.question["count"]) == ("armour saves", 2)
    done = await _answer(services, saves, BOB, faces="1 6")
    assert isinstance(done, CommandResult)
    assert faces(done) == [4, 4, 1, 1, 1, 6]
    assert {throw.source for throw in done.entry.plays[0].throws} == {"physical"}
    await same_as_record(services, await services.games.at(PLACE))


async def test_nothing_is_recorded_before_the_last_answer(services: Services) -> None:
    waits = await _asked(services)
    before = (await services.games.at(PLACE)).game.number
    await _answer(services, waits, faces="4 4 1 1")
    assert (await services.games.at(PLACE)).game.number == before


async def test_wrong_faces_leave_the_question_open(services: Services) -> None:
    waits = await _asked(services)
    for typed in ("4 4 1", "4 4 1 1 1", "7 4 1 1"):
        with pytest.raises(BadDice):
            await _answer(services, waits, faces=typed)
    for typed in ("x", "3 misses", "1 failed"):
        with pytest.raises(Refusal):
            await _answer(services, waits, faces=typed)
    with pytest.raises(BadDice, match="2 faces left over after to hit"):
        await _answer(services, waits, faces="4 4 1 1 / 2 2")
    assert isinstance(await _answer(services, waits, faces="1 1 1 1"), CommandResult)


async def test_an_answer_counts_once(services: Services) -> None:
    waits = await _asked(services)
    await _answer(services, waits, faces="4 4 1 1")
    with pytest.raises(Refusal, match="already"):
        await _answer(services, waits, faces="4 4 4 4")


async def test_only_whoever_is_asked_answers(services: Services) -> None:
    waits = await _asked(services)
    for who in (BOB, CYD):
        with pytest.raises(Refusal, match="for Ann to answer"):
            await _answer(services, waits, who, faces="4 4 1 1")


async def test_the_bot_throws_for_somebody(services: Services, dice: Loaded) -> None:
    waits = await _asked(services)
    dice.next(1, 1, 1, 1)
    done = await _answer(services, waits, faces="roll")
    assert isinstance(done, CommandResult)
    assert [throw.source for throw in done.entry.plays[0].throws] == ["bot"]


async def test_a_question_outlives_the_process(tmp_path: Path) -> None:
    services = await services_on(tmp_path / "a.sqlite", Loaded(), "one")
    waits = await _asked(services)
    await services.record.close()
    services = await services_on(tmp_path / "a.sqlite", Loaded(), "two")
    try:
        saves = await _answer(services, waits, faces="4 4 1 1")
        assert isinstance(saves, OpenQuestion)
        assert isinstance(await _answer(services, saves, BOB, faces="1 6"), CommandResult)
    finally:
        await services.record.close()


async def test_a_question_of_a_game_that_is_over(services: Services) -> None:
    waits = await _asked(services)
    await services.lifecycle.end(call())
    with pytest.raises(Refusal):
        await _answer(services, waits, faces="4 4 1 1")
    await services.lifecycle.demo(call(), "fubar")
    with pytest.raises(Refusal, match="not the one played here"):
        await _answer(services, waits, faces="4 4 1 1")


async def test_the_owner_decides_how_hits_are_taken(services: Services) -> None:
    await started(services)
    await services.roster.rule(call(), "allocation", "ask")
    wanted = await request(services, "fire", "Marines", "Militia", distance=20, firers=("4 assault_rifle",))
    waits = await services.questions.begin(call(), wanted, "4 4 1 1")
    assert isinstance(waits, OpenQuestion)
    assert waits.row.kind == "decision"
    assert waits.people == (BOB.id,)
    assert [value for value, _ in waits.row.question["offers"]] == ["suppress=1", "suppress=0"]
    done = await _answer(services, waits, BOB, choice="suppress=0")
    assert isinstance(done, CommandResult)
    assert done.entry.plays[0].outcome["casualties"] == 2
    assert faces(done) == [4, 4, 1, 1]
    assert done.entry.by == ANN.id


async def test_the_bots_dice_stay_while_somebody_decides(services: Services, dice: Loaded) -> None:
    """What the bot has thrown before the question is what is recorded after it."""
    await started(services)
    await services.roster.rule(call(), "allocation", "ask")
    wanted = await request(services, "fire", "Marines", "Militia", distance=20, firers=("4 assault_rifle",))
    dice.next(4, 5, 1, 1)
    waits = await services.questions.begin(call(), wanted)
    assert isinstance(waits, OpenQuestion)
    done = await _answer(services, waits, BOB, choice="suppress=1")
    assert isinstance(done, CommandResult)
    assert faces(done) == [4, 5, 1, 1]
    assert dice.thrown == [4, 5, 1, 1]
