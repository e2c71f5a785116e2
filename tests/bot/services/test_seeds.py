"""Seeds are secret until they are revealed; revealing one ends its use in the game."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

import pytest

from bot.errors import Refusal
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.store.tables import METADATA
from tests.bot.playing import (
    BOB,
    CYD,
    PLACE,
    call,
    fire,
    start_demo,
)
from tests.cogs.table import Loaded, services_on
from tests.proving import exported, game_of, proven, report, seeds


async def test_the_seed_is_revealed_when_the_game_is_over_and_to_those_in_it(fair: Services) -> None:
    await start_demo(fair)
    await fire(fair)
    assert (await report(fair)).seed is None
    with pytest.raises(Refusal, match="End the game first"):
        await fair.fairness.reveal(call())
    with pytest.raises(Refusal, match="The seed is still secret"):
        await fair.fairness.check(call())
    await fair.endings.end(call())
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
    await start_demo(fair)
    await fire(fair)
    promised = (await report(fair)).commitment
    await fair.endings.end(call())
    await fair.fairness.reveal(call())
    done = await (fair.endings.reopen(call()) if how == "reopen" else fair.corrections.undo(call()))
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
    await start_demo(fair)
    promised = await report(fair)
    await fair.endings.end(call())
    await fair.endings.reopen(call())
    now = await report(fair)
    assert (now.commitment, now.earlier) == (promised.commitment, ())


async def test_a_game_of_before_is_played_on_and_not_provable(services: Services, tmp_path: Path) -> None:
    await start_demo(services)
    await fire(services, distance=20)
    await services.record.close()
    newer = await services_on(tmp_path / "desk.sqlite", Loaded(b"other"), "run2", seeds())
    await fire(newer, distance=20)
    await newer.endings.end(call())
    await newer.endings.reopen(call())
    await fire(newer, target="HMG team")
    assert await newer.fairness.report(await game_of(newer)) is None
    for refused in (newer.fairness.reveal, newer.fairness.check):
        with pytest.raises(Refusal, match="the game is too old"):
            await refused(call())
    await newer.record.close()


async def test_no_reader_learns_a_secret_seed(fair: Services, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await start_demo(fair)
    await fire(fair)
    live = await fair.games.require_game(PLACE)
    seed = seeds()()
    said = [caplog.text, repr(live), repr(await fair.record.seeds.of(live.info.id)), repr(vars(fair.referee.seeds))]
    said += [str(await exported(fair, live.info.id, revealed=False)), repr(await fair.referee.seeds.dice(live, call()))]
    with pytest.raises(Exception, match="NULL") as fault:
        await fair.record.database.write(
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
