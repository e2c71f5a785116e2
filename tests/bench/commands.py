"""The rows of the bot: commands against one that does nothing, starts with many games, memory, and the largest odds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter, thread_time

from bot.services.play.comparison import OddsWork
from data import system_of
from rules.kernel.facts import checked
from rules.kernel.resolve import book_of
from tests.bench.bot import LENGTHS, measured
from tests.bench.table import Result, Told, row
from tests.rules.hundreds import HUNDREDS, Facts

TIMES = 4.0
"""A command may take so many times as long as one that does nothing, and reach a rate so many times smaller."""
LONGER = 1.5
"""And in a long game so many times as long as in a new one."""
NAMES = {
    "fire": "/fire",
    "marker": "/marker set",
    "odds": "/odds",
    "log": "/log show",
    "mark, then undo": "/undo (with a /marker set)",
    "fire, then amend": "/amend (with a /fire)",
    "fire, then why": "/why (with a /fire)",
}


def _alone(key: str, length: int, name: str) -> Result:
    """Against nothing in a new game; in a long game against the same in a new one."""
    found = measured("alone")
    wall, cpu = found[f"{key} {length} wall"], found[f"{key} {length} cpu"]
    if length:
        other, other_cpu = found[f"{key} 0 wall"], found[f"{key} 0 cpu"]
        return Result(name, wall, other * LONGER, cpu, other, other_cpu)
    other, other_cpu = found[f"{key} 0 nothing wall"], found[f"{key} 0 nothing cpu"]
    allowed = other * TIMES if key in ("fire", "marker") else None
    return Result(name, wall, allowed, cpu, other, other_cpu)


def _together(key: str, name: str) -> Result:
    found = measured("together")
    rate, other = found[f"{key} together"], found["nothing together"]
    cpus = found[f"{key} together cpu"], found["nothing together cpu"]
    allowed = other / TIMES if key in ("fire", "marker") else None
    return Result(name, rate, allowed, cpus[0], other, cpus[1], unit="/s", at_least=True)


def _started(name: str) -> Result:
    found = measured("start")
    empty, full = found["start empty cpu"], found["start full cpu"]
    return Result(name, full, empty + 1000, full, empty, empty)


def _held(name: str) -> Result:
    found = measured("start")
    return Result(name, found["start full MiB"], 120, other=found["start empty MiB"], unit="MiB")


def _resident(key: str, most: float, name: str) -> Result:
    return Result(name, measured("memory")[key], most, unit="MiB")


def _odds(system: str, action: str, facts: Facts, name: str) -> Result:
    """The work of one question, as the bot does it."""
    of, book = system_of(system).actions[action], book_of(system_of(system))
    work = OddsWork([(of, of.plan(checked(of.facts, facts), book))])
    wall, cpu = perf_counter(), thread_time()
    [answer] = work.answers()
    wall, cpu = (perf_counter() - wall) * 1000, (thread_time() - cpu) * 1000
    told = f"{name} ({f'{answer.games:,} games' if answer.games else 'exact'})"
    return Result(told, cpu, 1000, cpu)


def _add(name: str, told: Callable[[str], Result]) -> None:
    row(Told(name, told))


for _length in LENGTHS:
    for _key, _name in NAMES.items():
        _of = "against nothing" if not _length else f"at {_length:,} entries, against a new game"
        _add(f"{_name} {_of}", partial(_alone, _key, _length))
for _key in ("fire", "marker", "odds", "log"):
    _add(f"{NAMES[_key]}, 50 in flight, against nothing", partial(_together, _key))
_add("Start with 1,000 games, 100,000 entries, against none", _started)
_add("Memory of 1,000 games, against none", _held)
_add("Memory of the process after 5,000 commands", partial(_resident, "resident", 120))
_add("Memory that 5,000 commands added", partial(_resident, "grown", 40))
for _system, _actions in HUNDREDS.items():
    for _action, _cases in _actions.items():
        for _nth, _facts in enumerate(_cases, 1):
            _add(f"Odds of a hundred: {_system} {_action} {_nth}", partial(_odds, _system, _action, _facts))
