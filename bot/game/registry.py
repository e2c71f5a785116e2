"""Games as they stand, kept in memory and checked against the record before every use."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from weakref import WeakValueDictionary

from bot.errors import AppError, Refusal, Unreadable
from bot.game.people import Place
from bot.game.reading import Marks, defaults_taken, game_read, system_played, unknown_rulings
from bot.store.record import Record
from bot.store.seeds import Seed
from bot.store.tables import Battle, State
from rules.command.system import Board, System
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.unit import Value
from rules.kernel.action import Book
from rules.kernel.resolve import kept_book
from rules.kernel.text import Text

MOST = 250
"""So many games at most stay in memory that nobody is at just now."""
IDLE = 3 * 3600.0
"""Seconds without a command after which a game leaves memory."""


@dataclass
class ActiveGame:
    """One running game: what the record says of it, its system, and its state after the last entry.

    `lock` is held while it is written; `asking`, taken first, while a command is carried out as far as it goes, so
    that a question stands before anybody else's command looks for it.
    """

    info: Battle
    system: System
    game: Game
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)
    quiet: bool = False
    """Whether no side is asked anything, so that nobody needs to look for questions: looked up under `asking`."""
    news: tuple[Text, ...] = ()
    """What the next entry tells the players besides: rulings that this version no longer knows."""
    seeds: tuple[Seed, ...] | None = None
    """Of what the bot's dice are made, once somebody has looked it up."""
    link: tuple[int, str | None] | None = None
    """The number of an entry and its link in the chain, once somebody has looked it up; those of the last one."""
    used: float = 0.0
    """When it was last looked up, by the clock of the machine."""
    _book: tuple[dict[str, Value], Book] | None = None
    """The book that was opened last, and by which rulings: every command asks for the board a dozen times."""

    def with_news(self, entry: Entry) -> Entry:
        return entry.model_copy(update={"notes": (*entry.notes, *self.news)}) if self.news else entry

    @property
    def board(self) -> Board:
        """The game with the rules and rulings it is played by."""
        rulings = self.game.rulings
        if self._book is None or self._book[0] != rulings:
            self._book = dict(rulings), kept_book(self.system, rulings)
        return Board(self.game, self.system, self._book[1], self.system.ruler(self.info.units))

    def board_with(self, game: Game) -> Board:
        """Another moment of the same game, as it is measured here."""
        return Board.of(game, self.system, self.info.units)


class GameRegistry:
    """The running games by channel. State is the fold of entries; what is kept here is only a copy of it.

    A game is read when somebody first comes to it, and leaves memory when others have been used since: start-up and
    memory do not grow with the record. Whoever is at a game that has left finds the same copy, with the same lock.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._kept: OrderedDict[str, ActiveGame] = OrderedDict()
        self._in_use: WeakValueDictionary[str, ActiveGame] = WeakValueDictionary()
        self._marks = Marks()

    async def at(self, where: Place) -> ActiveGame:
        """The game of a channel; raises Refusal where none is running, Unreadable for one that cannot be read."""
        info = await self._record.game_in(where.channel)
        if info is None:
            self.forget(where.channel)
            raise Refusal(
                Text("There is no game in this channel. Start one with `/game new`, or look at `/game demo`.")
            )
        # Looked up after the record was asked: two who come at once must get the same game, with the same lock.
        live = self._in_memory(where.channel)
        if live is None or live.info.id != info.id:
            self._marks.check(info)
            live = self._keep(where.channel, self._begun(info))
        live.info = info
        if live.game.number < info.number:
            await self._catch_up(live, info.number)
        return live

    async def known(self, where: Place) -> ActiveGame:
        """The game of a channel as memory has it, for a command that will write: the record is asked only when
        memory has none. Whatever another process has done meanwhile shows as a conflict when the entry is written.
        """
        return self.glance(where.channel) or await self.at(where)

    async def seen(self, where: Place) -> ActiveGame | None:
        """The game of a channel for suggestions: as memory has it, else read now; None where that is not possible."""
        try:
            return await self.known(where)
        except AppError:
            return None

    async def renewed(self, live: ActiveGame) -> None:
        """Bring a copy up to what somebody else has written: the entries, and what became of the game."""
        live.info = await self._record.game(live.info.id) or live.info
        await self.refold(live)

    async def still_played(self, live: ActiveGame) -> None:
        """Look once, before somebody is asked something; raises Refusal where another process has ended the game
        or moved it.
        """
        info = await self._record.game(live.info.id)
        ended = info is None or (info.state == "ended" != live.info.state)
        if info is None or ended or info.channel_id != live.info.channel_id:
            self.forget(live.info.channel_id)
            raise Refusal(Text("This game has just ended or moved; see `/game status`."))

    async def _catch_up(self, live: ActiveGame, number: int) -> None:
        """Read the game, unless whoever is at it just now has brought the copy up to that meanwhile."""
        async with live.lock:
            if live.game.number < number:
                self._marks.check(live.info)
                await self.refold(live)

    async def of(self, info: Battle) -> ActiveGame:
        """A game that need not be running, read afresh; raises Unreadable."""
        live = self._begun(info)
        await self.refold(live)
        return live

    async def latest(self, where: Place) -> ActiveGame:
        """The game of a channel, or else the one that ended there last; raises Refusal where there was none."""
        last = await self._record.last_game_in(where.channel)
        if last is not None and last.state == "ended" and await self._record.game_in(where.channel) is None:
            return await self.of(last)
        return await self.at(where)

    async def running(self, info: Battle) -> ActiveGame:
        """A game that goes on, by its row rather than its channel."""
        return await self.at(self.place(info))

    @staticmethod
    def place(info: Battle) -> Place:
        return Place(info.guild_id or None, info.channel_id)

    def glance(self, channel: str) -> ActiveGame | None:
        """What memory has of a channel's game; never asks the record."""
        live = self._in_memory(channel)
        return live if live is not None and live.game.number else None

    async def refold(self, live: ActiveGame) -> None:
        """Read the state that the last entry left; where that was not kept, play the whole record back."""
        live.seeds = None
        try:
            live.game = await game_read(self._record, live.info)
        except Unreadable as fault:
            self._unreadable(live.info, fault)
            raise
        self._marks.take(live.info)
        await self._look_for_news(live)

    async def told(self, live: ActiveGame) -> None:
        """The players have read the news: they are not told again."""
        if live.news:
            live.news = ()
            await self._record.remember(_told(live), str(unknown_rulings(live.system, live.game)))

    async def _look_for_news(self, live: ActiveGame) -> None:
        unknown = unknown_rulings(live.system, live.game)
        if unknown and await self._record.remember(_told(live)) != str(unknown):
            live.news = defaults_taken(live.board, unknown)

    def forget(self, channel: str) -> None:
        self._kept.pop(channel, None)
        self._in_use.pop(channel, None)

    def _begun(self, info: Battle) -> ActiveGame:
        """A game of which nothing has been read yet; raises Unreadable for a rule system that is gone."""
        try:
            return ActiveGame(info, system_played(info), Game())
        except Unreadable as fault:
            self._unreadable(info, fault)
            raise

    def _unreadable(self, info: Battle, fault: Unreadable) -> None:
        self.forget(info.channel_id)
        self._marks.put(info, fault.why)

    def _in_memory(self, channel: str) -> ActiveGame | None:
        live = self._in_use.get(channel)
        return None if live is None else self._keep(channel, live)

    def _keep(self, channel: str, live: ActiveGame) -> ActiveGame:
        """Note that a game was used just now, and let go of those that have not been for long."""
        now = live.used = time.monotonic()
        self._kept[channel] = self._in_use[channel] = live
        self._kept.move_to_end(channel)
        while len(self._kept) > MOST or next(iter(self._kept.values())).used < now - IDLE:
            self._kept.popitem(last=False)
        return live

    @staticmethod
    def after(live: ActiveGame, entry: Entry, folded: Game) -> Game:
        """The game once an entry is added to it; `folded` is what an entry that undoes another leaves of it."""
        if entry.undoes is not None:
            return folded
        game = live.game.copy()
        game.apply_entry(entry)
        return game

    @staticmethod
    def advance(live: ActiveGame, game: Game, state: State | None = None) -> None:
        """Bring the copy up to an entry that has just been written, and to what became of the game with it."""
        live.game = game
        live.info = live.info.model_copy(update={"number": game.number, "state": state or live.info.state})


def _told(live: ActiveGame) -> str:
    """Where it is remembered of which rulings the players of a game have been told."""
    return f"rulings {live.info.id}"
