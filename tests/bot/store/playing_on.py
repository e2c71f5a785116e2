"""A child to be killed: opens a record that may be of an older version, and plays on in its games with undos; says each
entry once it is acknowledged.

Several commands are under way at once, so that a kill meets them queued, half written and between two answers.
"""

from __future__ import annotations

import asyncio
import sys
from random import Random

from bot.dice.rng import seeded_dice
from bot.errors import AppError
from bot.game.people import Call, Person, Place
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.store import Record
from rules.errors import RulesError

GAMES = 4
ANN = Person("300", "Ann")


async def main(url: str, seed: str) -> None:
    record = await Record.open(url)
    services = Services(record, lambda: 1_700_000_000.0, seeded_dice(seed.encode()), f"run{seed}")
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
    if await services.record.game_in(call.where.channel) is None:
        await services.lifecycle.demo(call, "fubar")
        return
    live = await services.games.at(call.where)
    unit = chance.choice([*live.game.units])
    if chance.random() < 0.25:
        done = await services.corrections.undo(call)
        assert isinstance(done, CommandResult)
    else:
        done = await services.roster.mark(call, unit, "suppressed", chance.randrange(5), "")
    print(live.info.id, done.entry.number, call.source, flush=True)


asyncio.run(main(*sys.argv[1:]))
