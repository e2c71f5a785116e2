"""The arbitrator's changes of rosters: units corrected and honoured, and recruits and points granted."""

from __future__ import annotations

from typing import get_args

from bot.errors import Refusal
from bot.game.campaigns import roster_named, unit_in
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee, NewCampaignEntry, changes_campaign
from bot.services.campaign.command import (
    EVERY_UNIT,
    ROSTER,
    UNIT,
    ChoiceOption,
    NumberOption,
    TextOption,
    campaign_command,
)
from data.files import honours
from rules.campaign.arbitrator_events import FiguresGranted, HonourAwarded, PointsAwarded, UnitPriced, UnitStatusSet
from rules.campaign.campaign import Campaign
from rules.campaign.roster import Honour, Status
from rules.kernel.facts import require_one_of, validate
from rules.kernel.text import N_, Plural, Term, Text, counted


class RosterCorrections:
    """Commands of the arbitrator on rosters; the campaign refuses other callers."""

    def __init__(self, referee: CampaignReferee) -> None:
        self.referee = referee

    @campaign_command(
        "arbiter status",
        N_("Set the status of a unit: home again, captured, lost."),
        unit=EVERY_UNIT,
        status=ChoiceOption(N_("Its state now."), get_args(Status)),
        misses=NumberOption(N_("Battles it misses."), 0, 20),
    )
    @changes_campaign
    def status(self, campaign: Campaign, call: Call, unit: str, status: Status, misses: int = 0) -> NewCampaignEntry:
        """Set a unit's status as the arbitrator, for example to return a captured unit, or to correct a loss."""
        found = unit_in(campaign, unit, call.who.id, gone=True)
        event = validate(UnitStatusSet, {"unit": found.id, "status": status, "misses": misses})
        title = Text("{unit} is now {status}", unit=found.name, status=Term(status))
        return NewCampaignEntry("campaign status", [event], title)

    @campaign_command(
        "arbiter points",
        N_("Set the cost of a unit, if rosters count points."),
        unit=UNIT,
        points=NumberOption(N_("What it costs."), 0, 1000),
    )
    @changes_campaign
    def price(self, campaign: Campaign, call: Call, unit: str, points: int) -> NewCampaignEntry:
        """Set a unit's points, as the arbitrator, where rosters count points."""
        found = unit_in(campaign, unit, call.who.id)
        event = validate(UnitPriced, {"unit": found.id, "points": points})
        title = Text("{unit}: {points}", unit=found.name, points=counted(points, "point", "points"))
        return NewCampaignEntry("campaign points", [event], title)

    @campaign_command(
        "arbiter figures",
        N_("Let a roster place more figures, or fewer."),
        roster=ROSTER,
        figures=NumberOption(N_("How many more or fewer."), -100, 100),
    )
    @changes_campaign
    def grant(self, campaign: Campaign, call: Call, roster: str, figures: int) -> NewCampaignEntry:
        """Change the number of figures that a roster may place."""
        found = roster_named(campaign, roster)
        title = Plural(
            "{roster}: {figures:+} recruit",
            "{roster}: {figures:+} recruits",
            abs(figures),
            roster=found.name,
            figures=figures,
        )
        return NewCampaignEntry("campaign grant", [FiguresGranted(roster=found.id, figures=figures)], title)

    @campaign_command(
        "award",
        N_("Award a unit an honour, or a roster points (arbitrator only)."),
        unit=TextOption(N_("The unit that is honoured."), "every_unit"),
        what=TextOption(N_("The honour."), "honours"),
        roster=TextOption(N_("The roster that gets points."), "rosters"),
        points=NumberOption(N_("Points besides those of battles; below 0: a penalty."), -100, 100),
        why=TextOption(N_("What for."), most=200),
    )
    @changes_campaign
    def award(
        self,
        campaign: Campaign,
        call: Call,
        unit: str = "",
        what: str = "",
        roster: str = "",
        points: int = 0,
        why: str = "",
    ) -> NewCampaignEntry:
        """Award a unit an honour, or a roster extra points; negative points are a penalty."""
        if unit and what and not (roster or points):
            return _award_honour(campaign, call, unit, what)
        if roster and points and not (unit or what):
            found = roster_named(campaign, roster)
            event = validate(PointsAwarded, {"roster": found.id, "points": points, "why": why[:200]})
            title = Plural(
                "{roster}: {points:+} point",
                "{roster}: {points:+} points",
                abs(points),
                roster=found.name,
                points=points,
            )
            return NewCampaignEntry("campaign award", [event], title, reason=why)
        raise Refusal(Text("Award `unit` and `what`, an honour, or `roster` and `points`."))


def _award_honour(campaign: Campaign, call: Call, unit: str, honour: str) -> NewCampaignEntry:
    """Award an honour, which a unit can have only once; raise BadFacts for an unknown one."""
    key = honour.strip().casefold().replace(" ", "_")
    require_one_of("honour", key, honours())
    found = unit_in(campaign, unit, call.who.id, gone=True)
    event = HonourAwarded(unit=found.id, honour=Honour(key=key))
    title = Text("{unit} is honoured: {honour}", unit=found.name, honour=honours()[key].title)
    return NewCampaignEntry("campaign honour", [event], title)
