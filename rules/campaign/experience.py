"""The experience that a unit gains in a battle, and the level it reaches by it (Aftermath › Experience)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from pydantic import Field

from rules.campaign.levels import level_at
from rules.campaign.tables import Book
from rules.kernel.action import Action, Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag, Models
from rules.kernel.table import Table
from rules.kernel.text import N_, NOTHING, Joined, Text

EXPERIENCE = "Aftermath › Experience"
MOST_EXPERIENCE = 1000

Earned = Annotated[int, Field(strict=True, ge=0, le=MOST_EXPERIENCE)]
"""Experience of a unit: 0 to 1000."""


class Experience(Facts):
    """What a unit did in a battle, and who is in it now. `models` counts the recruits among them."""

    fought: Flag = Field(default=True, title=N_("Fought"))
    caused_losses: Flag = Field(title=N_("Caused losses"))
    destroyed: Flag = Field(title=N_("Destroyed an enemy unit"))
    objective: Flag = Field(title=N_("Held an objective"), description=N_("At the end of the battle."))
    won: Flag = Field(title=N_("Won"))
    routed: Flag = Field(default=False, title=N_("Routed"), description=N_("Then it earns nothing."))
    before: Earned = Field(default=0, title=N_("Experience before"))
    models: Models = Field(title=N_("Figures"), description=N_("With the recruits."))
    recruits: Models = Field(default=0, title=N_("Recruits"), description=N_("Figures that are new in the unit."))


class ExperienceOutcome(NamedTuple):
    """Experience earned, what it has after it, and its level by that: 0 to 3."""

    gained: int
    after: int
    level: int
    level_up: bool


@dataclass(frozen=True, eq=False, slots=True)
class ExperiencePlan:
    """The experience in numbers: what is left of it after recruits, and what is earned."""

    before: int
    diluted: int
    gained: int
    levels: tuple[int, ...]
    routed: bool
    leaned: tuple[str, ...] = ()


_EARNED = ("fought", "caused_losses", "destroyed", "objective", "won")


def plan(facts: Experience, book: Book) -> ExperiencePlan:
    """Raises RuleError for a unit without figures, or with more recruits than figures."""
    row = book.tables.experience
    _must_add_up(facts)
    earned = sum(getattr(row, deed) for deed in _EARNED if getattr(facts, deed))
    return ExperiencePlan(
        before=facts.before,
        diluted=facts.before * (facts.models - facts.recruits) // facts.models,
        gained=0 if facts.routed else min(row.most, earned),
        levels=row.levels,
        routed=facts.routed,
    )


def _must_add_up(facts: Experience) -> None:
    if not facts.models:
        raise RuleError(
            Text("Nobody is left in the unit to learn from it: a unit that is wiped out is lost."), EXPERIENCE
        )
    if facts.recruits > facts.models:
        wrong = Text(
            "There are {recruits} recruits in a unit of {models}: give at most as many as it has figures.",
            recruits=facts.recruits,
            models=facts.models,
        )
        raise RuleError(wrong, EXPERIENCE)


def learn(table: Table, plan: ExperiencePlan) -> ExperienceOutcome:
    after = plan.diluted + plan.gained
    level = level_at(after, plan.levels)
    return ExperienceOutcome(plan.gained, after, level, level > level_at(plan.before, plan.levels))


def tell(plan: ExperiencePlan, played: Played[ExperienceOutcome]) -> Text:
    outcome = played.outcome
    gained = Text("Experience +{gained}: now {after}.", gained=outcome.gained, after=outcome.after)
    level = Text("Up to level {level}.", level=outcome.level) if outcome.level_up else _fallen(plan, outcome)
    return Joined((_diluted(plan), Text("It routed.") if plan.routed else NOTHING, gained, level))


def _diluted(plan: ExperiencePlan) -> Text:
    if plan.diluted == plan.before:
        return NOTHING
    return Text("Recruits bring its experience from {before} to {diluted}.", before=plan.before, diluted=plan.diluted)


def _fallen(plan: ExperiencePlan, outcome: ExperienceOutcome) -> Text:
    fell = outcome.level < level_at(plan.before, plan.levels)
    return Text("Down to level {level}.", level=outcome.level) if fell else NOTHING


ACTION = Action(
    key="experience",
    title=Text("Experience"),
    topic="experience",
    facts=Experience,
    outcome=ExperienceOutcome,
    plan=plan,
    rule=learn,
    tell=tell,
    indices=("level",),
)
