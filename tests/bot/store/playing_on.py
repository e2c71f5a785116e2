"""A bot that plays on in its games, with undos, until it is killed; it prints each acknowledged entry.

Several commands run at once, so that a kill meets them queued, half written, and between two answers. Every bot is
forked off a process that has loaded everything, so that it works within milliseconds.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

from bot.dice.provable import seeded_dice
from bot.errors import AppError
from bot.game.people import Call, Person, Place
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.services.play.lifecycle import BEGINS
from bot.store import Record
from data.files import sample_forces
from rules.kernel.errors import RulesError

GAMES = 4
LONGEST = 60
"""Seconds after which a bot ends by itself, if its parent is gone and does not kill it."""
ANN = Person("300", "Ann")


def killed(url: str, seed: int, lines: int, seconds: float) -> list[str]:
    """Run a bot, kill it `seconds` after it has printed `lines` lines, and return its output."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        signal.alarm(LONGEST)
        os.dup2(writing, sys.stdout.fileno())
        asyncio.run(_play(url, str(seed)))
    os.close(writing)
    with os.fdopen(reading) as said:
        found = [said.readline() for _ in range(lines)]
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return [line.strip() for line in (*found, *said) if line.endswith("\n")]


def check_in_process(look: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a check in a separate process, so that this one stays without threads and may fork. Raise AssertionError."""
    if not (child := os.fork()):
        fault = 1
        try:
            asyncio.run(look())
            fault = 0
        finally:
            os._exit(fault)
    assert os.waitpid(child, 0)[1] == 0


async def _play(url: str, seed: str) -> None:
    record = await Record.open(url)
    # Later than the bot before, whose games without a beginning would else be left to it.
    now = 1_700_000_000.0 + 2 * BEGINS * int(seed)
    services = Services(record, lambda: now, seeded_dice(seed.encode()), f"run{seed}")
    await asyncio.gather(*(_evening(services, str(900 + n), f"{seed}:{n}") for n in range(GAMES)))


async def _evening(services: Services, channel: str, seed: str) -> None:
    chance, where, source = Random(seed), Place("1", channel), 0
    while True:
        source += 1
        call = Call(ANN, where, f"{seed}:{source}")
        try:
            await _one(services, call, chance)
        except (AppError, RulesError):
            continue


async def _one(services: Services, call: Call, chance: Random) -> None:
    begun = await services.record.games.in_channel(call.where.channel)
    if begun is None or not begun.number:  # none, or the previous bot was killed while beginning one
        await services.lifecycle.demo(call, "fubar")
        return
    live = await services.games.require_game(call.where)
    if not live.game.units:
        # The previous bot was killed between creating the game and loading its forces.
        await services.roster.load(call, sample_forces("fubar")["raiders"], "Red")
        return
    unit = chance.choice([*live.game.units])
    if chance.random() < 0.25:
        done = await services.corrections.undo(call)
    else:
        done = await services.unit_corrections.mark(call, unit, "suppressed", chance.randrange(5), "")
    assert isinstance(done, CommandResult)
    print(live.info.id, done.entry.number, call.source, flush=True)
