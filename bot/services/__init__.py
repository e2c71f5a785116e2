"""Everything a command may ask for, built once at start."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.dice.rng import drawn_seed, system_dice
from bot.game.campaign_registry import CampaignRegistry
from bot.game.registry import GameRegistry
from bot.resolution.campaign_referee import CampaignReferee
from bot.resolution.cancel import Cancellation
from bot.resolution.game_seeds import Draw
from bot.resolution.overdue import Overdue
from bot.resolution.questions import Questions
from bot.resolution.referee import Referee
from bot.services.aftermath_dice import AftermathDice
from bot.services.answers import Answers
from bot.services.battle_units import BattleUnits
from bot.services.campaign_battles import CampaignBattles
from bot.services.campaign_file import CampaignFiles
from bot.services.campaign_pages import CampaignPages
from bot.services.campaign_people import CampaignPeople
from bot.services.campaign_reports import CampaignReports
from bot.services.campaign_rosters import CampaignRosters
from bot.services.campaign_watch import CampaignWatch
from bot.services.campaigns import Campaigns
from bot.services.corrections import Corrections
from bot.services.detail import Details
from bot.services.drafts import Drafts
from bot.services.exports import Exports
from bot.services.fairness import Fairness
from bot.services.file_reader import FileReader
from bot.services.game_numbers import GameNumbers
from bot.services.health import Health
from bot.services.history import History
from bot.services.lifecycle import Lifecycle
from bot.services.live_board import LiveBoards
from bot.services.log_pages import LogPages
from bot.services.lost_places import LostPlaces
from bot.services.odds import OddsService
from bot.services.preferences import Preferences
from bot.services.privacy import Privacy
from bot.services.question_messages import QuestionMessages
from bot.services.roll_logs import RollLogs
from bot.services.roster import Roster
from bot.services.saved_forces import SavedForces
from bot.services.table_objects import TableObjects
from bot.services.unreadable_games import UnreadableGames
from bot.services.unshown import Unshown
from bot.settings import Detail, Settings
from bot.store.record import Record
from data.texts import Language, language
from rules.kernel.table import Roller

Texts = Callable[[str], Language]
"""The language that a reader of some locale is answered in."""


class Services:
    """The services over one record; `run` tells the runs of the process apart, so that interactions stay unique."""

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
    ) -> None:
        """`roller` throws loose dice, and the bot's where games are begun without `draw`, which makes their seeds."""
        self.beat = beat
        """Where the bot leaves its sign of life, if anywhere."""
        self.record, self.run, self.clock, self.texts = record, run, clock, texts
        self.games = GameRegistry(record)
        self.referee = Referee(record, self.games, clock, roller, draw)
        self.ids_repeat = False
        """Whether interactions have the same ids in every run, as in a simulated Discord."""
        self.fairness = Fairness(self.referee)
        self.history = History(self.referee)
        self.exports = Exports(record, self.fairness)
        self.log_pages = LogPages(record, self.games)
        self.health = Health(record)
        self.numbers = GameNumbers(record, self.games, self.log_pages)
        self.lost_places = LostPlaces(self.referee)
        self.unshown = Unshown(record)
        self.unreadable = UnreadableGames(record, self.games)
        self.odds = OddsService(self.referee)
        self.table_objects = TableObjects(self.referee)
        self.files = FileReader()
        self.saved_forces = SavedForces(record, self.games, clock)
        self.questions = Questions(self.referee)
        self.overdue = Overdue(self.questions, self.referee)
        self.cancellation = Cancellation(self.referee, self.questions)
        self.corrections = Corrections(self.referee, self.questions, self.cancellation)
        self.roster = Roster(self.referee, self.corrections)
        self.lifecycle = Lifecycle(self.referee, self.roster, self.corrections)
        self.preferences = Preferences(self.referee, self.questions, self.corrections)
        self.details = Details(record, detail)
        self.live_boards: LiveBoards[Any] = LiveBoards(record)
        self.roll_logs = RollLogs(record, self.games)
        self.answers, self.drafts, self.question_messages = Answers(), Drafts(), QuestionMessages()
        self._campaigns(roller, draw)
        self.privacy = Privacy(
            record, self.games, self.lifecycle, self.campaign_people, forget_after_days, self.details
        )
        self.referee.listeners += [self.live_boards.changed, self.answers.changed, self.roll_logs.queue.changed]
        self.referee.listeners.append(self.campaign_watch.changed)

    def _campaigns(self, roller: Roller, draw: Draw | None) -> None:
        """Campaigns: games know nothing of them, and tell what happens to whoever listens."""
        referee = CampaignReferee(self.record, CampaignRegistry(self.record), self.clock)
        self.campaign_referee = referee
        self.campaigns = Campaigns(referee, referee.campaigns, draw)
        self.campaign_people = CampaignPeople(referee)
        self.campaign_rosters = CampaignRosters(referee, self.saved_forces)
        self.campaign_battles = CampaignBattles(referee, self.referee, self.lifecycle)
        self.battle_units = BattleUnits(referee, self.referee)
        self.campaign_reports = CampaignReports(referee)
        self.aftermath_dice = AftermathDice(referee, self.campaign_reports, roller)
        self.campaign_pages = CampaignPages(referee)
        self.campaign_files = CampaignFiles(referee, self.campaigns)
        self.campaign_watch = CampaignWatch(referee, self.campaign_reports)


async def open_services(settings: Settings, beats: bool = False) -> Services:
    """The record opened and everything over it built, with a sign of life where it `beats`; raises StoreError."""
    record = await Record.open(settings.database_url())
    beat = settings.beat_file() if beats else None
    days = settings.forget_after_days
    run = secrets.token_hex(4)
    return Services(record, time.time, system_dice(), run, settings.texts, days, beat, drawn_seed, settings.detail)
