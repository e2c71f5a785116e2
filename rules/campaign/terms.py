"""What a campaign was agreed to be played by: numbers of ours, each of which a ruling of the campaign may change."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.errors import BadFacts
from rules.facts import checked, one_of
from rules.text import N_
from rules.unit import Value

_Points = Annotated[int, Field(ge=0, le=10)]
_Cap = Annotated[int, Field(ge=0, le=100)]


class Terms(BaseModel):
    """The rulings that the campaign itself is kept by; those of its aftermath stand beside them by other names."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    points_major: _Points = Field(default=3, title=N_("Points for a major victory"))
    points_minor: _Points = Field(default=2, title=N_("Points for a minor victory"))
    points_draw: _Points = Field(default=1, title=N_("Points for a draw"))
    steps_major: int = Field(default=2, ge=1, le=9, title=N_("Steps of the ladder for a major victory"))
    steps_minor: int = Field(default=1, ge=1, le=9, title=N_("Steps of the ladder for a minor victory"))
    unit_cap: _Cap = Field(default=0, title=N_("Most units in a roster, 0 for any number"))
    neighbours: Literal["needed", "anywhere"] = Field(default="needed", title=N_("Where a side may attack"))
    recovering_fight: Literal["no", "yes"] = Field(default="no", title=N_("Whether recovering units may fight"))
    injury_heals: Literal["any", "missed"] = Field(default="any", title=N_("Which battles an injury heals by"))


def terms_of(rulings: Mapping[str, Value]) -> Terms:
    """The terms under these rulings; what is none of theirs, or what a release no longer knows, counts for nothing."""
    return _terms(tuple(rulings.items()))


@lru_cache(maxsize=256)
def _terms(rulings: tuple[tuple[str, Value], ...]) -> Terms:
    known: dict[str, Any] = {name: value for name, value in rulings if not _wrong(name, value)}
    return Terms(**known)


def _wrong(name: str, value: Value) -> bool:
    try:
        one_of("name", name, Terms.model_fields)
        checked(Terms, {name: value})
    except BadFacts:
        return True
    return False
