"""Benchmarks of the bot: commands compared with one that does nothing, starts with many games, memory, largest odds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter, thread_time

from bot.services.play.odds_work import OddsWork
from data import system_of
from rules.kernel.facts import validate
from rules.kernel.resolve import ruleset_of
from tests.bench.bot import LENGTHS, measure_part
from tests.bench.flights import COMMANDS as FLOWN
from tests.bench.table import Result, Told, row
from tests.rules.hundreds import HUNDREDS, Facts

AS_FIRE = {"activate": "/activate", "move": "/move", "decision": "A decision's button", "die": "A die's button"}
LIMITS = {"marker": (1.5, 2.0, 2.0)} | dict.fromkeys(("fire", *AS_FIRE), (2.0, 3.0, 3.0))
"""Limits as multiples of the minimal bot (`limit.py`): the time of a single command, the processor time with fifty in
flight, and the inverse of the rate.
"""
ANSWER = 1.3
"""Limit of an answer's processor time, as a multiple of that of `/fire`: its result may be longer."""
LONGER = 1.3
"""Limit in a long game, or with a thousand games, as a multiple of the time in a new one."""
LATER = 200
"""Extra milliseconds permitted for a start with a thousand games."""
NAMES = {
    "fire": "/fire",
    "marker": "/marker set",
    "odds": "/odds",
    "log": "/log show",
    "mark, then undo": "/undo (with a /marker set)",
    "fire, then amend": "/amend (with a /fire)",
    "fire, then why": "/why (with a /fire)",
}
BESIDE = {
    "alone p50": "alone",
    "alone p99": "alone, p99",
    "together p50": "50 in flight",
    "together p99": "50 in flight, p99",
    "together cpu": "50 in flight, processor time",
    "together rate": "50 in flight, rate",
}


def _compare_command(key: str, length: int, name: str) -> Result:
    """Compare a command with one that does nothing; in a long game with itself in a new game."""
    found = measure_part("alone")
    wall, cpu = found[f"{key} {length} wall"], found[f"{key} {length} cpu"]
    if length:
        other, other_cpu = found[f"{key} 0 wall"], found[f"{key} 0 cpu"]
        return Result(name, wall, other * LONGER, cpu, other, other_cpu)
    other, other_cpu = found[f"{key} 0 nothing wall"], found[f"{key} 0 nothing cpu"]
    return Result(name, wall, None, cpu, other, other_cpu)


def _beside(key: str, what: str, name: str) -> Result:
    """Compare a command with the minimal bot; `what` is the number in flight and a field of `Measurement`."""
    found = measure_part("flights")
    ours, least = found[f"{key} {what}"], found[f"limit {what}"]
    limits: dict[str, float] = dict(
        zip(("alone p50", "together cpu", "together rate"), LIMITS.get(key, ()), strict=False)
    )
    times = limits.get(what)
    if what.endswith("rate"):
        return Result(name, ours, times and least / times, other=least, unit="/s", at_least=True)
    return Result(name, ours, times and least * times, other=least)


def _beside_fire(key: str, name: str) -> Result:
    """Compare an answer with a command, one at a time in the same run."""
    found = measure_part("flights")
    ours, fire = found[f"{key} alone cpu"], found["fire alone cpu"]
    return Result(name, ours, fire * ANSWER, ours, fire, fire)


def _measure_start(name: str) -> Result:
    found = measure_part("start")
    empty, full = found["start empty cpu"], found["start full cpu"]
    return Result(name, full, empty + LATER, full, empty, empty)


def _among_many(name: str) -> Result:
    found = measure_part("live")
    one, many = found["marker one wall"], found["marker many wall"]
    return Result(name, many, one * LONGER, found["marker many cpu"], one, found["marker one cpu"])


def _measure_hold(name: str) -> Result:
    found = measure_part("start")
    return Result(name, found["start full MiB"], 120, other=found["start empty MiB"], unit="MiB")


def _resident(key: str, most: float, name: str) -> Result:
    return Result(name, measure_part("memory")[key], most, unit="MiB")


def _odds(system: str, action: str, facts: Facts, name: str) -> Result:
    """Measure the work for one question about odds, as in the bot."""
    of, book = system_of(system).actions[action], ruleset_of(system_of(system))
    work = OddsWork([(of, of.plan(validate(of.facts, facts), book))])
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
        _add(f"{_name} {_of}", partial(_compare_command, _key, _length))
for _key, _name in (NAMES | AS_FIRE | {"nothing": "Doing nothing"}).items():
    for _what, _told in BESIDE.items() if _key in FLOWN else ():
        _add(f"{_name}, {_told}, against the limit", partial(_beside, _key, _what))
for _key in ("decision", "die"):
    _add(f"{AS_FIRE[_key]}, processor time, against /fire", partial(_beside_fire, _key))
_add("Start with 1,000 games, 100,000 entries, against none", _measure_start)
_add("/marker set with 1,000 games, against one", _among_many)
_add("Memory of 1,000 games, against none", _measure_hold)
_add("Memory of the process at its start", partial(_resident, "begun", 100))
_add("Memory of the process after 5,000 commands", partial(_resident, "resident", 125))
_add("Memory that 5,000 commands added", partial(_resident, "grown", 40))
for _system, _actions in HUNDREDS.items():
    for _action, _cases in _actions.items():
        for _nth, _facts in enumerate(_cases, 1):
            _add(f"Odds of a hundred: {_system} {_action} {_nth}", partial(_odds, _system, _action, _facts))
