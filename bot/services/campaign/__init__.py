"""All campaign commands declared as values, and the services that carry them out."""

from __future__ import annotations

from typing import Any

from bot.game.people import Call
from bot.resolution.campaign_referee import CampaignResult
from bot.services.campaign.battles import BattleUnits, CampaignBattles
from bot.services.campaign.campaign_rulings import CampaignRulingCommands
from bot.services.campaign.campaigns import Campaigns
from bot.services.campaign.command import CampaignCommand, UnitButton, commands_of
from bot.services.campaign.opponent import CampaignOpponent
from bot.services.campaign.people import CampaignPeople
from bot.services.campaign.report_edits import ReportEdits
from bot.services.campaign.reports import CampaignReports
from bot.services.campaign.roster_corrections import RosterCorrections
from bot.services.campaign.rosters import CampaignRosters

SERVICES: tuple[type, ...] = (
    CampaignRulingCommands,
    Campaigns,
    CampaignPeople,
    CampaignRosters,
    RosterCorrections,
    CampaignBattles,
    BattleUnits,
    ReportEdits,
    CampaignReports,
    CampaignOpponent,
)
COMMANDS = {command.name: command for service in SERVICES for command, _ in commands_of(service)}
"""Every command by its name, in the order of a unit's buttons."""
UNIT_BUTTONS: dict[str, tuple[CampaignCommand, UnitButton]] = {
    one.verb: (command, one) for command in COMMANDS.values() for one in command.buttons
}
"""The buttons of a unit's page by verb, each with its command."""


class CampaignCommands:
    """Passes each command to the service that implements it."""

    def __init__(self, *services: Any) -> None:
        found = [(one, *of) for one in services for of in commands_of(one.__class__)]
        self._methods = {command.name: getattr(one, method) for one, command, method in found}

    async def give(self, call: Call, id: str, command: CampaignCommand, **options: Any) -> CampaignResult:
        """Carry out a command in the campaign with that id; raise the errors of the command."""
        result: CampaignResult = await self._methods[command.name](call, id, **options)
        return result
