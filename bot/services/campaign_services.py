"""The services of campaigns."""

from __future__ import annotations

from bot.game.campaigns import CampaignRegistry
from bot.resolution.campaign_referee import CampaignReferee
from bot.resolution.game_seeds import Draw
from bot.resolution.referee import Referee
from bot.services.campaign import CampaignCommands
from bot.services.campaign.aftermath_dice import AftermathDice
from bot.services.campaign.battles import BattleUnits, CampaignBattles
from bot.services.campaign.campaign_file import CampaignFiles
from bot.services.campaign.campaign_rulings import CampaignRulingCommands
from bot.services.campaign.campaigns import Campaigns
from bot.services.campaign.opponent import CampaignOpponent
from bot.services.campaign.pages import CampaignPages
from bot.services.campaign.people import CampaignPeople
from bot.services.campaign.report_edits import ReportEdits
from bot.services.campaign.reports import CampaignReports
from bot.services.campaign.roster_corrections import RosterCorrections
from bot.services.campaign.rosters import CampaignRosters
from bot.services.campaign.watch import CampaignWatch
from bot.services.game_services import GameServices


class CampaignServices:
    """Services of campaigns, which listen to games; games know nothing of campaigns."""

    def build_campaign_services(self, games: Referee, table: GameServices, draw: Draw | None) -> None:
        """Build the campaign services, which listen to games; games know nothing of campaigns."""
        campaigns = CampaignRegistry(games.record, table.systems.ensure)
        referee = CampaignReferee(games.record, campaigns, games.clock)
        self.campaign_referee = referee
        self.campaigns = Campaigns(referee, campaigns, table.systems.choose_system, draw)
        self.campaign_rulings = CampaignRulingCommands(referee)
        self.campaign_people = CampaignPeople(referee)
        self.campaign_rosters = CampaignRosters(referee, table.saved_forces)
        self.roster_corrections = RosterCorrections(referee)
        self.campaign_battles = CampaignBattles(referee, games, table.lifecycle)
        self.battle_units = BattleUnits(referee, games)
        self.campaign_reports = CampaignReports(referee)
        self.report_edits = ReportEdits(referee, self.campaign_reports)
        self.aftermath_dice = AftermathDice(referee, self.campaign_reports, games.roller)
        self.campaign_opponent = CampaignOpponent(referee, self.campaign_reports, self.aftermath_dice)
        self.campaign_commands = CampaignCommands(
            self.campaign_rulings,
            self.campaigns,
            self.campaign_people,
            self.campaign_rosters,
            self.roster_corrections,
            self.campaign_battles,
            self.battle_units,
            self.report_edits,
            self.campaign_reports,
            self.campaign_opponent,
        )
        self.campaign_pages = CampaignPages(referee)
        self.campaign_files = CampaignFiles(referee, self.campaigns, table.systems)
        self.campaign_watch = CampaignWatch(referee, self.campaign_reports)
        self.campaign_watch.listeners.append(self.campaign_opponent.wait_for_reaction)
