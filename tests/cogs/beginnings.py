"""Initial states of a table, played once per process by the real bot and restored for each test.

Kept are the file of the bot's record and the state of the simulated Discord. For each test a bot starts over copies of
both, as after a restart, and reads everything else from there.
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
from tests.cogs import outgoing, warring
from tests.cogs.made_once import create_database
from tests.cogs.table import Loaded, Table, clock, sitting
from tests.proving import Seeds

Play = Callable[[Table], Awaitable[None]]
"""The commands that lead to a beginning; the parameter names the beginning they continue."""
_LOGS = ("commands", "http_requests", "transcript")
"""Append-only lists of the simulator: copies share the entries."""


@dataclass(frozen=True)
class Standing:
    """A table between two tests; it is never changed."""

    record: bytes
    discord: bytes
    logs: dict[str, Any]
    ticks: float
    dice: Loaded
    drawn: int
    """Number of seeds drawn, if its games have any."""

    def backend(self) -> Backend:
        """Return the state of Discord for one test."""
        found: Backend = pickle.loads(self.discord)
        for name, held in self.logs.items():
            setattr(found, name, held.copy())
        return found


_PLAYS: dict[tuple[str, str], Play] = {}
_FIXTURES: list[tuple[Any, Play]] = []
_STANDING: dict[tuple[Play | None, Texts], Standing] = {}


def beginning(play: Play) -> Any:
    """Turn `play` into a fixture: the table after it, with its name. A table has only one beginning."""
    name = play.__name__
    _PLAYS[play.__module__, name] = play

    @pytest.fixture(name=name)
    async def stands(table: Table) -> Table:
        return table

    _FIXTURES.append((stands, play))
    return stands


def beginning_of(request: pytest.FixtureRequest) -> Play | None:
    """Return the beginning that a test names; of several, the one that continues the others. Skip parameters."""
    given = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    names = [name for name in request.fixturenames if name not in given]
    named = {name: _find_imported(request, name) or _find_by_name(name, request.module.__name__) for name in names}
    plays = [play for play in named.values() if play]
    return max(plays, key=lambda play: len(_road(play)), default=None)


def play_of(fixture: Any) -> Play:
    """Return the commands of a beginning, for a test that begins several tables."""
    return next(play for one, play in _FIXTURES if one is fixture)


def _find_imported(request: pytest.FixtureRequest, name: str) -> Play | None:
    """Return a beginning of another module that the test's module has imported."""
    found = getattr(request.module, name, None)
    return next((play for fixture, play in _FIXTURES if fixture is found), None)


def _find_by_name(name: str, module: str) -> Play | None:
    """Return a beginning of a module, or one available to every test."""
    return _PLAYS.get((module, name)) or _PLAYS.get((__name__, name))


def _road(play: Play | None) -> list[Play]:
    """Return a beginning and those before it."""
    if play is None:
        return []
    (before,) = inspect.signature(play).parameters
    return [play, *_road(_find_by_name(before, play.__module__))]


@asynccontextmanager
async def start_table(play: Play | None, file: Path, dice: Loaded, texts: Texts = language) -> AsyncIterator[Table]:
    """Provide a table after `play`, with its record in `file`; after `fair` its games have provable dice."""
    standing = await _standing_after(play, texts)
    create_database(file, standing.record)
    dice.goes_on_from(standing.dice)
    record = await Record.open(f"sqlite:///{file}")
    draw = Seeds(drawn=standing.drawn) if "fair" in [one.__name__ for one in _road(play)] else None
    services = Services(record, clock(standing.ticks), dice, "run1", texts, draw=draw, detail="full")
    async with sitting(services, dice, file, standing.backend()) as table:
        outgoing.CHECKED[table.env] = len(standing.logs["http_requests"])
        yield table


async def _standing_after(play: Play | None, texts: Texts) -> Standing:
    if (play, texts) not in _STANDING:
        with TemporaryDirectory() as folder:
            _STANDING[play, texts] = await _play_once(play, texts, Path(folder) / "record.sqlite")
    return _STANDING[play, texts]


async def _play_once(play: Play | None, texts: Texts, file: Path) -> Standing:
    """Play a beginning and shut the bot down properly."""
    dice = Loaded()
    if play is None:
        create_database(file)
        record = await Record.open(f"sqlite:///{file}")
        first = sitting(Services(record, clock(), dice, "run1", texts, detail="full"), dice, file)
    else:
        first = start_table(next(iter(_road(play)[1:]), None), file, dice, texts=texts)
    async with first as table:
        if play is not None:
            await play(table)
        await table.env.settle()
    assert outgoing.faults(table.env) == []
    backend = table.env.backend
    logs = {name: getattr(backend, name) for name in _LOGS}
    vars(backend).update({name: type(held)() for name, held in logs.items()})
    record = file.read_bytes()  # noqa: ASYNC240 — nothing else runs in this loop
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
    """The ford after Blue's moves, with every figure on the spot: Red shoots."""
    for unit in (await ford.live()).game.units_of_side("Blue"):
        await ford.services.unit_corrections.mark(ford.call(ford.bob), unit.id, "acted", 1)
    await ford.done(ford.bob, "/turn end")


@beginning
async def ww2(table: Table) -> None:
    """Ann, the umpire, plays Red with the Spearhead, Bob plays Blue with the Rearguard; Cyd looks on."""
    await table.done(table.ann, "/game demo", system="openfire_ww2")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")


@beginning
async def enlisted(table: Table) -> None:
    """A campaign of FUBAR with the units of Ann and Bob, before their first battle."""
    await warring.enlist_units(table)


@beginning
async def fought(enlisted: Table) -> None:
    """Their campaign after a battle whose report has still to be rolled for and signed."""
    await warring.fight_battle(enlisted)


@beginning
async def signed(fought: Table) -> None:
    """Their campaign after a battle that both have signed."""
    await warring.sign_report(fought)
