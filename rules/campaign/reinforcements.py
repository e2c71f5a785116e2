"""How many figures a player may place in units before the next battle (Aftermath › Reinforcements)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pydantic import Field

from rules.action import Action, Book, Played
from rules.campaign.tables import ReinforcementsRow
from rules.facts import Count, Facts, Flag
from rules.table import Table
from rules.text import N_, Joined, Plural, Text

REINFORCEMENTS = "Aftermath › Reinforcements"


class Reinforcements(Facts):
    """What a player's reinforcements depend on."""

    base: Count = Field(default=3, title=N_("Base"), description=N_("Figures that come after every battle."))
    lost_battle: Flag = Field(default=False, title=N_("Lost the battle"))
    territories: Count = Field(
        default=0, title=N_("Territories"), description=N_("What the territories held are worth together.")
    )


class ReinforcementsOutcome(NamedTuple):
    """Figures to place in units."""

    figures: int


@dataclass(frozen=True, eq=False, slots=True)
class ReinforcementsPlan:
    """The figures and where they come from."""

    base: int
    defeat: int
    territories: int
    leaned: tuple[str, ...] = ()


def plan(facts: Reinforcements, book: Book) -> ReinforcementsPlan:
    row: ReinforcementsRow = book.tables.reinforcements
    return ReinforcementsPlan(facts.base, row.lost_battle * facts.lost_battle, facts.territories)


def reinforce(table: Table, plan: ReinforcementsPlan) -> ReinforcementsOutcome:
    return ReinforcementsOutcome(plan.base + plan.defeat + plan.territories)


def tell(plan: ReinforcementsPlan, played: Played) -> Text:
    outcome: ReinforcementsOutcome = played.outcome
    parts = (
        (True, Text("base {n}", n=plan.base)),
        (plan.defeat, Text("+{n} after a defeat", n=plan.defeat)),
        (plan.territories, Text("+{n} for territories", n=plan.territories)),
    )
    why = Joined([text for counts, text in parts if counts], ", ")
    return Plural("{n} figure to place ({why}).", "{n} figures to place ({why}).", outcome.figures, why=why)


ACTION = Action(
    key="reinforcements",
    title=Text("Reinforcements"),
    topic="reinforcements",
    facts=Reinforcements,
    outcome=ReinforcementsOutcome,
    plan=plan,
    rule=reinforce,
    tell=tell,
)
