"""All services for commands, built once at start."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.dice.provable import draw_seed, system_dice
from bot.game.registry import GameRegistry
from bot.resolution.game_seeds import Draw
from bot.resolution.referee import Referee
from bot.services.campaign_services import CampaignServices
from bot.services.game_services import GameServices
from bot.services.play.details import Details
from bot.services.play.live_board import LiveBoards
from bot.services.play.messages import Drafts, Interactions, QuestionMessages, ResultMessages
from bot.services.record.privacy import Privacy
from bot.services.record.roll_logs import RollLogs
from bot.services.record_services import RecordServices
from bot.settings import Detail, Settings
from bot.store.claim import Claim
from bot.store.record import Record
from data.texts import Language, language
from rules.kernel.table import Roller

Texts = Callable[[str], Language]
"""Returns the language for a reader's locale."""


class Services(RecordServices, GameServices, CampaignServices):
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
        self.build_record_services(self.referee)
        self.build_game_services(self.referee)
        self.details = Details(record, detail)
        self.live_boards: LiveBoards[Any] = LiveBoards(record)
        self.roll_logs = RollLogs(record, self.games)
        self.interactions, self.drafts, self.question_messages = Interactions(), Drafts(), QuestionMessages()
        self.result_messages = ResultMessages()
        self.build_campaign_services(self.referee, self, draw)
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
