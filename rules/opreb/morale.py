"""The morale check, a skill test that needs enough bangs (Fall back), and the rally (Initiative › Actions)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from pydantic import Field

from rules.command.system import Planned
from rules.kernel.action import Aim, Played
from rules.kernel.facts import Count, Facts
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Plural, Sentence, Text, counted
from rules.opreb.facts import Skilled
from rules.opreb.fall_back import FALL_BACK
from rules.opreb.pools import Pool, bangs, pin_rulings_used, skill_test
from rules.opreb.tables import Book, OprebRule, Order
from rules.opreb.turn import TURNS, OprebUnitAction
from rules.opreb.weapons import skilled


class OprebMoraleFacts(Facts):
    """Facts of a morale check."""

    unit: Skilled = Field(title=N_("Unit"))


class OprebMoraleOutcome(NamedTuple):
    """Bangs rolled, and whether they are enough."""

    bangs: int
    passed: bool


def morale_test(unit: Skilled, book: Book, by: str) -> Pool:
    """Build the skill test of a morale check; its ledger names the bangs needed if more than one."""
    test = skill_test("morale_check", Text("morale check"), by, unit, book, FALL_BACK)
    if book.rulings.morale_bangs == 1:
        return test
    first, *others = test.throw.ledger
    needed = first._replace(why=Text("a bang, {bangs} to pass", bangs=book.rulings.morale_bangs))
    return replace(test, throw=test.throw._replace(ledger=(needed, *others)))


class OprebMorale(OprebRule[OprebMoraleFacts, OprebMoraleOutcome]):
    """A skill test, passed with enough bangs (Small arms fire › Fall back)."""

    key, title, topic = "morale", Text("Morale check"), "fall_back"
    goal = Aim("bangs", attrgetter("bangs"))

    def plan(self) -> None:
        unit, book = self.facts.unit, self.book
        self.test, self.need = morale_test(unit, book, "unit"), book.rulings.morale_bangs
        self.rulings_used = ("morale_bangs", *pin_rulings_used((unit,), book))

    def play(self, table: Table) -> OprebMoraleOutcome:
        rolled = bangs(table, self.test)
        return OprebMoraleOutcome(rolled, rolled >= self.need)

    def describe(self, played: Played[OprebMoraleOutcome]) -> Text:
        rolled = counted(played.outcome.bangs, "bang", "bangs")
        if played.outcome.passed:
            return Text("Morale holds: {bangs}, {need} needed.", bangs=rolled, need=self.need)
        return Text("Morale breaks: {bangs}, {need} needed.", bangs=rolled, need=self.need)


class OprebCheckMorale(Order):
    """`/morale`: a morale check outside of fire; the board stays the same (Small arms fire › Fall back)."""

    key, title, doing = OprebMorale.key, OprebMorale.title, Text("test its morale")

    def rolls(self) -> Iterable[Planned]:
        yield OprebMorale.plan_roll({"unit": skilled(self.unit)}, unit=self.unit)

    def headline(self) -> Text:
        return Text("{unit}: morale", unit=self.unit.ref)


# The Initiative Action, which removes pinned markers (Initiative › Actions).


class Pinned(Skilled):
    """A unit with its pinned markers."""

    pinned: Count = Field(title=N_("Pinned markers"))


class RallyFacts(Facts):
    """Facts of an Initiative Action."""

    unit: Pinned = Field(title=N_("Unit"))


class RallyOutcome(NamedTuple):
    """Bangs of the skill test, if it was rolled, and the pinned markers removed."""

    bangs: int
    pinned_removed: int


class Rally(OprebRule[RallyFacts, RallyOutcome]):
    """Removal of pinned markers, as many as the ruling allows; only one option of the ruling needs dice."""

    key, title, topic = "rally", Text("Rally (Initiative Action)"), "rally"
    goal = Aim("bangs", attrgetter("bangs"))

    def plan(self) -> None:
        unit, book = self.facts.unit, self.book
        self.pinned, self.removal = unit.pinned, book.rulings.pin_removal
        self.is_rolled = self.removal == "bangs_plus_one"
        self.test = skill_test("rally", Text("rally"), "unit", unit, book, TURNS.of_actions)
        self.rulings_used = ("pin_removal", *(pin_rulings_used((unit,), book) if self.is_rolled else ()))

    def play(self, table: Table) -> RallyOutcome:
        if not self.is_rolled:
            return RallyOutcome(0, self.pinned if self.removal == "all" else 0)
        rolled = bangs(table, self.test)
        return RallyOutcome(rolled, min(self.pinned, rolled + 1))

    def effects(self, played: Played[RallyOutcome]) -> Iterable[Effect]:
        yield Effect("unit", "pinned", -played.outcome.pinned_removed)

    def describe(self, played: Played[RallyOutcome]) -> Text:
        removed = played.outcome.pinned_removed
        markers, left = counted(removed, "pinned marker", "pinned markers"), self.pinned - removed or Text("none")
        if not self.is_rolled:
            said = Plural(
                "{markers} removed; {left} left.",
                "{markers} removed; {left} left.",
                removed,
                markers=markers,
                left=left,
            )
        else:
            said = Plural(
                "{markers} removed ({bangs} + 1); {left} left.",
                "{markers} removed ({bangs} + 1); {left} left.",
                removed,
                markers=markers,
                bangs=Plural("{n} bang", "{n} bangs", played.outcome.bangs),
                left=left,
            )
        return Sentence(said)

    def short_text(self, played: Played[RallyOutcome]) -> Text | None:
        """Return no text: the markers show the result."""
        return NOTHING


class RallyUnit(OprebUnitAction):
    """`/act rally`: an Initiative Action."""

    key, title, doing, repeats = Rally.key, Rally.title, Text("rally"), True

    def checks(self) -> None:
        super().checks()
        if not self.unit.count("pinned"):
            self.warn(Text("{unit} has no pinned markers (Initiative › Actions).", unit=self.unit.ref))

    def rolls(self) -> Iterable[Planned]:
        yield Rally.plan_roll({"unit": skilled(self.unit)}, unit=self.unit)

    def headline(self) -> Text:
        return Text("{unit}: rally", unit=self.unit.ref)
