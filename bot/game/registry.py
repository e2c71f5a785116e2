"""Games as they stand, kept in memory and checked against the record before every use."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field

from bot.errors import Refusal
from bot.game.people import Place
from bot.store.record import Record
from bot.store.tables import Battle, State
from data import system_of
from rules.entry import Entry
from rules.game import Game, play_back
from rules.resolve import kept_book
from rules.system import Board, System
from rules.text import Text

LOG = logging.getLogger(__name__)


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

    @property
    def board(self) -> Board:
        """The game with the rules and rulings it is played by."""
        return Board(self.game, self.system, kept_book(self.system, self.game.rulings))


class GameRegistry:
    """The running games by channel. State is the fold of entries; what is kept here is only a copy of it."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._live: dict[str, ActiveGame] = {}

    async def at(self, where: Place) -> ActiveGame:
        """The game of a channel; raises Refusal where none is running."""
        info = await self._record.game_in(where.channel)
        if info is None:
            self._live.pop(where.channel, None)
            raise Refusal(
                Text("There is no game in this channel. Start one with `/game new`, or look at `/game demo`.")
            )
        # Looked up after the record was asked: two who come at once must get the same game, with the same lock.
        live = self._live.get(where.channel)
        if live is None or live.info.id != info.id:
            live = self._live[where.channel] = ActiveGame(info, system_of(info.system), Game())
        live.info = info
        if live.game.number < info.number:
            await self._catch_up(live, info.number)
        return live

    async def known(self, where: Place) -> ActiveGame:
        """The game of a channel as memory has it, for a command that will write: the record is asked only when
        memory has none. Whatever another process has done meanwhile shows as a conflict when the entry is written.
        """
        return self._live.get(where.channel) or await self.at(where)

    async def renewed(self, live: ActiveGame) -> None:
        """Bring a copy up to what somebody else has written: the entries, and what became of the game."""
        live.info = await self._record.game(live.info.id) or live.info
        await self.refold(live)

    async def load(self) -> None:
        """Bring every running game to memory, so that suggestions are there from the first letter typed.

        One that cannot be read harms nobody else: whoever plays it is told when they come to it.
        """
        for info in await self._record.games():
            try:
                await self.running(info)
            except Exception:  # whatever it is, the other games are served
                LOG.exception("a game cannot be read", extra={"game": info.id})

    async def _catch_up(self, live: ActiveGame, number: int) -> None:
        """Play the record back, unless whoever is writing just now has brought the copy up to it meanwhile."""
        async with live.lock:
            if live.game.number < number:
                await self.refold(live)

    async def of(self, info: Battle) -> ActiveGame:
        """A game that need not be running, read afresh."""
        live = ActiveGame(info, system_of(info.system), Game())
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
        """What memory has of a channel's game, for suggestions while somebody types; never asks the record."""
        return self._live.get(channel)

    async def refold(self, live: ActiveGame) -> None:
        """Read the state that the last entry left; where that was not kept, play the whole record back."""
        kept = await self._record.state(live.info.id)
        live.game = kept or play_back(await self._record.entries(live.info.id))

    def forget(self, channel: str) -> None:
        self._live.pop(channel, None)

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
