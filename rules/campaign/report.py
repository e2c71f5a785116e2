"""The report of a battle: its result and the changes of each unit, line by line, until it is signed."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from rules.campaign.roster import Honour, Injury, Status
from rules.game.unit import Figure, Value
from rules.kernel.plays import Fields
from rules.kernel.text import NOTHING
from rules.kernel.text_json import KeptText

Margin = Literal["major", "minor", "draw"]


class Result(BaseModel, frozen=True):
    """The result of a battle: the margin, and the winning roster unless it was a draw.

    `why` is the code of a reason.
    """

    winner: str | None = None
    margin: Margin = "draw"
    why: str = ""


class ReportLine(BaseModel, frozen=True):
    """A deed or event of a unit: a code, its numbers, and the entries of the game that prove it."""

    key: str
    entries: tuple[int, ...] = ()
    values: dict[str, Value] = Field(default_factory=dict[str, Value])


class UnitChange(BaseModel, frozen=True):
    """Changes of a unit by a signed report.

    `models`, `recovering` and `experience` are added; `status`, with the battles that it `misses`, is set unless it
    is None. `given` and `taken` are losses in statistical points.
    """

    unit: str
    models: int = 0
    recovering: int = 0
    experience: int = 0
    status: Status | None = None
    misses: int = 0
    hp: tuple[int, ...] | None = None
    honours: tuple[Honour, ...] = ()
    injuries: tuple[Injury, ...] = ()
    given: int = 0
    taken: int = 0
    lines: tuple[ReportLine, ...] = ()
    figures: tuple[Figure, ...] = ()
    """Its named figures after the battle, with those that fell."""


class ReportNeed(BaseModel, frozen=True):
    """Dice for the aftermath of a unit: the action, its facts, and its outcome once they are rolled.

    `of` is the key of the action's system, or "campaign"; `faces` are the bot's dice, `own` a player's. A need that
    `settles` an open matter on the table, `called` by that name, comes first; `roster` names another roster whose
    player rolls. `part` is the unit of the game, if the unit was split there.
    """

    key: str
    unit: str
    action: str
    facts: Fields = Field(default_factory=Fields)
    outcome: Fields | None = None
    of: str = "campaign"
    faces: tuple[int, ...] = ()
    own: tuple[int, ...] = ()
    settles: bool = False
    roster: str = ""
    called: KeptText = NOTHING
    part: str = ""


class ReportEdit(BaseModel, frozen=True):
    """An edit of an unsigned report: the old and the new value."""

    number: int
    by: str
    was: UnitChange | None = None
    now: UnitChange | None = None
    result: tuple[Result, Result] | None = None
    why: str = ""
    held: tuple[str, str] | None = None
    """The old and the new holder of the field, unless it followed another result."""
    figures: tuple[dict[str, int], dict[str, int]] | None = None
    """The old and the new figures to place by roster, unless they followed another result."""


class Report(BaseModel, frozen=True):
    """The report of a battle. Each change increases its `version`; a signature is valid for one version.

    `upto` is the last entry of the game on which it is based. `figures` may be placed by each roster afterwards.
    `held_field` is the side of the game that held the field at the end, if any did.
    """

    result: Result
    changes: tuple[UnitChange, ...] = ()
    needs: tuple[ReportNeed, ...] = ()
    figures: dict[str, int] = Field(default_factory=dict[str, int])
    figures_from: dict[str, dict[str, object]] = Field(default_factory=dict[str, dict[str, object]])
    """The facts from which those figures were computed, by roster (`reinforcements`)."""
    held_field: str = ""
    most: int = 4
    """The most experience that a battle gives a unit; only the arbitrator may give more."""
    upto: int = 0
    version: int = 1
    edits: tuple[ReportEdit, ...] = ()

    def change(self, unit: str) -> UnitChange:
        """Return the change of a unit; an empty one if the report does not mention the unit."""
        return next((one for one in self.changes if one.unit == unit), UnitChange(unit=unit))

    @property
    def open(self) -> tuple[ReportNeed, ...]:
        """Dice that have not been rolled yet."""
        return tuple(need for need in self.needs if need.outcome is None)

    @property
    def read(self) -> bool:
        """True if dice have been rolled for figures out of action, on which the holder of the field has an effect."""
        return any(need.outcome is not None for need in self.needs if not need.settles)

    @property
    def rolled_faces(self) -> dict[str, tuple[int, ...]]:
        """Faces that the bot has rolled for it, by need."""
        return {need.key: need.faces for need in self.needs if need.faces}

    def put(self, change: UnitChange) -> Report:
        """Return this report with the change of a unit replaced."""
        known = {one.unit: one for one in self.changes} | {change.unit: change}
        return self.model_copy(update={"changes": tuple(known.values())})
