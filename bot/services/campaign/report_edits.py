"""Edits of the report of a battle by its players: the result, who held the field, units and figures."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import get_args

from bot.game.campaigns import battle_named, roster_named, unit_in
from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignReferee, CampaignResult, NewCampaignEntry, changes_campaign
from bot.services.campaign.battle_games import battle_number
from bot.services.campaign.command import (
    BATTLE,
    EVERY_UNIT,
    ROSTER,
    WHY,
    ChoiceOption,
    NumberOption,
    TextOption,
    campaign_command,
)
from bot.services.campaign.reports import CampaignReports
from rules.campaign.after_game import side_name
from rules.campaign.battle_events import check_fights_in
from rules.campaign.campaign import Campaign
from rules.campaign.proposals import revise
from rules.campaign.report import Margin, Result, UnitChange
from rules.campaign.report_events import ReportEdited, open_report
from rules.campaign.roster import Status
from rules.kernel.facts import validate
from rules.kernel.text import N_, Text


class ReportEdits:
    """Commands that change an open report; each makes a new, unsigned version."""

    def __init__(self, referee: CampaignReferee, reports: CampaignReports) -> None:
        self.referee, self._reports = referee, reports

    @campaign_command(
        "edit result",
        N_("Change the result of a battle."),
        shows="report",
        margin=ChoiceOption(N_("How clear the victory was."), ("major", "minor", "draw")),
        winner=TextOption(N_("The roster that won."), "rosters"),
        battle=BATTLE,
    )
    @changes_campaign
    async def edit_result(
        self, campaign: Campaign, call: Call, battle: str = "", winner: str = "", *, margin: Margin
    ) -> NewCampaignEntry:
        """Change the result; `winner` names a roster, unless it is a draw. Experience and figures change with it."""
        found, report = open_report(campaign, battle_named(campaign, battle).id)
        check_fights_in(campaign, found, call.who.id)
        won = None if margin == "draw" else roster_named(campaign, winner)
        result = Result(winner=won.id if won else None, margin=margin, why="edited")
        after = await self._reports.after_game(campaign, found)
        now = await asyncio.to_thread(revise, after, report, result)
        edited = ReportEdited(battle=found.id, **now._asdict())
        title = Text("Report of battle {number}: result edited", number=battle_number(campaign, found.id))
        return NewCampaignEntry("campaign report", [edited], title)

    @campaign_command(
        "edit field",
        N_("Who held the field at the end of a battle."),
        shows="report",
        roster=TextOption(N_("The roster that held it; empty: none."), "rosters"),
        battle=BATTLE,
    )
    @changes_campaign
    async def edit_field(self, campaign: Campaign, call: Call, battle: str = "", roster: str = "") -> NewCampaignEntry:
        """Set the roster that held the field, or none; the meaning of dice already rolled is computed again."""
        found, report = open_report(campaign, battle_named(campaign, battle).id)
        check_fights_in(campaign, found, call.who.id)
        held = side_name(found, roster_named(campaign, roster).id) if roster.strip() else ""
        now = await asyncio.to_thread(revise, await self._reports.after_game(campaign, found), report, None, held)
        edited = ReportEdited(battle=found.id, changes=now.changes, held_field=held, needs=now.needs)
        title = Text("Report of battle {number}: edited who held the field", number=battle_number(campaign, found.id))
        return NewCampaignEntry("campaign report", [edited], title)

    @campaign_command(
        "edit unit",
        N_("Change the numbers of a unit in a report."),
        shows="report",
        unit=EVERY_UNIT,
        figures=NumberOption(N_("Figures more or less."), -100, 100),
        recovering=NumberOption(N_("Recovering figures more or less."), -100, 100),
        experience=NumberOption(N_("Experience more or less."), -100, 100),
        status=ChoiceOption(N_("Its state now."), get_args(Status)),
        misses=NumberOption(N_("Battles it misses."), 0, 20),
        why=WHY,
        battle=BATTLE,
    )
    async def edit_numbers(
        self,
        call: Call,
        id: str,
        unit: str,
        battle: str = "",
        *,
        figures: int | None = None,
        recovering: int | None = None,
        experience: int | None = None,
        status: Status | None = None,
        misses: int | None = None,
        why: str = "",
    ) -> CampaignResult:
        """Set the given numbers of a unit, and its status."""
        numbers = {"models": figures, "recovering": recovering, "experience": experience, "misses": misses}
        changes: dict[str, int | Status | None] = {name: one for name, one in numbers.items() if one is not None}
        changes |= {"status": status} if status else {}
        return await self.edit_unit(call, id, battle, unit, changes, why)

    @changes_campaign
    def edit_unit(
        self,
        campaign: Campaign,
        call: Call,
        battle: str,
        unit: str,
        changes: Mapping[str, int | Status | None],
        reason: str = "",
    ) -> NewCampaignEntry:
        """Edit numbers of a unit, and its status; raise RuleError for impossible values."""
        found, report = open_report(campaign, battle_named(campaign, battle).id)
        one = unit_in(campaign, unit, call.who.id, gone=True)
        old = report.change(one.id)
        now = validate(UnitChange, {**old.model_dump(), **changes})
        title = Text(
            "Report of battle {number}: {unit} edited", number=battle_number(campaign, found.id), unit=one.name
        )
        edited = ReportEdited(battle=found.id, changes=(now,), why=reason[:500])
        return NewCampaignEntry("campaign report", [edited], title, reason=reason)

    @campaign_command(
        "edit figures",
        N_("How many figures a roster may place after a battle."),
        shows="report",
        roster=ROSTER,
        figures=NumberOption(N_("How many."), 0, 100),
        battle=BATTLE,
    )
    @changes_campaign
    def edit_figures(
        self, campaign: Campaign, call: Call, battle: str = "", *, roster: str, figures: int
    ) -> NewCampaignEntry:
        """Set the number of figures that a roster may place after the battle."""
        found, report = open_report(campaign, battle_named(campaign, battle).id)
        one = roster_named(campaign, roster)
        edited = ReportEdited(battle=found.id, figures={**report.figures, one.id: figures})
        title = Text("Report of battle {number}: figures edited", number=battle_number(campaign, found.id))
        return NewCampaignEntry("campaign report", [edited], title)
