"""Terror: a squad with losses keeps its nerve, is pinned, or falls back; and `/morale` (Terror; Pinning)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from pydantic import Field, model_validator

from rules.command.planned import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Aim, Played
from rules.kernel.dice import Cause, Line, Need, Roll, Total, Trait, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Models
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table, Then, then
from rules.kernel.text import N_, NOTHING, Listed, Role, Sentence, Term, Text
from rules.openfire_ww2.board_facts import is_vehicle
from rules.openfire_ww2.facts import PINNING, RANKS, TERROR, Mor, Name, Squad, check_no_more_men, profile
from rules.openfire_ww2.own_turn import apply_tests, ask_free_objectives
from rules.openfire_ww2.roll_kinds import Called
from rules.openfire_ww2.tables import Board, Book, Order, Rank, WW2Rule

Nerves = Literal["none", "passed", "pinned", "falls_back"]
"""The result of a Terror test; "none" without a test."""
_RESULTS: dict[Nerves, Text] = {"none": NOTHING, "passed": Text("its nerve holds"), "pinned": Text("it is pinned")}


DEGREES = (Text("failed"), Text("passed"))


class Test(NamedTuple):
    """A test of 2d6: passed at `needed` or less."""

    throw: Roll[int]
    needed: int


def low_key(outcome: Any) -> int:
    """Return the sort key of tests with equal results: the lower total is better."""
    return -outcome.total


@dataclass(frozen=True, eq=False, slots=True)
class Nerve:
    """A squad in a Terror test: `sure` squads pass without dice, and it falls back `inches`.

    `under_heavy_fire` is the ruling on such fire. `part` is its part in the action, if it is one of several: its
    player rolls.
    """

    called: Called
    mor: int
    rank_bonus: int
    rank: Rank
    men: int
    starting: int
    pinned: bool
    inches: int
    sure: bool = False
    rallying: bool = False
    under_heavy_fire: Literal["off", "terror", "always"] = "off"
    part: str = ""

    def test(self, lost_now: int, pinned: bool, again: bool = False) -> Test:
        """Return the test, `again` for the second one in an assault.

        With half or more lost, only the harder test is taken: −1 MOR for each man lost since the start.
        """
        lines, lost = nerve_lines(self.mor, self.rank, self.rank_bonus, pinned), self.lost(lost_now)
        if self.is_halved(lost_now):
            lines += (Line(Text("half or more lost, −1 for each of {lost}", lost=lost), -lost, TERROR),)
        needed, (key, label, by) = total(lines), self.called
        if again:
            key, label = f"{key}_after_contact", Text("{test}, after contact", test=label)
        need = Need(needed, at_most=True)
        return Test(Roll(key, label, by, 6, Total(), need, lines, TERROR, part=self.part), needed)

    def lost(self, lost_now: int) -> int:
        return self.starting - self.men + lost_now

    def is_halved(self, lost_now: int) -> bool:
        return self.lost(lost_now) * 2 >= self.starting

    def effects(self, unit: str, result: Nerves) -> Iterator[Effect]:
        """Yield the markers of a test: passing ends pinning; a squad that rallies does so once."""
        passed = result == "passed"
        yield Effect(unit, "pinned", int(result == "pinned") - int(passed and self.pinned))
        yield Effect(unit, "retreating", int(result == "falls_back"))
        yield Effect(unit, "rallying", -int(passed and self.rallying))

    def moves(self, unit: str, result: Nerves) -> Iterator[Shift]:
        """Yield the move of a squad that falls back."""
        if result == "falls_back":
            yield Shift(unit, self.inches, Text("away from the nearest enemy"))

    def sentence(self, result: Nerves) -> Text:
        """Return the result as the end of a sentence about the squad; empty without a test."""
        if result == "falls_back":
            return Text("it falls back {inches}″", inches=self.inches)
        return _RESULTS[result]


def nerve_text(result: Nerves) -> Text:
    """Return the result, empty if the instruction for the figures shows it."""
    return NOTHING if result == "falls_back" else _RESULTS[result]


def nerve_lines(mor: int, rank: Rank, bonus: int, pinned: bool) -> tuple[Line, ...]:
    """Return MOR with rank and pinning; the lines add up to the highest total that passes."""
    lines = [Line(Text("MOR"), mor, "Characteristics"), Line(Term(rank), bonus, RANKS, traits=(Trait("rank"),))]
    if pinned:
        lines.append(Line(Text("pinned"), -1, PINNING, cause=Cause("pinned")))
    return tuple(lines)


def nerve(squad: Squad, book: Book, called: Called, states: Sequence[str] = (), part: str = "") -> Nerve:
    """Return the nerve of a squad; its states, and the extra `states`, may let it pass without dice."""
    known, tables = (*squad.states, *states), book.tables
    return Nerve(
        called,
        squad.mor,
        tables.terror[squad.rank],
        squad.rank,
        squad.men,
        squad.starting,
        squad.pinned,
        tables.moves[squad.kind],
        "holds_the_line" in known or "rallying" in known,
        "rallying" in known,
        book.rulings.heavy_fire_pins,
        part,
    )


def terror(table: Table, nerve: Nerve, kills: int, heavy: bool = False) -> Nerves | Then[Nerves]:
    """Test a squad after `kills` men were lost; `heavy` fire without a kill counts by ruling."""
    if kills >= nerve.men or not (kills or (heavy and nerve.under_heavy_fire != "off")):
        return "none"
    if not kills and nerve.under_heavy_fire == "always":
        return "pinned"
    if nerve.sure:
        return "passed"
    return then(roll_test, nerve.test(kills, nerve.pinned), "falls_back" if nerve.is_halved(kills) else "pinned")


def test_again(table: Table, nerve: Nerve, before: int, kills: int, pinned: bool) -> Nerves | Then[Nerves]:
    """Test a squad for the second time in one assault: `before` men were lost earlier in it."""
    lost = before + kills
    if not kills or lost >= nerve.men:
        return "none"
    if nerve.sure:
        return "passed"
    return then(roll_test, nerve.test(lost, pinned, again=True), "falls_back" if nerve.is_halved(lost) else "pinned")


def roll_test(table: Table, test: Test, failing: Nerves) -> Nerves:
    return "passed" if table.roll(test.throw, 2) <= test.needed else failing


# A separate test: at the start of a turn, or when the players ask for it.


class Shaken(Facts):
    """A squad that tests its nerve."""

    mor: Mor = Field(title=N_("MOR"), description=N_("Morale, 1 to 12."))
    rank: Rank = Field(title=N_("Rank"))
    men: Models = Field(title=N_("Men"), description=N_("Men alive."))
    starting: Models = Field(title=N_("Starting men"), description=N_("Men at the start of the game."))
    pinned: Flag = Field(default=False, title=N_("Pinned"), description=N_("−1 MOR."))
    name: Name | None = Field(default=None, title=N_("Name"))

    @model_validator(mode="after")
    def _check_men(self) -> Shaken:
        check_no_more_men(self.men, self.starting)
        return self


class WW2MoraleFacts(Facts):
    """Facts of a Terror test."""

    unit: Shaken = Field(title=N_("Unit"))


class WW2MoraleOutcome(NamedTuple):
    """The total of 2d6, the highest total that passes, and the result."""

    total: int
    needed: int
    result: Literal["passed", "pinned", "falls_back"]


class WW2Morale(WW2Rule[WW2MoraleFacts, WW2MoraleOutcome]):
    """A test of 2d6, passed at MOR or less."""

    key, title, topic = "morale", Text("Terror test"), "terror"
    goal = Aim[WW2MoraleOutcome](N_("result"), lambda outcome: int(outcome.result == "passed"), low_key, steps=DEGREES)

    def plan(self) -> None:
        unit, tables = self.facts.unit, self.book.tables
        if not unit.men:
            raise RuleError(Text("The unit has no men left."), TERROR)
        label = Text("Terror of {unit}", unit=Role(unit.name)) if unit.name else Text("Terror")
        called, rank, inches = Called("terror", label, "unit"), unit.rank, tables.moves["infantry"]
        known = (unit.mor, tables.terror[rank], rank, unit.men, unit.starting, unit.pinned)
        self.nerve = Nerve(called, *known, inches)
        self.test = self.nerve.test(0, unit.pinned)
        self.failing: Literal["pinned", "falls_back"] = "falls_back" if self.nerve.is_halved(0) else "pinned"

    def play(self, table: Table) -> WW2MoraleOutcome:
        total, needed = table.roll(self.test.throw, 2), self.test.needed
        return WW2MoraleOutcome(total, needed, "passed" if total <= needed else self.failing)

    def effects(self, played: Played[WW2MoraleOutcome]) -> Iterable[Effect]:
        return self.nerve.effects("unit", played.outcome.result)

    def moves(self, played: Played[WW2MoraleOutcome]) -> Iterable[Shift]:
        return self.nerve.moves("unit", played.outcome.result)

    def describe(self, played: Played[WW2MoraleOutcome]) -> Text:
        total, needed, result = played.outcome
        nerves, name = self.nerve.sentence(result), self.facts.unit.name
        head = Text("{nerves} ({total}, {needed} or less).", total=total, needed=needed, nerves=nerves)
        return Text("{unit}: {result}", unit=Role(name), result=head) if name else Sentence(head)

    def short_text(self, played: Played[WW2MoraleOutcome]) -> Text | None:
        """Return no text for a squad that falls back, which its marker and the instruction show."""
        return NOTHING if played.outcome.result == "falls_back" else None


# `/morale`, and the tests due at a turn's start.


def test(unit: Unit) -> Planned:
    """Return a squad's Terror test."""
    known = profile(unit)
    facts = {
        "mor": known.mor,
        "rank": known.rank,
        "men": unit.models,
        "starting": max(unit.starting, unit.models),
        "pinned": unit.has("pinned"),
        "name": "unit",
    }
    return WW2Morale.plan_roll({"unit": facts}, unit=unit)


def is_sure(unit: Unit) -> bool:
    """True if an order lets the squad pass without dice (Orders)."""
    return unit.has("holds_the_line") or unit.has("rallying")


class RollForTerror(Order):
    """`/morale`: vehicles take no Terror test."""

    key, title, doing = WW2Morale.key, WW2Morale.title, Text("test its nerve")

    def checks(self) -> None:
        """Warn of a second test in a turn, even if the first came with fire, and of a test without a cause."""
        unit = self.unit
        if is_vehicle(unit):
            raise RuleError(Text("{unit} is a vehicle: vehicles take no Terror test.", unit=unit.ref), TERROR)
        if unit.has("nerve_tested") and not is_sure(unit):
            stands = N_("{unit} has already taken its Terror test this turn (Terror).")
            self.warn(Text(stands, unit=unit.ref), repeat=True)
        elif not (unit.models < unit.starting or unit.has("pinned") or unit.has("retreating")):
            sound = N_(
                "{unit} needs no Terror test: it has no new losses and is neither pinned nor falling back (Terror)."
            )
            self.warn(Text(sound, unit=unit.ref))

    def rolls(self) -> Iterable[Planned]:
        return () if is_sure(self.unit) else (test(self.unit),)

    def _results(self, played: Sequence[Played]) -> list[tuple[str, str]]:
        return [(self.unit.id, played[0].outcome.result if played else "passed")]

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return apply_tests(now, self._results(played))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        if not played:
            return [Text("{unit} passes without dice: it holds the line or rallies.", unit=self.unit.ref)]
        return ask_free_objectives(now, self._results(played))

    def headline(self) -> Text:
        return Text("{unit}: Terror", unit=self.unit.ref)


class DueTests:
    """The Terror tests of sides at their turn start, some of which pass without dice by order (Terror).

    They are for pinned squads, those falling back, and those whose test is still due.
    """

    def __init__(self, board: Board, sides: Sequence[str]) -> None:
        squads = [one for one in board.game.units.values() if one.side in sides and one.alive and not is_vehicle(one)]
        self.units = [one for one in squads if any(map(one.has, ("pinned", "retreating", "terror_due")))]
        self.tested = [unit for unit in self.units if not is_sure(unit)]

    def rolls(self) -> tuple[Planned, ...]:
        return tuple(map(test, self.tested))

    def _results(self, played: Sequence[Played]) -> list[tuple[str, str]]:
        return [(unit.id, done.outcome.result) for unit, done in zip(self.tested, played, strict=True)]

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        passing = [(unit.id, "passed") for unit in self.units if is_sure(unit)]
        return apply_tests(now, [*self._results(played), *passing])

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        if names := [unit.ref for unit in self.units if is_sure(unit)]:
            yield Text("Without dice, by order: {units}.", units=Listed(names))
        yield from ask_free_objectives(now, self._results(played))
