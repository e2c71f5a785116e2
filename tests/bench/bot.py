"""How long `/fire` takes through discord.py and a real SQLite file, against a command that does nothing: from what
Discord sends to what Discord is answered.

Measured in two processes (`python -m tests.bench.bot speed|memory FOLDER`): the second opens the database of the first,
as every start of the bot but the first does, and its memory is the bot's and the simulator's only.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Awaitable
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from tests.bench.table import Row, row

ROUNDS = 150
LONG = 1000
SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}


class Answered(list[Any]):
    """The requests of the bot; knows when the last one came in, since the simulator goes on waiting after it."""

    at = 0.0

    def append(self, request: Any) -> None:
        self.at = perf_counter()
        super().append(request)


ANSWERED = Answered()


@cache
def measured() -> dict[str, float]:
    """Everything, measured once: medians in milliseconds, and MiB."""
    with tempfile.TemporaryDirectory() as folder:
        return _run("speed", folder) | _run("memory", folder)


def _run(what: str, folder: str) -> dict[str, float]:
    command = [sys.executable, "-m", "tests.bench.bot", what, folder]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(done.stdout.splitlines()[-1])


class Told(Row):
    """A row whose numbers come out of `measured`: ours at most `times` the other's, and at most the limit more."""

    def result(self) -> Any:
        return _Told(self)


class _Told:
    def __init__(self, row: Row) -> None:
        self.row = row
        self.ours, self.other = float(row.ours()), float(row.other()) if row.other else 0.0  # pyright: ignore

    @property
    def allowed(self) -> float:
        return self.other * self.row.times + self.row.limit

    @property
    def good(self) -> bool:
        return self.ours <= self.allowed


def _of(name: str) -> Any:
    return lambda: measured()[name]


row(Told("/fire, against a command that does nothing", _of("fire"), 5, _of("nothing")))
row(Told("/fire in a game of 1,000 entries", _of("long"), 0, _of("fire"), times=1.2))
row(Told("MiB resident after 1,000 commands", _of("resident"), 120))


async def _measure(what: str, folder: Path) -> dict[str, float]:
    from discord import Interaction, app_commands
    from simcord.env import Env

    from bot.client import Adjutant
    from tests.cogs.table import Loaded, Table, services_on

    @app_commands.command(description="Does nothing.")
    async def nothing(interaction: Interaction) -> None:
        await interaction.response.send_message("Nothing.")

    dice = Loaded()
    services = await services_on(folder / "bench.sqlite", dice, what)
    bot = Adjutant(services)
    bot.tree.add_command(nothing)
    env = Env(bot, strict_sync=False)
    try:
        await env.start()
        env.backend.http_requests = ANSWERED
        table = Table(env, services, dice, folder)
        return await (_times(table) if what == "speed" else _resident(table))
    finally:
        await env.bot.close()
        await env.shutdown()


async def _times(table: Any) -> dict[str, float]:
    """Each round: nothing, a shot in a short game, the same shot in a long one; shots are taken back untimed."""
    await table.done(table.ann, "/game demo", table.other)
    for n in range(LONG):
        await table.done(table.ann, "/marker set", table.other, unit="Marines", marker="suppressed", count=n % 5)
    times: dict[str, list[float]] = {"nothing": [], "fire": [], "long": []}
    for n in range(ROUNDS):
        if n % 10 == 0:
            await _fresh(table, n)
        times["nothing"].append(await _timed(table.ann.slash(table.channel, "nothing")))
        times["fire"].append(await _timed(table.done(table.ann, "/fire", **SHOT)))
        times["long"].append(await _timed(table.done(table.ann, "/fire", table.other, **SHOT)))
        await table.done(table.ann, "/undo")
        await table.done(table.ann, "/undo", table.other)
    return {name: median(found[10:]) for name, found in times.items()}


async def _fresh(table: Any, n: int) -> None:
    """A new short game, and an empty memory of the simulator."""
    if n:
        await table.done(table.ann, "/game end")
    await table.done(table.ann, "/game demo")
    _forget(table)


def _forget(table: Any) -> None:
    table.env.backend.transcript.clear()
    table.env.backend.http_requests.clear()


async def _timed(work: Awaitable[Any]) -> float:
    start = perf_counter()
    await work
    return (ANSWERED.at - start) * 1000


async def _resident(table: Any) -> dict[str, float]:
    """MiB after a thousand commands of the usual kinds: shots, looks, and shots taken back."""
    await table.say(table.ann, "/game end")
    await table.done(table.ann, "/game demo")
    for n in range(LONG // 4):
        await table.done(table.ann, "/fire", **SHOT)
        await table.say(table.ann, "/odds", **SHOT)
        await table.say(table.ann, "/game status")
        await table.done(table.ann, "/undo")
        if n % 10 == 0:
            _forget(table)
    return {"resident": _mebibytes()}


def _mebibytes() -> float:
    """What this process holds in memory, as Linux says."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_measure(sys.argv[1], Path(sys.argv[2])))))
