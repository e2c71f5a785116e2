"""Questions past their deadline: each is checked again before the deadline decides for a player."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from bot.errors import Refusal
from bot.game.people import Person
from bot.game.questions import PRIVATE, DiceQuestion
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.store.tables import Pending
from rules.kernel.wording import ENGLISH
from tests.bot.playing import ANN, BOB, CYD, PLACE, answer, asking, call, decided, request, undecided


class _Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


async def _due(services: Services) -> tuple[_Clock, OpenQuestion, Pending]:
    """Return a decision with a deadline of ten minutes and a default, and its row after the deadline."""
    clock = services.clock = services.referee.clock = _Clock()
    await asking(services)
    await services.preferences.timeout(call(), 10, "default")
    waits = await undecided(services, "4 4 1 1")
    clock.now += 600
    (row,) = await services.record.questions.due_questions(clock.now)
    return clock, waits, row


async def test_a_question_goes_by_default_at_its_deadline_and_not_before(services: Services) -> None:
    clock, _, row = await _due(services)
    number = (await services.games.require_game(PLACE)).game.number
    clock.now -= 1
    assert await services.overdue.settle(row, "due:1") is None
    assert (await services.games.require_game(PLACE)).game.number == number
    clock.now += 1
    done = await services.overdue.settle(row, "due:1")
    assert isinstance(done, CommandResult)
    assert [ENGLISH(note) for note in done.entry.notes][:1] == ["No answer in time: default used for allocation."]
    assert (done.entry.by, done.entry.number) == (ANN.id, number + 1)
    assert await services.overdue.settle(row, "due:2") is None, "it is answered"


async def test_an_answer_that_came_just_before_the_clock_counts(services: Services) -> None:
    _, waits, row = await _due(services)
    done = await decided(services, waits, "suppress=0")
    assert await services.overdue.settle(row, "due:1") is None
    assert (await services.games.require_game(PLACE)).game.number == done.entry.number


async def test_the_clock_does_not_answer_the_next_question_for_the_one_before(services: Services) -> None:
    clock, waits, _ = await _due(services)
    await decided(services, waits)
    wanted = await request(services, "fire", "Commandos", "HMG team", distance=10, firers=("3 smg",))
    hits = await services.questions.begin(call(), wanted, "ask")
    assert isinstance(hits, OpenQuestion)
    clock.now += 600
    (row,) = await services.record.questions.due_questions(clock.now)
    assert isinstance(hits.question, DiceQuestion)
    saves = await answer(services, hits, faces=" ".join(["6"] * hits.question.throw.count))
    assert isinstance(saves, OpenQuestion)
    clock.now += 600
    number = (await services.games.require_game(PLACE)).game.number
    assert await services.overdue.settle(row, "due:1") is None
    assert (await services.games.require_game(PLACE)).game.number == number
    assert [one.row.step for one in await services.questions.open_questions(call())] == [saves.row.step]


async def test_more_time_that_was_given_just_before_counts(services: Services) -> None:
    clock, _, row = await _due(services)
    await services.preferences.timeout(call(), 5, "default")
    assert await services.overdue.settle(row, "due:1") is None
    clock.now += 300
    assert isinstance(await services.overdue.settle(row, "due:1"), CommandResult)


async def test_a_question_that_is_to_wait_for_ever_now_waits(services: Services) -> None:
    _, waits, row = await _due(services)
    await services.preferences.timeout(call(), 0, "wait")
    assert await services.overdue.settle(row, "due:1") is None
    await decided(services, waits)


async def test_a_game_that_is_paused_answers_nothing(services: Services) -> None:
    _, _, row = await _due(services)
    await services.preferences.pause(call())
    assert await services.overdue.settle(row, "due:1") is None


async def _hand_over(services: Services, umpire: Person) -> tuple[Pending, OpenQuestion | CommandResult | None]:
    """Return the state of Bob's decision after a deadline that hands it to the umpire."""
    clock = services.clock = services.referee.clock = _Clock()
    await asking(services)
    await services.seats.umpire(call(), umpire)
    await services.preferences.timeout(call(umpire), 10, "umpire")
    await undecided(services, "4 4 1 1")
    clock.now += 600
    (row,) = await services.record.questions.due_questions(clock.now)
    return row, await services.overdue.settle(row, "due:1")


async def test_a_question_past_its_deadline_is_handed_to_the_umpire_once(services: Services) -> None:
    row, handed = await _hand_over(services, CYD)
    assert isinstance(handed, OpenQuestion)
    assert (handed.people, handed.row.deadline, handed.row.step) == ((CYD.id,), None, row.step + 1)
    assert await services.overdue.settle(row, "due:2") is None
    assert await services.overdue.settle(handed.row, "due:3") is None
    with pytest.raises(Refusal, match="This question is for Cyd"):
        await answer(services, handed, BOB, choice="suppress=1")
    assert isinstance(await answer(services, handed, CYD, choice="suppress=1"), CommandResult)


async def test_a_question_is_handed_to_no_umpire_who_plays_against_its_side(services: Services) -> None:
    row, handed = await _hand_over(services, ANN)
    assert handed is None
    (waits,) = await services.questions.open_questions(call())
    assert (waits.people, waits.row.deadline, waits.row.step) == ((BOB.id,), None, row.step)
    assert await services.record.questions.due_questions(2e9) == []
    await decided(services, waits)


async def test_questions_that_only_one_person_saw_are_closed_when_their_buttons_are_dead(
    services: Services,
) -> None:
    clock = services.clock = services.referee.clock = _Clock()
    await asking(services)
    await services.odds.odds(call(), await request(services, "fire", "Marines", "Militia", distance=20))
    assert await services.record.questions.open() == [], "to ask for odds leaves nothing behind"
    waits = await undecided(services)
    for who, unit, target in ((ANN, "Regular section", "Militia"), (BOB, "Militia", "Marines")):
        facts = await services.questions.begin(call(who), await request(services, "fire", unit, target))
        assert isinstance(facts, OpenQuestion)
    assert len(await services.record.questions.open(kinds=PRIVATE)) == 2
    clock.now += 900
    await services.overdue.close_private(clock.now)
    assert len(await services.record.questions.open(kinds=PRIVATE)) == 2
    clock.now += 1
    await services.overdue.close_private(clock.now)
    assert [row.id for row in await services.record.questions.open()] == [waits.row.id]


async def test_a_damaged_question_does_not_hide_the_others(services: Services, tmp_path: Path) -> None:
    clock, waits, row = await _due(services)
    with sqlite3.connect(tmp_path / "desk.sqlite") as file:
        names = [str(row[1]) for row in file.execute("PRAGMA table_info(pending)")]
        other = {"id": "'damaged'", "command": "'{'"}
        values = ", ".join(other.get(name, name) for name in names)
        file.execute(f"INSERT INTO pending SELECT {values} FROM pending WHERE id = ?", (waits.row.id,))
    assert [one.id for one in await services.record.questions.due_questions(clock.now)] == [row.id]


async def test_a_question_that_is_gone_from_the_record_is_not_settled(services: Services) -> None:
    _, _, row = await _due(services)
    await services.record.database.write(lambda write: write.exec_driver_sql("DELETE FROM pending") and None)
    assert await services.overdue.settle(row, "due:1") is None
    assert await services.overdue.settle(row.model_copy(update={"game_id": "gone"}), "due:2") is None
