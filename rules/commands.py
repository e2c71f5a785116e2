"""How a slash command finds its facts on the board: what a player asked for, and what the rules are then asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from rules.errors import Ask, BadFacts, MissingFacts, RuleError
from rules.events import Event, LossesTaken, StateCounted, StateSet
from rules.facts import Facts
from rules.game import Game
from rules.text import listed, say, spoken, unsaid
from rules.unit import Unit

if TYPE_CHECKING:
    from rules.system import Book, Clearing, Effect, Played, System

T = TypeVar("T")
D = TypeVar("D")

ASK_ME = "…"
"""A situation that stands for: show me the list to choose from."""


@dataclass(frozen=True)
class Request:
    """What a player typed, already resolved to unit ids. Empty where nothing was given; distances in inches.

    Several targets make a volley; distances, covers and firers are then given one per target, or one for all.
    A situation is a code, or `code=number`. `side` is the side the player acts for.
    """

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

    def kept(self) -> dict[str, Any]:
        """The request as JSON: only what was given, distances as text so that they stay exact."""
        given = {name: value for name, value in asdict(self).items() if value not in (None, (), "")}
        return given | ({"distance": [str(inches) for inches in self.distance]} if self.distance else {})

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Request:
        """A request out of what `kept` gave."""
        given: dict[str, Any] = {name: _tupled(value) for name, value in kept.items()}
        given["distance"] = tuple(map(Decimal, kept.get("distance", ())))
        return cls(**given)

    def told(self) -> str:
        """What the player said of the shot, to go behind the title of an order; nothing said, nothing told."""
        parts = [f"{listed([str(distance) for distance in self.distance])}″"] if self.distance else []
        parts += [_covered(cover) for cover in dict.fromkeys(self.cover) if cover != "none"]
        parts += [spoken(code.replace("=", " ")) for code in (*self.situation, *self.terrain, *self.extra)]
        return f" ({', '.join(parts)})" if parts else ""

    def said(self, code: str) -> bool:
        """Whether that situation was named."""
        return code in self.situation

    def number(self, code: str, default: int = 0) -> int:
        """The number given with a situation such as `out_of_touch=2`."""
        for said in self.situation:
            name, _, value = said.partition("=")
            if name == code:
                return int(value) if value.isdecimal() else 1
        return default

    def one_of(self, codes: Iterable[str]) -> str | None:
        """The situation named out of several that exclude each other; raises RuleError for two of them."""
        said = [code for code in codes if code in self.situation]
        if len(said) > 1:
            raise RuleError(
                say("It cannot be {situations} at once.", situations=listed([spoken(code) for code in said]))
            )
        return said[0] if said else None

    @staticmethod
    def each(values: Sequence[T], at: int, none: D) -> T | D:
        """The value for the target at that place: its own, or the one given for all; `none` where none was given.

        Raises BadFacts for a target that was left out.
        """
        if len(values) > 1 and at >= len(values):
            raise BadFacts(
                [say("Target {number} has no value of its own: give one for all, or one per target.", number=at + 1)]
            )
        return values[at if len(values) > 1 else 0] if values else none


def _tupled(value: Any) -> Any:
    return tuple(cast("list[Any]", value)) if isinstance(value, list) else value


class Board(NamedTuple):
    """A game together with the rules it is played by."""

    game: Game
    system: System
    book: Book

    def unit(self, id: str) -> Unit:
        return self.game.units[id]

    def after(self, events: Iterable[Event]) -> Board:
        """The board once `events` have happened; this one stays as it is."""
        return self._replace(game=self.game.with_events(events))


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
class ResolvedCommand:
    """What a command comes to: actions to resolve one after the other, and what else it changes.

    `after` gives further events; it sees the board with the effects of the plays on it. `notes` gives
    further lines for the players; it sees the board as the command leaves it. `warnings` name rules that
    are bent by going on.
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

    `order` may raise RuleError. `needs` names the options without which there is no order, `several` those that
    take more than one unit, `friendly` says that its target is on the same side. `situations`, `covers`, `actions`,
    `terrain` and `extra` are what those options offer.
    """

    key: str
    title: str
    order: Callable[[Board, Request], ResolvedCommand]
    needs: tuple[str, ...] = ("unit",)
    several: tuple[str, ...] = ()
    friendly: bool = False
    situations: tuple[Choice, ...] = ()
    covers: tuple[Choice, ...] = ()
    actions: tuple[Choice, ...] = ()
    terrain: tuple[Choice, ...] = ()
    extra: tuple[Choice, ...] = ()

    def ordered(self, board: Board, request: Request) -> ResolvedCommand:
        """The order for a request; raises BadFacts for options that are missing or unknown, RuleError when refused."""
        faults = [_one_only(name) for name in _UNITS if name not in self.several and len(getattr(request, name)) > 1]
        offered = (
            ("situation", request.situation, self.situations),
            ("cover", request.cover, self.covers),
            ("action", (request.action,) if request.action and self.actions else (), self.actions),
            ("terrain", request.terrain, self.terrain),
            ("extra", request.extra, self.extra),
        )
        for name, given, choices in offered:
            faults += _unknown(name, given, choices)
        if faults:
            raise BadFacts(faults)
        missing = [name for name in self.needs if _empty(request, name)]
        if missing or ASK_ME in request.situation:
            raise MissingFacts([self._ask(name) for name in missing])
        return self.order(board, request)

    def _ask(self, name: str) -> Ask:
        """The question for an option that is missing, with what there is to choose from."""
        choices = self.covers if name == "cover" else self.actions if name == "action" else ()
        question = say(_ASK[name]) if name in _ASK else say("give {option}", option=name)
        return Ask(name, question, tuple((choice.code, choice.label) for choice in choices))


_ASK = {
    "unit": unsaid("name the unit"),
    "target": unsaid("name the target"),
    "distance": unsaid("how many inches to the target?"),
    "action": unsaid("name the action"),
    "cover": unsaid("what cover does the target have?"),
}


def _covered(cover: str) -> str:
    """Where a target stands: "in the open", "hard cover", "fortification"."""
    if cover in ("cover", "fortification"):
        return spoken(cover)
    return say("in the open") if cover == "open" else say("{cover} cover", cover=spoken(cover))


_UNITS = ("unit", "target")


def _one_only(option: str) -> str:
    return say("{option}: one unit at a time; give the command for each of them", option=option)


def _empty(request: Request, name: str) -> bool:
    return getattr(request, name) in (None, ())


def _unknown(name: str, given: Sequence[str], choices: Sequence[Choice]) -> list[str]:
    codes = {choice.code for choice in choices}
    numbered = {choice.code.partition("=")[0] for choice in choices if "=" in choice.code}
    known = listed(sorted(codes)) or say("none here")
    return [
        say("{name}: {code!r} is not known; there is {known}", name=name, code=code, known=known)
        for code in given
        if code not in (*codes, ASK_ME)
        and not (code.partition("=")[0] in numbered and code.partition("=")[2].isdecimal())
    ]


def clearing(board: Board, unit: Unit, event: Clearing) -> list[Event]:
    """What `event` clears of a unit's states, by the system's table of states."""
    states = board.system.states
    return [
        StateSet(unit=unit.id, state=name, value=None)
        for name in unit.states
        if name in states and event in states[name].cleared_by
    ]


def changes(board: Board, effects: Iterable[Effect], roles: Mapping[str, str]) -> list[Event]:
    """Effects as events on the units that took those parts; a part that no unit took changes nothing."""
    return [
        event
        for effect in effects
        if effect.unit in roles
        for event in _change(board, board.unit(roles[effect.unit]), effect)
    ]


def _change(board: Board, unit: Unit, effect: Effect) -> list[Event]:
    if effect.effect == "models":
        return [LossesTaken(unit=unit.id, models=-effect.change)]
    if effect.effect == "hp":
        return [LossesTaken(unit=unit.id, hp=tuple(map(int, (effect.to or "").split(","))))]
    holds = board.system.states[effect.effect].holds
    if holds == "count":
        return [StateCounted(unit=unit.id, state=effect.effect, change=effect.change)]
    if holds == "flag":
        return [StateSet(unit=unit.id, state=effect.effect, value=1 if effect.change > 0 else None)]
    if holds == "words" and effect.to:
        words = dict.fromkeys((*unit.words(effect.effect), *effect.to.split(",")))
        return [StateSet(unit=unit.id, state=effect.effect, value=",".join(words))]
    return [StateSet(unit=unit.id, state=effect.effect, value=effect.to)]


def mark(unit: Unit, **states: int | str | None) -> list[Event]:
    """Events that set states of a unit."""
    return [StateSet(unit=unit.id, state=name, value=value) for name, value in states.items()]


def able(unit: Unit, what: str) -> Unit:
    """The unit itself; raises RuleError when nothing of it is left to do that."""
    if not unit.alive:
        raise RuleError(say("{unit} is out of action and cannot {what}.", unit=unit.name, what=what))
    return unit


def enemies(unit: Unit, other: Unit) -> None:
    """Raises RuleError when two units are on one side."""
    if unit.side == other.side:
        raise RuleError(say("{other} is on the same side as {unit}.", other=other.name, unit=unit.name))
