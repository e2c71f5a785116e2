"""A battle of a campaign: whose, where, for what, how far it has come, and its report."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rules.campaign.report import Margin, Report
from rules.campaign.territories import Territory

Stage = Literal["fighting", "ended", "reported", "settled", "off"]
"""Fought now, over without a report, reported and not signed yet, counting, or called off."""


class BattleSide(BaseModel):
    """A roster in a battle: the side it plays in the game, and its units there by their ids in the campaign."""

    model_config = ConfigDict(frozen=True)

    roster: str
    side: str
    units: dict[str, str] = Field(default_factory=dict[str, str])


class Battle(BaseModel):
    """A battle by the game it is played as. `settled` is the report that its rosters stand by, if one was signed.

    `signed` are the rosters that have signed the report as it stands, with whoever did it; `decided` says that the
    arbitrator settled it.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    game: str
    channel: str = ""
    scenario: str = ""
    territory: str = ""
    held_by: str = ""
    """The side that held the territory when the battle began."""
    attacker: str = ""
    sides: tuple[BattleSide, ...] = ()
    unplaced: dict[str, int] = Field(default_factory=dict[str, int])
    """Figures that its rosters had not placed when it began."""
    stage: Stage = "fighting"
    report: Report | None = None
    signed: dict[str, str] = Field(default_factory=dict[str, str])
    led_by: dict[str, str] = Field(default_factory=dict[str, str])
    """Who led each roster when the battle was first reported."""
    signers: dict[str, str] = Field(default_factory=dict[str, str])
    """Who signs for each roster, whoever leads it by now: its player when the report was made or opened again."""
    last_version: int = 0
    """The last version that its report has had: none is ever signed for another."""
    settled: Report | None = None
    points: dict[Margin, int] = Field(default_factory=dict[Margin, int])
    """What each result was worth in the standings when the battle was first signed."""
    holders: dict[str, str] = Field(default_factory=dict[str, str])
    """Who held each territory then, before the battle counted."""
    first: Report | None = None
    """The report as it was first signed, once another one has been signed in its place."""
    first_settled_at: int = 0
    """The entry that settled it first."""
    decided: bool = False
    number: int = 0
    """The entry that began it."""
    settled_at: int = 0
    """The entry that settled it last."""

    @property
    def open(self) -> bool:
        """Whether its units are away: it is being fought, or its report is not signed yet for the first time."""
        return self.settled is None and self.stage != "off"

    @property
    def rosters(self) -> tuple[str, ...]:
        return tuple(side.roster for side in self.sides)

    def side_of(self, roster: str) -> BattleSide | None:
        return next((side for side in self.sides if side.roster == roster), None)

    def land_then(self, key: str, land: Territory) -> Territory:
        """A territory with whoever held it when the battle was first signed, if it was."""
        return land.model_copy(update={"holder": self.holders[key]}) if key in self.holders else land

    def has(self, unit: str) -> bool:
        return any(unit in side.units for side in self.sides)

    def unit_of(self, game_unit: str) -> str | None:
        """The unit of the campaign behind one of the game, if it is one."""
        return next((id for side in self.sides for id, there in side.units.items() if there == game_unit), None)

    def after(self, **changes: Any) -> Battle:
        return self.model_copy(update=changes)

    def read_anew(self) -> Battle:
        """With its report, if one waits for signatures, as a version that nobody has read yet."""
        if self.report is None or self.stage != "reported":
            return self
        version = self.last_version + 1
        return self.after(report=self.report.model_copy(update={"version": version}), last_version=version)
