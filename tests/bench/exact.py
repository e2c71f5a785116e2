"""Exact odds as measurable work, without caches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.command.system import System
from rules.kernel.dice import spread
from rules.kernel.facts import checked
from rules.kernel.resolve import book_of, checked_choices, odds
from tests.bench.table import Work


def exact(system: System, action: str, facts: Mapping[str, Any], *choose: str) -> Work:
    """Return the work for the odds of facts that are checked beforehand."""
    of = system.actions[action]
    ready, choices, book = checked(of.facts, facts), checked_choices(of, choose), book_of(system)

    def work() -> object:
        spread.cache_clear()
        return odds(of, ready, book, choices).weights

    return work
