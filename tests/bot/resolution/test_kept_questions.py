"""Questions kept in memory with their game: an answer has the same effect as after a restart, and leaves nothing."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import weakref
from collections.abc import AsyncIterator, Awaitable
from contextlib import closing
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.errors import GameNotHere, Refusal
from bot.game.people import Place
from bot.game.registry import ActiveGame
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from rules.kernel.errors import BadDice
from tests.bot.playing import ANN, BOB, PLACE, answer, call, faces, fire, request, start_demo, undo_last
from tests.bot.store.statements import statements
from tests.cogs.table import Loaded, same_as_record, services_on
from tests.proving import Seeds, proven
from tests.soak import whims
from tests.soak.plays import Came, Player
from tests.turns import three_systems

ANSWERS, MOST = 7, 300
"""Number of answers of a game, and of steps that it may take."""
STEPS = (*[whims.command] * 6, whims.undo, whims.amend, whims.mark)


@dataclass
class _Questioned(Player):
    """A player whose sides roll their own dice; with `restarts`, the bot is restarted before every answer."""

    file: Path = field(kw_only=True)
    restarts: bool = field(kw_only=True)
    seeds: Seeds = field(default_factory=Seeds, kw_only=True)
    answers: int = field(default=0, kw_only=True)

    async def start(self) -> None:
        """Start the bot, or start it again."""
        if self.answers:
            await self.services.record.close()
        self.services = await services_on(self.file, Loaded(), "one", self.seeds, lambda: 1_700_000_000.0)
        # Dice are derived from the id of their game.
        self.services.record.games.begin = partial(self.services.record.games.begin, id=self.system)

    async def answer(self, live: ActiveGame, asked: OpenQuestion) -> Came:
        self.answers += 1
        if self.restarts:
            await self.start()
        return await super().answer(live, asked)

    async def play(self) -> list[Any]:
        """Play a game and return its entries and questions as they are stored."""
        await self.start()
        await self.sit_down()
        for side, who in (("Red", ANN), ("Blue", BOB)):
            await self.services.preferences.dice(self.call(who), "physical", side)
        for _ in range(MOST):
            if self.answers < ANSWERS:
                await self._tried(await self.live(), self.chance.choice(STEPS))
        await proven(self.services, self.system)
        await self.services.record.close()
        with closing(sqlite3.connect(self.file)) as lite:
            entries = lite.execute("SELECT number, body, link FROM entry ORDER BY number").fetchall()
            columns = "kind, user_id, asked_by, command, question, answers, step, deadline, settled"
            return entries + sorted(lite.execute(f"SELECT {columns} FROM pending").fetchall(), key=str)


@three_systems
async def test_an_answer_after_a_restart_gives_the_same_entry(tmp_path: Path, system: str) -> None:
    nobody: Any = None
    in_memory, restarted = (
        _Questioned(nobody, system, 2, (), file=tmp_path / f"{again}.sqlite", restarts=again) for again in (False, True)
    )
    assert await in_memory.play() == await restarted.play()
    assert in_memory.answers == restarted.answers >= ANSWERS


# One question about a shot, to be answered by Ann.


async def _ask_to_hit(services: Services) -> OpenQuestion:
    await start_demo(services)
    wanted = await request(services, "fire", "Marines", "HMG team", distance=20, firers=("4 assault_rifle",))
    waits = await services.questions.begin(call(), wanted, "ask")
    assert isinstance(waits, OpenQuestion)
    return waits


async def _live(services: Services) -> ActiveGame:
    return await services.games.require_game(PLACE)


@pytest.fixture
async def other(services: Services) -> AsyncIterator[Services]:
    """Another process on the same database."""
    file = services.record.database.file
    assert file is not None
    beside = await services_on(Path(file), Loaded(), "other")
    yield beside
    await beside.record.close()


async def test_an_answer_reads_nothing_from_the_record(services: Services) -> None:
    """A command reads nothing either, except once if it asks a question: whether the game is still here."""
    waits = await _ask_to_hit(services)
    with statements(services.record) as made:
        saves = await answer(services, waits, faces="4 4 1 1")
    assert [one.split()[0] for one in made if "SELECT" in one] == ["SELECT"], made
    assert isinstance(saves, OpenQuestion)
    with statements(services.record) as made:
        assert isinstance(await answer(services, saves, BOB, faces="1 6"), CommandResult)
    assert not [one for one in made if one.startswith("SELECT") and "pending" in one], made


async def test_an_answer_counts_the_changes_since_its_question(services: Services) -> None:
    """The target has lost its armour meanwhile, so that nothing is left to roll."""
    waits = await _ask_to_hit(services)
    saves = await answer(services, waits, faces="4 4 1 1")
    assert isinstance(saves, OpenQuestion)
    await services.unit_corrections.remove(call(), "HMG team")
    with pytest.raises(Refusal, match="no longer in the game"):
        await answer(services, saves, BOB, faces="1 6")


async def test_an_answer_counts_the_entries_of_another_process(services: Services, other: Services) -> None:
    waits = await _ask_to_hit(services)
    await other.unit_corrections.mark(call(), "Militia", "suppressed", 1)
    saves = await answer(services, waits, faces="4 4 1 1")
    assert isinstance(saves, OpenQuestion)
    done = await answer(services, saves, BOB, faces="1 6")
    assert isinstance(done, CommandResult)
    assert faces(done) == [4, 4, 1, 1, 1, 6]
    assert done.after.game.units[(await request(services, "fire", "Militia")).unit[0]].has("suppressed")
    await same_as_record(services, await _live(services))


async def test_a_refusal_by_an_outdated_game_does_not_count(services: Services, other: Services) -> None:
    """The target was removed in this process, and restored by another."""
    waits = await _ask_to_hit(services)
    await services.unit_corrections.remove(call(), "HMG team")
    await undo_last(other)
    assert isinstance(await answer(services, waits, faces="4 4 1 1"), OpenQuestion)


async def test_an_answer_by_another_process_counts_first(services: Services, other: Services) -> None:
    waits = await _ask_to_hit(services)
    assert isinstance(await answer(other, waits, faces="1 1 1 1"), CommandResult)
    with pytest.raises(Refusal, match="already answered"):
        await answer(services, waits, faces="4 4 1 1")
    assert not await services.record.questions.open(waits.row.game_id)
    await same_as_record(services, await _live(services))


async def test_a_question_cancelled_by_another_process_takes_no_answer(services: Services, other: Services) -> None:
    waits = await _ask_to_hit(services)
    await other.cancellation.drop(call(), waits.row.id, waits.row.step)
    with pytest.raises(Refusal, match="already answered"):
        await answer(services, waits, faces="4 4 1 1")


async def test_a_game_ended_by_another_process_takes_no_answer(services: Services, other: Services) -> None:
    waits = await _ask_to_hit(services)
    await other.endings.end(call())
    with pytest.raises(GameNotHere):
        await answer(services, waits, faces="4 4 1 1")


@pytest.mark.parametrize("typed", ["4 4 1 1", "1 1 1 1"])
async def test_an_answer_names_the_channel_to_which_another_process_moved_its_game(
    services: Services, other: Services, typed: str
) -> None:
    """The first answer leads to another question, the second to an entry."""
    waits = await _ask_to_hit(services)
    await other.channels.move(call(), Place("1", "30"))
    for _ in range(2):
        with pytest.raises(Refusal, match="This game has moved to <#30>"):
            await answer(services, waits, faces=typed)


async def test_right_faces_count_after_a_refusal_of_wrong_ones(services: Services) -> None:
    waits = await _ask_to_hit(services)
    for wrong in ("4 4 1", "7 4 1 1"):
        with pytest.raises(BadDice):
            await answer(services, waits, faces=wrong)
    done = await answer(services, waits, faces="1 1 1 2")
    assert isinstance(done, CommandResult)
    assert faces(done) == [1, 1, 1, 2]


async def test_of_two_answers_at_once_one_counts(services: Services) -> None:
    waits = await _ask_to_hit(services)
    found = await asyncio.gather(
        *(answer(services, waits, faces=typed) for typed in ("1 1 1 1", "2 2 2 2")), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in found) == ["CommandResult", "Refusal"]
    live = await _live(services)
    assert live.game.number == waits.live.game.number
    await same_as_record(services, live)


async def test_a_deadline_that_changes_is_the_one_of_the_question(services: Services) -> None:
    waits = await _ask_to_hit(services)
    assert waits.row.deadline is None
    agreed = await services.preferences.timeout(call(), 30, "default")
    if isinstance(agreed, OpenQuestion):
        await services.corrections.agree(call(BOB), agreed.row.id, agreed.row.step)
    shown = await services.questions.require_open(call(), waits.row.id, waits.row.step)
    assert shown.row.deadline is not None


# What a question holds is given back.


async def test_nothing_is_kept_of_an_answered_question(services: Services) -> None:
    waits = await _ask_to_hit(services)
    live = waits.live
    assert live.waiting.find(waits.row.id)
    saves = await answer(services, waits, faces="4 4 1 1")
    assert isinstance(saves, OpenQuestion)
    await answer(services, saves, BOB, faces="1 6")
    assert not live.waiting.find(waits.row.id)
    assert live.waiting.are_none()


async def test_nothing_is_kept_of_a_cancelled_question(services: Services) -> None:
    waits = await _ask_to_hit(services)
    await services.cancellation.drop(call(ANN), waits.row.id, waits.row.step)
    assert not waits.live.waiting.find(waits.row.id)
    assert waits.live.waiting.are_none()
    assert isinstance(await fire(services), CommandResult)


@pytest.mark.parametrize("how", ["ended", "unloaded"])
async def test_the_questions_of_a_game_leave_memory_with_it(services: Services, how: str) -> None:
    waits = await _ask_to_hit(services)
    kept = waits.live.waiting.find(waits.row.id)
    assert kept
    gone = weakref.ref(kept.attempt), weakref.ref(waits.live)
    del kept, waits
    if how == "ended":
        await services.endings.end(call())
    else:
        services.games.forget(PLACE.channel)
    gc.collect()
    assert [one() for one in gone] == [None, None]


async def _outcomes(*wanted: Awaitable[object]) -> list[str]:
    """Return the types of the results and errors of simultaneous requests, by name."""
    return sorted(type(one).__name__ for one in await asyncio.gather(*wanted, return_exceptions=True))


async def test_of_two_clicks_at_once_only_the_first_counts(services: Services) -> None:
    """Both found the question open."""
    waits = await _ask_to_hit(services)
    at = waits.row.id, waits.row.step
    dropped = await _outcomes(*(services.cancellation.drop(call(), *at) for _ in range(2)))
    assert dropped == ["CancelledCommand", "QuestionOver"]
    wanted = await request(services, "fire", "Marines", "HMG team")
    form = await services.questions.begin(call(), wanted, "1 1 1 1 1 1 1")
    assert isinstance(form, OpenQuestion)
    fill_in = partial(
        services.questions.fill_in, id=form.row.id, step=form.row.step, facts={"distance": (Decimal(20),)}
    )
    assert await _outcomes(fill_in(call()), fill_in(call())) == ["CommandResult", "QuestionOver"]
    assert (await _live(services)).game.number == 6


async def test_a_question_of_an_earlier_game_says_so(services: Services) -> None:
    """To go on with a game that is over, its players are asked beside the next game."""
    await start_demo(services)
    await fire(services)
    end = await services.endings.end(call(), "Red")
    assert isinstance(end, OpenQuestion)
    await services.corrections.agree(call(BOB), end.row.id, end.row.step)
    asked = await services.endings.reopen(call())
    assert isinstance(asked, OpenQuestion)
    await services.lifecycle.new(call(), "fubar", "Next")
    with pytest.raises(Refusal) as refused:
        await services.corrections.agree(call(BOB), asked.row.id, asked.row.step)
    assert str(refused.value) == "That question is from an earlier game."
