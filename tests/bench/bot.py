"""Benchmarks of commands in the bot, compared with one that does nothing: from interaction to answer.

`python -m tests.bench.bot PART FOLDER` measures one part in a separate process and prints numbers by name: wall and
processor milliseconds, answers per second, and MiB.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from bot.command_line.startup import share_heap
from bot.game.people import Place
from tests.bench.flights import flown
from tests.bench.long_games import create_games, open_services_of
from tests.bench.wire import Wire, wired, wrong

LENGTHS = (0, 1000, 5000)
"""Lengths of the games in entries; their channels are 1000, 2000 and 6000."""
BLOCKS = 2
"""Number of blocks of a command and of one that does nothing, alternating."""
RUNNING, OF_EACH = 1000, 100
COMMANDS, MARKS = 5000, 60
SHOT: dict[str, Any] = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
USUAL: tuple[tuple[str, Any], ...] = (
    ("/fire", SHOT),
    ("/undo", {}),
    ("/odds", SHOT),
    ("/game status", {}),
    ("/log show", {}),
    ("/why", {}),
)
Numbers = dict[str, float]
Say = Callable[[], Awaitable[Any]]


@cache
def measure_part(part: str) -> Numbers:
    """Return the numbers of one part, measured once."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.bench.bot", part, folder]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return json.loads(done.stdout.splitlines()[-1])


async def _measure_commands(folder: Path) -> Numbers:
    """Measure one command at a time, in blocks alternating with a command that does nothing."""
    for length in LENGTHS:
        await create_games(folder, length, [1000 + length])
    services, found = await open_services_of(folder, "alone"), Numbers()
    async with wired(services) as wire:
        for length in LENGTHS:
            where = 1000 + length
            await wire.say("/game status", where=where)
            for name, say, after in _commands(wire, where):
                found |= await _beside_nothing(wire, f"{name} {length}", say, after)
    await services.record.close()
    return found


def _commands(wire: Wire, where: int) -> list[tuple[str, Say, Say | None]]:
    """Return the timed commands, each with the untimed one that restores the game after it."""

    def say(command: str, **options: Any) -> Say:
        return lambda: wire.say(command, where=where, **options)

    undo, fire = say("/undo"), say("/fire", **SHOT)
    mark = say("/marker set", unit="Marines", marker="suppressed", count=2)
    return [
        ("fire", fire, undo),
        ("marker", mark, None),
        ("odds", say("/odds", **SHOT), None),
        ("log", say("/log show"), None),
        ("mark, then undo", mark, undo),
        ("fire, then amend", _both(fire, say("/amend", distance="19")), undo),
        ("fire, then why", _both(fire, say("/why")), undo),
    ]


def _both(one: Say, other: Say) -> Say:
    async def say() -> Any:
        await one()
        return await other()

    return say


async def _beside_nothing(wire: Wire, name: str, say: Say, after: Say | None) -> Numbers:
    ours, theirs = list[tuple[float, float]](), list[tuple[float, float]]()
    if after:
        await say()
        await after()
    gc.collect()
    block = 2 if name.endswith("5000") else 5
    for _ in range(BLOCKS):
        theirs += [await _time(lambda: wire.say("/nothing")) for _ in range(block)]
        for _ in range(block):
            ours.append(await _time(say))
            if after:
                await after()
    found = dict(zip((f"{name} wall", f"{name} cpu"), _middle(ours), strict=True))
    return found | dict(zip((f"{name} nothing wall", f"{name} nothing cpu"), _middle(theirs), strict=True))


async def _time(say: Say) -> tuple[float, float]:
    wall, cpu = perf_counter(), process_time()
    answer = await say()
    took = (perf_counter() - wall) * 1000, (process_time() - cpu) * 1000
    assert not wrong(answer), answer
    return took


def _middle(times: list[tuple[float, float]]) -> tuple[float, float]:
    return median(wall for wall, _ in times), sum(cpu for _, cpu in times) / len(times)


async def _flights(folder: Path) -> Numbers:
    found = await flown(folder)
    return {f"{name} {what}": value for name, one in found.items() for what, value in one._asdict().items()}


async def _start(folder: Path) -> Numbers:
    """Measure the start up to the connection to Discord, with one game and with a thousand, including first reads."""
    found = Numbers()
    for name in ("empty", "full"):
        _elsewhere("one game" if name == "empty" else "many games", folder)
        before, used = _mebibytes(), process_time()
        services = await open_services_of(folder, name)
        found[f"start {name} cpu"] = (process_time() - used) * 1000
        for channel in range(1000, 1000 + (RUNNING if name == "full" else 1)):
            await services.games.require_game(Place("1", str(channel)))
        found[f"start {name} MiB"] = _mebibytes() - before
        await services.record.close()
    return found


async def _one_game(folder: Path) -> Numbers:
    await create_games(folder, 0, [1000])
    return {}


async def _many_games(folder: Path) -> Numbers:
    await create_games(folder, OF_EACH, range(1001, 1000 + RUNNING))
    return {}


def _elsewhere(part: str, folder: Path) -> None:
    """Prepare a part in a separate process, because creating the tables loads more than a restart needs."""
    subprocess.run([sys.executable, "-m", "tests.bench.bot", part, folder], check=True, capture_output=True)


async def _live(folder: Path) -> Numbers:
    """Measure setting a marker after one game was used, and after a thousand."""
    _elsewhere("one game", folder)
    _elsewhere("many games", folder)
    services, found = await open_services_of(folder, "live"), Numbers()
    async with wired(services) as wire:
        for name, channels in (("one", 1), ("many", RUNNING)):
            for channel in range(1000, 1000 + channels):
                await services.games.require_game(Place("1", str(channel)))
            _, mark, *_ = _commands(wire, 1000)
            times = [await _time(mark[1]) for _ in range(MARKS)]
            found |= dict(zip((f"marker {name} wall", f"marker {name} cpu"), _middle(times), strict=True))
    await services.record.close()
    return found


async def _memory(folder: Path) -> Numbers:
    """Measure the memory after thousands of common commands."""
    _elsewhere("one game", folder)
    services = await open_services_of(folder, "memory")
    async with wired(services) as wire:
        begun = _mebibytes()
        for _ in range(COMMANDS // len(USUAL)):
            for command, options in USUAL:
                await wire.say(command, **options)
        return {"begun": begun, "resident": _mebibytes(), "grown": _mebibytes() - begun}


def _mebibytes() -> float:
    """Return the resident memory of this process, as reported by Linux."""
    gc.collect()
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


PARTS = {
    "alone": _measure_commands,
    "flights": _flights,
    "start": _start,
    "live": _live,
    "memory": _memory,
    "one game": _one_game,
    "many games": _many_games,
}

if __name__ == "__main__":
    logging.disable()
    share_heap()
    print(json.dumps(asyncio.run(PARTS[sys.argv[1]](Path(sys.argv[2])))))
