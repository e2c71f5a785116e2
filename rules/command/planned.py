"""The plan of a command: its actions, the actions that it ends, its legal alternative; and the reactions to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from rules.game.events import Event
from rules.kernel.action import Action, Plan, Played, Ruleset
from rules.kernel.facts import Facts
from rules.kernel.request import Request
from rules.kernel.text import Text

if TYPE_CHECKING:
    from rules.command.system import Board


class Planned(NamedTuple):
    """An action to resolve, its units by their parts in its facts, and the rulings that decided these facts."""

    action: str
    facts: Facts
    roles: Mapping[str, str]
    rulings_used: tuple[str, ...] = ()


class Ends(NamedTuple):
    """Actions of another side that a command ends: the side, a sentence about the actions left, and their unit."""

    side: str
    left: Text
    unit: str = ""


class Instead(NamedTuple):
    """A legal alternative to a command with a warning: the label of its button, and its request."""

    label: Text
    request: Request


class Reaction(NamedTuple):
    """A possible reaction of a unit to an enemy's command, with the request that performs it."""

    unit: str
    label: Text
    request: Request


@dataclass(frozen=True)
class CommandPlan:
    """The plan of a command: the actions to resolve in order, and its other changes.

    - `after` returns further events; it gets the board with the effects of the plays. `notes` returns further lines
      for the players; it gets the board that the command leaves behind.
    - `warnings` name rules that the command bends. `repeats` are the warnings about repeating something that
      already counts, such as an unlucky roll: the opponent has to agree.
    - `ends` are actions of other sides that end with it: it waits until each of these sides confirms that it is done.
    - `instead` is the legal alternative, if there is no other warning.
    - With `declared`, decisions before the dice of their play are made before any dice of the command: the targets of
      a volley do not see each other's.
    """

    plays: tuple[Planned, ...]
    after: Callable[[Board, Sequence[Played]], Sequence[Event]]
    notes: Callable[[Board, Sequence[Played]], Sequence[Text]]
    warnings: tuple[Text, ...]
    repeats: tuple[Text, ...]
    ends: tuple[Ends, ...]
    instead: Instead | None
    title: Text
    declared: bool
    _plans: dict[int, Plan] = field(default_factory=dict[int, Plan], init=False, compare=False, repr=False)

    def plan_of(self, nth: int, action: Action, book: Ruleset) -> Plan:
        """Return the plan of the `nth` action, made once however often the command is played; raise RuleError."""
        if nth not in self._plans:
            self._plans[nth] = action.plan(self.plays[nth].facts, book)
        return self._plans[nth]


class Blast(NamedTuple):
    """The point of aim of an area effect: the outer radii of the rings around it, in inches.

    `has_range` is True if the distance to it matters, `spares_friends` if no friend is hit. `away` is the distance to
    it, empty if unknown, and `targets` the distance of each target from it, so far.
    """

    rings: tuple[Decimal, ...]
    has_range: bool
    spares_friends: bool = False
    away: tuple[Decimal, ...] = ()
    targets: Mapping[str, Decimal] = MappingProxyType({})
