"""Questions: kept over a restart, answered once, settled once."""

from __future__ import annotations

import asyncio

import pytest

from bot.store import Battle, NextQuestion, Pending, Record, Settled
from tests.bot.store.samples import pending


async def test_a_question_outlives_a_restart(url: str, record: Record, game: Battle) -> None:
    asked = pending(game.id, deadline=60.0, answers={"faces": [[1, 2]], "choices": {}})
    await record.ask(asked)
    other = await Record.open(url)
    assert await other.pending("p1") == asked
    assert await other.open_pending(game.id) == [asked]
    assert await other.open_pending() == [asked]
    assert await other.open_pending("other") == []
    assert await other.pending("p2") is None
    await other.close()


async def test_an_answer_counts_once(url: str, record: Record, game: Battle) -> None:
    other = await Record.open(url)
    await record.ask(pending(game.id))

    async def press(of: Record, choice: str) -> Pending | None:
        try:
            return await of.answer("p1", 0, {"choice": choice})
        except Settled:
            return None

    answers = await asyncio.gather(*(press(of, f"{at}") for at, of in enumerate([record, other] * 5)))
    (counted,) = [each for each in answers if each]
    assert counted.step == 1
    assert await record.pending("p1") == counted
    await other.close()


async def test_the_next_question_takes_the_place_of_the_one_answered(record: Record, game: Battle) -> None:
    await record.ask(pending(game.id))
    await record.posted("p1", "20", "555")
    shown = await record.pending("p1")
    assert shown is not None
    assert (shown.channel_id, shown.message_id) == ("20", "555")
    after = await record.answer("p1", 0, {"choice": "stay"}, NextQuestion("300", "dice", {"count": 6}, 99.0))
    assert (after.user_id, after.kind, after.question, after.deadline) == ("300", "dice", {"count": 6}, 99.0)
    assert (after.step, after.answers, after.message_id) == (1, {"choice": "stay"}, None)
    with pytest.raises(Settled):
        await record.answer("p1", 0, {"choice": "fall back"})


async def test_a_question_is_settled_once_and_takes_no_answer_after(record: Record, game: Battle) -> None:
    await record.ask(pending(game.id))
    assert await record.settle("p1")
    assert not await record.settle("p1", 4)
    with pytest.raises(Settled):
        await record.answer("p1", 0, {"choice": "stay"})
    assert await record.open_pending(game.id) == []


async def test_a_question_that_has_gone_on_is_not_closed_for_what_it_was(record: Record, game: Battle) -> None:
    await record.ask(pending(game.id))
    await record.answer("p1", 0, {"choice": "stay"})
    assert not await record.settle("p1", step=0)
    assert await record.open_pending(game.id)
    assert await record.settle("p1", step=1)


async def test_what_falls_due_is_found_in_all_games(record: Record, game: Battle) -> None:
    for id, deadline in (("early", 10.0), ("late", 20.0), ("never", None), ("done", 5.0)):
        await record.ask(pending(game.id, id=id, deadline=deadline))
    await record.settle("done")
    assert [each.id for each in await record.due(10.0)] == ["early"]
    assert [each.id for each in await record.due(99.0)] == ["early", "late"]


async def test_o6_private_questions_that_were_dropped_go_and_the_others_stay(record: Record, game: Battle) -> None:
    for id, kind, at in (("private", "anyway", 1.0), ("later", "anyway", 9.0), ("dice", "dice", 1.0)):
        await record.ask(pending(game.id, id=id, kind=kind, created_at=at))
        await record.settle(id)
    await record.ask(pending(game.id, id="open", kind="facts", created_at=1.0))
    await record.ask(pending(game.id, id="used", kind="anyway", created_at=1.0))
    await record.settle("used", 4)
    await record.forget_dropped(("facts", "anyway"), before=5.0)
    kept = [id for id in ("private", "later", "dice", "open", "used") if await record.pending(id)]
    assert kept == ["later", "dice", "open", "used"]
