"""Whole games: their entries in order, portion by portion; imported games; and what a damaged record still has."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, overload

from sqlalchemy import Connection, Row, String, bindparam, cast, func, select, type_coerce
from sqlalchemy.exc import IntegrityError

from bot.errors import Unreadable
from bot.store import rows
from bot.store.appending import GAMES, keep_state
from bot.store.database import Database
from bot.store.errors import ChannelTaken
from bot.store.rows import as_of_today
from bot.store.seeds import Seed, keep_seeds
from bot.store.tables import ENTRY, GAME, GAME_STATE, Battle
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.text import Text

# Entries portion by portion, and games that are imported.

PORTION = 100
"""How many entries are read at once: the rest of a long game waits on the disk, and others have their turn between."""
Portion = list[tuple[int, Any]]
"""Entries by their numbers as they are kept, whatever they are; None for a damaged one."""
Made = TypeVar("Made")
_AFTER = (
    select(ENTRY.c.number, ENTRY.c.body)
    .where(
        ENTRY.c.game_id == bindparam("game"),
        ENTRY.c.number > bindparam("after"),
        ENTRY.c.number <= bindparam("last"),
    )
    .order_by(ENTRY.c.number)
    .limit(PORTION)
)
_CALLED = select(GAME).where(func.lower(GAME.c.name) == bindparam("name")).order_by(GAME.c.started_at, GAME.c.id)


class InOrder:
    """Tells somebody of the entries of a game one by one, portion by portion; see `WholeGames.bodies`."""

    def __init__(self, tell: Callable[[Entry], object], made: rows.Made = rows.entry) -> None:
        self._tell, self._made, self._last = tell, made, 0

    def __call__(self, portion: Portion) -> None:
        """Raises Unreadable, also for an entry that is missing."""
        for number, body in portion:
            self._last += 1
            if number != self._last:
                raise Unreadable(Text("entry {number} is missing", number=self._last))
            self._tell(rows.entry_read(number, body, self._made))


class GamePut(NamedTuple):
    """A game with all of its entries, `game` as they leave it, the seeds of its dice, and the links of the entries, if
    they have any.
    """

    battle: Battle
    entries: Sequence[Entry]
    game: Game
    seeds: Sequence[Seed] = ()
    links: Sequence[str] = ()


class WholeGames:
    """The part of the record that takes games out and in."""

    _database: Database

    @overload
    def bodies(self, game_id: str, last: int) -> AsyncIterator[Portion]: ...

    @overload
    def bodies(self, game_id: str, last: int, make: Callable[[Portion], Made]) -> AsyncIterator[Made]: ...

    async def bodies(
        self, game_id: str, last: int, make: Callable[[Portion], Any] = lambda portion: portion
    ) -> AsyncIterator[Any]:
        """What is made of each portion of the entries of a game, in order up to number `last`.

        It is made in a thread of the store: what passes through the loop is only what came of it, and entries are gone
        as soon as they have been looked at. Thousands of them in memory would take the time of everybody.
        """
        after = 0
        while after < last:
            found = await self._database.read(lambda read, after=after: _portion(read, game_id, after, last, make))
            if found is None:
                break
            after, made = found
            yield made

    async def called(self, name: str) -> list[Battle]:
        """The games of that name, whatever its letters' size; the oldest first."""
        values = {"name": name.lower()}
        return await self._database.read(
            lambda read: [rows.battle(row) for row in read.execute(_CALLED, values).mappings()]
        )

    async def put_game(
        self,
        battle: Battle,
        entries: Sequence[Entry],
        game: Game,
        seeds: Sequence[Seed] = (),
        links: Sequence[str] = (),
    ) -> None:
        """A game with all that belongs to it (see `GamePut`); all of it or nothing.

        Raises ChannelTaken where it is not over and its channel has another one that is not.
        """
        whole = GamePut(battle, entries, game, seeds, links)
        try:
            await self._database.write(lambda write: put_whole(write, whole))
        except IntegrityError:
            raise ChannelTaken(f"channel {battle.channel_id} has a game that is not over") from None


def put_whole(write: Connection, new: GamePut) -> None:
    """Raises IntegrityError where its channel has another game that is not over."""
    GAMES.begin(write, new.battle.model_dump(), new.entries, [{"link": link} for link in new.links])
    keep_state(write, new.battle.id, Game(), new.game)
    keep_seeds(write, new.seeds)


def _portion(
    read: Connection, game_id: str, after: int, last: int, make: Callable[[Portion], Any]
) -> tuple[int, Any] | None:
    """The number of the last entry of the portion after `after`, and what is made of it; None where none is left."""
    found = read.execute(_AFTER, {"game": game_id, "after": after, "last": last}).all()
    portion = [(row.number, _today(row.body)) for row in found]
    return (portion[-1][0], make(portion)) if portion else None


def _today(body: Any) -> Any:
    """A body in the form of today, as far as it can be read."""
    try:
        return as_of_today(body)
    except (TypeError, ValueError, LookupError, AttributeError):
        return None


# What can still be read of a record that is damaged.

_TEXT = type_coerce(cast(ENTRY.c.body, String), String)
"""The body of an entry as it is written, whether it is JSON or not."""


class Line(NamedTuple):
    """An entry as far as it can be read: `entry` is None where only what stands beside its body can be."""

    number: int
    command: str
    by: str
    at: float
    entry: Entry | None


class Damage:
    """The part of the record that looks for damage, and past it."""

    _database: Database

    async def faults(self) -> tuple[str, ...]:
        """What is wrong with the file, in SQLite's words, at most five things; a server looks after itself.

        The whole file is read, on a connection of its own, so that nobody waits for it.
        """
        file = self._database.file
        return () if file is None else await asyncio.to_thread(_faults, file)

    async def lines(self, game_id: str, last: int) -> list[Line]:
        """The last entries of a game, in order; those that are missing are left out."""
        query = select(ENTRY).where(ENTRY.c.game_id == game_id).order_by(ENTRY.c.number.desc()).limit(last)
        return await self._database.read(lambda read: [_line(row) for row in reversed(read.execute(query).all())])

    async def damaged(self, game_id: str, number: int) -> dict[str, Any]:
        """What stands of an entry whose body cannot be read: what is kept beside it, and the body letter for letter."""
        query = select(ENTRY.c.number, ENTRY.c.command, ENTRY.c.by_user.label("by"), ENTRY.c.at, _TEXT.label("damaged"))
        query = query.where(ENTRY.c.game_id == game_id, ENTRY.c.number == number)
        return await self._database.read(lambda read: dict(read.execute(query).mappings().one()))

    async def speaks_of(self, game_id: str, word: str) -> bool:
        """Whether a word of ours stands anywhere in the entries of a game, readable or not."""
        query = select(ENTRY.c.number).where(ENTRY.c.game_id == game_id, _TEXT.contains(rows.as_json(word))).limit(1)
        return await self._database.read(lambda read: read.execute(query).first() is not None)

    async def left_sides(self, game_id: str) -> dict[str, Any] | None:
        """The sides that people have left since dice were thrown, by their ids; None where that cannot be read."""
        query = select(GAME_STATE.c.body).where(GAME_STATE.c.game_id == game_id)
        body: Any = await self._database.read(lambda read: read.execute(query).scalar())
        try:
            return dict(body["left_sides"])
        except (TypeError, ValueError, LookupError):
            return None


def _faults(file: str) -> tuple[str, ...]:
    try:
        with closing(sqlite3.connect(f"{Path(file).absolute().as_uri()}?mode=ro", uri=True)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(5)")]
    except sqlite3.OperationalError:  # locked, or gone: no word about the file itself
        raise
    except sqlite3.DatabaseError as error:
        return (str(error),)
    return () if found == ["ok"] else tuple(" ".join(line.split()) for line in found)


def _line(row: Row[Any]) -> Line:
    try:
        entry = rows.entry_read(row.number, row.body)
    except Unreadable:
        entry = None
    return Line(row.number, row.command, row.by_user, row.at, entry)
