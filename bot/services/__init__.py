"""Everything a command may ask for, built once at start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.game.registry import Games
from bot.resolution.cancel import Dropping
from bot.resolution.questions import Waiting
from bot.resolution.referee import Referee
from bot.services.corrections import Mending
from bot.services.history import History
from bot.services.lifecycle import Host
from bot.services.live_board import Boards
from bot.services.odds import Advice
from bot.services.preferences import Agreed
from bot.services.roster import Muster
from bot.services.saved_forces import Armoury
from bot.services.table_objects import Tabletop
from bot.store.record import Record
from data.texts import catalogue
from rules.table import Roller
from rules.text import Catalogue

Texts = Callable[[str], Catalogue | None]
"""The catalogue of a language, by its locale; None for English."""


class Desk:
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
        self.games = Games(record)
        self.referee = Referee(record, self.games, clock, roller)
        self.muster = Muster(self.referee)
        self.host = Host(self.referee, self.muster)
        self.history = History(self.referee)
        self.advice = Advice(self.referee)
        self.agreed = Agreed(self.referee)
        self.tabletop = Tabletop(self.referee)
        self.armoury = Armoury(record, self.games, clock)
        self.waiting = Waiting(self.referee)
        self.dropping = Dropping(self.referee, self.waiting)
        self.mending = Mending(self.referee, self.waiting, self.dropping)
        self.boards: Boards[Any] = Boards(record)
        self.referee.listeners.append(self.boards.changed)
