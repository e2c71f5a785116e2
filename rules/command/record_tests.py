"""Tests of nerve and of activation in an entry: whose they were, and whether they were passed."""

from __future__ import annotations

from collections.abc import Iterator

from rules.command.system import System
from rules.game.entry import Entry
from rules.kernel.throw_kinds import unit_throwing

_TESTS = ("morale", "activation")


def tests_of(entry: Entry, system: System) -> Iterator[tuple[str, bool]]:
    """Each unit that was tested with whether it passed; dice that were thrown again count as they lie in the end."""
    for play in entry.plays:
        found: list[tuple[str, bool]] = []
        for throw in play.throws:
            unit, kind = unit_throwing(play, throw), system.throws.of(throw)
            if unit and kind.tests and kind.kind in _TESTS:
                if throw.rerolled and found and found[-1][0] == unit:
                    found.pop()
                found.append((unit, system.after_battle.passed(play, throw)))
        yield from found
