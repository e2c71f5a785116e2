"""A separate Terror test: `/morale`, and the tests due at the start of a turn (Terror)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from rules.command.planned import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Aim, Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Models
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Listed, Role, Sentence, Text
from rules.openfire_ww2 import own_turn, terror
from rules.openfire_ww2.board_facts import is_vehicle
from rules.openfire_ww2.facts import TERROR, Mor, Name, check_no_more_men, profile
from rules.openfire_ww2.roll_kinds import Called
from rules.openfire_ww2.tables import Board, Order, Rank, WW2Rule


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
    goal = Aim[WW2MoraleOutcome](
        N_("result"), lambda outcome: int(outcome.result == "passed"), terror.low_key, steps=terror.DEGREES
    )

    def plan(self) -> None:
        unit, tables = self.facts.unit, self.book.tables
        if not unit.men:
            raise RuleError(Text("The unit has no men left."), TERROR)
        label = Text("Terror of {unit}", unit=Role(unit.name)) if unit.name else Text("Terror")
        called, rank, inches = Called("terror", label, "unit"), unit.rank, tables.moves["infantry"]
        known = (unit.mor, tables.terror[rank], rank, unit.men, unit.starting, unit.pinned)
        self.nerve = terror.Nerve(called, *known, inches)
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
        return own_turn.apply_tests(now, self._results(played))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        if not played:
            return [Text("{unit} passes without dice: it holds the line or rallies.", unit=self.unit.ref)]
        return own_turn.ask_free_objectives(now, self._results(played))

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
        return own_turn.apply_tests(now, [*self._results(played), *passing])

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        if names := [unit.ref for unit in self.units if is_sure(unit)]:
            yield Text("Without dice, by order: {units}.", units=Listed(names))
        yield from own_turn.ask_free_objectives(now, self._results(played))
