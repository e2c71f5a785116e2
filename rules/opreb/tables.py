"""The tables of Open Rebellion, its numbers and weapons read from data, and the rulings of a game."""

from __future__ import annotations

from typing import Annotated, Generic, Literal

from pydantic import Field, model_validator

from rules.command import order, system
from rules.kernel import action
from rules.kernel.action import Given, Outcome
from rules.kernel.facts import LENGTH
from rules.kernel.rows import Row
from rules.kernel.text import N_
from rules.kit import rule
from rules.kit.rulings import earlier_code, house_ruling
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


class OprebTables(Row):
    """All numbers of the rules."""

    bang: int = Field(ge=2, le=6)
    cover_dice: DiceCount
    moves: Moves
    tiers: dict[Cover, Annotated[int, Field(ge=0, le=BEST_TIER)]]
    weapons: dict[str, OprebWeaponRow]


class OprebRulings(Row):
    """Questions that the rules leave open, as settings of a game; all are house rules."""

    morale_bangs: int = Field(
        default=1,
        ge=1,
        le=3,
        strict=True,
        description=N_("Bangs needed to pass a morale check (a skill test)."),
        json_schema_extra={"house": True},
    )
    wound_kill: Literal["bang", "wound", "none"] = house_ruling(
        "bang", N_("At activation: one die per wound marker, each bang a kill; every marker a kill; or a report only.")
    )
    pin_removal: Literal["bangs_plus_one", "all", "none"] = house_ruling(
        "bangs_plus_one",
        N_("Pinned markers that an Initiative Action removes: the bangs of a skill test + 1, all, or none."),
    )
    pin_effect: Literal["none", "minus_skill_die", "no_move"] = house_ruling(
        "none", N_("What pinned markers do: nothing, −1 skill die each (at least 1 is left), or no move.")
    )
    initiative_tie: Annotated[Literal["reroll", "first"], earlier_code(N_("rethrow"), "reroll")] = house_ruling(
        "reroll", N_("Ties for initiative: roll again, or the first side wins.")
    )
    support_crew: Literal["no_rof", "rof"] = house_ruling(
        "no_rof", N_("Whether the crews of support weapons count as riflemen too.")
    )
    mixed_bands: Literal["most_models", "longest", "shortest"] = house_ruling(
        "most_models", N_("Whose range band counts in a squad with mixed weapons.")
    )


# The book, the board, the rules and the orders of this system, with the types of its tables and rulings.
Book = action.Ruleset[OprebTables, OprebRulings]
Board = system.Board[OprebTables, OprebRulings]
Order = order.Order[OprebTables, OprebRulings]


class OprebRule(rule.Rule[Given, Outcome, OprebTables, OprebRulings], Generic[Given, Outcome]):
    """A rule of Open Rebellion."""
