"""A rule system as a value: its actions, commands, rulings and states. A new system is one more value in a list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

from pydantic import BaseModel
from typing_extensions import TypeVar

from rules.command.game_rules import GameRules
from rules.game.after_battle import AS_USUAL, NO_INJURIES, NO_LEVELS, AfterBattle, Gives, Injuries
from rules.game.events import Event
from rules.game.game import Game
from rules.game.unit import Unit, UnitSpec
from rules.kernel.action import ActionSet, Clearing, Ruleset, Rulings, SetupStep, Tables
from rules.kernel.resolve import stored_ruleset
from rules.kernel.text import N_, NOTHING, Text
from rules.kernel.wording import INCHES, Ruler, plural_of

if TYPE_CHECKING:
    from rules.command.order import Command

Profile = TypeVar("Profile", bound=BaseModel, default=Any)


class Board(NamedTuple, Generic[Tables, Rulings]):
    """A game with the rules that it is played by, and the ruler of its table.

    A system names its own types, so that its code knows the fields of its tables: `Board[Tables, Rulings]`.
    """

    game: Game
    system: System[Tables, Rulings]
    book: Ruleset[Tables, Rulings]
    ruler: Ruler = INCHES

    @classmethod
    def of(cls, game: Game, system: System[Tables, Rulings], units: str = "inches") -> Board[Tables, Rulings]:
        """Build the board of a game with its own rulings, measured in `units`."""
        return cls(game, system, stored_ruleset(system, game.rulings), system.ruler(units))

    @property
    def tables(self) -> Tables:
        return self.book.tables

    @property
    def rulings(self) -> Rulings:
        return self.book.rulings

    def unit(self, id: str) -> Unit:
        return self.game.units[id]

    def origins(self, roles: Mapping[str, str]) -> Mapping[str, Mapping[str, Text]]:
        """Return the origins of the traits of the units with these parts, by the unit's id and the trait."""
        return {id: self.game.units[id].origins for id in roles.values() if id in self.game.units}

    def after(self, events: Iterable[Event]) -> Board[Tables, Rulings]:
        """Return the board after `events`; this one is unchanged."""
        happened = tuple(events)
        return self._replace(game=self.game.with_events(happened)) if happened else self


@dataclass(frozen=True, kw_only=True)
class System(GameRules, ActionSet[Tables, Rulings], Generic[Tables, Rulings, Profile]):
    """One complete rule system: its values in fields, and its rules about a game in methods.

    A subclass overrides the default methods. `profile` is the model of a unit. `whose` is the sentence for the active
    side, `whose_in` its variants by phase. `absent` names the alternative to a command that the system lacks. `units`
    are the ready-made unit types; `weapons` those that a unit may carry; `setup` the steps before the first turn;
    `phases` those of a side's turn. `levels` are the benefits of a campaign unit's levels, `injuries` the penalties
    from earlier battles. `anyway` is the rules' text on bending one. `centimetres` are those in the rules, by inches.
    `plurals` are irregular English plurals of weapons and units; `leads` are traits of a leader alone.
    """

    clearing: ClassVar[frozenset[Clearing]] = frozenset(("turn_end", "activation", "move", "manual"))
    """What ends a state in its rules."""

    profile: type[Profile]
    commands: Mapping[str, Command]
    acts: Mapping[str, Command]
    units: Mapping[str, UnitSpec] = field(default_factory=dict[str, UnitSpec])
    absent: Mapping[str, Text] = field(default_factory=dict[str, Text])
    turn: str = "turn"
    whose: str = N_("{side}'s turn.")
    whose_in: Mapping[str, str] = field(default_factory=dict[str, str])
    die: int = 6
    weapons: tuple[str, ...] = ()
    setup: tuple[SetupStep, ...] = ()
    after_battle: AfterBattle = AS_USUAL
    phases: tuple[str, ...] = ()
    levels: Gives = NO_LEVELS
    injuries: Injuries = NO_INJURIES
    centimetres: Mapping[int, Decimal] = field(default_factory=dict[int, Decimal])
    plurals: Mapping[str, str] = field(default_factory=dict[str, str])
    leads: tuple[str, ...] = ()
    refused: tuple[Text, ...] = ()
    warned: tuple[Text, ...] = ()
    anyway: Text = NOTHING

    def whose_go(self, game: Game, side: str | None = None) -> Text:
        """Return the sentence that names the active side, which must exist, or another `side` in its place."""
        return Text(self.whose_in.get(game.phase or "", self.whose), side=side or game.holder or "")

    def many(self, code: str) -> str:
        """Return the English plural of a weapon, a unit or any other code."""
        return self.plurals.get(code) or plural_of(code)

    def fires_one(self, unit: Unit) -> bool:
        """True if a unit fires one weapon at one target: a single figure cannot serve a second one."""
        return unit.models == 1 and not self.after_battle.is_vehicle(unit)

    def ruler(self, units: str) -> Ruler:
        """Return the ruler of a table that plays these rules."""
        return self._rulers["cm" if units == "cm" else "inches"]

    @cached_property
    def turn_states(self) -> tuple[str, ...]:
        """The states that show that a unit has acted; they end with the turn."""
        ends = {"turn_end", "turn_start"}
        return tuple(name for name in _OF_A_GO if name in self.states and ends & set(self.states[name].cleared_by))

    @cached_property
    def _rulers(self) -> Mapping[str, Ruler]:
        return {"inches": Ruler("inches", self.centimetres), "cm": Ruler("cm", self.centimetres)}


_OF_A_GO = ("tried", "activated", "acted", "fired")
