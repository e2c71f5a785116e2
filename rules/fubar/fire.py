"""Fire at figures: hits, armour saves, and the owner's mix of suppressed figures and casualties (Firing)."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import replace
from operator import attrgetter
from typing import Literal, NamedTuple

from pydantic import Field

from rules.fubar.facts import UnitFacts, must_have_figures
from rules.fubar.shooting import FIRING, FubarShot, ShotRule, plan_firing
from rules.fubar.tables import COVERS, Cover, FubarRulings, FubarTables, VehicleArmour
from rules.kernel.action import Aim, Played
from rules.kernel.dice import Line, Need, Roll, Successes
from rules.kernel.errors import RuleError
from rules.kernel.facts import Flag
from rules.kernel.plays import Effect
from rules.kernel.table import Decision, Offer, Table, Then, then
from rules.kernel.text import N_, NOTHING, Joined, Term, Text, counted


class FubarFireFacts(FubarShot):
    """Facts of fire at a unit of figures."""

    target: UnitFacts = Field(title=N_("Target"))
    target_action: Literal["duck_and_weave", "gone_to_ground"] | None = Field(default=None, title=N_("Target's action"))
    target_at_edge: Flag = Field(
        default=True, title=N_("Target at the edge"), description=N_("Some of it within 2″ of its cover's edge.")
    )
    same_area: Flag = Field(default=False, title=N_("Same area of cover"), description=N_("Both units are in it."))
    behind_vehicle: VehicleArmour | None = Field(
        default=None, title=N_("Behind a vehicle"), description=N_("Its armour, when the target is right behind one.")
    )


class FubarFireOutcome(NamedTuple):
    """Hits, saves, newly suppressed figures, casualties, and hits without effect."""

    hits: int
    saved: int
    suppressed: int
    casualties: int
    lost_hits: int


def allocation_of(rulings: FubarRulings) -> Decision[int]:
    """Return the decision with the default of the ruling; the usual one needs no copy."""
    asked = rulings.allocation == "ask"
    default = ALLOCATION.default if asked else rulings.allocation
    if (default, asked) == (ALLOCATION.default, ALLOCATION.asked):
        return ALLOCATION
    return replace(ALLOCATION, default=default, asked=asked)


def _parse_allocation(text: str) -> int:
    """Parse the maximum to suppress: all there is room for, none, or a number."""
    if text in _ALLOCATIONS:
        return _ALLOCATIONS[text]
    name, _, number = text.partition("=")
    if name != "suppress" or not number.isdecimal():
        raise ValueError(text)
    return int(number)


_ALLOCATIONS = {"suppress_first": sys.maxsize, "casualties_first": 0}


def _allocation_offers(unsaved: int, room: int, figures: int) -> tuple[Offer, ...]:
    """Return every number of figures that may be suppressed instead of lost."""
    most = min(unsaved, room)
    return tuple(
        Offer(
            f"suppress={n}",
            Text(
                "{n} suppressed, {casualties}",
                n=n,
                casualties=counted(min(unsaved - n, figures - n), "casualty", "casualties"),
            ),
        )
        for n in range(most, -1, -1)
    )


ALLOCATION = Decision[int](
    name="allocation",
    by="defender",
    question=Text("How are the unsaved hits taken?"),
    options=("suppress_first", "casualties_first", "suppress=N"),
    default="suppress_first",
    read=_parse_allocation,
    rule="Firing › Suppression",
    offers=_allocation_offers,
    asked=False,
)


class FubarFire(ShotRule[FubarFireFacts, FubarFireOutcome]):
    """Hits first, then the saves of a vehicle in front, then armour; the owner allocates the rest (Firing)."""

    key, title, topic, decisions = "fire", Text("Fire"), "firing", (ALLOCATION,)
    most_dice = 300

    def plan(self) -> None:
        facts, rulings, tables = self.facts, self.book.rulings, self.book.tables
        target = facts.target
        must_have_figures(target, "target")
        if facts.same_area and facts.distance > 6:
            raise RuleError(Text("Inside the same area of cover the target must be within 6″."), FIRING)
        if facts.cover != "none" and not facts.same_area and not facts.target_at_edge:
            raise RuleError(Text("No figure of the target is within 2″ of the edge of its cover."), FIRING)
        self.firing = plan_firing(facts, tables, *effective_cover(facts, rulings.same_area_cover))
        self.behind = vehicle_saves(facts.behind_vehicle, tables) if facts.behind_vehicle else None
        alone = facts.behind_vehicle and rulings.behind_vehicle_saves == "vehicle"
        self.armour = None if alone else armour_saves(target.armour, tables, "defender")
        self.allocation = allocation_of(rulings)
        limit = tables.levels[target.level].suppress
        self.room = max(0, min(limit - target.suppressed, target.standing))
        self.goal = Aim("casualties", attrgetter("casualties"), attrgetter("suppressed"), target.figures)
        covers = {effective_cover(facts, ruling)[0] for ruling in ("modifier", "none")} if facts.same_area else ()
        if self.firing.dice and len(covers) > 1:
            self.rulings_used = ("same_area_cover",)
        if facts.behind_vehicle and target.armour != "none":
            self.rulings_used += ("behind_vehicle_saves",)

    def play(self, table: Table) -> Then[FubarFireOutcome]:
        hits = self.roll_hits(table)
        return then(self._roll_behind, hits) if self.behind else then(self._resolve_hits, hits, 0)

    def _roll_behind(self, table: Table, hits: int) -> Then[FubarFireOutcome]:
        assert self.behind
        return then(self._resolve_hits, hits, table.roll(self.behind, hits))

    def _resolve_hits(self, table: Table, hits: int, saved: int) -> FubarFireOutcome:
        """Resolve the hits: suppressed figures within the limit, else casualties; the rest is lost (Firing)."""
        if self.armour:
            saved += table.roll(self.armour, hits - saved)
        figures = self.facts.target.figures
        suppressed = count_suppressed(table, self.allocation, hits - saved, self.room, figures)
        left = hits - saved - suppressed
        casualties = min(left, figures - suppressed)
        return FubarFireOutcome(hits, saved, suppressed, casualties, left - casualties)

    def effects(self, played: Played[FubarFireOutcome]) -> Iterable[Effect]:
        """Yield the losses, upright figures first; a suppressed figure that falls loses its marker."""
        outcome = played.outcome
        down = max(0, outcome.casualties - (self.facts.target.standing - outcome.suppressed))
        yield Effect("target", "suppressed", outcome.suppressed - down)
        yield Effect("target", "models", -outcome.casualties)

    def rulings_used_in(self, played: Played[FubarFireOutcome]) -> Iterable[str]:
        return ("allocation",) if played.made else ()

    def describe(self, played: Played[FubarFireOutcome]) -> Text:
        return self.with_silent(self._describe_result(played.outcome))

    def _describe_result(self, outcome: FubarFireOutcome) -> Text:
        if not outcome.hits:
            return Text("No hits.")
        hits = counted(outcome.hits, "hit", "hits")
        saved = Text(", {saved} saved", saved=outcome.saved) if outcome.saved else NOTHING
        wiped = Text("wiped out") if outcome.casualties == self.facts.target.figures else NOTHING
        harm = [Text("{n} suppressed", n=outcome.suppressed)] if outcome.suppressed else []
        harm += [counted(outcome.casualties, "casualty", "casualties")] if outcome.casualties else []
        came = Joined((*harm, wiped), ", ") or Text("no effect")
        if not outcome.lost_hits:
            return Text("{hits}{saved}: {came}.", hits=hits, saved=saved, came=came)
        lost = counted(outcome.lost_hits, "hit", "hits")
        return Text("{hits}{saved}: {came} ({lost} wasted).", hits=hits, saved=saved, came=came, lost=lost)

    def short_text(self, played: Played[FubarFireOutcome]) -> Text | None:
        """Return no text for effects that the target shows."""
        hurt = played.outcome.suppressed or played.outcome.casualties
        return self.with_silent(NOTHING) if hurt else None


def effective_cover(facts: FubarFireFacts, inside: Literal["modifier", "none"]) -> tuple[Cover, Text]:
    """Return the cover that counts and its reason: the better of position and action (Activation; Cover).

    `inside` is the ruling on cover between units in the same area of it.
    """
    cover: Cover = "none" if facts.same_area and inside == "none" else facts.cover
    if facts.target_action == "duck_and_weave" and cover == "none":
        return "soft", Text("Duck and Weave, as soft cover")
    if facts.target_action == "gone_to_ground" and cover != "none":
        better = COVERS[min(3, COVERS.index(cover) + 1)]
        return better, Text("{better} cover ({cover}, Gone to Ground)", better=Term(better), cover=Term(cover))
    return cover, Text("{cover} cover", cover=Term(cover))


ARMOUR_SAVES = Text("armour saves")


def armour_saves(
    armour: str, tables: FubarTables, by: str, key: str = "armour_saves", label: Text = ARMOUR_SAVES
) -> Roll[int] | None:
    """Return the roll that saves hits on figures in that armour; None without armour (Personal Armour)."""
    if armour == "none":
        return None
    need = tables.armour[armour]  # pyright: ignore[reportArgumentType] — every armour but "none" has a row
    ledger = (Line(Text("{armour} armour", armour=Term(armour)), need, "Personal Armour"),)
    return Roll(key, label, by, 6, Successes(need), Need(need), ledger, "Personal Armour")


def vehicle_saves(armour: VehicleArmour, tables: FubarTables) -> Roll[int]:
    """Return the roll by which a vehicle saves hits (Vehicles)."""
    need = tables.vehicle_armour[armour]
    what = Text("unarmoured vehicle") if armour == "none" else Text("{armour} vehicle armour", armour=Term(armour))
    ledger = (Line(what, need, "Vehicles"),)
    return Roll("vehicle_saves", Text("vehicle saves"), "defender", 6, Successes(need), Need(need), ledger, "Vehicles")


def count_suppressed(table: Table, allocation: Decision[int], unsaved: int, room: int, figures: int) -> int:
    """Return the number of figures that the owner has suppressed instead of lost, of the unsaved hits (Suppression)."""
    most = min(unsaved, room)
    return min(most, table.decide(allocation, unsaved, room, figures)) if most else 0
