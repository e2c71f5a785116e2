"""Questions: kept through a restart, answered once, settled once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.store import NextQuestion, Pending, QuestionSettled, Record, StoredGame
from tests.bot.store.samples import pending


async def test_a_question_outlives_a_restart(url: str, record: Record, game: StoredGame) -> None:
    asked = pending(game.id, deadline=60.0, answers={"faces": [[1, 2]], "choices": {}})
    await record.questions.ask(asked)
    other = await Record.open(url)
    assert await other.questions.get("p1") == asked
    assert await other.questions.open(game.id) == [asked]
    assert await other.questions.open() == [asked]
    assert await other.questions.open("other") == []
    assert await other.questions.get("p2") is None
    await other.close()


async def test_an_answer_counts_once(url: str, record: Record, game: StoredGame) -> None:
    other = await Record.open(url)
    await record.questions.ask(pending(game.id))

    async def press(of: Record, choice: str) -> Pending | None:
        try:
            return await of.questions.answer("p1", 0, {"choice": choice})
        except QuestionSettled:
            return None

    answers = await asyncio.gather(*(press(of, f"{at}") for at, of in enumerate([record, other] * 5)))
    (counted,) = [each for each in answers if each]
    assert counted.step == 1
    assert await record.questions.get("p1") == counted
    await other.close()


async def test_the_next_question_takes_the_place_of_the_one_answered(record: Record, game: StoredGame) -> None:
    await record.questions.ask(pending(game.id))
    await record.questions.record_post("p1", "20", "555")
    shown = await record.questions.get("p1")
    assert shown is not None
    assert (shown.channel_id, shown.message_id) == ("20", "555")
    after = await record.questions.answer("p1", 0, {"choice": "stay"}, NextQuestion("300", "dice", {"count": 6}, 99.0))
    assert (after.user_id, after.kind, after.question, after.deadline) == ("300", "dice", {"count": 6}, 99.0)
    assert (after.step, after.answers, after.message_id) == (1, {"choice": "stay"}, None)
    with pytest.raises(QuestionSettled):
        await record.questions.answer("p1", 0, {"choice": "fall back"})


async def test_a_question_is_settled_once_and_takes_no_answer_after(record: Record, game: StoredGame) -> None:
    await record.questions.ask(pending(game.id))
    assert await record.questions.settle("p1")
    assert not await record.questions.settle("p1", 4)
    with pytest.raises(QuestionSettled):
        await record.questions.answer("p1", 0, {"choice": "stay"})
    assert await record.questions.open(game.id) == []


async def test_a_question_that_has_moved_on_is_not_closed_by_its_old_step(record: Record, game: StoredGame) -> None:
    await record.questions.ask(pending(game.id))
    await record.questions.answer("p1", 0, {"choice": "stay"})
    assert not await record.questions.settle("p1", step=0)
    assert await record.questions.open(game.id)
    assert await record.questions.settle("p1", step=1)


async def test_due_questions_are_found_in_all_games(record: Record, game: StoredGame) -> None:
    for id, deadline in (("early", 10.0), ("late", 20.0), ("never", None), ("done", 5.0)):
        await record.questions.ask(pending(game.id, id=id, deadline=deadline))
    await record.questions.settle("done")
    assert [each.id for each in await record.questions.due_questions(10.0)] == ["early"]
    assert [each.id for each in await record.questions.due_questions(99.0)] == ["early", "late"]


async def test_private_questions_that_were_dropped_go_and_the_others_stay(record: Record, game: StoredGame) -> None:
    for id, kind, at in (("private", "anyway", 1.0), ("later", "anyway", 5.0), ("dice", "dice", 1.0)):
        await record.questions.ask(pending(game.id, id=id, kind=kind, created_at=at))
        await record.questions.settle(id)
    await record.questions.ask(pending(game.id, id="open", kind="facts", created_at=1.0))
    await record.questions.ask(pending(game.id, id="used", kind="anyway", created_at=1.0))
    await record.questions.settle("used", 4)
    await record.questions.forget_dropped(("facts", "anyway"), before=5.0)
    kept = [id for id in ("private", "later", "dice", "open", "used") if await record.questions.get(id)]
    assert kept == ["later", "dice", "open", "used"]


async def test_a_question_in_a_paused_game_waits_with_it(record: Record, game: StoredGame) -> None:
    await record.questions.ask(pending(game.id))
    assert [one.id for one in await record.questions.questions_to("400")] == ["p1"]
    await record.games.set_state(game.id, "paused")
    assert await record.questions.questions_to("400") == []
    await record.games.set_state(game.id, "running")
    assert [one.id for one in await record.questions.questions_to("400")] == ["p1"]


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ({}, []),
        ({"game_id": "another"}, ["dice", "early", "late"]),
        ({"asked_by": "400"}, ["dice", "early"]),
        ({"kinds": ("facts", "anyway")}, ["dice"]),
        ({"before": 5.0}, ["late"]),
        ({"before": 5.0, "kinds": ("dice",)}, ["early", "late"]),
    ],
)
async def test_questions_are_closed_that_meet_all_conditions(
    record: Record, game: StoredGame, given: dict[str, Any], left: list[str]
) -> None:
    await record.questions.ask(pending(game.id, id="dice", kind="dice", created_at=1.0))
    await record.questions.ask(pending(game.id, id="early", kind="facts", created_at=4.0))
    await record.questions.ask(pending(game.id, id="late", kind="anyway", asked_by="400", created_at=5.0))
    await record.questions.close(**given)
    assert [one.id for one in await record.questions.open()] == left
    await record.questions.close()
    await record.questions.reopen("early")
    assert [one.id for one in await record.questions.open()] == ["early"]
    await record.questions.settle("early", 7)
    await record.questions.reopen("early")
    assert await record.questions.open() == []
