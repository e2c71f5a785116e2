"""Systems that take turns in tests of the bot: what they try does not depend on a system, but one of them might.

Each system in Python is tried, and one of the system files, which run the same code; or only a few of all. Which ones
follows from the name of the test, so that all have their turn and a test always tries the same.
ADJUTANT_TEST_SYSTEMS=all tries every system in every test, ADJUTANT_TEST_EXAMPLES=10 ten times as many examples by
chance.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from zlib import crc32

import pytest

from data import SYSTEMS
from rules.command.system import System
from rules.files.ruleset import FileRuleset

MORE = float(os.environ.get("ADJUTANT_TEST_EXAMPLES", "1"))
ALL = os.environ.get("ADJUTANT_TEST_SYSTEMS") == "all"
_Test = TypeVar("_Test", bound=Callable[..., Any])


def each_kind(test: _Test) -> _Test:
    """Run a test with each system in Python and one system file as `system`, by their keys unless it is a `System`."""
    return _with_systems(test, kinds(test.__name__))


def three_systems(test: _Test) -> _Test:
    """Run a test with three systems as `system`, one of them a file."""
    return _with_systems(test, three(test.__name__))


def _with_systems(test: _Test, systems: Sequence[System]) -> _Test:
    whole = test.__annotations__["system"] in (System, "System")
    given = [pytest.param(one if whole else one.key, id=one.key) for one in systems]
    return pytest.mark.parametrize("system", given)(test)


def kinds(name: str) -> list[System]:
    """Return each system in Python and one system file."""
    python, files = _parted()
    return [*python, *files] if ALL else [*python, files[_turn(name, len(files))]]


def three(name: str) -> list[System]:
    """Return two systems in Python and a system file."""
    python, files = _parted()
    if ALL:
        return [*python, *files]
    first = _turn(name, len(python))
    return [python[first], python[(first + 2) % len(python)], files[_turn(name, len(files))]]


def examples(each_day: int) -> int:
    """Return the number of examples of a test that draws them by chance."""
    return max(1, round(each_day * MORE))


def _parted() -> tuple[list[System], list[System]]:
    files: list[System] = [one for one in SYSTEMS if type(one) is FileRuleset]
    return [one for one in SYSTEMS if type(one) is not FileRuleset], files


def _turn(name: str, of: int) -> int:
    return crc32(name.encode()) % of
