"""What the aftermath of a battle looks up: its tables, read from data, and the rulings of a campaign."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from rules.text import N_

Wreck = Literal["destroyed", "disabled"]
Fate = Literal["repaired", "misses_one", "lost"]
Points = Annotated[int, Field(strict=True, ge=0, le=10)]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class RecoveryRow(_Row):
    """The faces by which a figure is back or recovers, and what is added to its die."""

    back: int = Field(ge=2, le=6)
    recovering: int = Field(ge=1, le=6)
    held_field: int = Field(ge=0, le=6)
    medic: int = Field(ge=0, le=6)


class SalvageRow(_Row):
    """The face by which a vehicle is repaired, by what has become of it, and its fate otherwise."""

    held_field: int = Field(ge=0, le=6)
    repaired: dict[Wreck, int]
    otherwise: dict[Wreck, Fate]


class ExperienceRow(_Row):
    """Experience by what it is earned for, the most that a battle gives, and what each level takes."""

    fought: Points
    caused_losses: Points
    destroyed: Points
    objective: Points
    won: Points
    most: Points
    levels: tuple[int, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _levels_rise(self) -> ExperienceRow:
        if list(self.levels) != sorted(set(self.levels)) or self.levels[0] < 1:
            raise ValueError("levels: each takes more experience than the one before, the first at least 1")
        return self


class ReinforcementsRow(_Row):
    """Figures that come beside the base."""

    lost_battle: int = Field(ge=0, le=100)


class Tables(_Row):
    """Every number of the aftermath."""

    recovery: RecoveryRow
    salvage: SalvageRow
    experience: ExperienceRow
    reinforcements: ReinforcementsRow


_OURS: dict[str, JsonValue] = {"house": True}


class Rulings(_Row):
    """What a campaign may agree on. All of them are ours."""

    injury_heals: Literal["any", "missed"] = Field(
        default="any",
        description=N_("Which battles wear off an injury: any, fought or missed, or only those that its unit misses."),
        json_schema_extra=_OURS,
    )
    points_major: Points = Field(
        default=3, description=N_("Points in the standings for a major victory."), json_schema_extra=_OURS
    )
    points_minor: Points = Field(
        default=2, description=N_("Points in the standings for a minor victory."), json_schema_extra=_OURS
    )
    points_draw: Points = Field(
        default=1, description=N_("Points in the standings for a draw, to each side."), json_schema_extra=_OURS
    )
    points_from: Literal["now", "all"] = Field(
        default="now",
        description=N_("What a change of points counts for: battles signed from then on, or those before it as well."),
        json_schema_extra=_OURS,
    )
    ties: Literal["fewer_battles", "more_battles"] = Field(
        default="fewer_battles",
        description=N_("Who comes first with as many points: whoever fought fewer battles for them, or more."),
        json_schema_extra=_OURS,
    )
    open_wounds: Literal["settle", "vanish"] = Field(
        default="settle",
        description=N_("Wounds that lie when a game ends: thrown for before the report, or taken off."),
        json_schema_extra=_OURS,
    )
