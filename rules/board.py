"""How a slash command finds its facts on the board: what a player asked for, and what the rules are then asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from rules.errors import RuleError
from rules.events import Event, Marked
from rules.facts import Facts
from rules.game import Game
from rules.unit import Unit

if TYPE_CHECKING:
    from rules.system import Book, Clearing, Played, System


@dataclass(frozen=True)
class Request:
    """What a player typed, already resolved to unit ids. Empty where nothing was given; distances in inches."""

    command: str
    unit: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    distance: tuple[Decimal, ...] = ()
    cover: tuple[str, ...] = ()
    firers: tuple[str, ...] = ()
    situation: tuple[str, ...] = ()
    action: str | None = None
    weapon: str | None = None
    terrain: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    count: int | None = None
    modifier: int | None = None
    side: str | None = None
    anyway: bool = False


class Board(NamedTuple):
    """A game together with the rules it is played by."""

    game: Game
    system: System
    book: Book

    def unit(self, id: str) -> Unit:
        return self.game.units[id]


class Planned(NamedTuple):
    """One action to resolve, and which unit takes which part in its facts."""

    action: str
    facts: Facts
    roles: Mapping[str, str]


def nothing_after(board: Board, played: Sequence[Played]) -> Sequence[Event]:
    return ()


def no_notes(board: Board, played: Sequence[Played]) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Order:
    """What a command comes to: actions to resolve one after the other, and what else it changes.

    `after` gives further events and `notes` further lines for the players; both see the board with the
    effects of the plays already on it. `warnings` name rules that are bent by going on.
    """

    plays: tuple[Planned, ...] = ()
    after: Callable[[Board, Sequence[Played]], Sequence[Event]] = nothing_after
    notes: Callable[[Board, Sequence[Played]], Sequence[str]] = no_notes
    warnings: tuple[str, ...] = ()
    title: str = ""


class Choice(NamedTuple):
    """A value that can be picked: a short code for the record, and what it says to a person."""

    code: str
    label: str


@dataclass(frozen=True)
class Command:
    """One slash command as a system means it.

    `takes` names the options it reads; `situations`, `covers`, `actions`, `terrain` and `extra` are what
    those options offer; `needs` names the options without which there is no order.
    """

    key: str
    title: str
    order: Callable[[Board, Request], Order]
    takes: tuple[str, ...] = ("unit",)
    needs: tuple[str, ...] = ("unit",)
    situations: tuple[Choice, ...] = ()
    covers: tuple[Choice, ...] = ()
    actions: tuple[Choice, ...] = ()
    terrain: tuple[Choice, ...] = ()
    extra: tuple[Choice, ...] = ()


def clearing(board: Board, unit: Unit, event: Clearing) -> list[Event]:
    """The states of `unit` that `event` clears, by the system's table of states."""
    states = board.system.states
    return [
        Marked(unit=unit.id, state=name, value=None)
        for name in unit.states
        if name in states and event in states[name].cleared_by
    ]


def fighting(unit: Unit, part: str) -> Unit:
    """The unit itself; raises RuleError when nothing of it is left to take `part`."""
    if not unit.alive:
        raise RuleError(f"{unit.name} has nobody left to {part}.")
    return unit
