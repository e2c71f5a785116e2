"""The report of a battle: its result and what changes for each unit, line by line, until it is signed."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.campaign.roster import Honour, Injury, Status
from rules.game.unit import Value
from rules.kernel.plays import Fields
from rules.kernel.text import NOTHING
from rules.kernel.text_json import KeptText

Margin = Literal["major", "minor", "draw"]


class Result(BaseModel):
    """How a battle went: by what margin, and for which roster unless it was a draw. `why` is the code of a reason."""

    model_config = ConfigDict(frozen=True)

    winner: str | None = None
    margin: Margin = "draw"
    why: str = ""


class ReportLine(BaseModel):
    """One thing that a unit did or that happened to it: a code, its numbers, the entries of the game that show it."""

    model_config = ConfigDict(frozen=True)

    key: str
    entries: tuple[int, ...] = ()
    values: dict[str, Value] = Field(default_factory=dict[str, Value])


class UnitChange(BaseModel):
    """What a signed report does to a unit, beside what it had.

    `models`, `recovering` and `experience` are added; `status`, with the battles that it `misses`, is set unless it is
    None. `given` and `taken` are losses, in the points that statistics count.
    """

    model_config = ConfigDict(frozen=True)

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


class Need(BaseModel):
    """Dice that the aftermath of a unit takes: the action, its facts, and once they are thrown what it came to.

    `of` is the key of the system whose action it is, or "campaign"; `faces` are those of the bot, if it threw, `own`
    those of a player. What `settles` something that lies on the table, `called` so, comes before all else; `roster` is
    whose player throws, where that is not the unit's own.
    """

    model_config = ConfigDict(frozen=True)

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


class ReportEdit(BaseModel):
    """A change that somebody made to a report before it was signed: what stood there, and what stands there now."""

    model_config = ConfigDict(frozen=True)

    number: int
    by: str
    was: UnitChange | None = None
    now: UnitChange | None = None
    result: tuple[Result, Result] | None = None
    why: str = ""
    held: tuple[str, str] | None = None
    """The side that held the field, unless it followed another result."""
    figures: tuple[dict[str, int], dict[str, int]] | None = None
    """The figures to place by roster, unless another result brought others."""


class Report(BaseModel):
    """The report of a battle. `version` goes up by each change: a signature is given to one version of it.

    `upto` is the last entry of the game that it was made from. `figures` may be placed by each roster afterwards,
    and `held_field` is the side of the game that held the field in the end, if any did.
    """

    model_config = ConfigDict(frozen=True)

    result: Result
    changes: tuple[UnitChange, ...] = ()
    needs: tuple[Need, ...] = ()
    figures: dict[str, int] = Field(default_factory=dict[str, int])
    figures_from: dict[str, dict[str, object]] = Field(default_factory=dict[str, dict[str, object]])
    """The facts that those figures were worked out from, by roster (`reinforcements`)."""
    held_field: str = ""
    most: int = 4
    """The most experience that a battle gives a unit: more is the arbitrator's to give."""
    upto: int = 0
    version: int = 1
    edits: tuple[ReportEdit, ...] = ()

    def change(self, unit: str) -> UnitChange:
        """What the report changes for a unit; None where it does not speak of the unit."""
        return next((one for one in self.changes if one.unit == unit), UnitChange(unit=unit))

    @property
    def open(self) -> tuple[Need, ...]:
        """Dice that have not been thrown yet."""
        return tuple(need for need in self.needs if need.outcome is None)

    @property
    def read(self) -> bool:
        """Whether dice have been thrown for those who are out of action, which who held the field changes."""
        return any(need.outcome is not None for need in self.needs if not need.settles)

    @property
    def shown(self) -> dict[str, tuple[int, ...]]:
        """Faces that the bot has thrown for it, by what they were for."""
        return {need.key: need.faces for need in self.needs if need.faces}

    def put(self, change: UnitChange) -> Report:
        """This report with another change of a unit in place of the one it had."""
        known = {one.unit: one for one in self.changes} | {change.unit: change}
        return self.model_copy(update={"changes": tuple(known.values())})
