"""How a table stands when a test begins: played once in a process by the bot itself, and laid out again for each test.

What is kept is the file of the bot's record and what Discord knows by then. For each test a bot starts over a copy of
both, as after a restart; whatever it holds in memory it reads from there.
"""

from __future__ import annotations

import inspect
import pickle
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from simcord.backend import Backend

from bot.services import Services, Texts
from bot.store.record import Record
from data.texts import language
from tests.cogs.made_once import laid
from tests.cogs.table import Loaded, Table, clock, sitting
from tests.proving import Seeds

Play = Callable[[Table], Awaitable[None]]
"""The commands by which a table comes to stand like that; its parameter names the beginning that it goes on from."""
_LOGS = ("commands", "http_requests", "transcript")
"""What the simulator only adds to: copies hold the same entries."""


@dataclass(frozen=True)
class Standing:
    """A table between two tests; nobody changes it."""

    record: bytes
    discord: bytes
    logs: dict[str, Any]
    ticks: float
    dice: Loaded
    drawn: int
    """How many seeds were drawn, where its games have any."""

    def backend(self) -> Backend:
        """What Discord knows, for one test."""
        found: Backend = pickle.loads(self.discord)
        for name, held in self.logs.items():
            setattr(found, name, held.copy())
        return found


_PLAYS: dict[tuple[str, str], Play] = {}
_FIXTURES: list[tuple[Any, Play]] = []
_STANDING: dict[tuple[Play | None, Texts], Standing] = {}


def beginning(play: Play) -> Any:
    """A fixture: the table after `play`, with its name and its words. A table has one beginning, that of its test."""
    name = play.__name__
    _PLAYS[play.__module__, name] = play

    @pytest.fixture(name=name)
    async def stands(table: Table) -> Table:
        return table

    _FIXTURES.append((stands, play))
    return stands


def asked_for(request: pytest.FixtureRequest) -> Play | None:
    """The beginning that a test names; of several the one that goes on from the others. A parameter is none."""
    given = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    names = [name for name in request.fixturenames if name not in given]
    named = {name: _imported(request, name) or _named(name, request.module.__name__) for name in names}
    plays = [play for play in named.values() if play]
    return max(plays, key=lambda play: len(_road(play)), default=None)


def _imported(request: pytest.FixtureRequest, name: str) -> Play | None:
    """A beginning of another module that the one of the test has imported."""
    found = getattr(request.module, name, None)
    return next((play for fixture, play in _FIXTURES if fixture is found), None)


def _named(name: str, module: str) -> Play | None:
    """A beginning of a module, or one of those that every test may ask for."""
    return _PLAYS.get((module, name)) or _PLAYS.get((__name__, name))


def _road(play: Play | None) -> list[Play]:
    """A beginning, and those before it."""
    if play is None:
        return []
    (before,) = inspect.signature(play).parameters
    return [play, *_road(_named(before, play.__module__))]


@asynccontextmanager
async def begun(play: Play | None, file: Path, dice: Loaded, texts: Texts = language) -> AsyncIterator[Table]:
    """A table that stands as after `play`, with its record in `file`; behind `fair` its games throw provable dice."""
    standing = await _standing(play, texts)
    laid(file, standing.record)
    dice.goes_on_from(standing.dice)
    record = await Record.open(f"sqlite:///{file}")
    draw = Seeds(drawn=standing.drawn) if "fair" in [one.__name__ for one in _road(play)] else None
    services = Services(record, clock(standing.ticks), dice, "run1", texts, draw=draw, detail="full")
    async with sitting(services, dice, file, standing.backend()) as table:
        yield table


async def _standing(play: Play | None, texts: Texts) -> Standing:
    if (play, texts) not in _STANDING:
        with TemporaryDirectory() as folder:
            _STANDING[play, texts] = await _played(play, texts, Path(folder) / "record.sqlite")
    return _STANDING[play, texts]


async def _played(play: Play | None, texts: Texts, file: Path) -> Standing:
    """Play it, and end the bot in good order."""
    dice = Loaded()
    if play is None:
        laid(file)
        record = await Record.open(f"sqlite:///{file}")
        first = sitting(Services(record, clock(), dice, "run1", texts, detail="full"), dice, file)
    else:
        first = begun(next(iter(_road(play)[1:]), None), file, dice, texts=texts)
    async with first as table:
        if play is not None:
            await play(table)
        await table.env.settle()
    backend = table.env.backend
    logs = {name: getattr(backend, name) for name in _LOGS}
    vars(backend).update({name: type(held)() for name, held in logs.items()})
    record = file.read_bytes()  # noqa: ASYNC240 — nobody else is kept waiting here
    drawn = getattr(table.services.referee.seeds.draw, "drawn", 0)
    return Standing(record, pickle.dumps(backend), logs, table.services.clock(), dice, drawn)


@beginning
async def fair(table: Table) -> None:
    """A table whose games have seeds."""


@beginning
async def demo(table: Table) -> None:
    """A game of FUBAR: Ann, the umpire, plays Red with Raiders, Bob plays Blue with a Garrison."""
    await table.done(table.ann, "/game demo")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")


@beginning
async def core(table: Table) -> None:
    """Ann, the umpire, plays Red with the Frontier guard, Bob plays Blue with the Reavers; Cyd looks on."""
    await table.done(table.ann, "/game demo", system="openfire_d12")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")


@beginning
async def ford(table: Table) -> None:
    """Ann, the umpire, plays Red with the Patrol, Bob plays Blue with the Band; Blue has the first bound."""
    await table.done(table.ann, "/game demo", system="bayonet")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/initiative", dice="2 5")


@beginning
async def moved(ford: Table) -> None:
    """The same once the moves of Blue are done, every figure of it on the spot: Red shoots."""
    for unit in (await ford.live()).game.of_side("Blue"):
        await ford.services.roster.mark(ford.call(ford.bob), unit.id, "acted", 1)
    await ford.done(ford.bob, "/turn end")


@beginning
async def ww2(table: Table) -> None:
    """Ann, the umpire, plays Red with the Spearhead, Bob plays Blue with the Rearguard; Cyd looks on."""
    await table.done(table.ann, "/game demo", system="openfire_ww2")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
