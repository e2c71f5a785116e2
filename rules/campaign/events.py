"""All that can happen in a campaign, by its stored kind."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, TypeAdapter

from rules.campaign.arbitrator_events import FiguresGranted, HonourAwarded, PointsAwarded, UnitPriced, UnitStatusSet
from rules.campaign.battle_events import BattleBegun, BattleCalledOff, BattleEnded, UnitFielded, UnitWithdrawn
from rules.campaign.people_events import (
    ArbitratorNamed,
    BattleRulingSet,
    CampaignBegun,
    CampaignEnded,
    CampaignRulingSet,
    PlayerJoined,
    PlayerLeft,
    RosterHandedOver,
)
from rules.campaign.replaced import Replaced
from rules.campaign.report_events import (
    AftermathThrown,
    ReportDecided,
    ReportEdited,
    ReportMade,
    ReportReopened,
    ReportSigned,
)
from rules.campaign.roster_events import (
    LevelChosen,
    Reinforced,
    RosterRenamed,
    UnitDismissed,
    UnitEnlisted,
    UnitRenamed,
    UnitRested,
    UnitTransferred,
)

AnyCampaignEvent = Annotated[
    CampaignBegun
    | PlayerJoined
    | PlayerLeft
    | RosterHandedOver
    | ArbitratorNamed
    | CampaignRulingSet
    | BattleRulingSet
    | CampaignEnded
    | UnitEnlisted
    | UnitRenamed
    | RosterRenamed
    | UnitRested
    | UnitDismissed
    | UnitTransferred
    | UnitStatusSet
    | UnitPriced
    | LevelChosen
    | Reinforced
    | Replaced
    | FiguresGranted
    | HonourAwarded
    | PointsAwarded
    | BattleBegun
    | UnitFielded
    | UnitWithdrawn
    | BattleEnded
    | BattleCalledOff
    | ReportMade
    | AftermathThrown
    | ReportEdited
    | ReportSigned
    | ReportDecided
    | ReportReopened,
    Field(discriminator="kind"),
]

CAMPAIGN_EVENTS: TypeAdapter[tuple[AnyCampaignEvent, ...]] = TypeAdapter(tuple[AnyCampaignEvent, ...])
