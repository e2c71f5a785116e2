"""Benchmarks of system files: their odds beside rules written in Python, and their shots beside a Python system's.

`python -m tests.bench.system_files` prints the shots.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

from data import system_of
from rules.command.system import System
from rules.kernel.action import Action
from rules.kernel.facts import validate
from rules.kernel.resolve import odds, ruleset_of
from tests.bench import open_rebellion_by_hand as open_rebellion
from tests.bench.battle_forge_by_hand import FILE, Shot
from tests.bench.exact import exact
from tests.bench.long_games import open_services_of
from tests.bench.table import Result, Row, Told, row
from tests.bench.wire import Wire, wired, wrong
from tests.rules.battle_forge.cases import fire, unit

SHOTS = {
    "10 rifles": fire(
        attacker=unit(acc=3, models=10), target=unit(sav=5, models=6), weapons=[{"weapon": "rifle", "count": 10}]
    ),
    "7 rifles and a machine gun": fire(
        attacker=unit(models=8),
        target=unit(sav=3, models=10),
        weapons=[{"weapon": "rifle", "count": 7}, {"weapon": "machine_gun", "count": 1}],
        cover="normal",
    ),
    "3 marksmen": fire(
        attacker=unit(acc=6, models=3), target=unit(models=10), weapons=[{"weapon": "marksman_rifle", "count": 3}]
    ),
}
ODDS_TIMES, COMMAND_TIMES = 2.0, 1.3
"""How much more processor time the odds of a file, and its commands, may take than those of a system in Python."""
ROUNDS, WARM = 40, 5


def _measure_odds(name: str, system: System, by_hand: Action, facts: Mapping[str, Any], repeat: int) -> None:
    """Add a row for a file beside the same rule by hand; raise AssertionError if their odds differ."""
    key = by_hand.key
    other = replace(system, actions={**system.actions, key: by_hand})
    found = [
        odds(of := one.actions[key], validate(of.facts, facts), ruleset_of(one)).fractions() for one in (system, other)
    ]
    assert len({frozenset((tuple(one), p) for one, p in each.items()) for each in found}) == 1, facts
    works = exact(system, key, facts), exact(other, key, facts)
    told = f"odds of a file, {system.name}: {name}"
    row(Row(told, works[0], 20, other=works[1], times=ODDS_TIMES, repeat=repeat, of_processor=True))


for _name, _facts in SHOTS.items():
    _measure_odds(_name, FILE, Shot.action, _facts, 5)
_unit = {"skill": 4, "pinned": 1}
_measure_odds("a test", open_rebellion.FILE, open_rebellion.Morale.action, {"unit": _unit}, 50)


# The command.


class Seat(NamedTuple):
    """A game by a system: its active unit, and a command that is measured."""

    system: str
    unit: str
    command: str
    options: Mapping[str, str]


def _shot(system: str, unit: str, **shot: str) -> Seat:
    return Seat(system, unit, "/fire", {"attacker": unit, **shot})


PYTHON = "fubar"
SEATS = {
    PYTHON: _shot(PYTHON, "Marines", target="Militia", distance="20"),
    "pool and saves, Battle Forge": _shot(
        "battle_forge", "Storm troop", target="Militia", distance="12", cover="none", dice="roll"
    ),
    "pool and a total, OpenWar": _shot("openwar", "Archers", target="Skirmishers", distance="10", cover="open"),
    "pool, Zombie Wargame": _shot("zombie_wargame", "Rifleman", target="Shambler", distance="10"),
    "opposed pools and a table, Zombie Wargame": Seat(
        "zombie_wargame", "Rifleman", "/assault", {"attacker": "Rifleman", "target": "Shambler"}
    ),
}


@cache
def measure_commands() -> Mapping[str, tuple[float, float]]:
    """Return the median milliseconds and processor time of each command, measured in turn."""
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_measure_commands(Path(folder)))


async def _measure_commands(folder: Path) -> dict[str, tuple[float, float]]:
    services = await open_services_of(folder, "files")
    walls: dict[str, list[float]] = {name: [] for name in SEATS}
    used: dict[str, list[float]] = {name: [] for name in SEATS}
    async with wired(services) as wire:
        for channel, seat in enumerate(SEATS.values(), 1000):
            await _say(wire, "/game demo", channel, system=seat.system)
            if seat.system != PYTHON:
                await _say(wire, "/activate", channel, unit=seat.unit)
        for nth in range(ROUNDS + WARM):
            for channel, (name, seat) in enumerate(SEATS.items(), 1000):
                wall, cpu = perf_counter(), process_time()
                await _say(wire, seat.command, channel, **seat.options)
                if nth >= WARM:
                    walls[name].append((perf_counter() - wall) * 1000)
                    used[name].append((process_time() - cpu) * 1000)
                await _undo(wire, channel)
    await services.record.close()
    return {name: (median(walls[name]), median(used[name])) for name in SEATS}


async def _undo(wire: Wire, channel: int) -> None:
    answer = await wire.say("/undo", where=channel)
    if wrong(answer):  # a further undo is confirmed
        confirm = answer["data"]["components"][0]["components"][0]["custom_id"]
        answer = await wire.click(confirm, where=channel)
    assert not wrong(answer), answer


async def _say(wire: Wire, command: str, channel: int, **options: Any) -> None:
    answer = await wire.say(command, where=channel, **options)
    assert not wrong(answer), (command, options, answer)


def _beside(name: str, told: str) -> Result:
    found = measure_commands()
    (wall, cpu), (other, other_cpu) = found[name], found[PYTHON]
    return Result(told, wall, other_cpu * COMMAND_TIMES, cpu, other, other_cpu, of_processor=True)


for _name, _seat in SEATS.items():
    if _name != PYTHON:
        row(Told(f"{_seat.command} of a file, {_name}, against {system_of(PYTHON).name}", partial(_beside, _name)))

if __name__ == "__main__":
    for _name, (_wall, _cpu) in measure_commands().items():
        print(f"{_name:45} {_wall:7.2f} ms, {_cpu:7.2f} ms of a processor")
