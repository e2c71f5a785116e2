"""What an invariant is: a name, the section of the page it is taken from, and what of a moment breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.command.system import Board
from tests.soak.plays import Moment

ALL = ("opreb", "openfire_ww2", "openfire_d12", "bayonet", "fubar")
BY_HAND = ("marker set", "unit edit", "unit add", "unit remove", "force load")


class Invariant(NamedTuple):
    """What must hold at every moment, in these systems; `broken` says in what it does not."""

    name: str
    section: str
    systems: tuple[str, ...]
    broken: Callable[[Moment], Iterable[str]]


class Fault(NamedTuple):
    """An invariant that does not hold, and since when."""

    invariant: str
    what: str
    where: str


FOUND: dict[str, Invariant] = {}
Steps = Callable[[Moment], Iterable[str]]
Boards = Callable[[Board], Iterable[str]]


def of_steps(section: str, *systems: str, despite: tuple[str, ...] = ()) -> Callable[[Steps], Steps]:
    """An invariant of what one step changes; with the commands of `despite` it may."""

    def listed(broken: Steps) -> Steps:
        FOUND[broken.__name__] = Invariant(broken.__name__, section, systems or ALL, broken)
        DESPITE[broken.__name__] = despite
        return broken

    return listed


def of_boards(section: str, *systems: str, despite: tuple[str, ...] = ()) -> Callable[[Boards], Boards]:
    """An invariant of every board; what players made so by hand, with the commands of `despite`, is theirs."""

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
    """Looks at every moment of one play; what is broken is told once, when it breaks."""

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
