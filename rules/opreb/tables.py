"""The numbers and weapons of Open Rebellion as its rules in Python read them from the system file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from rules.command import system
from rules.kernel.facts import LENGTH
from rules.kernel.rows import Row
from rules.kernel.text import N_
from rules.kit.table_numbers import DiceCount

Cover = Literal["open", "light", "hard"]
NearCover = Literal["light", "hard"]
Band = Literal[4, 8, 12]


class Moves(Row):
    """Inches of a standard move, of a tac-move before its bangs, and of a tac-move without any."""

    standard: int = Field(ge=1, le=100)
    tac_move: int = Field(ge=1, le=100)
    whiff: int = Field(ge=1, le=100)


class OprebWeaponRow(Row):
    """A weapon: a small arm has a rate of fire in dice and a band in inches, a support weapon dice and a crew."""

    rof: int = Field(default=0, ge=0, le=3, title=N_("Rate of fire"))
    band: Annotated[Band | None, LENGTH] = Field(default=None, title=N_("Range band"))
    dice: int = Field(default=0, ge=0, le=100, title=N_("Support dice"))
    crew: int = Field(default=1, ge=1, le=100, title=N_("Crew"))

    @model_validator(mode="after")
    def _is_one_kind(self) -> OprebWeaponRow:
        if bool(self.rof) == bool(self.dice) or bool(self.rof) != (self.band is not None):
            raise ValueError("a weapon has rof and band, or dice")
        return self

    @property
    def support(self) -> bool:
        return bool(self.dice)


class OprebNumbers(Row):
    """All numbers of the rules."""

    bang: int = Field(ge=2, le=6)
    cover_dice: DiceCount
    moves: Moves
    tiers: dict[Cover, Annotated[int, Field(ge=0, le=3)]]


Board = system.Board[Any, Any]
