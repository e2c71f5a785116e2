"""A child to be killed: appends to the game named on its command line, and says each number once it is recorded."""

from __future__ import annotations

import asyncio
import sys

from bot.store import Record
from tests.bot.store.samples import games, shot, unit


async def main(url: str, game_id: str) -> None:
    record = await Record.open(url)
    number = await record.games.last_number(game_id)
    while True:
        number += 1
        await record.entries.append(game_id, shot(number), *games(unit(models=number)))
        print(number, flush=True)


asyncio.run(main(*sys.argv[1:]))
