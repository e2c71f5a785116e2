"""Acts of the arbitrator alone: status of units, figures, honours, and points in addition to battle points."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from rules.campaign.campaign import (
    Campaign,
    CampaignEvent,
    UndoneBy,
    remember,
    unit_at_home,
)
from rules.campaign.roster import Honour, Status
from rules.campaign.roster_events import MOST, check_name_is_free
from rules.game.unit import MOST_POINTS
from rules.kernel.errors import RuleError
from rules.kernel.text import Text


class UnitStatusSet(CampaignEvent):
    """The arbitrator sets the status of a unit, such as the return of a captured or lost one."""

    undone_by: ClassVar[UndoneBy] = "arbitrator"
    kind: Literal["status"] = "status"
    unit: str
    status: Status
    misses: int = Field(default=0, ge=0, le=10)

    def check_details(self, campaign: Campaign, by: str) -> None:
        unit = campaign.unit(self.unit)
        if unit.dismissed or campaign.battle_of_unit(unit.id):
            unit_at_home(campaign, unit.id)
        if unit.is_gone and self.status != "lost":
            check_name_is_free(campaign, unit.roster, unit.name)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        values = {"status": self.status, "misses": self.misses, "away_since": campaign.number}
        unit = campaign.unit(self.unit).with_changes(**values)
        return remember(campaign, unit, "status", status=self.status)


class UnitPriced(CampaignEvent):
    """The arbitrator sets the cost of a unit."""

    undone_by: ClassVar[UndoneBy] = "arbitrator"
    kind: Literal["priced"] = "priced"
    unit: str
    points: int = Field(ge=0, le=MOST_POINTS)

    def check_details(self, campaign: Campaign, by: str) -> None:
        campaign.unit(self.unit)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        return campaign.with_unit(campaign.unit(self.unit).with_changes(points=self.points))


class FiguresGranted(CampaignEvent):
    """The arbitrator changes the number of figures that a roster may place."""

    undone_by: ClassVar[UndoneBy] = "arbitrator"
    kind: Literal["granted"] = "granted"
    roster: str
    figures: int

    def check_details(self, campaign: Campaign, by: str) -> None:
        roster = campaign.roster(self.roster)
        if not 0 <= roster.figures + self.figures <= MOST:
            now = {"roster": roster.name, "n": roster.figures, "most": MOST}
            raise RuleError(Text("{roster} may place {n} figures now. Change that to 0 to {most}.", **now))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        roster = campaign.roster(self.roster)
        return campaign.with_roster(roster.model_copy(update={"figures": roster.figures + self.figures}))


class HonourAwarded(CampaignEvent):
    """A unit gets an honour, at most one of a kind."""

    undone_by: ClassVar[UndoneBy] = "arbitrator"
    kind: Literal["honoured"] = "honoured"
    unit: str
    honour: Honour

    def check_details(self, campaign: Campaign, by: str) -> None:
        unit = campaign.unit(self.unit)
        if unit.has_won(self.honour.key):
            raise RuleError(Text("{unit} already has that honour.", unit=unit.name))
        if self.honour.battle:
            campaign.battle(self.honour.battle)

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        unit = campaign.unit(self.unit)
        won = unit.with_changes(honours=(*unit.honours, self.honour))
        return remember(campaign, won, "honoured", self.honour.battle, honour=self.honour.key)


class PointsAwarded(CampaignEvent):
    """Points for a roster in addition to its battle points; negative ones are a penalty. `why` is the typed reason."""

    undone_by: ClassVar[UndoneBy] = "arbitrator"
    kind: Literal["awarded"] = "awarded"
    roster: str
    points: int = Field(ge=-100, le=100)
    why: str = Field(default="", max_length=200)

    def check_details(self, campaign: Campaign, by: str) -> None:
        campaign.roster(self.roster)
        if not self.points:
            raise RuleError(Text("Give points above 0, or below 0 as a penalty."))

    def apply(self, campaign: Campaign, by: str) -> Campaign:
        roster = campaign.roster(self.roster)
        return campaign.with_roster(roster.model_copy(update={"awarded": roster.awarded + self.points}))
