"""Exact odds as measurable work, without caches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.command.system import System
from rules.kernel.dice import spread_faces
from rules.kernel.facts import validate
from rules.kernel.resolve import odds, parse_choices, ruleset_of
from tests.bench.table import Work


def exact(system: System, action: str, facts: Mapping[str, Any], *choose: str) -> Work:
    """Return the work for the odds of facts that are checked beforehand."""
    of = system.actions[action]
    ready, choices, book = validate(of.facts, facts), parse_choices(of, choose), ruleset_of(system)

    def work() -> object:
        spread_faces.cache_clear()
        return odds(of, ready, book, choices).weights

    return work
