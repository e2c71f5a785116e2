"""Fates of the downed, a die each when the fight is over (Afterwards); levels and injuries in campaigns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, get_args

from pydantic import Field

from rules.bayonet.facts import LEAST_FACTOR, BayonetProfile
from rules.bayonet.tables import BayonetRule, Order, Quality
from rules.command.order import refuse_if
from rules.command.planned import Planned
from rules.game.after_battle import AfterBattle, Fate, Gives, Injuries, OwnFates, advance_along
from rules.game.unit import Unit
from rules.kernel.action import Played, up_to
from rules.kernel.dice import Roll
from rules.kernel.facts import Count, Facts
from rules.kernel.plays import Effect
from rules.kernel.table import Table
from rules.kernel.text import N_, Listed, Sentence, Term, Text, counted

AFTERWARDS = "Afterwards"
MOST = 16


class _Row(NamedTuple):
    """A fate: its text, a short text without the capture, and its effect on a figure after the battle."""

    whole: Text
    short: Text
    left: Fate
    injury: Text | None = None


_FATES = {
    "dead": _Row(Text("dead"), Text("dead"), Fate(lives=False)),
    "severe": _Row(
        Text("severely hurt (−3, may be captured)"),
        Text("severely hurt (−3)"),
        Fate(injury=-3, is_captured=True),
        Text("severely hurt"),
    ),
    "major": _Row(
        Text("badly hurt (−2, captured unless friends hold the field)"),
        Text("badly hurt (−2)"),
        Fate(injury=-2, is_captured=True),
        Text("badly hurt"),
    ),
    "minor": _Row(
        Text("lightly hurt (−1, captured if the enemy holds the field)"),
        Text("lightly hurt (−1)"),
        Fate(injury=-1, is_captured=True),
        Text("lightly hurt"),
    ),
    "trivial": _Row(
        Text("scratched (escaped unless the enemy holds all of the field)"),
        Text("scratched"),
        Fate(),
        Text("scratched"),
    ),
    "unhurt": _Row(Text("unhurt"), Text("unhurt"), Fate(stands_up=True)),
}


class AfterwardsFacts(Facts):
    """Facts of the roll for fates."""

    downed: Count = Field(title=N_("Downed figures"))


class AfterwardsOutcome(NamedTuple):
    """Number of downed figures by fate."""

    dead: int
    severe: int
    major: int
    minor: int
    trivial: int
    unhurt: int


@dataclass(frozen=True, slots=True)
class _EachFace:
    """Number of dice by face, 1 first."""

    @property
    def start(self) -> tuple[int, ...]:
        return (0,) * 6

    def kind(self, face: int) -> int:
        return face - 1

    def add(self, got: tuple[int, ...], kind: int, n: int) -> tuple[int, ...]:
        return (*got[:kind], got[kind] + n, *got[kind + 1 :])


class Afterwards(BayonetRule[AfterwardsFacts, AfterwardsOutcome]):
    """A die for each downed figure; the unhurt stand up again."""

    key, title, topic, details = "afterwards", Text("Afterwards"), "afterwards", ("fates",)

    def plan(self) -> None:
        self.downed, self.fates = self.facts.downed, self.book.tables.fates
        self.throw = Roll("fates", Text("fates of the downed"), "unit", 6, _EachFace(), None, (), AFTERWARDS)

    def play(self, table: Table) -> AfterwardsOutcome:
        return AfterwardsOutcome(**dict(zip(self.fates, table.roll(self.throw, self.downed), strict=True)))

    def effects(self, played: Played[AfterwardsOutcome]) -> Iterable[Effect]:
        yield Effect("unit", "downed", -self.downed)
        yield Effect("unit", "models", played.outcome.unhurt)

    def detail(self, played: Played[AfterwardsOutcome]) -> Mapping[str, object]:
        return {"fates": [self.fates[face - 1] for step in played.steps for face in step.faces]}

    def describe(self, played: Played[AfterwardsOutcome]) -> Text:
        found = [(n, _FATES[fate].whole) for fate, n in played.outcome._asdict().items() if n]
        if not found:
            return Text("Nobody is downed.")
        return Sentence(found[0][1]) if self.downed == 1 else self._list_fates(found)

    def short_text(self, played: Played[AfterwardsOutcome]) -> Text | None:
        """Return the fates of several figures without captures."""
        found = [(n, _FATES[fate].short) for fate, n in played.outcome._asdict().items() if n]
        return self._list_fates(found) if self.downed > 1 else None

    def _list_fates(self, found: Iterable[tuple[int, Text]]) -> Text:
        fates = Listed([Text("{n} {things}", n=n, things=fate) for n, fate in found])
        return Text("Of {downed} downed: {fates}.", downed=self.downed, fates=fates)

    def too_big(self) -> Text | None:
        """Return the refusal of exact odds; the mixes of six fates grow with the fifth power of the dice."""
        return up_to(MOST, self.downed, N_("Exact odds go up to {most} downed figures; there are {n} here."))


class ReckonUp(Order):
    """`/act afterwards`: a die for each downed figure, of the units named, of all, or `count` dice."""

    key, title, needs, several, counted = Afterwards.key, Text("Fates of the downed"), (), ("unit",), True

    @property
    def downed_units(self) -> list[Unit]:
        units = map(self.board.unit, self.request.unit or self.board.game.units)
        return [unit for unit in units if unit.has("downed")]

    @property
    def number(self) -> int | None:
        """Number of figures that are not on the board, if no unit is named."""
        return None if self.request.unit else self.request.count

    def checks(self) -> None:
        none = Text("None of them is downed.") if self.request.unit else Text("Nobody is downed.")
        refuse_if(self.number is None and not self.downed_units, none, AFTERWARDS)

    def rolls(self) -> Iterable[Planned]:
        if self.number is not None:
            return [Afterwards.plan_roll({"downed": self.number})]
        return [Afterwards.plan_roll({"downed": unit.count("downed")}, unit=unit) for unit in self.downed_units]

    def headline(self) -> Text:
        if self.number is not None:
            return Text("Afterwards: {units}", units=counted(self.number, "downed figure", "downed figures"))
        return Text("Afterwards: {units}", units=Listed([unit.ref for unit in self.downed_units]))


# Bayonet in campaigns: the effects of levels, fates and injuries on a figure; the modifiers are house rules.

LEVELS: Gives = ((advance_along(BayonetProfile, "quality", get_args(Quality), Term),),)
"""Quality improves by one."""
INJURIES = Injuries(
    traits=("physical_cf", "range_cf"),
    least=LEAST_FACTOR,
    says={fate: row.injury for fate, row in _FATES.items() if row.injury},
)
AFTER_BATTLE = AfterBattle(
    routs=("fleeing",),
    own_fates=OwnFates(action=Afterwards.key, downed="downed", fates={fate: row.left for fate, row in _FATES.items()}),
)
"""The fates of the rules, which replace the campaign's recovery."""
