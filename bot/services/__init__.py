"""All services for commands, built once at start."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.dice.provable import draw_seed, system_dice
from bot.game.campaigns import CampaignRegistry
from bot.game.registry import GameRegistry
from bot.resolution.campaign_referee import CampaignReferee
from bot.resolution.cancel import Cancellation, OverdueQuestions
from bot.resolution.game_seeds import Draw
from bot.resolution.questions import Questions
from bot.resolution.referee import Referee
from bot.services.campaign import CampaignCommands
from bot.services.campaign.aftermath_dice import AftermathDice
from bot.services.campaign.battles import BattleUnits, CampaignBattles
from bot.services.campaign.campaign_file import CampaignFiles
from bot.services.campaign.campaign_rulings import CampaignRulings
from bot.services.campaign.campaigns import Campaigns
from bot.services.campaign.opponent import CampaignOpponent
from bot.services.campaign.pages import CampaignPages
from bot.services.campaign.people import CampaignPeople
from bot.services.campaign.report_edits import ReportEdits
from bot.services.campaign.reports import CampaignReports
from bot.services.campaign.roster_corrections import RosterCorrections
from bot.services.campaign.rosters import CampaignRosters
from bot.services.campaign.watch import CampaignWatch
from bot.services.play.army_lists import ArmyLists
from bot.services.play.channels import GameChannels
from bot.services.play.clocks import Clocks
from bot.services.play.corrections import Corrections
from bot.services.play.details import Details
from bot.services.play.divisions import UnitDivisions
from bot.services.play.endings import Endings
from bot.services.play.lifecycle import Lifecycle
from bot.services.play.live_board import LiveBoards
from bot.services.play.messages import Drafts, Interactions, QuestionMessages, ResultMessages, UnpostedResults
from bot.services.play.named_figures import NamedFigures
from bot.services.play.odds import OddsService
from bot.services.play.opponent import OpponentSeat
from bot.services.play.preferences import Preferences
from bot.services.play.reserves import Reserves
from bot.services.play.roster import GameUnits
from bot.services.play.saved_forces import SavedForces
from bot.services.play.scenarios import Scenarios
from bot.services.play.seals import Seals
from bot.services.play.seats import Seats
from bot.services.play.story_notes import StoryNotes
from bot.services.play.table_objects import TableObjects
from bot.services.play.unit_corrections import UnitCorrections
from bot.services.record.check import Health, UnreadableGames
from bot.services.record.exports import Exports
from bot.services.record.fairness import Fairness
from bot.services.record.file_reader import FileReader
from bot.services.record.game_numbers import GameNumbers
from bot.services.record.history import History, LogPages
from bot.services.record.privacy import Privacy
from bot.services.record.reviews import Reviews
from bot.services.record.roll_logs import RollLogs
from bot.services.record.server_systems import ServerSystems
from bot.settings import Detail, Settings
from bot.store.claim import Claim
from bot.store.record import Record
from data.texts import Language, language
from rules.kernel.table import Roller

Texts = Callable[[str], Language]
"""Returns the language for a reader's locale."""


class Services:
    """All services for one record; `run` identifies this run of the process, so that interactions stay unique."""

    def __init__(
        self,
        record: Record,
        clock: Callable[[], float],
        roller: Roller,
        run: str,
        texts: Texts = language,
        forget_after_days: int = 30,
        beat: Path | None = None,
        draw: Draw | None = None,
        detail: Detail = "short",
        steady: Callable[[], float] | None = None,
    ) -> None:
        """Build all services.

        `roller` rolls loose dice, and the bot's dice of games without a seed; `draw` makes the seeds of new games.
        `steady` is a monotonic clock for the players' time; by default it is `clock`.
        """
        self.beat = beat
        """The heartbeat file, if there is one."""
        self.record, self.run, self.clock, self.texts = record, run, clock, texts
        self.claim: Claim | None = None
        """The lease of the database for a serving bot; None for read-only use."""
        self.games = GameRegistry(record)
        self.referee = Referee(record, self.games, clock, roller, draw, steady)
        self.address = ""
        """The public address of the local table; empty in Discord, where links lead to the channel."""
        self.ids_repeat = False
        """True if the ids of interactions repeat in every run, as in a simulated Discord."""
        self._build_records(record)
        self._build_table(record, clock)
        self.details = Details(record, detail)
        self.live_boards: LiveBoards[Any] = LiveBoards(record)
        self.roll_logs = RollLogs(record, self.games)
        self.interactions, self.drafts, self.question_messages = Interactions(), Drafts(), QuestionMessages()
        self.result_messages = ResultMessages()
        self._build_campaigns(roller, draw)
        self.privacy = Privacy(
            record, self.games, self.seats, self.campaign_people, forget_after_days, self.details, self.army_lists
        )
        self.referee.listeners += [
            self.live_boards.on_game_changed,
            self.interactions.on_game_changed,
            self.roll_logs.queue.on_game_changed,
        ]
        self.referee.listeners.append(self.campaign_watch.on_game_changed)

    def share(self, serves: Callable[[str], bool]) -> None:
        """Leave the background work for servers on other processes' shards to those processes."""
        self.games.serves = self.campaign_watch.serves = serves

    def _build_table(self, record: Record, clock: Callable[[], float]) -> None:
        """Build the services of a running game: forces, units, questions and their answers."""
        self.odds = OddsService(self.referee)
        self.table_objects = TableObjects(self.referee)
        self.files = FileReader()
        self.systems = ServerSystems(record, self.games.versions, self.files, clock)
        self.saved_forces = SavedForces(record, self.games, clock)
        self.army_lists = ArmyLists(record, self.saved_forces, self.files)
        self.questions = Questions(self.referee)
        self.overdue = OverdueQuestions(self.questions, self.referee)
        self.cancellation = Cancellation(self.referee, self.questions)
        self.corrections = Corrections(self.referee, self.questions, self.cancellation)
        self.story_notes = StoryNotes(self.referee, self.corrections)
        self.roster = GameUnits(self.referee)
        self.unit_corrections = UnitCorrections(self.referee, self.corrections)
        self.divisions = UnitDivisions(self.referee, self.corrections)
        self.named_figures = NamedFigures(self.referee, self.corrections)
        self.lifecycle = Lifecycle(self.referee, self.roster, self.systems)
        self.seats = Seats(self.referee, self.corrections)
        self.endings = Endings(self.referee, self.corrections)
        self.opponent = OpponentSeat(record, self.questions, self.seats, self.corrections)
        self.clocks = Clocks(self.referee, self.questions, self.corrections, self.endings)
        self.reserves = Reserves(self.referee, self.corrections, self.questions)
        self.scenarios = Scenarios(self.referee, self.corrections)
        self.seals = Seals(self.referee)
        self.preferences = Preferences(self.referee, self.questions, self.corrections)

    def _build_records(self, record: Record) -> None:
        """Build the services that read the record of a game."""
        self.fairness = Fairness(self.referee)
        self.history = History(self.referee)
        self.exports = Exports(record, self.fairness)
        self.log_pages = LogPages(record, self.games)
        self.health = Health(record)
        self.numbers = GameNumbers(record, self.games, self.log_pages)
        self.reviews = Reviews(record, self.log_pages)
        self.channels = GameChannels(self.referee)
        self.unposted_results = UnpostedResults(record)
        self.unreadable = UnreadableGames(record, self.games)

    def _build_campaigns(self, roller: Roller, draw: Draw | None) -> None:
        """Build the campaign services, which listen to games; games know nothing of campaigns."""
        referee = CampaignReferee(self.record, CampaignRegistry(self.record, self.systems.ensure), self.clock)
        self.campaign_referee = referee
        self.campaigns = Campaigns(referee, referee.campaigns, self.systems.choose_system, draw)
        self.campaign_rulings = CampaignRulings(referee)
        self.campaign_people = CampaignPeople(referee)
        self.campaign_rosters = CampaignRosters(referee, self.saved_forces)
        self.roster_corrections = RosterCorrections(referee)
        self.campaign_battles = CampaignBattles(referee, self.referee, self.lifecycle)
        self.battle_units = BattleUnits(referee, self.referee)
        self.campaign_reports = CampaignReports(referee)
        self.report_edits = ReportEdits(referee, self.campaign_reports)
        self.aftermath_dice = AftermathDice(referee, self.campaign_reports, roller)
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
        self.campaign_files = CampaignFiles(referee, self.campaigns, self.systems)
        self.campaign_watch = CampaignWatch(referee, self.campaign_reports)
        self.campaign_watch.listeners.append(self.campaign_opponent.wait_for_reaction)


async def open_services(settings: Settings, beats: bool = False, existing: bool = False) -> Services:
    """Open the record and build all services for it, with a heartbeat if it `beats`; raise StoreError.

    With `existing`, a missing record is not created.
    """
    if not existing:
        settings.make_folder()
    record = await Record.open(settings.database_url(), beats, existing)
    beat = settings.beat_file() if beats else None
    days = settings.forget_after_days
    run = secrets.token_hex(4)
    found = Services(
        record, time.time, system_dice(), run, settings.texts, days, beat, draw_seed, settings.detail, time.monotonic
    )
    found.claim = Claim(settings.database_url()) if beats else None
    return found
