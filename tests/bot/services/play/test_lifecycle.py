"""The end of a game: no question stays open, and the bot's dice that were rolled on the way to one are not lost."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy.exc import IntegrityError

from bot.errors import Refusal
from bot.game.questions import ConsentQuestion, DecisionQuestion
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from rules.game.entry import play_back
from rules.kernel.wording import ENGLISH
from tests.bot.playing import BOB, PLACE, answer, asking, call, decided, faces, undecided, waiting
from tests.bot.waiting import WatchedLock, let_all_go_on, until
from tests.cogs.table import Loaded, same_as_record


async def _ask_about_hits(services: Services, dice: Loaded) -> OpenQuestion:
    """Fire with the bot's dice; Bob still decides about the hits."""
    await asking(services)
    dice.next(4, 5, 1, 1)
    waits = await undecided(services)
    assert isinstance(waits.question, DecisionQuestion)
    return waits


@pytest.mark.parametrize("back", ["reopen", "undo"])
async def test_dice_rolled_on_the_way_to_a_question_wait_for_when_the_game_goes_on(
    services: Services, dice: Loaded, back: str
) -> None:
    """Ending a game is no way to roll again."""
    waits = await _ask_about_hits(services, dice)
    await services.endings.end(call())
    with pytest.raises(Refusal, match="answered or over"):
        await services.questions.require_open(call(BOB), waits.row.id, waits.row.step)
    asked = await (services.endings.reopen(call()) if back == "reopen" else services.corrections.undo(call()))
    assert isinstance(asked, OpenQuestion)
    assert isinstance(asked.question, ConsentQuestion)
    assert "Red rolls these dice next: d6 4 5 1 1." in [ENGLISH(note) for note in asked.question.notes]
    await services.corrections.agree(call(BOB), asked.row.id, asked.row.step)
    assert await waiting(services) == (4, 5, 1, 1)
    assert await services.questions.open_questions(call()) == []
    done = await decided(services, await undecided(services))
    assert (faces(done), await waiting(services)) == ([4, 5, 1, 1], ())
    assert dice.thrown == [4, 5, 1, 1]


async def test_a_game_without_questions_gives_no_dice_back(services: Services) -> None:
    await asking(services)
    result = await services.endings.end(call())
    assert isinstance(result, CommandResult)
    assert [event.kind for event in result.entry.events] == ["ended"]


async def test_dice_of_a_question_that_is_answered_just_before_the_end_are_not_given_back(
    services: Services, dice: Loaded
) -> None:
    """The answer arrives while the game is ended: the dice are in its entry only."""
    waits = await _ask_about_hits(services, dice)
    live = await services.games.require_game(PLACE)
    live.lock = lock = WatchedLock()
    async with lock:
        answered = asyncio.create_task(answer(services, waits, BOB, choice="suppress=1"))
        await until(lambda: lock.waiting == 1)
        ended = asyncio.ensure_future(services.endings.end(call()))
        await let_all_go_on()
    assert isinstance(await answered, CommandResult)
    await ended
    game = play_back(await services.record.entries.all(live.info.id))
    assert game.queues.get(6, ()) == ()
    await services.endings.reopen(call())
    await same_as_record(services, await services.games.require_game(PLACE))


async def test_a_start_that_failed_does_not_keep_its_channel(services: Services) -> None:
    """Only a start of another process may still be on its way."""
    with pytest.raises(IntegrityError):
        await _start_on_a_full_disk(services)
    await services.record.database.write(lambda write: write.exec_driver_sql("drop trigger full_disk") and None)
    started = await services.lifecycle.new(call(), "fubar")
    assert (started.entry.number, ENGLISH(started.entry.title)) == (1, "New game: FUBAR")


async def _start_on_a_full_disk(services: Services) -> None:
    full = "create trigger full_disk before insert on entry begin select raise(abort, 'full'); end"
    await services.record.database.write(lambda write: write.exec_driver_sql(full) and None)
    await services.lifecycle.new(call(), "fubar")
