"""The entries of games: writing and reading them, and the states folded from them.

Work over a long game, or a whole one, runs in the threads of the store, in portions: only its results pass through the
event loop.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Container, Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar, overload

from sqlalchemy import Connection, Row, String, bindparam, cast, delete, select, type_coerce

from bot.errors import Unreadable
from bot.store import appending, rows
from bot.store.database import Database, Store, do_nothing
from bot.store.pasts import MoreToRead, Pasts, Wanted
from bot.store.tables import ENTRY, GAME_STATE, PLAYER, UNIT, State
from rules.game.entry import Entry, Past
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.dice import Cause
from rules.kernel.text import Text

Found = TypeVar("Found")
_ENTRIES = select(ENTRY.c.number, ENTRY.c.body)
_FEW = 8
"""Minimum number of entries read at once if some are excluded."""
PORTION = 100
"""Number of entries read at once, so that a long game does not fill the memory, and other work gets its turn in
between.
"""
Portion = list[tuple[int, Any]]
"""Stored entries by number, unvalidated; None for a damaged one."""
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
_TEXT = type_coerce(cast(ENTRY.c.body, String), String)
"""The raw body of an entry, valid JSON or not."""


class InOrder:
    """Passes the entries of a game to a function one by one, portion by portion; see `Entries.bodies`."""

    def __init__(self, tell: Callable[[Entry], object], made: rows.Made = rows.entry) -> None:
        self._tell, self._made, self._last = tell, made, 0

    def __call__(self, portion: Portion) -> None:
        """Process a portion; raise Unreadable for a damaged or missing entry."""
        for number, body in portion:
            self._last += 1
            if number != self._last:
                raise Unreadable(Text("entry {number} is missing", number=self._last))
            self._tell(rows.read_entry(number, body, self._made))


class ReadEntry(NamedTuple):
    """An entry as far as it is readable: `entry` is None if its body is not."""

    number: int
    command: str
    by: str
    at: float
    entry: Entry | None


class Entries(Store):
    """The entries of each game."""

    def __init__(self, database: Database, pasts: Pasts) -> None:
        super().__init__(database)
        self._pasts = pasts

    async def all(self, game_id: str, after: int = 0) -> list[Entry]:
        """Return the entries of a game in order, numbered above `after`; raise Unreadable, also for a gap."""
        return await self._database.read(lambda read: appending.GAMES.entries(read, game_id, after))

    async def get(self, game_id: str, number: int) -> Entry | None:
        """Return one entry, if it exists; raise Unreadable."""
        return await self._database.read(lambda read: appending.GAMES.entry(read, game_id, number))

    async def from_source(self, game_id: str, source: str) -> int | None:
        """Return the number of the entry from `source`, if it was recorded."""
        return await self._database.read(lambda read: appending.GAMES.recorded_number(read, game_id, source))

    async def append(
        self,
        game_id: str,
        entry: Entry,
        before: Game,
        after: Game,
        pending_settled: str | None = None,
        state: State | None = None,
        step: int | None = None,
        link: str | None = None,
        meanwhile: Callable[[], object] | None = None,
    ) -> None:
        """Write a game's next entry with everything that belongs to it, or nothing; `link` chains it.

        `meanwhile` runs while the disk is awaited, and must not raise. `before` and `after` are the game without and
        with the entry; the differences are written to the state tables. `pending_settled` is the question that the
        entry answers, `step` the step of that question, `state` the new state of the game; when a game ends, all its
        questions are closed. Sources must differ between runs ("run:interaction"), because the local table numbers its
        interactions from the start in every run.

        Raises EntryRepeated if the entry's source is already recorded, Conflict if its number is not the next,
        QuestionSettled if the question is no longer open at that step, ChannelTaken if the game cannot be reopened in
        its channel, and LookupError for an unknown game.
        """
        new = appending.AppendedEntry(game_id, entry, before, after, pending_settled, state, step, link)
        await self._database.write(
            lambda write: appending.append(write, new), joins=True, meanwhile=meanwhile or do_nothing
        )

    # Reading parts of a game

    async def past(self, game_id: str, enough: Callable[[Sequence[Entry]], bool]) -> Past:
        """Return as few of the last entries as make `enough` True, or all; `enough` runs in a thread of the store."""
        return await read_past(self._database, lambda read: self._pasts.enough(read, game_id, enough))

    async def setting_entries(
        self, game_id: str, causes: Iterable[Cause], number: int, never: Container[str]
    ) -> dict[Cause, int]:
        """Return the last active entry before `number` that set each state, except entries of commands in `never`."""

        def found(read: Connection) -> dict[Cause, int]:
            by = {cause: self._pasts.setting_entry(read, game_id, cause, number, never) for cause in causes}
            return {cause: one for cause, one in by.items() if one is not None}

        return await read_past(self._database, found)

    async def last(
        self, game_id: str, most: int, wanted: Wanted, without: Container[int] = (), before: int | None = None
    ) -> list[Entry]:
        """Return the last matching entries, in order, at most `most`.

        Excludes the numbers in `without`; if `before` is given, includes only entries before it.
        """
        query = _ENTRIES.where(wanted.of_game(game_id)).order_by(ENTRY.c.number.desc()).limit(max(most, _FEW))
        first = query if before is None else query.where(ENTRY.c.number < before)

        def found(read: Connection) -> list[Entry]:
            kept, portion = list[Entry](), read.execute(first).all()
            while portion and len(kept) < most:
                kept += [rows.read_entry(row.number, row.body) for row in portion if row.number not in without]
                portion = read.execute(query.where(ENTRY.c.number < portion[-1].number)).all()
            return kept[:most][::-1]

        return await self._database.read(found)

    async def next(self, game_id: str, most: int, wanted: Wanted, after: int) -> list[Entry]:
        """Return the first matching entries after a number, in order, at most `most`."""
        query = _ENTRIES.where(wanted.of_game(game_id), ENTRY.c.number > after).order_by(ENTRY.c.number).limit(most)

        def found(read: Connection) -> list[Entry]:
            return [rows.read_entry(row.number, row.body) for row in read.execute(query).all()]

        return await self._database.read(found)

    async def after_number(self, game_id: str, after: int, most: int) -> list[Entry]:
        """Return the entries after number `after`, at most `most`; raise Unreadable, also for a gap."""
        return await self._database.read(lambda read: appending.GAMES.entries(read, game_id, after, after + most))

    async def of_person(self, game_id: str, user_id: str) -> list[Entry]:
        """Return a person's entries in a game, in order."""
        query = select(ENTRY.c.body).where(ENTRY.c.game_id == game_id, ENTRY.c.by_user == user_id)

        def found(read: Connection) -> list[Entry]:
            return [rows.entry(body) for body in read.execute(query.order_by(ENTRY.c.number)).scalars()]

        return await self._database.read(found)

    # Whole games, and damaged ones

    @overload
    def bodies(self, game_id: str, last: int) -> AsyncIterator[Portion]: ...

    @overload
    def bodies(self, game_id: str, last: int, make: Callable[[Portion], Made]) -> AsyncIterator[Made]: ...

    async def bodies(
        self, game_id: str, last: int, make: Callable[[Portion], Any] = lambda portion: portion
    ) -> AsyncIterator[Any]:
        """Yield the result of `make` for each portion of a game's entries, in order up to number `last`.

        `make` runs in a thread of the store: only its results pass through the event loop, and the entries are freed at
        once. Thousands of them in memory would slow down the whole bot.
        """
        after = 0
        while after < last:
            found = await self._database.read(lambda read, after=after: _portion(read, game_id, after, last, make))
            if found is None:
                break
            after, made = found
            yield made

    async def lines(self, game_id: str, last: int) -> list[ReadEntry]:
        """Return the last entries of a game, in order, without missing ones."""
        query = select(ENTRY).where(ENTRY.c.game_id == game_id).order_by(ENTRY.c.number.desc()).limit(last)
        return await self._database.read(lambda read: [_read_line(row) for row in reversed(read.execute(query).all())])

    async def damaged_body(self, game_id: str, number: int) -> dict[str, Any]:
        """Return the readable columns of an entry with an unreadable body, and the raw body."""
        query = select(ENTRY.c.number, ENTRY.c.command, ENTRY.c.by_user.label("by"), ENTRY.c.at, _TEXT.label("damaged"))
        query = query.where(ENTRY.c.game_id == game_id, ENTRY.c.number == number)
        return await self._database.read(lambda read: dict(read.execute(query).mappings().one()))

    async def mentions_word(self, game_id: str, word: str) -> bool:
        """True if a word of the bot, such as a key, occurs in the entries of a game, even if they are unreadable."""
        query = select(ENTRY.c.number).where(ENTRY.c.game_id == game_id, _TEXT.contains(rows.as_json(word))).limit(1)
        return await self._database.read(lambda read: read.execute(query).first() is not None)


async def read_past(database: Database, look: Callable[[Connection], Found]) -> Found:
    """Return the result of reading a game's past; while a long game is read, other work gets its turn."""
    while True:
        with suppress(MoreToRead):
            return await database.read(look)


def _portion(
    read: Connection, game_id: str, after: int, last: int, make: Callable[[Portion], Any]
) -> tuple[int, Any] | None:
    """Return the last number of the portion after `after`, and the result of `make`; None at the end."""
    found = read.execute(_AFTER, {"game": game_id, "after": after, "last": last}).all()
    portion = [(row.number, row.body if _is_object(row.body) else None) for row in found]
    return (portion[-1][0], make(portion)) if portion else None


def _is_object(body: Any) -> bool:
    return isinstance(body, dict)


def _read_line(row: Row[Any]) -> ReadEntry:
    try:
        entry = rows.read_entry(row.number, row.body)
    except Unreadable:
        entry = None
    return ReadEntry(row.number, row.command, row.by_user, row.at, entry)


# The states folded from entries.


class States(Store):
    """The states of games after their last entries, or before a given entry."""

    def __init__(self, database: Database, pasts: Pasts) -> None:
        super().__init__(database)
        self._pasts = pasts

    async def open(self, game_id: str) -> Game | None:
        """Return a game after its last entry, replayed if not stored; None if it is missing.

        Raises Unreadable. All work is done in a thread of the store.
        """
        found = await self._database.read(lambda read: appending.GAMES.open_record(read, game_id))
        return found and found.state

    async def stored_state(self, game_id: str) -> Game | None:
        """Return a game after its last entry; None if that state was not stored, or is outdated."""
        return await self._database.read(lambda read: appending.kept_state(read, game_id))

    async def units(self, game_id: str) -> list[Unit]:
        """Return the units after the last entry."""
        return await self._database.read(lambda read: appending.units_of(read, game_id))

    async def players(self, game_id: str) -> list[Player]:
        """Return the people at the table after the last entry."""
        return await self._database.read(lambda read: appending.players_of(read, game_id))

    async def before_entry(self, game_id: str, number: int) -> Game:
        """Return a game before an entry was written."""
        return await read_past(self._database, lambda read: self._pasts.before(read, game_id, number))

    async def rebuild(self, game_id: str, game: Game) -> None:
        """Rewrite the whole state of a game."""

        def rebuilt(write: Connection) -> None:
            write.execute(delete(UNIT).where(UNIT.c.game_id == game_id))
            write.execute(delete(PLAYER).where(PLAYER.c.game_id == game_id))
            appending.keep_state(write, game_id, Game(), game)

        self._pasts.forget()
        await self._database.write(rebuilt)

    async def left_sides(self, game_id: str) -> dict[str, Any] | None:
        """Return the sides that people have left since the first roll, by person; None if they are unreadable."""
        query = select(GAME_STATE.c.body).where(GAME_STATE.c.game_id == game_id)
        body: Any = await self._database.read(lambda read: read.execute(query).scalar())
        try:
            return dict(body["left_sides"])
        except (TypeError, ValueError, LookupError):
            return None
