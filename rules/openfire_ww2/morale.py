"""The Terror test on its own: at a turn start, or when the table asks for one (Terror)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from pydantic import Field, model_validator

from rules.command.system import Planned
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Aim, Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Models
from rules.kernel.plays import Effect, Shift
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Listed, Role, Sentence, Text
from rules.openfire_ww2.board_facts import is_vehicle
from rules.openfire_ww2.facts import TERROR, Mor, Name, no_more_men, profile
from rules.openfire_ww2.own_turn import freed, steadied
from rules.openfire_ww2.tables import Board, Order, Rank, Rule
from rules.openfire_ww2.terror import DEGREES, Nerve, low
from rules.openfire_ww2.throws import Called


class Shaken(Facts):
    """A squad that tests its nerve."""

    mor: Mor = Field(title=N_("MOR"), description=N_("Morale, 1 to 12."))
    rank: Rank = Field(title=N_("Rank"))
    men: Models = Field(title=N_("Men"), description=N_("Men alive."))
    starting: Models = Field(title=N_("Starting men"), description=N_("Men at the start of the game."))
    pinned: Flag = Field(default=False, title=N_("Pinned"), description=N_("−1 MOR."))
    name: Name | None = Field(default=None, title=N_("Name"))

    @model_validator(mode="after")
    def _no_more_than_started(self) -> Shaken:
        no_more_men(self.men, self.starting)
        return self


class MoraleFacts(Facts):
    """The facts of a Terror test."""

    unit: Shaken = Field(title=N_("Unit"))


class MoraleOutcome(NamedTuple):
    """The total of 2d6, the highest total that passes, and what it came to."""

    total: int
    needed: int
    result: Literal["passed", "pinned", "falls_back"]


def _passed(outcome: MoraleOutcome) -> int:
    return int(outcome.result == "passed")


class Morale(Rule[MoraleFacts, MoraleOutcome]):
    """2d6 at MOR or less."""

    key, title, topic = "morale", Text("Terror test"), "terror"
    goal = Aim(N_("result"), _passed, low, steps=DEGREES)

    def plan(self) -> None:
        unit, tables = self.facts.unit, self.book.tables
        if not unit.men:
            raise RuleError(Text("The unit has no men left."), TERROR)
        label = Text("Terror of {unit}", unit=Role(unit.name)) if unit.name else Text("Terror")
        called, rank, inches = Called("terror", label, "unit"), unit.rank, tables.moves["infantry"]
        known = (unit.mor, tables.terror[rank], rank, unit.men, unit.starting, unit.pinned)
        self.nerve = Nerve(called, *known, inches)
        self.test = self.nerve.test(0, unit.pinned)
        self.failing: Literal["pinned", "falls_back"] = "falls_back" if self.nerve.halved(0) else "pinned"

    def play(self, table: Table) -> MoraleOutcome:
        total, needed = table.roll(self.test.throw, 2), self.test.needed
        return MoraleOutcome(total, needed, "passed" if total <= needed else self.failing)

    def effects(self, played: Played[MoraleOutcome]) -> Iterable[Effect]:
        return self.nerve.effects("unit", played.outcome.result)

    def moves(self, played: Played[MoraleOutcome]) -> Iterable[Shift]:
        return self.nerve.moves("unit", played.outcome.result)

    def describe(self, played: Played[MoraleOutcome]) -> Text:
        total, needed, result = played.outcome
        nerves, name = self.nerve.told(result), self.facts.unit.name
        head = Text("{nerves} ({total}, {needed} or less).", total=total, needed=needed, nerves=nerves)
        return Text("{unit}: {result}", unit=Role(name), result=head) if name else Sentence(head)

    def short_text(self, played: Played[MoraleOutcome]) -> Text | None:
        """A squad that falls back shows it by its marker and by what to do with the figures."""
        return NOTHING if played.outcome.result == "falls_back" else None


# `/morale`, and the tests that are due at a turn's start.


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
    return Morale.planned({"unit": facts}, unit=unit)


def sure(unit: Unit) -> bool:
    """True if an order lets it pass without dice (Orders)."""
    return unit.has("holds_the_line") or unit.has("rallying")


class RollForTerror(Order):
    """`/morale`: vehicles take no Terror test."""

    key, title, doing = Morale.key, Morale.title, Text("test its nerve")

    def checks(self) -> None:
        """Warn of a second test of a turn, even if the first came with fire; and of one that nothing calls for."""
        unit = self.unit
        if is_vehicle(unit):
            raise RuleError(Text("{unit} is a vehicle: vehicles take no Terror test.", unit=unit.ref), TERROR)
        if unit.has("nerve_tested") and not sure(unit):
            stands = N_("{unit} has taken its Terror test this turn: it stands as thrown (Terror).")
            self.warn(Text(stands, unit=unit.ref), repeat=True)
        elif not (unit.models < unit.starting or unit.has("pinned") or unit.has("retreating")):
            sound = N_("{unit} has lost nobody and is neither pinned nor falling back: no test is due (Terror).")
            self.warn(Text(sound, unit=unit.ref))

    def rolls(self) -> Iterable[Planned]:
        return () if sure(self.unit) else (test(self.unit),)

    def _results(self, played: Sequence[Played]) -> list[tuple[str, str]]:
        return [(self.unit.id, played[0].outcome.result if played else "passed")]

    def after(self, now: Board, played: Sequence[Played]) -> Iterable[Event]:
        return steadied(now, self._results(played))

    def notes(self, now: Board, played: Sequence[Played]) -> Iterable[Text]:
        if not played:
            return [Text("{unit} passes without dice: it holds the line or rallies.", unit=self.unit.ref)]
        return freed(now, self._results(played))

    def headline(self) -> Text:
        return Text("{unit}: Terror", unit=self.unit.ref)


class DueTests:
    """The Terror tests of sides at their turn start: pinned squads, those falling back, and those whose test is still
    due; some pass without dice by order (Terror).
    """

    def __init__(self, board: Board, sides: Sequence[str]) -> None:
        squads = [one for one in board.game.units.values() if one.side in sides and one.alive and not is_vehicle(one)]
        self.units = [one for one in squads if any(map(one.has, ("pinned", "retreating", "terror_due")))]
        self.tested = [unit for unit in self.units if not sure(unit)]

    def rolls(self) -> tuple[Planned, ...]:
        return tuple(map(test, self.tested))

    def _results(self, played: Sequence[Played]) -> list[tuple[str, str]]:
        return [(unit.id, done.outcome.result) for unit, done in zip(self.tested, played, strict=True)]

    def after(self, now: Board, played: Sequence[Played]) -> Iterator[Event]:
        passing = [(unit.id, "passed") for unit in self.units if sure(unit)]
        return steadied(now, [*self._results(played), *passing])

    def notes(self, now: Board, played: Sequence[Played]) -> Iterator[Text]:
        if names := [unit.ref for unit in self.units if sure(unit)]:
            yield Text("Without dice, by order: {units}.", units=Listed(names))
        yield from freed(now, self._results(played))
