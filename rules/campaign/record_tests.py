"""Tests of nerve and of activation in an entry: whose they were, and whether they were passed."""

from __future__ import annotations

from collections.abc import Iterator

from rules.entry import Entry
from rules.system import System
from rules.throw_kinds import unit_throwing

_TESTS = ("morale", "activation")


def tests_of(entry: Entry, system: System) -> Iterator[tuple[str, bool]]:
    """Each unit that was tested with whether it passed; dice that were thrown again count as they lie in the end."""
    for play in entry.plays:
        last: dict[tuple[str, str], bool] = {}
        for throw in play.throws:
            unit = unit_throwing(play, throw)
            passed = system.after_battle.passed(play, throw)
            if unit and passed is not None and system.throws.of(throw).kind in _TESTS:
                last[unit, throw.key.removesuffix("_again")] = passed
        yield from ((unit, passed) for (unit, _), passed in last.items())
