"""Takes games out: complete, as JSON, or entry by entry for whoever makes a report of them.

A long game is read portion by portion, in the threads of the store; `Progress` is told how far that has come.
"""

from __future__ import annotations

import asyncio
import gc
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from bot.errors import AppError, Unreadable
from bot.game.reading import system_played
from bot.services.campaign_anonymous import with_those_of
from bot.services.fairness import Fairness
from bot.services.game_file import GameInfo, line, written
from bot.store import rows
from bot.store.aliases import Aliases, people_named
from bot.store.record import Record
from bot.store.tables import Battle
from rules.entry import Entry
from rules.errors import BadEntry
from rules.game import Game, play_back
from rules.system import Board
from rules.text import Text

Progress = Callable[[int, int], Awaitable[None]]
"""Told how many entries have been read, of how many."""
LEFT_OUT = ("guild_id", "channel_id")
"""What of a game would lead to its players."""


async def quietly(read: int, of: int) -> None:
    """Nobody wants to know."""


class Promise(NamedTuple):
    """What binds the bot to its dice, and their seed once that has been revealed; both in hex."""

    commitment: str
    seed: str | None


class PlayedGame(NamedTuple):
    """A game and the board as its last entry left it; what people are `called` here, by their ids, if not by those."""

    info: Battle
    board: Board
    called: Mapping[str, str] = MappingProxyType({})
    promises: tuple[Promise, ...] = ()


class Report(Protocol):
    """What is made of a game, told all of its entries in order; it keeps of them what it needs."""

    def add(self, entry: Entry) -> None: ...
    def made(self) -> bytes: ...


class Exports:
    """Reads whole games for those who want them as a file; who may have what is not asked here."""

    def __init__(self, record: Record, fairness: Fairness) -> None:
        self._record, self._fairness = record, fairness
        self.one_by_one = asyncio.Lock()
        """Held while a long game is taken out: two at once would take the memory of two."""

    async def find(self, named: str) -> Battle:
        """A game by its id, the beginning of that, or its name; raises AppError."""
        games = await self._record.games(over=True)
        found = [one for one in games if one.id == named] or [one for one in games if one.name == named]
        found = found or [one for one in games if len(named) >= 4 and one.id.startswith(named)]
        if len(found) == 1:
            return found[0]
        which = ", ".join(f"{one.name} ({one.id})" for one in found or games[-10:])
        if found:
            raise AppError(f"There are {len(found)} games called {named!r}; name one by its id: {which}.")
        raise AppError(f"There is no game {named[:60]!r}; there is {which or 'none'}.")

    async def game_file(self, info: Battle, anonymous: bool = False, progress: Progress = quietly) -> bytes:
        """All of a game as JSON, whether this version understands it or not. Of an entry that is damaged there is what
        stands beside it, and its body letter for letter as `damaged`.

        `anonymous` leaves the ids and names of people out, where it was played, and what is damaged.
        """
        aliases = await self.aliases(info) if anonymous else None
        lines: list[str] = []
        async for portion in self._whole(info, progress, anonymous):
            lines += await asyncio.to_thread(_lines, portion, aliases)
        game = GameInfo.of(info).model_dump()
        if aliases:
            game = {name: value for name, value in aliases.body(game).items() if name not in LEFT_OUT}
        return await asyncio.to_thread(written, game, lines, await self._fairness.report(info.id))

    async def report(
        self,
        info: Battle,
        of: Callable[[PlayedGame], Report],
        anonymous: bool = False,
        progress: Progress = quietly,
        known: Aliases | None = None,
    ) -> bytes:
        """What a report comes to that is told of the whole game, in threads; raises Unreadable.

        `known` are the aliases that people have elsewhere already.
        """
        aliases = await self.aliases(info) if anonymous else None
        if aliases is not None and known is not None:
            aliases = with_those_of(known, aliases)
        board = await self._board(info, aliases)
        played = PlayedGame(info, board, aliases.ids if aliases else {}, await self._promises(info))
        with _nothing_collected():
            made, first = await asyncio.to_thread(of, played), 1
            async for portion in self._bodies(info, progress):
                await asyncio.to_thread(_told, made, portion, aliases, first)
                first += len(portion)
            return await asyncio.to_thread(made.made)

    async def _promises(self, info: Battle) -> tuple[Promise, ...]:
        seeds = await self._record.seeds(info.id)
        return tuple(
            Promise(one.commitment, None if one.secret or one.seed is None else one.seed.hex()) for one in seeds
        )

    async def _board(self, info: Battle, aliases: Aliases | None) -> Board:
        """The board as the last entry left it: out of the rows of its state, else out of what each entry changed."""
        system = system_played(info)
        game = None if aliases else await self._record.state(info.id)
        if game is None:
            entries, first = list[Entry](), 1
            async for portion in self._bodies(info, quietly):
                entries += await asyncio.to_thread(list, _read(portion, aliases, first, rows.events_only))
                first += len(portion)
            game = await asyncio.to_thread(_folded, entries)
        return Board.of(game, system, info.units)

    async def aliases(self, info: Battle) -> Aliases:
        """ "Player 1" and so on for everybody who appears in a game, in the order in which they came."""
        names: dict[str, list[str]] = {info.started_by: []}
        async for portion in self._bodies(info, quietly):
            for body in filter(None, portion):
                names.setdefault(body.get("by") or "", [])
                with suppress(TypeError, AttributeError):  # of another form than any version gave it
                    for id, name in people_named(body):
                        names.setdefault(id, []).append(name)
        names.pop("", None)
        ids = {id: f"Player {n}" for n, id in enumerate(names, 1)}
        return Aliases(ids, {name: ids[id] for id, called in names.items() for name in called})

    async def _whole(self, info: Battle, progress: Progress, anonymous: bool) -> AsyncIterator[list[Any]]:
        """The entries as JSON, those that are damaged as far as they go."""
        read = 0
        async for portion in self._record.bodies(info.id, info.number):
            yield [body or await self._damaged(info, number, anonymous) for number, body in portion]
            read += len(portion)
            await progress(read, info.number)

    async def _damaged(self, info: Battle, number: int, anonymous: bool) -> dict[str, Any]:
        """An entry whose body cannot be read; nobody can tell whose names are in it."""
        found = await self._record.damaged(info.id, number)
        return {name: value for name, value in found.items() if name != "damaged" or not anonymous}

    async def _bodies(self, info: Battle, progress: Progress) -> AsyncIterator[list[Any]]:
        read = 0
        async for portion in self._record.bodies(info.id, info.number):
            yield [body for _, body in portion]
            read += len(portion)
            await progress(read, info.number)


@contextmanager
def _nothing_collected() -> Generator[None]:
    """Entries and what is told of them go away by themselves; to look through all of them again and again for what
    does not would take as long as the rest.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _lines(bodies: Sequence[Any], aliases: Aliases | None) -> list[str]:
    lines = [line(body) for body in bodies if body is not None]
    return lines if aliases is None else [_without(one, aliases) for one in lines]


def _without(entry: str, aliases: Aliases) -> str:
    """An entry as a line, without people. Most name nobody but by their ids: those are not taken apart."""
    named = "|".join(re.escape(json.dumps(name)[1:-1]) for name in aliases.names)
    if not entry or not named or re.search(named, entry):
        return line(aliases.entry(json.loads(entry)))
    ids = "|".join(map(re.escape, aliases.ids))
    return re.sub(rf'"((?:who:)?(?:{ids}))"', lambda found: json.dumps(aliases.id(found[1])), entry)


def _told(report: Report, bodies: Sequence[Any], aliases: Aliases | None, first: int) -> None:
    for entry in _read(bodies, aliases, first, rows.entry):
        report.add(entry)


def _folded(entries: Sequence[Entry]) -> Game:
    """Raises Unreadable."""
    try:
        return play_back(entries)
    except BadEntry as bad:
        raise Unreadable(bad.text) from None


def _read(bodies: Sequence[Any], aliases: Aliases | None, first: int, made: rows.Made) -> Iterator[Entry]:
    """The entries numbered from `first`; raises Unreadable, also for one that is missing."""
    found = bodies if aliases is None else [json.loads(one) for one in _lines(bodies, aliases)]
    for number, body in enumerate(found, first):
        entry = rows.entry_read(number, body, made)
        if entry.number != number:
            raise Unreadable(Text("entry {number} is missing", number=number))
        yield entry
