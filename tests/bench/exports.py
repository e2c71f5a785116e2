"""Benchmarks of exports: every file format for games of 1,000 and 10,000 entries, and the import."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from functools import cache, partial
from pathlib import Path
from time import process_time

from bot.client import TURN
from bot.command_line.startup import settle_heap
from bot.services.record.game_import import parse_game
from bot.store import Record
from cogs.rendering.report import KINDS, report
from data.texts import ENGLISH, language
from tests.bench.table import Result, Row, Told, row
from tests.bot.fought import services_over
from tests.bot.long_game import long_game
from tests.cogs.table import Loaded, services_on

LIMITS = {1000: 2000, 10_000: 4000}
"""Limits in milliseconds, by the number of entries."""
GAP = 20
"""Longest permitted block of the event loop during the largest export, in milliseconds."""


@cache
def _make_game(entries: int) -> tuple[str, str]:
    """Return a database with a game of so many entries, and the id of the game."""
    file = Path(tempfile.mkdtemp(prefix="adjutant-exports-")) / "long.sqlite"

    async def made() -> str:
        services = await services_on(file, Loaded(), "bench")
        game = await long_game(services, entries)
        await services.record.close()
        return game

    return f"sqlite:///{file}", asyncio.run(made())


def _exported(entries: int, kind: str) -> bytes:
    return asyncio.run(_export(*_make_game(entries), kind))


async def _export(url: str, game: str, kind: str) -> bytes:
    record = await Record.open(url)
    info, exports = await record.games.get(game), services_over(record).exports
    assert info
    of = report(kind, language(ENGLISH), None, open_=True) if kind in KINDS else None
    made = await (exports.report(info, of) if of else exports.game_file(info))
    await record.close()
    return made


async def _beaten(gaps: list[float]) -> None:
    """Record the processor time of each turn of the loop, which does not depend on other processes."""
    while True:
        begun = process_time()
        await asyncio.sleep(0)
        gaps.append((process_time() - begun) * 1000)


async def _gaps(entries: int, kind: str) -> list[float]:
    gaps: list[float] = []
    beat = asyncio.create_task(_beaten(gaps))
    await _export(*_make_game(entries), kind)
    beat.cancel()
    return gaps


def _longest_gap(entries: int, kind: str, name: str) -> Result:
    """Measure with the garbage collector and the thread switching of a running bot."""
    _make_game(entries)
    settle_heap()
    sys.setswitchinterval(TURN)
    return Result(name, max(asyncio.run(_gaps(entries, kind))), GAP)


@cache
def _file(entries: int) -> bytes:
    return _exported(entries, "json")


for _entries, _limit in LIMITS.items():
    for _kind in ("json", *KINDS):
        _begun = partial(_make_game, _entries)
        row(Row(f"/export {_kind}, {_entries:,} entries", partial(_exported, _entries, _kind), _limit, fresh=_begun))
for _kind in ("json", *KINDS):
    row(Told(f"/export {_kind}, 10,000 entries, longest gap of the loop", partial(_longest_gap, 10_000, _kind)))
row(Row("import, 1,000 entries", lambda: parse_game(_file(1000)), 1000, fresh=partial(_file, 1000)))
