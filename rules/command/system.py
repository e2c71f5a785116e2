"""A rule system as a value: its actions, commands, rulings and states. A new system is one more value in a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, cast, get_args

from pydantic import BaseModel
from typing_extensions import TypeVar

from rules.command.movement import Band
from rules.command.planned import Ends, Instead, Planned, Reaction
from rules.game.after_battle import AS_USUAL, NO_INJURIES, NO_LEVELS, AfterBattle, Gives, Injuries, Unsettled
from rules.game.entry import Entry
from rules.game.events import Event
from rules.game.game import Game
from rules.game.unit import Unit, UnitSpec, Weapon
from rules.kernel.action import Action, ActionSet, Clearing, Plan, Played, Ruleset, Rulings, SetupStep, Tables
from rules.kernel.request import Request
from rules.kernel.resolve import stored_ruleset
from rules.kernel.text import N_, NOTHING, Joined, Text
from rules.kernel.wording import INCHES, Ruler, Units, plural_of

if TYPE_CHECKING:
    from rules.command.order import Command

Profile = TypeVar("Profile", bound=BaseModel, default=Any)


class Verdict(NamedTuple):
    """The leading side, the reason, and True if the game is over by the victory rule of the system."""

    leader: str | None
    reason: Text
    over: bool


def sole_leader(counts: Mapping[str, int]) -> str | None:
    """Return the side with the most; None while several have it."""
    leaders = [side for side, count in counts.items() if count == max(counts.values())]
    return leaders[0] if len(leaders) == 1 else None


def most_points(board: Board, over: bool = False) -> Verdict:
    """Return the verdict by points: the side with the most leads; None while several have it."""
    scores = board.game.scores
    shown = Joined([Text("{side} {n}", side=side, n=points) for side, points in scores.items()], ", ")
    reason = Text("Points: {shown}.", shown=shown or Text("no side has points"))
    return Verdict(sole_leader(scores), reason, over)


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


def no_events(board: Board, played: Sequence[Played]) -> Sequence[Event]:
    return ()


def no_notes(board: Board, played: Sequence[Played]) -> Sequence[Text]:
    return ()


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

    plays: tuple[Planned, ...] = ()
    after: Callable[[Board, Sequence[Played]], Sequence[Event]] = no_events
    notes: Callable[[Board, Sequence[Played]], Sequence[Text]] = no_notes
    warnings: tuple[Text, ...] = ()
    repeats: tuple[Text, ...] = ()
    ends: tuple[Ends, ...] = ()
    instead: Instead | None = None
    title: Text = NOTHING
    declared: bool = False
    _plans: dict[int, Plan] = field(default_factory=dict[int, Plan], init=False, compare=False, repr=False)

    def plan_of(self, nth: int, action: Action, book: Ruleset) -> Plan:
        """Return the plan of the `nth` action, made once however often the command is played; raise RuleError."""
        if nth not in self._plans:
            self._plans[nth] = action.plan(self.plays[nth].facts, book)
        return self._plans[nth]


@dataclass(frozen=True, kw_only=True)
class System(ActionSet[Tables, Rulings], Generic[Tables, Rulings, Profile]):
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

    # A unit by itself.

    @staticmethod
    def muster(unit: Unit) -> Unit:
        """Complete a unit that enters the table."""
        return unit

    @staticmethod
    def unit_faults(unit: Unit) -> Sequence[Text]:
        """Return the faults of a unit whose single fields are all valid."""
        return ()

    @staticmethod
    def recount(unit: Unit, field: str) -> Unit:
        """Return the unit with its models and hit points made consistent after a manual change of `field`."""
        return unit

    def fires_one(self, unit: Unit) -> bool:
        """True if a unit fires one weapon at one target: a single figure cannot serve a second one."""
        return unit.models == 1 and not self.after_battle.is_vehicle(unit)

    def armed(self, unit: Unit) -> Sequence[Weapon]:
        """Return the weapons that a unit has left."""
        return unit.weapons

    @staticmethod
    def fires_by_itself(unit: Unit) -> bool:
        """True if a unit fires one thing at a time: an unlisted weapon of its own, or one that it carries."""
        return False

    def ready_to_fire(self, board: Any, unit: Unit) -> Sequence[Weapon]:
        """Return the weapons that a unit may fire in its present state."""
        return self.armed(unit)

    @staticmethod
    def weapon(tables: Any, name: str) -> BaseModel | None:
        """Return the row of a weapon in the tables; None if they have no such rows."""
        return cast("Mapping[str, BaseModel]", getattr(tables, "weapons", {})).get(name)

    # A unit on its board.

    @staticmethod
    def may(board: Board, unit: Unit) -> Sequence[Text]:
        """Return sentences about the actions that a unit still has."""
        return ()

    @staticmethod
    def numbers(board: Board, unit: Unit) -> Sequence[Text]:
        """Return sentences about the numbers that a unit needs, if its profile does not have them."""
        return ()

    @staticmethod
    def bands(board: Board, unit: Unit) -> Sequence[Band]:
        """Return the distances within each of which every shot of a unit is equal; none if it must be measured."""
        return ()

    @staticmethod
    def holding_notes(board: Board, side: str, unit: Unit | None) -> Sequence[Text]:
        """Return notes for a side that takes an objective, with the unit if it named one; may raise RuleError."""
        return ()

    # The board.

    @staticmethod
    def fights(unit: Unit) -> Sequence[str]:
        """Return the ids of the enemies with whom a unit is in close combat."""
        return ()

    @staticmethod
    def reactions(board: Board, entry: Entry) -> Sequence[Reaction]:
        """Return the possible reactions of enemies to an entry."""
        return ()

    @staticmethod
    def further_reactions(board: Board, entry: Entry) -> Sequence[Reaction]:
        """Return the reactions that are still possible after an entry that was one of them."""
        return ()

    @staticmethod
    def resumed(board: Board, entry: Entry) -> Request | None:
        """Return the command that an entry interrupted and that now continues automatically, or None."""
        return None

    @staticmethod
    def late_reactions(board: Board) -> Sequence[Reaction]:
        """Return the reactions that may wait until their cause is completely resolved."""
        return ()

    @staticmethod
    def settle(board: Board) -> Sequence[Event]:
        """Return events that follow automatically after every entry: no unit remains engaged with the dead."""
        return ()

    @staticmethod
    def open_matters(board: Board) -> Sequence[Unsettled]:
        """Return the effects still unresolved at the end of a game, which need a roll."""
        return ()

    @staticmethod
    def victory(board: Board) -> Verdict:
        """Return the verdict by the system's victory rule; without one, by the only side with units, else by points."""
        standing = board.game.living_sides()
        if len(standing) == 1 and len(board.game.sides) > 1:
            return Verdict(standing[0], Text("Only {standing} has units left.", standing=standing[0]), True)
        return most_points(board)

    @property
    def has_victory_rule(self) -> bool:
        """True if the system says more about victory than the last side with units."""
        return type(self).victory is not System.victory

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
        return {one: Ruler(one, self.centimetres) for one in get_args(Units)}


_OF_A_GO = ("tried", "activated", "acted", "fired")
