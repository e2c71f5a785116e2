"""The bot's dice can be made again by anybody, whatever became of them; and nobody can before the seed is revealed."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator
from decimal import Decimal
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from bot.errors import Busy, Refusal
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.services.fairness import FairnessReport, FairThrow
from bot.store.errors import Conflict
from bot.store.tables import METADATA
from tests.bot import playing
from tests.bot.playing import (
    BOB,
    CYD,
    PLACE,
    asking,
    call,
    decided,
    faces,
    fire,
    request,
    started,
    taken_back,
    undecided,
    waiting,
)
from tests.cogs.table import Loaded, services_on
from tests.proving import exported, proven, seeds


@pytest.fixture
async def fair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Services]:
    """A services whose games have seeds; the dice are the same in every run."""
    monkeypatch.setattr(playing, "_SOURCES", count(1))
    found = await services_on(tmp_path / "fair.sqlite", Loaded(), "run1", seeds())
    found.record.new_game = partial(found.record.new_game, id="game-1")
    yield found
    await found.record.close()


async def game_of(services: Services) -> str:
    return (await services.games.latest(PLACE)).info.id


async def report(services: Services) -> FairnessReport:
    found = await services.fairness.report(await game_of(services))
    assert found is not None
    return found


async def thrown(services: Services) -> tuple[FairThrow, ...]:
    return (await report(services)).throws


async def test_a_shot_is_made_of_its_interaction_and_can_be_made_again(fair: Services) -> None:
    await started(fair)
    wanted = await request(fair, "fire", "Marines", "Militia", distance=10)
    done = await fair.referee.order(call()._replace(entropy="4711"), wanted, anyway=True)
    throws = await thrown(fair)
    assert [(one.entropy, one.throw, one.entry) for one in throws] == [
        ("4711", nth, done.entry.number) for nth in range(1, len(throws) + 1)
    ]
    assert [face for one in throws for face in one.faces] == faces(done)
    await proven(fair, await game_of(fair))


async def test_an_interaction_that_comes_twice_has_one_throw(fair: Services) -> None:
    await started(fair)
    twice, wanted = call(), await request(fair, "fire", "Marines", "Militia", distance=10)
    done = await fair.referee.order(twice, wanted, anyway=True)
    before = await thrown(fair)
    again = await fair.referee.order(twice, wanted, anyway=True)
    assert again.again
    assert faces(again) == faces(done)
    assert await thrown(fair) == before
    await fire(fair)
    await proven(fair, await game_of(fair))


async def test_two_processes_that_race_throw_what_each_alone_would_have(fair: Services, tmp_path: Path) -> None:
    await started(fair)
    other = await services_on(tmp_path / "fair.sqlite", Loaded(), "run2", seeds("other"))
    shots = [await request(fair, "fire", unit, "Militia", distance=10) for unit in ("Marines", "Commandos") * 3]
    calls = [call() for _ in shots]
    await asyncio.gather(
        *((fair, other)[n % 2].referee.order(calls[n], shot, anyway=True) for n, shot in enumerate(shots)),
        return_exceptions=True,
    )
    throws = await thrown(fair)
    assert 1 < len({one.entropy for one in throws}) <= len({one.source for one in calls})
    assert len({(one.entropy, one.throw) for one in throws}) == len(throws)
    await proven(fair, await game_of(fair))
    await other.record.close()


async def test_whoever_writes_second_has_the_same_faces(fair: Services, tmp_path: Path) -> None:
    """The first try is planned on a game that somebody else has just changed; its dice come out once more."""
    await started(fair)
    other = await services_on(tmp_path / "fair.sqlite", Loaded(), "run2", seeds("other"))
    mine, wanted = call(), await request(other, "fire", "Marines", "Militia", distance=10)
    live = await other.games.at(PLACE)
    tries: list[tuple[int, ...]] = []
    write = other.referee.write

    async def watched(*args: object, **more: object) -> CommandResult:
        result = args[1]
        assert isinstance(result, CommandResult)
        tries.append(tuple(faces(result)))
        if len(tries) == 1:
            await fair.table_objects.score(call(), "Red", 1, "in between")
        return await write(*args, **more)  # pyright: ignore[reportArgumentType]

    other.referee.write = watched  # pyright: ignore[reportAttributeAccessIssue]
    done = await other.referee.order(mine, wanted, anyway=True)
    assert len(tries) == 2
    assert tries[0] == tries[1] == tuple(faces(done))
    assert live.game.number == done.entry.number
    await proven(fair, await game_of(fair))
    await other.record.close()


async def test_undone_dice_are_listed_where_they_were_thrown_and_not_again(fair: Services) -> None:
    await started(fair)
    done = await fire(fair)
    before = await thrown(fair)
    await taken_back(fair)
    again = await fire(fair)
    assert faces(again) == faces(done)
    assert await thrown(fair) == before
    found = await proven(fair, await game_of(fair))
    assert found["entries"][again.entry.number - 1]["fresh"] == []


async def test_a_throw_that_draws_a_part_lists_the_rest(fair: Services) -> None:
    await started(fair)
    one = await fair.referee.order(
        call(), await request(fair, "fire", "Marines", "Militia", distance=20, firers=("1 assault_rifle",)), anyway=True
    )
    await taken_back(fair)
    more = await request(fair, "fire", "Marines", "Militia", distance=20, firers=("4 assault_rifle",))
    asked = await fair.questions.begin(call(), more)
    if isinstance(asked, OpenQuestion):
        asked = await fair.corrections.agree(call(BOB), asked.row.id, asked.row.step)
    assert isinstance(asked, CommandResult)
    assert faces(asked)[:1] == faces(one)[:1]
    await proven(fair, await game_of(fair))


async def test_dice_in_a_question_outlive_a_restart(fair: Services, tmp_path: Path) -> None:
    await asking(fair)
    waits = await undecided(fair)
    (first, *_) = held = await thrown(fair)
    assert {one.entry for one in held} == {0}
    other = await services_on(tmp_path / "fair.sqlite", Loaded(), "run2", seeds("other"))
    done = await decided(other, waits)
    assert (await thrown(other))[: len(held)] == tuple(
        one.model_copy(update={"entry": done.entry.number}) for one in held
    )
    assert faces(done)[: len(first.faces)] == list(first.faces)
    await proven(other, await game_of(other))
    await other.record.close()


async def test_a_cancelled_command_loses_none(fair: Services) -> None:
    await asking(fair)
    waits = await undecided(fair)
    await fair.cancellation.drop(call(BOB), waits.row.id, waits.row.step)
    assert await waiting(fair)
    found = await proven(fair, await game_of(fair))
    assert found["entries"][-1]["fresh"]


async def test_the_end_of_a_game_keeps_the_dice_of_open_questions(fair: Services) -> None:
    await asking(fair)
    await undecided(fair)
    await fair.lifecycle.end(call())
    found = await proven(fair, await game_of(fair))
    assert found["entries"][-1]["fresh"]


async def test_dice_at_a_deadline_are_nothing_that_the_bot_could_choose(fair: Services) -> None:
    await asking(fair)
    await fair.preferences.dice(call(BOB), "physical", "Blue")
    await fair.preferences.timeout(call(), 10, "default")
    asked = await fair.questions.begin(call(BOB), await request(fair, "activate", "Militia"))
    assert isinstance(asked, OpenQuestion)
    (row,) = await fair.record.due(4e9)
    fair.referee.clock = lambda: 4e9
    done = await fair.overdue.settle(row, "due:1")
    assert isinstance(done, CommandResult)
    assert [one.entropy for one in await thrown(fair)] == [f"{row.id}+{row.step}"]
    await proven(fair, await game_of(fair))


async def test_an_amendment_keeps_its_dice(fair: Services) -> None:
    await started(fair)
    done = await fire(fair, distance=20)
    before = await thrown(fair)
    amended = await fair.corrections.amend(call(), None, {"distance": (Decimal(10),)})
    while isinstance(amended, OpenQuestion):
        amended = await fair.corrections.agree(call(BOB), amended.row.id, amended.row.step)
    assert amended.entry.undoes == done.entry.number
    assert (await thrown(fair))[: len(before)] == before
    assert amended.entry.fresh, "two dice a rifle instead of one"
    await taken_back(fair)
    await proven(fair, await game_of(fair))


async def test_a_refusal_after_the_dice_is_no_second_throw(fair: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was refused tells something of the dice; the next command has the same ones."""
    await started(fair)
    first, wanted = call(), await request(fair, "fire", "Marines", "HMG team", distance=20)

    async def others_write(*args: object) -> CommandResult:
        raise Conflict

    with monkeypatch.context() as patched:
        patched.setattr(fair.referee, "write", others_write)
        with pytest.raises(Busy):
            await fair.referee.order(first, wanted, anyway=True)
    assert await thrown(fair) == ()
    await fair.referee.order(call(), wanted, anyway=True)
    assert {one.entropy for one in await thrown(fair)} == {first.source}
    later = await fire(fair, distance=20)
    assert {one.entropy for one in await thrown(fair) if one.entry == later.entry.number} == {later.entry.source}
    await proven(fair, await game_of(fair))


# The seed


async def test_the_seed_is_revealed_when_the_game_is_over_and_to_those_in_it(fair: Services) -> None:
    await started(fair)
    await fire(fair)
    assert (await report(fair)).seed is None
    with pytest.raises(Refusal, match="End the game first"):
        await fair.fairness.reveal(call())
    with pytest.raises(Refusal, match="still a secret"):
        await fair.fairness.check(call())
    await fair.lifecycle.end(call())
    with pytest.raises(Refusal, match="not in this game"):
        await fair.fairness.reveal(call(CYD))
    assert (await report(fair)).seed is None
    _, found = await fair.fairness.reveal(call())
    assert found.seed == seeds()().hex()
    assert (await fair.fairness.reveal(call(BOB)))[1] == found
    checked = await fair.fairness.check(call(CYD))
    assert (checked.wrong, checked.own, checked.undone) == ((), 0, 0)


@pytest.mark.parametrize("how", ["reopen", "undo"])
async def test_a_game_whose_seed_is_known_goes_on_with_another_one(fair: Services, how: str) -> None:
    await started(fair)
    await fire(fair)
    promised = (await report(fair)).commitment
    await fair.lifecycle.end(call())
    await fair.fairness.reveal(call())
    done = await (fair.lifecycle.reopen(call()) if how == "reopen" else fair.corrections.undo(call()))
    assert isinstance(done, CommandResult)
    now = await report(fair)
    assert now.commitment != promised
    assert now.seed is None
    assert [note.values["commitment"] for note in done.entry.notes if "commitment" in note.values] == [now.commitment]
    await fire(fair)
    now = await report(fair)
    assert [(part.commitment, bool(part.seed), bool(part.throws)) for part in (*now.earlier, now)] == [
        (promised, True, True),
        (now.commitment, False, True),
    ]
    await proven(fair, await game_of(fair))


async def test_a_game_that_is_resumed_in_secret_keeps_its_seed(fair: Services) -> None:
    await started(fair)
    promised = await report(fair)
    await fair.lifecycle.end(call())
    await fair.lifecycle.reopen(call())
    assert await report(fair) == promised


async def test_a_game_of_before_is_played_on_and_not_provable(services: Services, tmp_path: Path) -> None:
    await started(services)
    await fire(services, distance=20)
    await services.record.close()
    newer = await services_on(tmp_path / "desk.sqlite", Loaded(b"other"), "run2", seeds())
    await fire(newer, distance=20)
    await newer.lifecycle.end(call())
    await newer.lifecycle.reopen(call())
    await fire(newer, target="HMG team")
    assert await newer.fairness.report(await game_of(newer)) is None
    for refused in (newer.fairness.reveal, newer.fairness.check):
        with pytest.raises(Refusal, match="not provable"):
            await refused(call())
    await newer.record.close()


async def test_a_game_that_was_brought_here_in_secret_goes_on_with_a_seed_of_its_own(fair: Services) -> None:
    await started(fair)
    await fire(fair)
    found = FairnessReport.model_validate((await exported(fair, await game_of(fair), revealed=False))["fairness"])
    live = await fair.games.at(PLACE)
    there = live.info.model_copy(update={"id": "game-2", "channel_id": "77"})
    await fair.record.put_game(there, await fair.record.entries(live.info.id), live.game)
    (line,) = await fair.fairness.imported(there.id, found)
    again = await fair.fairness.report(there.id)
    assert again is not None
    assert line.values["commitment"] == again.commitment != found.commitment
    assert [(one.game, one.commitment, one.seed) for one in again.earlier] == [(found.game, found.commitment, None)]


async def test_nobody_is_told_a_seed_that_is_a_secret(
    fair: Services, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    await started(fair)
    await fire(fair)
    live = await fair.games.at(PLACE)
    seed = seeds()()
    said = [caplog.text, repr(live), repr(await fair.record.seeds(live.info.id)), repr(vars(fair.referee.seeds))]
    said += [str(await exported(fair, live.info.id, revealed=False)), repr(await fair.referee.seeds.dice(live, call()))]
    with pytest.raises(Exception, match="NULL") as fault:
        await fair.record._database.write(
            lambda write: write.execute(
                METADATA.tables["seed"].insert(), {"game_id": live.info.id, "after": 9, "seed": seed.hex()}
            )
        )
    said += [repr(fault.value), str(fault.value)]
    for text in said:
        assert seed.hex() not in text
        assert repr(seed)[2:-1] not in text
    with sqlite3.connect(tmp_path / "fair.sqlite") as file:
        tables = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        holding = [one for one in tables if seed.hex() in str(file.execute(f'SELECT * FROM "{one}"').fetchall())]
    assert holding == ["seed"]
