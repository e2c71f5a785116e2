"""Games in memory, read from the record and checked against it before every use."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot import errors
from bot.game.copies import Copies, Copy
from bot.game.people import Place
from bot.game.system_versions import SystemVersions
from bot.game.waiting import OpenQuestions
from bot.store.record import Record
from bot.store.seeds import Seed
from bot.store.tables import State, StoredGame
from data import system_of
from data.system_registry import version_of
from rules.command.system import Board, System
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.tabletop import Hands
from rules.game.unit import Value
from rules.kernel.action import Ruleset
from rules.kernel.errors import BadFacts
from rules.kernel.facts import value_text
from rules.kernel.resolve import is_ruling, stored_ruleset
from rules.kernel.text import Term, Text, Typed
from rules.kernel.wording import ENGLISH

LOG = logging.getLogger(__name__)
Found = TypeVar("Found")

# Reading a game from the record: from its stored state, else replayed; with a reason if it is unreadable.

RETRY_AFTER = 60.0
"""Seconds after which an unreadable game is tried again: it may have been repaired."""


def system_of_game(info: StoredGame) -> System:
    """Return the rule system of a game, in the version of its original file; raise Unreadable if this bot lacks it."""
    try:
        now = system_of(info.system)
    except BadFacts:
        now = None
    found = version_of(now, info.system, info.version)
    if found is None:
        raise errors.Unreadable(Text("its rule system, {system}, is not in this version", system=Typed(info.system)))
    return found


def unknown_rulings(system: System, game: Game) -> dict[str, Value]:
    """Return the rulings of a game whose name or value this version of the bot does not know."""
    return {name: value for name, value in game.rulings.items() if not is_ruling(system, name, value)}


def default_notes(board: Board, unknown: Mapping[str, Value]) -> tuple[Text, ...]:
    """Return a note to the players for each unknown ruling, with the value used instead."""
    return tuple(_default_note(board, name, value) for name, value in unknown.items())


def _default_note(board: Board, name: str, value: Value) -> Text:
    now = getattr(board.book.rulings, name, None)
    if now is None:
        return Text(
            "The bot was updated. The ruling {name} no longer exists; the game goes on without it.", name=Typed(name)
        )
    return Text(
        "The bot was updated. The ruling {name} can no longer be {value}; now it is {now} (`/rulings set`).",
        name=Term(name),
        value=Typed(str(value)),
        now=value_text(board.system.rulings, now, name),
    )


# The games in memory.


class ReadFailures:
    """The games that could not be read: each is logged once, and not read again at every click."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[Text, float]] = {}

    def check(self, info: StoredGame) -> None:
        """Raise Unreadable if the game was found unreadable within the last `RETRY_AFTER` seconds."""
        found = self._found.get(info.id)
        if found is not None and time.monotonic() < found[1] + RETRY_AFTER:
            raise errors.Unreadable(found[0])

    def add(self, info: StoredGame, why: Text) -> None:
        before = self._found.get(info.id)
        self._found[info.id] = why, time.monotonic()
        if before is None or before[0] != why:
            LOG.error("game %s cannot be read: %s", info.id, ENGLISH(why))

    def remove(self, info: StoredGame) -> None:
        self._found.pop(info.id, None)


MOST = 250
"""Maximum games in memory that are not in use."""
IDLE = 3 * 3600.0
"""Seconds without a command after which a game leaves memory."""


@dataclass
class ActiveGame(Copy):
    """One running game: its row, its system, and its state after the last entry.

    `lock` is held during writes. `asking` is acquired before it and held while a command is carried out as far as
    possible, so that its question is stored before another command looks for it.
    """

    info: StoredGame
    system: System
    game: Game
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: OpenQuestions = field(default_factory=OpenQuestions)
    """The open questions, so that the record need not be searched; read it under `asking`."""
    news: tuple[Text, ...] = ()
    """Additional notes for the next entry: rulings that this version no longer knows."""
    seeds: tuple[Seed, ...] | None = None
    """Seeds of the bot's dice; None until they are looked up."""
    link: tuple[int, str | None] | None = None
    """Number of the last entry and its link in the chain; None until they are looked up."""
    hands: Hands | None = None
    """Last read state of the clocks, if the game uses them; read together with the questions."""
    _book: tuple[dict[str, Value], Ruleset] | None = None
    """Rulings and the ruleset built last for them, because every command asks for the board a dozen times."""
    _board: Board | None = None
    """Board built last, so that repeated reads return the same object."""
    _found: dict[Hashable, Any] = field(default_factory=dict[Hashable, Any])
    """Results computed from that board."""

    def with_news(self, entry: Entry) -> Entry:
        return entry.model_copy(update={"notes": (*entry.notes, *self.news)}) if self.news else entry

    @property
    def at(self) -> tuple[str, int]:
        """The id of the game and the number of its last entry, as in the ids of controls."""
        return self.info.id, self.game.number

    @property
    def board(self) -> Board:
        """The game with its rules and rulings."""
        rulings, known = self.game.rulings, self._board
        if self._book is None or self._book[0] != rulings:
            self._book = dict(rulings), stored_ruleset(self.system, rulings)
        if known is None or known.game is not self.game or known.book is not self._book[1]:
            known = Board(self.game, self.system, self._book[1], self.system.ruler(self.info.units))
            self._board, self._found = known, {}
        return known

    def cached(self, key: Hashable, find: Callable[[Board], Found]) -> Found:
        """Return a result that is computed once per board: suggestions need it again at every letter typed."""
        board = self.board
        if key not in self._found:
            self._found[key] = find(board)
        return self._found[key]

    def board_with(self, game: Game) -> Board:
        """Return the board at another moment of this game, with its players' units of length."""
        return Board.of(game, self.system, self.info.units)


class GameRegistry(Copies[ActiveGame]):
    """The running games by channel, each read at its first use."""

    def __init__(self, record: Record) -> None:
        super().__init__(MOST, IDLE)
        self._record = record
        self.versions = SystemVersions(record)
        self._failures = ReadFailures()
        self.serves: Callable[[str], bool] = lambda guild: True
        """True if this process does the background work for a server: others may have its shard."""

    async def require_game(self, where: Place) -> ActiveGame:
        """Return the game of a channel; raise Refusal if none is running, Unreadable if it cannot be read."""
        info = await self._record.games.in_channel(where.channel)
        if info is None:
            self.forget(where.channel)
            raise errors.NoGame
        # Looked up after reading the record: simultaneous callers must get the same game, with the same lock.
        live = self._copy_in_memory(where.channel)
        if live is None or live.info.id != info.id:
            self._failures.check(info)
            await self.versions.ensure(info)
            live = self._copy_in_memory(where.channel)
            if live is None or live.info.id != info.id:
                live = self._keep(where.channel, self._new_copy(info))
        live.info = info
        if live.game.number < info.number:
            async with live.lock:
                # Its copy may have been updated meanwhile.
                if live.game.number < info.number:
                    self._failures.check(info)
                    await self.refold(live)
        return live

    async def from_memory(self, where: Place) -> ActiveGame:
        """Return the game of a channel from memory, for a command that will write.

        The record is read only if memory has none. Entries of other processes cause a conflict when the command's
        entry is written.
        """
        return self.glance(where.channel) or await self.require_game(where)

    async def find_game(self, where: Place) -> ActiveGame | None:
        """Return the game of a channel for suggestions: from memory, else read now; None if it is unavailable."""
        try:
            return await self.from_memory(where)
        except errors.AppError:
            return None

    async def refresh(self, live: ActiveGame) -> None:
        """Update a copy with the entries and the state that another process wrote."""
        live.info = await self._record.games.get(live.info.id) or live.info
        await self.refold(live)

    async def require_here(self, live: ActiveGame) -> None:
        """Raise GameNotHere if another process has ended or moved the game; checked before a question is asked."""
        info = await self._record.games.get(live.info.id)
        ended = info is None or (info.state == "ended" != live.info.state)
        if info is None or ended or info.channel_id != live.info.channel_id:
            self.forget(live.info.channel_id)
            raise errors.GameNotHere

    async def refresh_channel(self, where: Place) -> bool:
        """Update the game of a channel; return True if memory was behind the record.

        Raises Unreadable.
        """
        live, info = self.glance(where.channel), await self._record.games.in_channel(where.channel)
        if live is None or (info is not None and info.id == live.info.id and info.number == live.game.number):
            return False
        if info is None:
            self.forget(where.channel)
        else:
            await self.require_game(where)
        return True

    async def read_game(self, info: StoredGame) -> ActiveGame:
        """Read a game from the record, running or not; raise Unreadable."""
        await self.versions.ensure(info)
        live = self._new_copy(info)
        await self.refold(live)
        return live

    async def latest_game(self, where: Place) -> ActiveGame:
        """Return the current game of a channel, or the last one; raise Refusal if there was none."""
        last = await self._record.games.last_in_channel(where.channel)
        if last is not None and last.state == "ended" and await self._record.games.in_channel(where.channel) is None:
            return await self.read_game(last)
        return await self.require_game(where)

    async def unfinished_game(self, info: StoredGame) -> ActiveGame:
        """Return an unfinished game by its row in the record."""
        return await self.require_game(self.place(info))

    async def game_of(self, info: StoredGame) -> ActiveGame:
        """Return a game by its row in the record, running or over; raise Unreadable."""
        return await (self.read_game(info) if info.state == "ended" else self.unfinished_game(info))

    @staticmethod
    def place(info: StoredGame) -> Place:
        return Place(info.guild_id or None, info.channel_id)

    def glance(self, channel: str) -> ActiveGame | None:
        """Return a channel's game if it is in memory, without reading the record."""
        live = self._copy_in_memory(channel)
        return live if live is not None and live.game.number else None

    async def refold(self, live: ActiveGame) -> None:
        """Read the stored state after the last entry, or replay the whole record if it was not stored."""
        live.seeds, live.waiting = None, OpenQuestions()
        try:
            game = await self._record.states.open(live.info.id)
            if game is None:  # deleted meanwhile
                raise errors.Unreadable(Text("entry {number} is missing", number=1))
            live.game = game
        except errors.Unreadable as fault:
            self._mark_unreadable(live.info, fault)
            raise
        self._failures.remove(live.info)
        unknown = unknown_rulings(live.system, live.game)
        if unknown and await self._record.remember(_news_key(live)) != str(unknown):
            live.news = default_notes(live.board, unknown)

    async def note_news_shown(self, live: ActiveGame) -> None:
        """Record that the players have read the news, so that it is shown only once."""
        if live.news:
            live.news = ()
            await self._record.remember(_news_key(live), str(unknown_rulings(live.system, live.game)))

    def _new_copy(self, info: StoredGame) -> ActiveGame:
        """Return a game before its state is read; raise Unreadable for a missing rule system."""
        try:
            return ActiveGame(info, system_of_game(info), Game())
        except errors.Unreadable as fault:
            self._mark_unreadable(info, fault)
            raise

    def _mark_unreadable(self, info: StoredGame, fault: errors.Unreadable) -> None:
        self.forget(info.channel_id)
        self._failures.add(info, fault.why)

    @staticmethod
    def game_after(live: ActiveGame, entry: Entry, folded: Game) -> Game:
        """Return the game after an entry; `folded` is that game, already computed, for an entry that undoes another."""
        if entry.undoes is not None and not entry.waited:
            return folded
        if entry.undoes is not None:
            entry.add_waiting_time(game := folded.copy())
            return game
        game = live.game.copy()
        entry.apply(game)
        return game

    @staticmethod
    def advance(live: ActiveGame, game: Game, state: State | None = None) -> None:
        """Update the copy with an entry that has just been written, and with the game's new state."""
        live.game = game
        live.info = live.info.model_copy(update={"number": game.number, "state": state or live.info.state})


def _news_key(live: ActiveGame) -> str:
    """Return the key of the rulings that a game's players have been notified of."""
    return f"rulings {live.info.id}"
