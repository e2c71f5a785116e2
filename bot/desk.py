"""Everything a command may ask for, built once at start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.advice import Advice
from bot.agreed import Agreed
from bot.armoury import Armoury
from bot.boards import Boards
from bot.dropping import Dropping
from bot.history import History
from bot.host import Host
from bot.live import Games
from bot.mending import Mending
from bot.muster import Muster
from bot.pending import Waiting
from bot.referee import Referee
from bot.store.record import Record
from bot.tabletop import Tabletop
from data.texts import catalogue
from rules.table import Roller
from rules.words import Catalogue

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
