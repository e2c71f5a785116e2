"""Commands compared with the minimal bot: one at a time, and fifty in flight over twenty channels.

`python -m tests.bench.flights` prints the table; with names (`fire marker`) only those, with their processor time by
layer. Compared commands alternate in one process.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any, NamedTuple

from bot.command_line.startup import share_heap
from tests.bench import layers
from tests.bench.long_games import create_games, open_services_of
from tests.bench.wire import ANN, Wire, wired, wrong

FLIGHT, CHANNELS, FIRST = 50, 20, 1000
ROUNDS = 6
"""Number of rounds, with alternating commands."""
SHOTS = (("Regular section", "Militia"), ("Marines", "Planet defence squad"), ("Commandos", "HMG team"))
"""Attackers with separate targets, so that each has one."""
Answer = Mapping[str, Any]


class Seat(NamedTuple):
    """The channel, the unit and the target of the `nth` command in flight."""

    nth: int
    channel: int
    unit: str
    target: str


SEATS = [Seat(nth, FIRST + nth % CHANNELS, *SHOTS[nth // CHANNELS]) for nth in range(FLIGHT)]
APART = [Seat(nth, FIRST + CHANNELS + nth, *SHOTS[0]) for nth in range(FLIGHT)]
"""Seats in separate games, for questions and activations, which would hinder one another."""


class Timed(NamedTuple):
    """A command, with untimed preparation, and an untimed undo of so many entries or another command after it."""

    say: Callable[[Wire, Seat], Awaitable[Answer]]
    before: Callable[[Wire, Seat], Awaitable[object]] | None = None
    undone: int = 0
    seats: Sequence[Seat] = SEATS
    after: Callable[[Wire, Seat], Awaitable[Answer]] | None = None

    async def ready(self, wire: Wire, seats: Iterable[Seat]) -> None:
        for seat in seats:
            if self.before:
                await self.before(wire, seat)

    async def over(self, wire: Wire, seats: Iterable[Seat]) -> None:
        for seat in seats:
            for _ in range(self.undone):
                await wire.say("/undo", where=seat.channel)
            if self.after:
                await self.after(wire, seat)


def _make_asker(
    command: str, /, *, others: bool = False, **options: Callable[[Seat], str | int]
) -> Callable[[Wire, Seat], Awaitable[Answer]]:
    def say(wire: Wire, seat: Seat) -> Awaitable[Answer]:
        who = ANN + seat.nth if others else ANN
        return wire.say(command, who, seat.channel, **{name: of(seat) for name, of in options.items()})

    return say


def _control(answer: Answer, part: str) -> str:
    """Return the id of the first control under an answer with that part in its id."""
    rows: list[Any] = answer["data"]["components"]
    return next(one["custom_id"] for row in rows for one in row["components"] if part in one["custom_id"])


async def _next_turn(wire: Wire, seat: Seat) -> Answer:
    asked = await wire.say("/turn next", where=seat.channel)
    return await wire.click(_control(asked, ":anyway:"), where=seat.channel)


def _click(
    button: str, asking: Callable[[Wire, Seat], Awaitable[Answer]], *first: Callable[[Wire, Seat], Awaitable[Answer]]
) -> Timed:
    """Time a button, identified by part of its id, on the question of the command `asking`, given after `first`."""
    ids: dict[int, str] = {}

    async def before(wire: Wire, seat: Seat) -> None:
        for say in first:
            await say(wire, seat)
        ids[seat.nth] = _control(await asking(wire, seat), button)

    return Timed(lambda wire, seat: wire.click(ids.pop(seat.nth), where=seat.channel), before, 1, APART)


def _unit(seat: Seat) -> str:
    return seat.unit


_SHOT: dict[str, Any] = {
    "attacker": _unit,
    "target": lambda seat: seat.target,
    "distance": lambda _: "20",
}
_LAST_WEAPON: dict[str, Any] = {
    "attacker": lambda _: "Planet defence squad",
    "target": lambda _: "IFV",
    "distance": lambda _: "20",
    "situation": lambda _: "front",
    "firers": lambda _: "1 rpg",
    "dice": lambda _: "6 1 2 / 3 / 5 3",
}
"""A hit without a save that destroys a weapon, which its owner chooses."""
_MARINES: dict[str, Any] = {"unit": lambda _: "Marines", "action": lambda _: "walk"}
"""An activation of another unit than that of the die, which would use its undone dice again."""
_ACTIVATE = _make_asker("/activate", dice=lambda _: "6", **_MARINES)
COMMANDS: dict[str, Timed] = {
    "nothing": Timed(_make_asker("/nothing")),
    "limit": Timed(_make_asker("/limit", **_SHOT)),
    "fire": Timed(_make_asker("/fire", **_SHOT), undone=1),
    "marker": Timed(_make_asker("/marker set", unit=_unit, marker=lambda _: "suppressed", count=lambda _: 1)),
    "activate": Timed(_ACTIVATE, undone=1, seats=APART),
    "move": Timed(_make_asker("/move", **_MARINES), _ACTIVATE, 2, APART),
    "decision": _click(":pick:", _make_asker("/fire", **_LAST_WEAPON)),
    "die": _click(
        ":face:",
        _make_asker("/activate", unit=_unit, action=lambda _: "walk"),
        _make_asker("/game dice", mode=lambda _: "physical", side=lambda _: "Red"),
    )._replace(undone=0, after=_next_turn),  # an undone die would be reused without a question
    "odds": Timed(_make_asker("/odds", others=True, **_SHOT)),
    "log": Timed(_make_asker("/log show")),
}
BESIDE = ("nothing", "limit")


class Measured(NamedTuple):
    """Milliseconds from question to answer (median, 99th percentile, processor time), and answers per second."""

    p50: float
    p99: float
    cpu: float
    rate: float


class _Samples:
    def __init__(self) -> None:
        self.walls, self.cpu, self.wall = list[float](), 0.0, 0.0

    def measured(self) -> Measured:
        answers = len(self.walls)
        p99 = quantiles(self.walls, n=100)[98]
        return Measured(median(self.walls), p99, self.cpu * 1000 / answers, answers / self.wall)


async def flown(folder: Path, names: tuple[str, ...] = tuple(COMMANDS), rounds: int = ROUNDS) -> dict[str, Measured]:
    """Measure every command alone and in flight, by its name and "alone" or "together"."""
    await create_games(folder, 0, range(FIRST, FIRST + CHANNELS + FLIGHT))
    services = await open_services_of(folder, "flights")
    found = {f"{name} {how}": _Samples() for name in names for how in ("alone", "together")}
    async with wired(services) as wire:
        for nth in range(rounds + 1):
            for name in names:
                if nth == 1:  # the first round was the warm-up
                    found |= {f"{name} {how}": _Samples() for how in ("alone", "together")}
                await _one_by_one(wire, COMMANDS[name], found[f"{name} alone"], name)
                await _at_once(wire, COMMANDS[name], found[f"{name} together"], name)
    await services.record.close()
    return {name: one.measured() for name, one in found.items()}


async def _one_by_one(wire: Wire, command: Timed, into: _Samples, name: str) -> None:
    for seat in command.seats:
        await command.ready(wire, [seat])
        used, before = process_time(), perf_counter()
        with layers.sampled(f"{name} alone"):
            into.walls.append(await _answer(wire, command, seat))
        into.wall, into.cpu = into.wall + perf_counter() - before, into.cpu + process_time() - used
        await command.over(wire, [seat])


async def _at_once(wire: Wire, command: Timed, into: _Samples, name: str) -> None:
    await command.ready(wire, command.seats)
    used, before = process_time(), perf_counter()
    with layers.sampled(f"{name} together"):
        into.walls += await asyncio.gather(*(_answer(wire, command, seat) for seat in command.seats))
    into.wall, into.cpu = into.wall + perf_counter() - before, into.cpu + process_time() - used
    await command.over(wire, command.seats)


async def _answer(wire: Wire, command: Timed, seat: Seat) -> float:
    begun = perf_counter()
    answer = await command.say(wire, seat)
    assert not wrong(answer), answer
    return (perf_counter() - begun) * 1000


def _rows(found: Mapping[str, Measured]) -> Iterator[tuple[str, ...]]:
    for name, one in found.items():
        limit = found[f"limit {name.split()[-1]}"]
        yield (
            name,
            *(f"{n:.2f}" for n in one[:3]),
            f"{one.rate:.0f}",
            f"{one.p50 / limit.p50:.2f} ×",
            f"{one.cpu / limit.cpu:.2f} ×",
            f"1/{limit.rate / one.rate:.2f}",
        )


def _print(found: Mapping[str, Measured]) -> None:
    from rich.console import Console  # not imported while memory is measured
    from rich.table import Table

    table = Table("", box=None, pad_edge=False)
    for title in ("p50 ms", "p99 ms", "cpu ms", "/s", "p50", "cpu", "rate against the limit"):
        table.add_column(title, justify="right", no_wrap=True)
    for row in _rows(found):
        table.add_row(*row)
    Console(width=120).print(table)


def main(names: list[str]) -> None:
    logging.disable()
    share_heap()
    with tempfile.TemporaryDirectory() as folder:
        if names:
            layers.begin()
        _print(asyncio.run(flown(Path(folder), (*BESIDE, *names) if names else tuple(COMMANDS))))
    for name in names:
        layers.show(f"{name} together")


if __name__ == "__main__":
    main(sys.argv[1:])
