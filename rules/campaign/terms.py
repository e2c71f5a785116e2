"""What a campaign was agreed to be kept by: numbers of ours, each of which a ruling of the campaign may change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue

from rules.campaign.report import Margin
from rules.campaign.tables import Rulings
from rules.errors import BadFacts
from rules.facts import checked
from rules.text import N_
from rules.unit import Value

_OURS: dict[str, JsonValue] = {"house": True}
_Steps = Annotated[int, Field(strict=True, ge=1, le=9)]


class Terms(Rulings):
    """All rulings of a campaign: those of its aftermath, and those that its battles and rosters are kept by."""

    steps_major: _Steps = Field(
        default=2, description=N_("Steps up the ladder by a major victory."), json_schema_extra=_OURS
    )
    steps_minor: _Steps = Field(
        default=1, description=N_("Steps up the ladder by a minor victory."), json_schema_extra=_OURS
    )
    unit_cap: int = Field(
        default=0,
        strict=True,
        ge=0,
        le=100,
        description=N_("The most units that a roster has; 0 for as many as there are."),
        json_schema_extra=_OURS,
    )
    points_cap: int = Field(
        default=0,
        strict=True,
        ge=0,
        le=10_000,
        description=N_("The most points that the units of a roster cost together; 0 where they are not counted."),
        json_schema_extra=_OURS,
    )
    neighbours: Literal["needed", "anywhere"] = Field(
        default="needed",
        description=N_("Where a side may attack: beside a territory it holds, or anywhere."),
        json_schema_extra=_OURS,
    )
    recovering_fight: Literal["no", "yes"] = Field(
        default="no",
        description=N_("Whether a unit that is recovering may fight all the same."),
        json_schema_extra=_OURS,
    )
    new_units: Literal["any", "arbitrator"] = Field(
        default="any",
        description=N_("Who enlists units once a roster has fought: its player too, or only the arbitrator."),
        json_schema_extra=_OURS,
    )
    reinforcements: int = Field(
        default=3,
        strict=True,
        ge=0,
        le=100,
        description=N_("Figures that a player may place after every battle, before what else adds to them."),
        json_schema_extra=_OURS,
    )

    @property
    def points(self) -> dict[Margin, int]:
        """What each result is worth in the standings."""
        return {"major": self.points_major, "minor": self.points_minor, "draw": self.points_draw}


EARLIER: dict[str, Value] = {"open_wounds": "vanish", "ties": "more_battles", "points_from": "all"}
"""How it was in campaigns of format 1, which had no such rulings."""


def terms_of(rulings: Mapping[str, Value]) -> Terms:
    """The terms under these rulings; what a release does not know, or knows no more, counts for nothing."""
    return _terms(tuple(rulings.items()))


@lru_cache(maxsize=256)
def _terms(rulings: tuple[tuple[str, Value], ...]) -> Terms:
    known: dict[str, Any] = {name: value for name, value in rulings if not _wrong(name, value)}
    return Terms(**known)


def _wrong(name: str, value: Value) -> bool:
    try:
        checked(Terms, {name: value})
    except BadFacts:
        return True
    return False
