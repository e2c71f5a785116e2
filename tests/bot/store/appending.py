"""A child process to be killed: it appends to the game on its command line, and prints each recorded number."""

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
