"""Exports of games: complete as JSON, or entry by entry for a report.

A long game is read in portions, in the threads of the store; `Progress` reports how many entries have been read.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple, Protocol

from bot.errors import AppError
from bot.game.registry import system_of_game
from bot.game.system_versions import SystemVersions
from bot.services.campaign.campaign_file import extend_aliases
from bot.services.record.fairness import Fairness
from bot.services.record.game_file import GameInfo, file_content, line
from bot.store import rows
from bot.store.appending import fold_entries
from bot.store.entries import InOrder, Made, Portion
from bot.store.forgetting import Aliases, people_named
from bot.store.record import Record
from bot.store.tables import StoredGame
from rules.command.system import Board
from rules.game.entry import NOTE, Entry

Progress = Callable[[int, int], Awaitable[None]]
"""Called with the number of entries read, and the total."""
TOLD = 500
"""Number of entries between two progress reports; there is a last one at the end."""
LEFT_OUT = ("guild_id", "channel_id")
"""Fields of a game that are left out of anonymous exports, because they could identify its players."""


async def ignore_progress(read: int, of: int) -> None:
    """Ignore the progress of an export."""


class Promise(NamedTuple):
    """The bot's commitment to its dice, and their seed once it has been revealed; both in hex."""

    commitment: str
    seed: str | None


class PlayedGame(NamedTuple):
    """A game and the board after its last entry; `called` maps people's ids to replacement names."""

    info: StoredGame
    board: Board
    called: Mapping[str, str] = MappingProxyType({})
    promises: tuple[Promise, ...] = ()


class GameReport(Protocol):
    """A report that receives all entries of a game in order, and keeps the data it needs."""

    def add(self, entry: Entry) -> None: ...
    def to_bytes(self) -> bytes: ...


class Exports:
    """Reads whole games for files; callers check the permissions."""

    def __init__(self, record: Record, fairness: Fairness) -> None:
        self._record, self._fairness, self._versions = record, fairness, SystemVersions(record)
        self.one_by_one = asyncio.Lock()
        """Lock, held during the export of a long game: two at once would need twice the memory."""

    async def find(self, named: str) -> StoredGame:
        """Return a game by its id, a prefix of it, or its name; raise AppError."""
        games = await self._record.games.all(over=True)
        found = [one for one in games if one.id == named] or [one for one in games if one.name == named]
        found = found or [one for one in games if len(named) >= 4 and one.id.startswith(named)]
        if len(found) == 1:
            return found[0]
        which = ", ".join(f"{one.name} ({one.id})" for one in found or games[-10:])
        if found:
            raise AppError(f"There are {len(found)} games called {named!r}; name one by its id: {which}.")
        raise AppError(f"There is no game {named[:60]!r}; there is {which or 'none'}.")

    async def game_file(self, info: StoredGame, anonymous: bool = False, progress: Progress = ignore_progress) -> bytes:
        """Return a whole game as JSON, even if this version does not understand it.

        A damaged entry consists of its columns, and its raw body as `damaged`. `anonymous` leaves out the ids and names
        of people, the place of the game, and damaged bodies.
        """
        aliases = await self.aliases(info) if anonymous else None
        lines: list[str] = []
        async for portion in self._portions(info, lambda portion: _lines(portion, aliases), progress):
            for number, text in portion:
                if not text:
                    body = await self._record.entries.damaged_body(info.id, number)
                    text = line(body if aliases is None else aliases.body({**body, "damaged": None}))
                lines.append(text)
        game = GameInfo.of(info).model_dump()
        if aliases:
            game = {name: value for name, value in aliases.body(game).items() if name not in LEFT_OUT}
        rules = await self._versions.files(info)
        return await asyncio.to_thread(file_content, game, lines, await self._fairness.report(info.id), rules)

    async def report(
        self,
        info: StoredGame,
        of: Callable[[PlayedGame], GameReport],
        anonymous: bool = False,
        progress: Progress = ignore_progress,
        known: Aliases | None = None,
    ) -> bytes:
        """Feed the whole game to a report, in threads, and return the report's bytes; raise Unreadable.

        `known` are the aliases that people already have in other reports.
        """
        aliases = await self.aliases(info) if anonymous else None
        if aliases is not None and known is not None:
            aliases = extend_aliases(known, aliases)
        board = await self._board(info, aliases)
        seeds = await self._record.seeds.of(info.id)
        shown = [None if one.secret or one.seed is None else one.seed.hex() for one in seeds]
        promises = tuple(Promise(one.commitment, seed) for one, seed in zip(seeds, shown, strict=True))
        played = PlayedGame(info, board, aliases.ids if aliases else {}, promises)
        report = await asyncio.to_thread(of, played)
        tell = InOrder(report.add)
        async for _ in self._portions(info, lambda portion: tell(_without_people(portion, aliases)), progress):
            pass
        return await asyncio.to_thread(report.to_bytes)

    async def _board(self, info: StoredGame, aliases: Aliases | None) -> Board:
        """Return the board after the last entry: from its stored state, else from the events of all entries."""
        await self._versions.ensure(info)
        system = system_of_game(info)
        game = None if aliases else await self._record.states.stored_state(info.id)
        if game is None:
            entries = list[Entry]()
            keep = InOrder(entries.append, rows.events_only)
            async for _ in self._portions(info, lambda portion: keep(_without_people(portion, aliases))):
                pass
            game = await asyncio.to_thread(fold_entries, entries)
        return Board.of(game, system, info.units)

    async def aliases(self, info: StoredGame) -> Aliases:
        """Return "Player 1" and so on for every person in a game, in order of appearance."""
        names: dict[str, list[str]] = {info.started_by: []}
        async for _ in self._portions(info, lambda portion: _collect_names(portion, names)):
            pass
        names.pop("", None)
        ids = {id: f"Player {n}" for n, id in enumerate(names, 1)}
        return Aliases(ids, {name: ids[id] for id, called in names.items() for name in called})

    async def _portions(
        self, info: StoredGame, make: Callable[[Portion], Made], progress: Progress = ignore_progress
    ) -> AsyncIterator[Made]:
        """Yield the result of `make` for each portion of a game, computed in threads of the store."""
        read, told = 0, 0
        async for count, made in self._record.entries.bodies(
            info.id, info.number, lambda some: (len(some), make(some))
        ):
            yield made
            read += count
            if read - told >= TOLD or read == info.number:
                told = read
                await progress(read, info.number)


def _collect_names(portion: Portion, names: dict[str, list[str]]) -> None:
    """Add the ids and names of all people in these entries."""
    for _, body in portion:
        with suppress(TypeError, AttributeError):  # damaged, or in a form of no known version
            names.setdefault(body.get("by") or "", [])
            for id, name in people_named(body):
                names.setdefault(id, []).append(name)


def _lines(portion: Portion, aliases: Aliases | None) -> list[tuple[int, str]]:
    """Return the entries as lines, by number; "" for a damaged one."""
    lines = [(number, "" if body is None else line(body)) for number, body in portion]
    return lines if aliases is None else [(number, _anonymous_line(text, aliases)) for number, text in lines]


def _anonymous_line(entry: str, aliases: Aliases) -> str:
    """Return an entry's line without people. Most entries contain people only as ids, and need not be parsed."""
    named = "|".join(re.escape(json.dumps(name)[1:-1]) for name in aliases.names)
    if not entry:
        return entry
    if re.search(named, entry) or f'"{NOTE}"' in entry:
        return line(aliases.entry(json.loads(entry)))
    ids = "|".join(map(re.escape, aliases.ids))
    return re.sub(rf'"((?:who:)?(?:{ids}))"', lambda found: json.dumps(aliases.id(found[1])), entry)


def _without_people(portion: Portion, aliases: Aliases | None) -> Portion:
    if aliases is None:
        return portion
    return [(number, json.loads(text or "null")) for number, text in _lines(portion, aliases)]
