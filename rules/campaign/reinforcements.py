"""Figures that a roster may place before its next battle, in units or for a lost one (Aftermath › Reinforcements)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from pydantic import Field

from rules.campaign.campaign import Campaign, CampaignEvent, check_leads, remember
from rules.campaign.roster import CampaignUnit, enlist_unit
from rules.campaign.roster_events import check_name_is_free, check_room, no_figures_text
from rules.campaign.tables import Book
from rules.game.unit import Name
from rules.kernel.action import Action, Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts, Flag
from rules.kernel.table import Table
from rules.kernel.text import N_, Joined, Plural, Text

REINFORCEMENTS = "Aftermath › Reinforcements"


class Reinforcements(Facts):
    """Facts about a player's reinforcements."""

    base: Count = Field(default=3, title=N_("Base"), description=N_("Figures that come after every battle."))
    lost_battle: Flag = Field(default=False, title=N_("Lost the battle"))
    territories: Count = Field(default=0, title=N_("Territories"), description=N_("The worth of all territories held."))


class ReinforcementsOutcome(NamedTuple):
    """Figures to place in units."""

    figures: int


@dataclass(frozen=True, eq=False, slots=True)
class ReinforcementsPlan:
    """The figures by origin."""

    base: int
    defeat: int
    territories: int
    rulings_used: tuple[str, ...] = ()


def plan(facts: Reinforcements, book: Book) -> ReinforcementsPlan:
    row = book.tables.reinforcements
    return ReinforcementsPlan(facts.base, row.lost_battle * facts.lost_battle, facts.territories)


def reinforce(table: Table, plan: ReinforcementsPlan) -> ReinforcementsOutcome:
    return ReinforcementsOutcome(plan.base + plan.defeat + plan.territories)


def describe_reinforcements(plan: ReinforcementsPlan, played: Played[ReinforcementsOutcome]) -> Text:
    outcome = played.outcome
    parts = (
        (True, Text("base {n}", n=plan.base)),
        (plan.defeat, Text("+{n} after a defeat", n=plan.defeat)),
        (plan.territories, Text("+{n} for territories", n=plan.territories)),
    )
    why = Joined([text for counts, text in parts if counts], ", ")
    return Plural("{n} recruit ({why}).", "{n} recruits ({why}).", outcome.figures, why=why)


ACTION = Action(
    key="reinforcements",
    title=Text("Reinforcements"),
    topic="reinforcements",
    facts=Reinforcements,
    outcome=ReinforcementsOutcome,
    plan=plan,
    rule=reinforce,
    describe=describe_reinforcements,
)


# A recruit who replaces a single lost figure (Aftermath › Reinforcements).


def is_replaceable(unit: CampaignUnit) -> bool:
    """True if a recruit may replace a unit: a single lost figure that has no replacement yet.

    A unit of several figures is lost with its last one.
    """
    return unit.status == "lost" and unit.full == 1 and not (unit.dismissed or unit.replaced)


def make_recruit(id: str, name: str, lost: CampaignUnit) -> CampaignUnit:
    """Return the recruit: the lost unit as enlisted, without its experience."""
    return enlist_unit(id, lost.roster, lost.spec.model_copy(update={"name": name, "hp": ()}), lost.type)


class Replaced(CampaignEvent):
    """A figure that the roster may place replaces a single lost one as a new unit with that id and name."""

    kind: Literal["replaced"] = "replaced"
    unit: str
    recruit: str
    name: Name

    def check_details(self, campaign: Campaign, by: str) -> None:
        lost = campaign.unit(self.unit)
        check_leads(campaign, lost.roster, by)
        if not is_replaceable(lost):
            raise RuleError(Text("{unit} is not a lost single figure. Enlist a new unit.", unit=lost.name))
        if campaign.battle_of_unit(lost.id):
            raise RuleError(Text("{unit} is in a battle: end it and sign its report first.", unit=lost.name))
        if not campaign.roster(lost.roster).figures:
            raise RuleError(no_figures_text())
        if self.recruit in campaign.units:
            raise RuleError(Text("{unit} is already in this campaign.", unit=self.name))
        check_name_is_free(campaign, lost.roster, self.name)
        check_room(campaign, lost, by)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        lost = campaign.unit(self.unit)
        roster = campaign.roster(lost.roster)
        left = roster.model_copy(update={"figures": max(0, roster.figures - 1)})
        after = remember(campaign.with_roster(left), lost.with_changes(replaced=True), "replaced", by=self.name)
        return remember(after, make_recruit(self.recruit, self.name, lost), "replaces", lost=lost.name)
