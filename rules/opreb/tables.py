"""The numbers and weapons of Open Rebellion as its rules in Python read them from the system file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, cast

from pydantic import Field, model_validator

from rules.command import order, system
from rules.files.expressions import Expression
from rules.files.rolls import FileTables
from rules.kernel import action
from rules.kernel.action import Given, Outcome
from rules.kernel.facts import LENGTH
from rules.kernel.rows import Row
from rules.kernel.text import N_
from rules.kit import rule
from rules.kit.table_numbers import DiceCount

Cover = Literal["open", "light", "hard"]
NearCover = Literal["light", "hard"]
Band = Literal[4, 8, 12]
Move = Literal["standard", "tac_move"]
COVERS: tuple[Cover, ...] = ("open", "light", "hard")
BEST_TIER = 3


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
    tiers: dict[Cover, Annotated[int, Field(ge=0, le=BEST_TIER)]]


@dataclass(frozen=True, eq=False)
class OprebTables(FileTables):
    """The tables of the file, with the types of their rows."""

    weapons: Mapping[str, OprebWeaponRow]
    bang: int
    cover_dice: int
    moves: Moves
    tiers: Mapping[Cover, int]

    @cached_property
    def tac_move_inches(self) -> Expression:
        """The inches of a tac-move by its bangs, as the file has them."""
        steps = self.compiled.actions["tac_move"].steps
        return next(one.amount for one in steps if one.row.result == "inches" and one.amount)

    @classmethod
    def of(cls, tables: FileTables) -> OprebTables:
        weapons = cast("Mapping[str, OprebWeaponRow]", tables.weapons)
        numbers = OprebNumbers.model_validate(tables.compiled.document.tables)
        return cls(tables.compiled, weapons, **dict(numbers))


# The book, the board, the rules and the orders of this system, with the type of its tables.
Book = action.Ruleset[OprebTables, Any]
Board = system.Board[OprebTables, Any]
Order = order.Order[OprebTables, Any]


class OprebRule(rule.Rule[Given, Outcome, OprebTables, Any], Generic[Given, Outcome]):
    """A rule of Open Rebellion."""
