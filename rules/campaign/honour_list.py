"""The list of honours as data has it: what the record has to show for each, and how much of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.facts import checked
from rules.text import Text

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
"""Deeds that are done at one moment of a battle."""


class HonourRow(BaseModel):
    """An honour: the deed, how often the record of one battle has to show it, and over how many battles in a row."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    deed: Deed
    name: str = Field(min_length=1, max_length=60)
    least: int = Field(default=1, ge=1, le=100)
    battles: int = Field(default=1, ge=1, le=100)

    @property
    def at_once(self) -> bool:
        return self.deed in _AT_ONCE

    @property
    def title(self) -> Text:
        return Text(self.name)


class _List(BaseModel):
    honours: dict[str, HonourRow] = Field(min_length=1, max_length=40)


def honours_of(found: Mapping[str, Any]) -> dict[str, HonourRow]:
    """The list out of what a file holds; raises BadFacts."""
    return checked(_List, {"honours": found}).honours
