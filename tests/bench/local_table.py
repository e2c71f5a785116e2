"""Benchmarks of an action at the local table, from request to last frame, at 10 and at 300 entries.

The processor time covers the server with both pages, and is compared with the command alone; `typed` is `/unit show`.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from tests.bench.table import Result, Told, row
from tests.bot.simulation.visiting import Table, Visitor, table

SHORT, LONG = 10, 300
ROUNDS = 7
CPU, RATIO, BYTES = 40.0, 1.2, 20_000
Act = Callable[[], Awaitable[Any]]
Numbers = dict[str, float]


@cache
def measure_table() -> Numbers:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure_table(Path(folder)))


async def _measure_table(folder: Path) -> Numbers:
    found: Numbers = {}
    async with table(folder) as here:
        await here.slash("Ann", "initiative", dice="5 2")
        for length in (SHORT, LONG):
            await _lengthen(here, length)
            ann, bob = await _pages(here, length)
            await ann.say("/game board")
            for name, act in _acts(ann).items():
                found |= await _time(f"{name} {length}", act, ann, bob)
            found |= await _measure_page(here, length)
            found["bytes"] = max(found.get("bytes", 0), *(size for key, size in found.items() if key.endswith("bytes")))
            await ann.leave()
            await bob.leave()
    return found


async def _lengthen(here: Table, length: int) -> None:
    """Add entries, each with a message, up to that number."""
    for nth in range(length):
        info = await here.place.services.record.games.in_channel(str(here.place.channel.id))
        assert info is not None
        if (await here.place.services.games.unfinished_game(info)).game.number >= length:
            return
        await here.slash("Ann", "marker set", unit="Marines", marker="suppressed", count=nth % 3 + 1)


async def _pages(here: Table, length: int) -> tuple[Visitor, Visitor]:
    pages = here.browser("Ann"), here.browser("Bob")
    for page in pages:
        page.tab = f"{page.tab} {length}"
        await page.open()
    return pages


def _acts(ann: Visitor) -> dict[str, Act]:
    return {
        "typed": lambda: ann.say("/unit show unit:Marines"),
        "button": lambda: ann.click("More …"),
        "menu": lambda: ann.choose("Activate …", "All controls"),
        "form": lambda: ann.say("/fire attacker:Marines target:Militia"),
    }


async def _time(name: str, act: Act, ann: Visitor, bob: Visitor) -> Numbers:
    """Return the best of several rounds, and the largest amount sent to a page."""
    wall = cpu = float("inf")
    most = 0
    for _ in range(ROUNDS):
        sent, began, used = len("".join(ann.frames)), perf_counter(), process_time()
        await act()
        wall, cpu = min(wall, perf_counter() - began), min(cpu, process_time() - used)
        most = max(most, len("".join(ann.frames)) - sent)
        await bob.look()
    return {f"{name} wall": wall * 1000, f"{name} cpu": cpu * 1000, f"{name} bytes": most}


async def _measure_page(here: Table, length: int) -> Numbers:
    cpu = float("inf")
    for _ in range(ROUNDS):
        used = process_time()
        await here.slash("Ann", "unit show", unit="Marines")
        cpu = min(cpu, process_time() - used)
    return {f"alone {length}": cpu * 1000}


def _row(name: str, length: int) -> Callable[[str], Result]:
    def told(title: str) -> Result:
        found = measure_table()
        limit = CPU if length == SHORT else min(CPU, RATIO * max(found[f"{name} {SHORT} cpu"], 15.0))
        other = found[f"alone {length}"] if name == "typed" else None
        cpu = found[f"{name} {length} cpu"]
        return Result(title, cpu, limit, cpu, other)

    return told


for _length in (SHORT, LONG):
    for _name in ("typed", "button", "menu", "form"):
        row(Told(f"local table: {_name} at {_length} entries, processor", _row(_name, _length)))
row(Told("local table: bytes a tap", lambda title: Result(title, measure_table()["bytes"], BYTES, unit="bytes")))
