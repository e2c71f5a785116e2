"""Commands that wait: played again from their top with every further answer, by whoever is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.errors import Refusal
from bot.game.people import Person
from bot.resolution.questions import Waits
from bot.resolution.result import Answer
from bot.services import Desk
from rules.errors import BadDice
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, faces, request, started
from tests.cogs.table import Loaded, desk_on, same_as_record


async def _asked(desk: Desk) -> Waits:
    """A shot of the marines at the HMG team, light armour, that asks for every die: first to hit."""
    await started(desk)
    wanted = await request(desk, "fire", "Marines", "HMG team", distance=20, firers=("4 assault_rifle",))
    waits = await desk.waiting.begin(call(), wanted, "ask")
    assert isinstance(waits, Waits)
    return waits


async def _answer(desk: Desk, waits: Waits, who: Person = ANN, **more: Any) -> Answer | Waits:
    return await desk.waiting.answer(call(who), waits.row.id, waits.row.step, **more)


async def test_dice_are_asked_throw_by_throw(desk: Desk) -> None:
    waits = await _asked(desk)
    assert (waits.row.kind, waits.row.question["label"], waits.row.question["count"]) == ("dice", "to hit", 4)
    saves = await _answer(desk, waits, faces="4 4 1 1")
    assert isinstance(saves, Waits)
    assert (saves.row.question["label"], saves.row.question["count"]) == ("armour saves", 2)
    done = await _answer(desk, saves, BOB, faces="1 6")
    assert isinstance(done, Answer)
    assert faces(done) == [4, 4, 1, 1, 1, 6]
    assert {throw.source for throw in done.entry.plays[0].throws} == {"physical"}
    await same_as_record(desk, await desk.games.at(PLACE))


async def test_nothing_is_recorded_before_the_last_answer(desk: Desk) -> None:
    waits = await _asked(desk)
    before = (await desk.games.at(PLACE)).game.number
    await _answer(desk, waits, faces="4 4 1 1")
    assert (await desk.games.at(PLACE)).game.number == before


async def test_wrong_faces_leave_the_question_open(desk: Desk) -> None:
    waits = await _asked(desk)
    for typed in ("4 4 1", "4 4 1 1 1", "7 4 1 1"):
        with pytest.raises(BadDice):
            await _answer(desk, waits, faces=typed)
    for typed in ("x", "3 misses", "1 failed"):
        with pytest.raises(Refusal):
            await _answer(desk, waits, faces=typed)
    with pytest.raises(BadDice, match="2 faces left over after to hit"):
        await _answer(desk, waits, faces="4 4 1 1 / 2 2")
    assert isinstance(await _answer(desk, waits, faces="1 1 1 1"), Answer)


async def test_an_answer_counts_once(desk: Desk) -> None:
    waits = await _asked(desk)
    await _answer(desk, waits, faces="4 4 1 1")
    with pytest.raises(Refusal, match="already"):
        await _answer(desk, waits, faces="4 4 4 4")


async def test_only_whoever_is_asked_answers(desk: Desk) -> None:
    waits = await _asked(desk)
    for who in (BOB, CYD):
        with pytest.raises(Refusal, match="for Ann to answer"):
            await _answer(desk, waits, who, faces="4 4 1 1")


async def test_the_bot_throws_for_somebody(desk: Desk, dice: Loaded) -> None:
    waits = await _asked(desk)
    dice.next(1, 1, 1, 1)
    done = await _answer(desk, waits, faces="roll")
    assert isinstance(done, Answer)
    assert [throw.source for throw in done.entry.plays[0].throws] == ["bot"]


async def test_a_question_outlives_the_process(tmp_path: Path) -> None:
    desk = await desk_on(tmp_path / "a.sqlite", Loaded(), "one")
    waits = await _asked(desk)
    await desk.record.close()
    desk = await desk_on(tmp_path / "a.sqlite", Loaded(), "two")
    try:
        saves = await _answer(desk, waits, faces="4 4 1 1")
        assert isinstance(saves, Waits)
        assert isinstance(await _answer(desk, saves, BOB, faces="1 6"), Answer)
    finally:
        await desk.record.close()


async def test_a_question_of_a_game_that_is_over(desk: Desk) -> None:
    waits = await _asked(desk)
    await desk.host.end(call())
    with pytest.raises(Refusal):
        await _answer(desk, waits, faces="4 4 1 1")
    await desk.host.demo(call(), "fubar")
    with pytest.raises(Refusal, match="not the one played here"):
        await _answer(desk, waits, faces="4 4 1 1")


async def test_the_owner_decides_how_hits_are_taken(desk: Desk) -> None:
    await started(desk)
    await desk.muster.rule(call(), "allocation", "ask")
    wanted = await request(desk, "fire", "Marines", "Militia", distance=20, firers=("4 assault_rifle",))
    waits = await desk.waiting.begin(call(), wanted, "4 4 1 1")
    assert isinstance(waits, Waits)
    assert waits.row.kind == "decision"
    assert waits.people == (BOB.id,)
    assert [value for value, _ in waits.row.question["offers"]] == ["suppress=1", "suppress=0"]
    done = await _answer(desk, waits, BOB, choice="suppress=0")
    assert isinstance(done, Answer)
    assert done.entry.plays[0].outcome["casualties"] == 2
    assert faces(done) == [4, 4, 1, 1]
    assert done.entry.by == ANN.id


async def test_the_bots_dice_stay_while_somebody_decides(desk: Desk, dice: Loaded) -> None:
    """What the bot has thrown before the question is what is recorded after it."""
    await started(desk)
    await desk.muster.rule(call(), "allocation", "ask")
    wanted = await request(desk, "fire", "Marines", "Militia", distance=20, firers=("4 assault_rifle",))
    dice.next(4, 5, 1, 1)
    waits = await desk.waiting.begin(call(), wanted)
    assert isinstance(waits, Waits)
    done = await _answer(desk, waits, BOB, choice="suppress=1")
    assert isinstance(done, Answer)
    assert faces(done) == [4, 5, 1, 1]
    assert dice.thrown == [4, 5, 1, 1]
