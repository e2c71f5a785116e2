"""Invariants: each has a name, the section of the page it comes from, and a function that yields its violations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from data.files import system_files
from rules.command.system import Board
from rules.files.ruleset import FileRuleset
from tests.soak.plays import Moment

IN_PYTHON = ("opreb", "openfire_ww2", "openfire_d12", "bayonet", "fubar")
FILES = {key: one for key, one in system_files().items() if isinstance(one, FileRuleset)}
"""The systems that come as a file with all of their rules."""
ALL = (*IN_PYTHON, *FILES)
BY_HAND = ("marker set", "unit edit", "unit add", "unit remove", "force load", "unit split", "unit join")


class Invariant(NamedTuple):
    """A condition for every moment in these systems; `broken` yields its violations."""

    name: str
    section: str
    systems: tuple[str, ...]
    broken: Callable[[Moment], Iterable[str]]


class Fault(NamedTuple):
    """A violated invariant, with the moment of the violation."""

    invariant: str
    what: str
    where: str


FOUND: dict[str, Invariant] = {}
Steps = Callable[[Moment], Iterable[str]]
Boards = Callable[[Board], Iterable[str]]


def of_steps(section: str, *systems: str, despite: tuple[str, ...] = ()) -> Callable[[Steps], Steps]:
    """Register an invariant of single steps; the commands in `despite` may violate it."""

    def listed(broken: Steps) -> Steps:
        FOUND[broken.__name__] = Invariant(broken.__name__, section, systems or ALL, broken)
        DESPITE[broken.__name__] = despite
        return broken

    return listed


def of_boards(section: str, *systems: str, despite: tuple[str, ...] = ()) -> Callable[[Boards], Boards]:
    """Register an invariant of boards; manual changes by the commands in `despite` may violate it."""

    def listed(broken: Boards) -> Boards:
        def on_board(moment: Moment) -> Iterable[str]:
            return broken(moment.after) if moment.entry else ()

        FOUND[broken.__name__] = Invariant(broken.__name__, section, systems or ALL, on_board)
        DESPITE[broken.__name__] = despite
        return broken

    return listed


DESPITE: dict[str, tuple[str, ...]] = {}


@dataclass
class Watch:
    """A check of every moment of one game; each violation is reported once."""

    invariants: Iterable[Invariant]
    faults: list[Fault] = field(default_factory=list[Fault])
    _broken: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    def see(self, moment: Moment) -> None:
        for one in self.invariants:
            if moment.before.system.key in one.systems:
                self.faults += self._new(one, moment)

    def _new(self, one: Invariant, moment: Moment) -> Iterator[Fault]:
        by_hand = moment.entry is not None and moment.entry.command in DESPITE.get(one.name, ())
        for what in one.broken(moment):
            known = (one.name, what) in self._broken
            self._broken.add((one.name, what))
            if not known and not by_hand:
                yield Fault(one.name, what, moment.where)
