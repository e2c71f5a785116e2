"""Tables of campaigns: the aftermath, the rulings and terms of a campaign, and the list of honours."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import BaseModel, Field, JsonValue, model_validator

from rules.campaign.report import Margin
from rules.game.unit import Value
from rules.kernel import action
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.rows import Row
from rules.kernel.text import N_, Text
from rules.kit.rulings import house_ruling

Wreck = Literal["destroyed", "disabled"]
Fate = Literal["repaired", "misses_one", "lost"]
Points = Annotated[int, Field(strict=True, ge=0, le=10)]


class RecoveryRow(Row):
    """The faces on which a figure is back or recovers, and the modifiers of its die."""

    back: int = Field(ge=2, le=6)
    recovering: int = Field(ge=1, le=6)
    held_field: int = Field(ge=0, le=6)
    medic: int = Field(ge=0, le=6)


class SalvageRow(Row):
    """The face that repairs a vehicle, by its state, and its fate otherwise."""

    held_field: int = Field(ge=0, le=6)
    repaired: dict[Wreck, int]
    otherwise: dict[Wreck, Fate]


class ExperienceRow(Row):
    """Experience by deed, the most for a battle, and the threshold of each level."""

    fought: Points
    caused_losses: Points
    destroyed: Points
    objective: Points
    won: Points
    most: Points
    levels: tuple[int, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _check_levels_rise(self) -> ExperienceRow:
        if list(self.levels) != sorted(set(self.levels)) or self.levels[0] < 1:
            raise ValueError("levels: each takes more experience than the one before, the first at least 1")
        return self


class ReinforcementsRow(Row):
    """Figures in addition to the base."""

    lost_battle: int = Field(ge=0, le=100)


class CampaignTables(Row):
    """All numbers of the aftermath."""

    recovery: RecoveryRow
    salvage: SalvageRow
    experience: ExperienceRow
    reinforcements: ReinforcementsRow


_OURS: dict[str, JsonValue] = {"house": True}


class CampaignRulings(Row):
    """Rulings that a campaign may set, all of them house rules."""

    injury_heals: Literal["any", "missed"] = house_ruling(
        "any", N_("Battles that heal an injury: all, or only those that the unit misses.")
    )
    points_major: Points = house_ruling(3, N_("Points in the standings for a major victory."))
    points_minor: Points = house_ruling(2, N_("Points in the standings for a minor victory."))
    points_draw: Points = house_ruling(1, N_("Points in the standings for a draw, to each side."))
    points_from: Literal["now", "all"] = house_ruling(
        "now", N_("A change of points counts for battles signed from then on, or for all.")
    )
    ties: Literal["fewer_battles", "more_battles"] = house_ruling(
        "fewer_battles", N_("Who ranks higher at equal points: fewer battles fought, or more.")
    )
    open_wounds: Literal["settle", "vanish"] = house_ruling(
        "settle", N_("Wound markers left when a game ends: rolled for before the report, or removed.")
    )


# The book of the aftermath, with these types.
Book = action.Ruleset[CampaignTables, CampaignRulings]


# The terms of a campaign: house rules, each of which a ruling of the campaign may change.

_Steps = Annotated[int, Field(strict=True, ge=1, le=9)]


class Terms(CampaignRulings):
    """All rulings of a campaign, for its aftermath, its battles and its rosters."""

    steps_major: _Steps = house_ruling(2, N_("Steps up the ladder by a major victory."))
    steps_minor: _Steps = house_ruling(1, N_("Steps up the ladder by a minor victory."))
    unit_cap: int = Field(
        default=0,
        strict=True,
        ge=0,
        le=100,
        description=N_("Most units in a roster; 0: no limit."),
        json_schema_extra=_OURS,
    )
    points_cap: int = Field(
        default=0,
        strict=True,
        ge=0,
        le=10_000,
        description=N_("Most points that the units of a roster cost together; 0: points do not count."),
        json_schema_extra=_OURS,
    )
    neighbours: Literal["needed", "anywhere"] = house_ruling(
        "needed", N_("Where a side may attack: beside a territory it holds, or anywhere.")
    )
    recovering_fight: Literal["no", "yes"] = house_ruling("no", N_("Whether a recovering unit may fight."))
    new_units: Literal["any", "arbitrator"] = house_ruling(
        "any", N_("Who enlists units once a roster has fought: its player too, or only the arbitrator.")
    )
    reinforcements: int = Field(
        default=3,
        strict=True,
        ge=0,
        le=100,
        description=N_("Figures that a player may place after every battle, before any additions."),
        json_schema_extra=_OURS,
    )

    @property
    def points(self) -> dict[Margin, int]:
        """Points for each result in the standings."""
        return {"major": self.points_major, "minor": self.points_minor, "draw": self.points_draw}


EARLIER: dict[str, Value] = {"open_wounds": "vanish", "ties": "more_battles", "points_from": "all"}
"""The values for campaigns of format 1, which had no such rulings."""


def terms_of(rulings: Mapping[str, Value]) -> Terms:
    """Return the terms under these rulings; those unknown to this release are ignored."""
    return _read_terms(tuple(rulings.items()))


@lru_cache(maxsize=256)
def _read_terms(rulings: tuple[tuple[str, Value], ...]) -> Terms:
    known: dict[str, Value] = {}
    for name, value in rulings:
        with suppress(BadFacts):
            validate(Terms, {name: value})
            known[name] = value
    return Terms.model_validate(known)


# The list of honours in the data: the deed that the record must show for each, and how often.

Deed = Literal[
    "first_loss",
    "alone",
    "vehicles",
    "destroyed",
    "objective_under_fire",
    "last_figure",
    "under_fire_unhurt",
    "no_test_failed",
    "survived",
]


_AT_ONCE: tuple[Deed, ...] = ("first_loss", "alone", "vehicles", "destroyed", "last_figure")
"""Deeds done at one moment of a battle."""


class HonourRow(BaseModel, frozen=True, extra="forbid"):
    """An honour: its deed, how often the record of one battle must show it, and in how many consecutive battles."""

    deed: Deed
    name: str = Field(min_length=1, max_length=60)
    least: int = Field(default=1, ge=1, le=100)
    battles: int = Field(default=1, ge=1, le=100)

    @property
    def is_immediate(self) -> bool:
        return self.deed in _AT_ONCE

    @property
    def title(self) -> Text:
        return Text(self.name)


class _List(BaseModel):
    honours: dict[str, HonourRow] = Field(min_length=1, max_length=40)


def honours_of(found: Mapping[str, object]) -> dict[str, HonourRow]:
    """Return the list from the content of a file; raise BadFacts."""
    return validate(_List, {"honours": found}).honours
