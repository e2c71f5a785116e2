"""Everything a command may ask for, built once at start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.game.registry import GameRegistry
from bot.resolution.cancel import Cancellation
from bot.resolution.questions import Questions
from bot.resolution.referee import Referee
from bot.services.corrections import Corrections
from bot.services.history import History
from bot.services.lifecycle import Lifecycle
from bot.services.live_board import LiveBoards
from bot.services.odds import OddsService
from bot.services.preferences import Preferences
from bot.services.roster import Roster
from bot.services.saved_forces import SavedForces
from bot.services.table_objects import TableObjects
from bot.store.record import Record
from data.texts import catalogue
from rules.table import Roller
from rules.text import Catalogue

Texts = Callable[[str], Catalogue | None]
"""The catalogue of a language, by its locale; None for English."""


class Services:
    """The services over one record; `run` tells the runs of the process apart, so that interactions stay unique."""

    def __init__(
        self,
        record: Record,
        clock: Callable[[], float],
        roller: Roller,
        run: str,
        texts: Texts = catalogue,
    ) -> None:
        self.record, self.run, self.clock, self.texts = record, run, clock, texts
        self.games = GameRegistry(record)
        self.referee = Referee(record, self.games, clock, roller)
        self.roster = Roster(self.referee)
        self.lifecycle = Lifecycle(self.referee, self.roster)
        self.history = History(self.referee)
        self.odds = OddsService(self.referee)
        self.preferences = Preferences(self.referee)
        self.table_objects = TableObjects(self.referee)
        self.saved_forces = SavedForces(record, self.games, clock)
        self.questions = Questions(self.referee)
        self.cancellation = Cancellation(self.referee, self.questions)
        self.corrections = Corrections(self.referee, self.questions, self.cancellation)
        self.live_boards: LiveBoards[Any] = LiveBoards(record)
        self.referee.listeners.append(self.live_boards.changed)
