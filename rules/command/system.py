"""A rule system as a value: its actions, commands, rulings and states. A new system is one more value in a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Any, Generic, NamedTuple, cast, get_args

from pydantic import BaseModel
from typing_extensions import TypeVar

from rules.command.choices import lengths_of, parse_code, unknown_codes
from rules.command.movement import Band
from rules.command.planned import Ends, Instead, Planned, Reaction
from rules.game.after_battle import AS_USUAL, NO_INJURIES, NO_LEVELS, AfterBattle, Gives, Injuries, Unsettled
from rules.game.entry import Entry
from rules.game.events import Event
from rules.game.game import Game
from rules.game.unit import Unit, UnitSpec, Weapon
from rules.kernel.action import ActionSet, Played, Ruleset, Rulings, SetupStep, Tables
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Ask, Choice, MissingFacts, Numbered
from rules.kernel.request import Request, changed, requested_situations
from rules.kernel.resolve import stored_ruleset
from rules.kernel.text import N_, NOTHING, Joined, Term, Text
from rules.kernel.wording import INCHES, Ruler, Units, plural_of

Profile = TypeVar("Profile", bound=BaseModel, default=Any)


class Verdict(NamedTuple):
    """The leading side, the reason, and True if the game is over by the victory rule of the system."""

    leader: str | None
    reason: Text
    over: bool


def no_warnings(board: Board, request: Request) -> Sequence[Text]:
    return ()


def no_question(board: Board, request: Request) -> Ask | None:
    return None


def is_always_suitable(board: Board, request: Request, code: str) -> bool:
    return True


def unknown_inches(board: Board, request: Request) -> int | None:
    return None


def no_usual_situations(board: Board, request: Request) -> Sequence[str]:
    return ()


def once(board: Board, request: Request) -> int:
    return 1


def most_points(board: Board, over: bool = False) -> Verdict:
    """Return the verdict by points: the side with the most leads; None while several have it."""
    scores = board.game.scores
    best = max(scores.values(), default=0)
    leaders = [side for side, points in scores.items() if points == best]
    shown = Joined([Text("{side} {n}", side=side, n=points) for side, points in scores.items()], ", ")
    reason = Text("Points: {shown}.", shown=shown or Text("no side has points"))
    return Verdict(leaders[0] if len(leaders) == 1 else None, reason, over)


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


@dataclass(frozen=True)
class Command:
    """One slash command of a system. Menus and forms rely on its declarations; they plan nothing.

    - `order` plans it and may raise RuleError. `needs` names its required options, `several` those that take more
      than one unit.
    - `friendly`: its target is on the same side. `allies`: the number of units of the same side that are named with
      one enemy. `anybody`: its target may be on either side. `often`: how often the same target may be named.
    - `situations`, `covers`, `actions`, `terrain` and `extra` are the choices of those options. `counts` are the
      situations that forms take as numbers if there is room. `own_actions` are the actions of a unit in its own
      words.
    - `at_foes`: menus offer the act at each enemy. `fires`: they offer it as a way to shoot.
    - `usual` are the situations that a form preselects. `suits` is True for a situation that can apply to a request.
    - `check` checks it by the states of its units alone: it raises what `order` would raise at any distance and in
      any cover, and returns the warnings of `order`. Without a target it judges the unit; a single target is judged
      as one of several.
    - `distance_asked` is the question for its distance, if only some orders need one. `each_side`: it takes a
      modifier per side.
    - `involuntary`: the act happens to a unit and is no step of its activation. `offered`: menus have the command;
      those without effect are left out. `same_as` names an equivalent command. `called` returns its label on buttons.
    - `inches` is the distance of an unrestricted move: 0 for one without effect, None if unknown before it is made.
    """

    key: str
    title: Text
    order: Callable[[Board, Request], CommandPlan]
    needs: tuple[str, ...] = ("unit",)
    several: tuple[str, ...] = ()
    friendly: bool = False
    allies: int = 0
    anybody: bool = False
    often: Callable[[Board, Request], int] = once
    situations: tuple[Choice, ...] = ()
    counts: tuple[Numbered, ...] = ()
    covers: tuple[Choice, ...] = ()
    actions: tuple[Choice, ...] = ()
    terrain: tuple[Choice, ...] = ()
    extra: tuple[Choice, ...] = ()
    own_actions: Callable[[Board, Unit], Sequence[Choice]] | None = None
    at_foes: bool = False
    fires: bool = False
    usual: Callable[[Board, Request], Sequence[str]] = no_usual_situations
    suits: Callable[[Board, Request, str], bool] = is_always_suitable
    check: Callable[[Board, Request], Sequence[Text]] = no_warnings
    distance_asked: Callable[[Board, Request], Ask | None] = no_question
    each_side: bool = False
    involuntary: bool = False
    offered: bool = True
    same_as: str | None = None
    called: Callable[[Board], Text] | None = None
    inches: Callable[[Board, Request], int | None] = unknown_inches

    def plan(self, board: Board, request: Request) -> CommandPlan:
        """Plan a request; raise BadFacts for missing or unknown options, RuleError if refused."""
        faults = [
            _one_only_text(name) for name in _UNITS if len(getattr(request, name)) > 1 and name not in self.several
        ]
        for name, choices in self._offered_choices().items():
            given = getattr(request, name)
            if name == "action":
                given = (given,) if given and choices else ()
            if given:
                faults += unknown_codes(name, given, choices)
        if not self.situations:
            faults += self.open_list_faults(request)
        if faults:
            raise BadFacts(faults)
        missing, open_list = [name for name in self.needs if _is_empty(request, name)], self.open_list_faults(request)
        if missing or open_list:
            raise MissingFacts([self._make_ask(name) for name in missing], open_list)
        return self.order(board, request)

    def open_list_faults(self, request: Request) -> list[Text]:
        """Return the faults of a situation that only requests the list of situations."""
        if not requested_situations(request.situation):
            return []
        if not self.situations:
            return [Text('"{command}" has no situations', command=self.title)]
        codes = Joined([one.typed for one in self.situations], ", ")
        return [Text("which situations apply? ({codes})", codes=codes)]

    def situations_of(self, board: Board, request: Request) -> list[Choice]:
        """Return the situations that can apply to a request or are named by it, within the list that it requests."""
        begun = requested_situations(request.situation)
        found = [one for one in self.situations if not begun or one.code.startswith(begun)]
        return [one for one in found if one.code in request.situation or self.suits(board, request, one.code)]

    def complete_request(self, request: Request, ruler: Ruler = INCHES) -> Request:
        """Return the request with abbreviated codes completed and their lengths converted to inches."""
        known = self._offered_choices()
        given = {name: tuple(parse_code(one, known[name], ruler) for one in getattr(request, name)) for name in _CODES}
        action = parse_code(request.action, known["action"], ruler) if request.action else request.action
        return changed(request, action=action, **given)

    def actions_of(self, board: Board, unit: Unit | None) -> Sequence[Choice]:
        """Return the actions in the words of a unit; all of them if there is no unit."""
        return self.actions if unit is None or self.own_actions is None else self.own_actions(board, unit)

    @cached_property
    def lengths(self) -> frozenset[str]:
        """The stems of the codes that end in a length."""
        return lengths_of([choice for choices in self._offered_choices().values() for choice in choices])

    def has_choices(self, option: str) -> bool:
        """True if the option offers choices."""
        return bool(self._offered_choices().get(option))

    def _offered_choices(self) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "situation": self.situations,
            "cover": self.covers,
            "action": self.actions,
            "terrain": self.terrain,
            "extra": self.extra,
        }

    def _make_ask(self, name: str) -> Ask:
        """Return the question for a missing option, with its choices."""
        choices = self.covers if name == "cover" else self.actions if name == "action" else ()
        if name == "target" and self.allies:
            return Ask(name, Text("which units fire (at most {n}), and at whom?", n=self.allies))
        question = Text(_ASK[name]) if name in _ASK else Text("give {option}", option=Term(name))
        return Ask(name, question, choices)


_ASK = {
    "unit": N_("which unit?"),
    "target": N_("which target?"),
    "distance": N_("how far is the target?"),
    "action": N_("which action?"),
    "cover": N_("what cover does the target have?"),
}


_UNITS = ("unit", "target")
_CODES = ("situation", "cover", "terrain", "extra")
"""Options that take several codes."""


def _one_only_text(option: str) -> Text:
    return Text("{option}: give one unit. Repeat the command for each", option=Term(option))


def _is_empty(request: Request, name: str) -> bool:
    return getattr(request, name) in (None, ())


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

    def whose_go(self, game: Game) -> Text:
        """Return the sentence that names the active side, which must exist."""
        return Text(self.whose_in.get(game.phase or "", self.whose), side=game.holder or "")

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
