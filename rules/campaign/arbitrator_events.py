"""What only the arbitrator does: how a unit is, figures, honours and points beside those of battles."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from rules.campaign.campaign import Campaign
from rules.campaign.event import CampaignEvent, arbitrates, at_home, going, no, remembered
from rules.campaign.roster import Honour, Status
from rules.campaign.roster_events import MOST, name_is_free
from rules.text import Text
from rules.unit import MOST_POINTS


class UnitStatusSet(CampaignEvent):
    """The arbitrator says how a unit is: a captured one comes home, one that was counted as lost was not."""

    kind: Literal["status"] = "status"
    unit: str
    status: Status
    misses: int = Field(default=0, ge=0, le=10)

    def check(self, campaign: Campaign, by: str) -> None:
        going(campaign)
        arbitrates(campaign, by)
        unit = campaign.unit(self.unit)
        if unit.dismissed or campaign.fights(unit.id):
            at_home(campaign, unit.id)
        if unit.gone and self.status != "lost":
            name_is_free(campaign, unit.roster, unit.name)

    def applied(self, campaign: Campaign, by: str) -> Campaign:
        values = {"status": self.status, "misses": self.misses, "away_since": campaign.number}
        unit = campaign.unit(self.unit).after(**values)
        return remembered(campaign, unit, "status", status=self.status)


class UnitPriced(CampaignEvent):
    """The arbitrator says what a unit costs."""

    kind: Literal["priced"] = "priced"
    unit: str
    points: int = Field(ge=0, le=MOST_POINTS)

    def check(self, campaign: Campaign, by: str) -> None:
        going(campaign)
        arbitrates(campaign, by)
        campaign.unit(self.unit)

    def applied(self, campaign: Campaign, by: str) -> Campaign:
        return campaign.with_unit(campaign.unit(self.unit).after(points=self.points))


class FiguresGranted(CampaignEvent):
    """The arbitrator lets a roster place so many more figures, or fewer."""

    kind: Literal["granted"] = "granted"
    roster: str
    figures: int

    def check(self, campaign: Campaign, by: str) -> None:
        going(campaign)
        arbitrates(campaign, by)
        roster = campaign.roster(self.roster)
        if not 0 <= roster.figures + self.figures <= MOST:
            now = {"roster": roster.name, "n": roster.figures, "most": MOST}
            raise no(Text("{roster} may place {n} figures now; it can be 0 to {most}.", **now))

    def applied(self, campaign: Campaign, by: str) -> Campaign:
        roster = campaign.roster(self.roster)
        return campaign.with_roster(roster.model_copy(update={"figures": roster.figures + self.figures}))


class HonourAwarded(CampaignEvent):
    """A unit is given an honour, at most one of a kind."""

    kind: Literal["honoured"] = "honoured"
    unit: str
    honour: Honour

    def check(self, campaign: Campaign, by: str) -> None:
        going(campaign)
        arbitrates(campaign, by)
        unit = campaign.unit(self.unit)
        if unit.won(self.honour.key):
            raise no(Text("{unit} has that honour already, and none is given twice.", unit=unit.name))
        if self.honour.battle:
            campaign.battle(self.honour.battle)

    def applied(self, campaign: Campaign, by: str) -> Campaign:
        unit = campaign.unit(self.unit)
        won = unit.after(honours=(*unit.honours, self.honour))
        return remembered(campaign, won, "honoured", self.honour.battle, honour=self.honour.key)


class PointsAwarded(CampaignEvent):
    """Points for a roster beside those of its battles; fewer than none are a penalty. `why` is what was typed."""

    kind: Literal["awarded"] = "awarded"
    roster: str
    points: int = Field(ge=-100, le=100)
    why: str = Field(default="", max_length=200)

    def check(self, campaign: Campaign, by: str) -> None:
        going(campaign)
        arbitrates(campaign, by)
        campaign.roster(self.roster)
        if not self.points:
            raise no(Text("Give a number of points, or fewer than none as a penalty."))

    def applied(self, campaign: Campaign, by: str) -> Campaign:
        roster = campaign.roster(self.roster)
        return campaign.with_roster(roster.model_copy(update={"awarded": roster.awarded + self.points}))
