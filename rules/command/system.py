"""A rule system as a value: its actions, commands, rulings and states. Adding one is adding a value to a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Any, Generic, NamedTuple, cast, get_args

from pydantic import BaseModel
from typing_extensions import TypeVar

from rules.command.choices import lengths_of, typed_code, unknown_codes
from rules.command.movement import Band
from rules.command.planned import Ends, Instead, Planned, Reaction
from rules.game.after_battle import AS_USUAL, NO_INJURIES, NO_LEVELS, AfterBattle, Gives, Injuries, Unsettled
from rules.game.entry import Entry
from rules.game.events import Event
from rules.game.game import Game
from rules.game.unit import Unit, UnitSpec, Weapon
from rules.kernel.action import ActionSet, Book, Played, Rulings, SetupStep, Tables
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Ask, Choice, MissingFacts, Numbered
from rules.kernel.request import Request, asked_for, changed
from rules.kernel.resolve import kept_book
from rules.kernel.text import N_, NOTHING, Joined, Term, Text
from rules.kernel.wording import INCHES, Ruler, Units, plural

Profile = TypeVar("Profile", bound=BaseModel, default=Any)


class Verdict(NamedTuple):
    """Who is ahead, why, and whether the game is over by the page's winning rule."""

    leader: str | None
    reason: Text
    over: bool


def nothing_against(board: Board, request: Request) -> Sequence[Text]:
    return ()


def nothing_asked(board: Board, request: Request) -> Ask | None:
    return None


def always(board: Board, request: Request, code: str) -> bool:
    return True


def untold(board: Board, request: Request) -> int | None:
    return None


def nothing_usual(board: Board, request: Request) -> Sequence[str]:
    return ()


def once(board: Board, request: Request) -> int:
    return 1


def most_points(board: Board, over: bool = False) -> Verdict:
    """The verdict by points: the side with the most; nobody while several have it."""
    scores = board.game.scores
    best = max(scores.values(), default=0)
    leaders = [side for side, points in scores.items() if points == best]
    shown = Joined([Text("{side} {n}", side=side, n=points) for side, points in scores.items()], ", ")
    reason = Text("Points: {shown}.", shown=shown or Text("nobody has points"))
    return Verdict(leaders[0] if len(leaders) == 1 else None, reason, over)


class Board(NamedTuple, Generic[Tables, Rulings]):
    """A game together with the rules it is played by, and the ruler that its table measures with.

    A system names its own, so that its code knows what stands in its tables: `Board[Tables, Rulings]`.
    """

    game: Game
    system: System[Tables, Rulings]
    book: Book[Tables, Rulings]
    ruler: Ruler = INCHES

    @classmethod
    def of(cls, game: Game, system: System[Tables, Rulings], units: str = "inches") -> Board[Tables, Rulings]:
        """The board of a game that is measured in those units, by the rulings that it has itself."""
        return cls(game, system, kept_book(system, game.rulings), system.ruler(units))

    @property
    def tables(self) -> Tables:
        return self.book.tables

    @property
    def rulings(self) -> Rulings:
        return self.book.rulings

    def unit(self, id: str) -> Unit:
        return self.game.units[id]

    def origins(self, roles: Mapping[str, str]) -> Mapping[str, Mapping[str, Text]]:
        """What made traits of the units with these parts what they are, by the unit's id and the trait."""
        return {id: self.game.units[id].origins for id in roles.values() if id in self.game.units}

    def after(self, events: Iterable[Event]) -> Board[Tables, Rulings]:
        """The board once `events` have happened; this one stays as it is."""
        happened = tuple(events)
        return self._replace(game=self.game.with_events(happened)) if happened else self


def nothing_after(board: Board, played: Sequence[Played]) -> Sequence[Event]:
    return ()


def no_notes(board: Board, played: Sequence[Played]) -> Sequence[Text]:
    return ()


@dataclass(frozen=True)
class ResolvedCommand:
    """What a command comes to: actions to resolve one after the other, and what else it changes.

    `after` gives further events; it sees the board with the effects of the plays on it. `notes` gives
    further lines for the players; it sees the board as the command leaves it. `warnings` name rules that
    are bent by going on; `rethrows` are those of them by which something is done again that stands, such as a throw
    that did not go as one wished: the other side has to agree to them. `ends` are the actions of other sides that are
    over by it: it waits until each of these sides has said that it is done. `instead` is what is done first by the
    rules, where nothing else is warned of. With `declared`, decisions that come before
    the dice of their play are made before any dice of the command: the targets of a volley do not see each other's.
    """

    plays: tuple[Planned, ...] = ()
    after: Callable[[Board, Sequence[Played]], Sequence[Event]] = nothing_after
    notes: Callable[[Board, Sequence[Played]], Sequence[Text]] = no_notes
    warnings: tuple[Text, ...] = ()
    rethrows: tuple[Text, ...] = ()
    ends: tuple[Ends, ...] = ()
    instead: Instead | None = None
    title: Text = NOTHING
    declared: bool = False


@dataclass(frozen=True)
class Command:
    """One slash command as a system means it.

    `order` may raise RuleError. `needs` names the options without which there is no order, `several` those that
    take more than one unit, `friendly` says that its target is on the same side, `allies`
    how many units of the same side are named with one enemy, `anybody` that it may be on either and
    nobody is likelier than another; `often` is how often the same one may be named. `situations`, `covers`, `actions`,
    `terrain` and `extra` are what those options offer, `counts` the situations that forms take as numbers where there
    is room, `own_actions` what a unit has of its actions and what it calls
    them; `at_foes` says that menus offer an act at each enemy, as they do with fire; `fires` that they offer it with
    fire, as a way to shoot; `usual` are the situations that hold where no other is given: a form has chosen them;
    `suits` is True for a situation that can apply to the unit and the target of a request.

    What a menu or form has to know of it before it is given is declared: nothing is planned for one. `before` tells
    what stands against it now, by the states of its units alone: it raises what `order` would raise at any distance and
    in any cover, and returns the warnings that `order` gives. Without a target it judges the unit, and one target alone
    as one of several. `distance_asked` is the question for its distance, where only some of its orders need one;
    `each_side` says that it takes a modifier of each side. `befalls` says that an act is something that happens to a
    unit, and no step of its go; `offered` is whether menus have the command, as they have none that comes to nothing by
    itself; `same_as` names the command that it comes to the same as, and `called` says what its button is called on a
    board where that is more than its title. `inches` is how far a move goes that nothing stands against: 0 for one that
    comes to nothing, None where that is not told before it is made.
    """

    key: str
    title: Text
    order: Callable[[Board, Request], ResolvedCommand]
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
    usual: Callable[[Board, Request], Sequence[str]] = nothing_usual
    suits: Callable[[Board, Request, str], bool] = always
    before: Callable[[Board, Request], Sequence[Text]] = nothing_against
    distance_asked: Callable[[Board, Request], Ask | None] = nothing_asked
    each_side: bool = False
    befalls: bool = False
    offered: bool = True
    same_as: str | None = None
    called: Callable[[Board], Text] | None = None
    inches: Callable[[Board, Request], int | None] = untold

    def ordered(self, board: Board, request: Request) -> ResolvedCommand:
        """The order for a request; raises BadFacts for options that are missing or unknown, RuleError when refused."""
        faults = [_one_only(name) for name in _UNITS if len(getattr(request, name)) > 1 and name not in self.several]
        for name, choices in self._offered().items():
            given = getattr(request, name)
            if name == "action":
                given = (given,) if given and choices else ()
            if given:
                faults += unknown_codes(name, given, choices)
        if not self.situations:
            faults += self.left_open(request)
        if faults:
            raise BadFacts(faults)
        missing, open_list = [name for name in self.needs if _empty(request, name)], self.left_open(request)
        if missing or open_list:
            raise MissingFacts([self._ask(name) for name in missing], open_list)
        return self.order(board, request)

    def left_open(self, request: Request) -> list[Text]:
        """What a situation that only stands for the list of them leaves to be said."""
        if not asked_for(request.situation):
            return []
        if not self.situations:
            return [Text('"{command}" has no situations to choose from', command=self.title)]
        codes = Joined([one.typed for one in self.situations], ", ")
        return [Text("situation is missing: what else counts here? ({codes})", codes=codes)]

    def situations_of(self, board: Board, request: Request) -> list[Choice]:
        """The situations that can apply to a request, and those that it names; of the list alone that it asks for."""
        begun = asked_for(request.situation)
        found = [one for one in self.situations if not begun or one.code.startswith(begun)]
        return [one for one in found if one.code in request.situation or self.suits(board, request, one.code)]

    def spelled_out(self, request: Request, ruler: Ruler = INCHES) -> Request:
        """The request with whole codes, where what was typed begins one of them only; their lengths as the table has
        typed them are inches then.
        """
        known = self._offered()
        given = {name: tuple(typed_code(one, known[name], ruler) for one in getattr(request, name)) for name in _CODES}
        action = typed_code(request.action, known["action"], ruler) if request.action else request.action
        return changed(request, action=action, **given)

    def actions_of(self, board: Board, unit: Unit | None) -> Sequence[Choice]:
        """The actions in the words of a unit; all there are where nobody knows which."""
        return self.actions if unit is None or self.own_actions is None else self.own_actions(board, unit)

    @cached_property
    def lengths(self) -> frozenset[str]:
        """The stems of its codes that end in a length."""
        return lengths_of([choice for choices in self._offered().values() for choice in choices])

    def takes(self, option: str) -> bool:
        """Whether there is anything to choose for such an option."""
        return bool(self._offered().get(option))

    def _offered(self) -> Mapping[str, tuple[Choice, ...]]:
        return {
            "situation": self.situations,
            "cover": self.covers,
            "action": self.actions,
            "terrain": self.terrain,
            "extra": self.extra,
        }

    def _ask(self, name: str) -> Ask:
        """The question for an option that is missing, with what there is to choose from."""
        choices = self.covers if name == "cover" else self.actions if name == "action" else ()
        if name == "target" and self.allies:
            return Ask(name, Text("name who fires, {n} units at most, and the enemy", n=self.allies))
        question = Text(_ASK[name]) if name in _ASK else Text("give {option}", option=Term(name))
        return Ask(name, question, choices)


_ASK = {
    "unit": N_("name the unit"),
    "target": N_("name the target"),
    "distance": N_("how far is it to the target?"),
    "action": N_("name the action"),
    "cover": N_("what cover does the target have?"),
}


_UNITS = ("unit", "target")
_CODES = ("situation", "cover", "terrain", "extra")
"""Options that take several codes."""


def _one_only(option: str) -> Text:
    return Text("{option}: one unit at a time; give the command for each of them", option=Term(option))


def _empty(request: Request, name: str) -> bool:
    return getattr(request, name) in (None, ())


@dataclass(frozen=True, kw_only=True)
class System(ActionSet[Tables, Rulings], Generic[Tables, Rulings, Profile]):
    """One rule system, complete: its values are the fields, and what it has to say of a game are its methods.

    A system is a class of its own where it says more than the methods here, which hold where a page says nothing.
    `profile` is the model of a unit; `whose` says that it is a side's to go, `whose_in` in which phase it is said
    otherwise; `absent` says for a command that the
    system has no rule for what it has instead;
    `units` are the ready-made unit types; `weapons` the names a unit may carry; `setup` lists the steps before the
    first turn; `phases` are those a side goes through in its turn; `levels` is what each level of a campaign's unit
    gives it, `injuries` what those of earlier battles take off; `anyway` is what the page itself says of going on in
    spite of a rule, told where somebody may; `centimetres` are those that its page prints, by inches, where it prints
    any; `plurals` are the English plurals of weapons and units that are not regular.
    """

    profile: type[Profile]
    commands: Mapping[str, Command]
    acts: Mapping[str, Command]
    units: Mapping[str, UnitSpec] = field(default_factory=dict[str, UnitSpec])
    absent: Mapping[str, Text] = field(default_factory=dict[str, Text])
    turn: str = "turn"
    whose: str = N_("{side}'s go.")
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
    refused: tuple[Text, ...] = ()
    warned: tuple[Text, ...] = ()
    anyway: Text = NOTHING

    def whose_go(self, game: Game) -> Text:
        """Whose go it is, as a sentence; there is a side that has it."""
        return Text(self.whose_in.get(game.phase or "", self.whose), side=game.holder or "")

    def many(self, code: str) -> str:
        """The English plural of a weapon, a unit or any other code."""
        return self.plurals.get(code) or plural(code)

    # A unit by itself.

    @staticmethod
    def muster(unit: Unit) -> Unit:
        """A unit that comes to the table, completed."""
        return unit

    @staticmethod
    def unfit(unit: Unit) -> Sequence[Text]:
        """What keeps a unit from being played although each of its fields is right."""
        return ()

    @staticmethod
    def recount(unit: Unit, field: str) -> Unit:
        """The unit after its `field` was corrected by hand: its models and hit points made to agree."""
        return unit

    def fires_one(self, unit: Unit) -> bool:
        """True if a unit fires one weapon at one target: a single figure, as nobody serves a second weapon."""
        return unit.models == 1 and not self.after_battle.is_vehicle(unit)

    def armed(self, unit: Unit) -> Sequence[Weapon]:
        """The weapons that a unit has left."""
        return unit.weapons

    @staticmethod
    def fires_by_itself(unit: Unit) -> bool:
        """True if a unit fires one thing at a time: a weapon of its own that is not listed, or one that it carries."""
        return False

    def ready_to_fire(self, board: Any, unit: Unit) -> Sequence[Weapon]:
        """Those of them that it may fire as it stands."""
        return self.armed(unit)

    @staticmethod
    def weapon(tables: Any, name: str) -> BaseModel | None:
        """What the tables say of a kind of weapon; None where they have no row for each."""
        return cast("Mapping[str, BaseModel]", getattr(tables, "weapons", {})).get(name)

    # A unit on its board.

    @staticmethod
    def may(board: Board, unit: Unit) -> Sequence[Text]:
        """What a unit may still do."""
        return ()

    @staticmethod
    def numbers(board: Board, unit: Unit) -> Sequence[Text]:
        """What a unit needs, where its profile does not have it."""
        return ()

    @staticmethod
    def bands(board: Board, unit: Unit) -> Sequence[Band]:
        """The distances within each of which every shot of a unit is the same; none where it has to be measured."""
        return ()

    @staticmethod
    def holding(board: Board, side: str, unit: Unit | None) -> Sequence[Text]:
        """What a side has to know when it takes an objective, by the unit that it named if any; may raise RuleError."""
        return ()

    # The board.

    @staticmethod
    def fights(unit: Unit) -> Sequence[str]:
        """The ids of the enemies with whom a unit is hand to hand."""
        return ()

    @staticmethod
    def reactions(board: Board, entry: Entry) -> Sequence[Reaction]:
        """What enemies may do in answer to an entry, now."""
        return ()

    @staticmethod
    def late_reactions(board: Board) -> Sequence[Reaction]:
        """Reactions that may wait until all is done that they answer to."""
        return ()

    @staticmethod
    def aftermath(board: Board) -> Sequence[Event]:
        """What follows of itself, after every entry and also one made by hand: nobody stays engaged with the dead."""
        return ()

    @staticmethod
    def unsettled(board: Board) -> Sequence[Unsettled]:
        """What lies on the board when a game ends, and has to be thrown for then."""
        return ()

    @staticmethod
    def victory(board: Board) -> Verdict:
        """The verdict by the page's winning rule; where it has none a side that alone has units left wins, and else
        points tell who is ahead.
        """
        standing = board.game.standing()
        if len(standing) == 1 and len(board.game.sides) > 1:
            return Verdict(standing[0], Text("Only {standing} has units left.", standing=standing[0]), True)
        return most_points(board)

    def ruler(self, units: str) -> Ruler:
        """What a table that plays these rules measures with."""
        return self._rulers["cm" if units == "cm" else "inches"]

    @cached_property
    def of_a_go(self) -> tuple[str, ...]:
        """The states that say that a unit has had its go: they end with the turn."""
        ends = {"turn_end", "turn_start"}
        return tuple(name for name in _OF_A_GO if name in self.states and ends & set(self.states[name].cleared_by))

    @cached_property
    def _rulers(self) -> Mapping[str, Ruler]:
        return {one: Ruler(one, self.centimetres) for one in get_args(Units)}


_OF_A_GO = ("tried", "activated", "acted", "fired")
