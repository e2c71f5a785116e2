"""The entries of games, written and read, and the state that they add up to.

What looks back over a long game, or through all of it, does so in the threads of the store, portion by portion: what
passes through the loop is only what came of it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Container, Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar, overload

from sqlalchemy import Connection, Row, String, bindparam, cast, delete, select, type_coerce

from bot.errors import Unreadable
from bot.store import rows
from bot.store.appending import GAMES, Appended, append, keep_state, kept_state, players_of, units_of
from bot.store.database import Database, Store, nothing
from bot.store.pasts import Behind, Pasts, Wanted
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
"""The fewest entries that are read at once where some are left out."""
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
_TEXT = type_coerce(cast(ENTRY.c.body, String), String)
"""The body of an entry as it is written, whether it is JSON or not."""


class InOrder:
    """Tells somebody of the entries of a game one by one, portion by portion; see `Entries.bodies`."""

    def __init__(self, tell: Callable[[Entry], object], made: rows.Made = rows.entry) -> None:
        self._tell, self._made, self._last = tell, made, 0

    def __call__(self, portion: Portion) -> None:
        """Raises Unreadable, also for an entry that is missing."""
        for number, body in portion:
            self._last += 1
            if number != self._last:
                raise Unreadable(Text("entry {number} is missing", number=self._last))
            self._tell(rows.entry_read(number, body, self._made))


class ReadEntry(NamedTuple):
    """An entry as far as it can be read: `entry` is None where only what stands beside its body can be."""

    number: int
    command: str
    by: str
    at: float
    entry: Entry | None


class Entries(Store):
    """What was done in each game, an entry after the other."""

    def __init__(self, database: Database, pasts: Pasts) -> None:
        super().__init__(database)
        self._pasts = pasts

    async def all(self, game_id: str, after: int = 0) -> list[Entry]:
        """The entries of a game in order, those numbered above `after` only; raises Unreadable, also for a gap."""
        return await self._database.read(lambda read: GAMES.entries(read, game_id, after))

    async def get(self, game_id: str, number: int) -> Entry | None:
        """One entry, if there is such a number; raises Unreadable."""
        return await self._database.read(lambda read: GAMES.entry(read, game_id, number))

    async def from_source(self, game_id: str, source: str) -> int | None:
        """The number of the entry that came from `source`, if it was recorded."""
        return await self._database.read(lambda read: GAMES.recorded(read, game_id, source))

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
        """Write the next entry of a game and all that hangs on it, or nothing; `link` binds it to those before it.
        `meanwhile` is what is done while the disk is waited for: it may raise nothing.

        `before` and `after` are the game without the entry and with it: what differs is written to the tables that
        hold its state. `pending_settled` is the question the entry answers, `step` where it stood then, `state` what
        becomes of the game with it; a game that ends leaves no question open. Sources must differ between runs
        ("run:interaction"), since the local table counts its interactions from the start again.

        Raises Repeated when the entry's source is in the record already, else Conflict when its number is not the
        next, Settled when the question is no longer open or no longer stands there, ChannelTaken when the game cannot
        be reopened where it was, LookupError for an unknown game.
        """
        new = Appended(game_id, entry, before, after, pending_settled, state, step, link)
        await self._database.write(lambda write: append(write, new), joins=True, meanwhile=meanwhile or nothing)

    # Looking back without reading all of a game

    async def past(self, game_id: str, enough: Callable[[Sequence[Entry]], bool]) -> Past:
        """As few of the last entries of a game as are `enough`, or all; `enough` is asked in a thread of the store."""
        return await looked(self._database, lambda read: self._pasts.enough(read, game_id, enough))

    async def set_by(
        self, game_id: str, causes: Iterable[Cause], number: int, never: Container[str]
    ) -> dict[Cause, int]:
        """The last entry before `number`, of those that stand, that set each state; not one of the commands `never`."""

        def found(read: Connection) -> dict[Cause, int]:
            by = {cause: self._pasts.set_by(read, game_id, cause, number, never) for cause in causes}
            return {cause: one for cause, one in by.items() if one is not None}

        return await looked(self._database, found)

    async def last(
        self, game_id: str, most: int, wanted: Wanted, without: Container[int] = (), before: int | None = None
    ) -> list[Entry]:
        """The last entries that are wanted, in order, at most so many, none of those numbered in `without`, and of
        those only that stand `before` a number, if there is one.
        """
        query = _ENTRIES.where(wanted.of_game(game_id)).order_by(ENTRY.c.number.desc()).limit(max(most, _FEW))
        first = query if before is None else query.where(ENTRY.c.number < before)

        def found(read: Connection) -> list[Entry]:
            kept, portion = list[Entry](), read.execute(first).all()
            while portion and len(kept) < most:
                kept += [rows.entry_read(row.number, row.body) for row in portion if row.number not in without]
                portion = read.execute(query.where(ENTRY.c.number < portion[-1].number)).all()
            return kept[:most][::-1]

        return await self._database.read(found)

    async def next(self, game_id: str, most: int, wanted: Wanted, after: int) -> list[Entry]:
        """The first entries that are wanted after a number, in order, at most so many."""
        query = _ENTRIES.where(wanted.of_game(game_id), ENTRY.c.number > after).order_by(ENTRY.c.number).limit(most)

        def found(read: Connection) -> list[Entry]:
            return [rows.entry_read(row.number, row.body) for row in read.execute(query).all()]

        return await self._database.read(found)

    async def after(self, game_id: str, after: int, most: int) -> list[Entry]:
        """The entries that follow number `after`, at most so many; raises Unreadable, also for a gap."""
        return await self._database.read(lambda read: GAMES.entries(read, game_id, after, after + most))

    async def by(self, game_id: str, user_id: str) -> list[Entry]:
        """What a person did in a game, in order."""
        query = select(ENTRY.c.body).where(ENTRY.c.game_id == game_id, ENTRY.c.by_user == user_id)

        def found(read: Connection) -> list[Entry]:
            return [rows.entry(body) for body in read.execute(query.order_by(ENTRY.c.number)).scalars()]

        return await self._database.read(found)

    # All of a game, and what is left of a damaged one

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

    async def lines(self, game_id: str, last: int) -> list[ReadEntry]:
        """The last entries of a game, in order; those that are missing are left out."""
        query = select(ENTRY).where(ENTRY.c.game_id == game_id).order_by(ENTRY.c.number.desc()).limit(last)
        return await self._database.read(lambda read: [_line(row) for row in reversed(read.execute(query).all())])

    async def damaged(self, game_id: str, number: int) -> dict[str, Any]:
        """What stands of an entry whose body cannot be read: what is kept beside it, and the body character by
        character.
        """
        query = select(ENTRY.c.number, ENTRY.c.command, ENTRY.c.by_user.label("by"), ENTRY.c.at, _TEXT.label("damaged"))
        query = query.where(ENTRY.c.game_id == game_id, ENTRY.c.number == number)
        return await self._database.read(lambda read: dict(read.execute(query).mappings().one()))

    async def speaks_of(self, game_id: str, word: str) -> bool:
        """Whether a word of ours stands anywhere in the entries of a game, readable or not."""
        query = select(ENTRY.c.number).where(ENTRY.c.game_id == game_id, _TEXT.contains(rows.as_json(word))).limit(1)
        return await self._database.read(lambda read: read.execute(query).first() is not None)


async def looked(database: Database, look: Callable[[Connection], Found]) -> Found:
    """What somebody finds who looks back; others have their turn while a long game is read for it."""
    while True:
        with suppress(Behind):
            return await database.read(look)


def _portion(
    read: Connection, game_id: str, after: int, last: int, make: Callable[[Portion], Any]
) -> tuple[int, Any] | None:
    """The number of the last entry of the portion after `after`, and what is made of it; None where none is left."""
    found = read.execute(_AFTER, {"game": game_id, "after": after, "last": last}).all()
    portion = [(row.number, row.body if _is_object(row.body) else None) for row in found]
    return (portion[-1][0], make(portion)) if portion else None


def _is_object(body: Any) -> bool:
    return isinstance(body, dict)


def _line(row: Row[Any]) -> ReadEntry:
    try:
        entry = rows.entry_read(row.number, row.body)
    except Unreadable:
        entry = None
    return ReadEntry(row.number, row.command, row.by_user, row.at, entry)


# What the entries left.


class States(Store):
    """Each game as its last entry left it, or as it was before one."""

    def __init__(self, database: Database, pasts: Pasts) -> None:
        super().__init__(database)
        self._pasts = pasts

    async def open(self, game_id: str) -> Game | None:
        """A game as its last entry left it, played back where that was not kept; None for one that is not there.

        Raises Unreadable. All of it is done in a thread of the store.
        """
        found = await self._database.read(lambda read: GAMES.opened(read, game_id))
        return found and found.state

    async def kept(self, game_id: str) -> Game | None:
        """A game as the last entry left it; None where that was not kept, or not since its last entry."""
        return await self._database.read(lambda read: kept_state(read, game_id))

    async def units(self, game_id: str) -> list[Unit]:
        """The units as the last entry left them."""
        return await self._database.read(lambda read: units_of(read, game_id))

    async def players(self, game_id: str) -> list[Player]:
        """The people at the table as the last entry left them."""
        return await self._database.read(lambda read: players_of(read, game_id))

    async def before(self, game_id: str, number: int) -> Game:
        """A game as it was before an entry was written."""
        return await looked(self._database, lambda read: self._pasts.before(read, game_id, number))

    async def rebuild(self, game_id: str, game: Game) -> None:
        """Write the whole state of a game anew, as its entries have it."""

        def rebuilt(write: Connection) -> None:
            write.execute(delete(UNIT).where(UNIT.c.game_id == game_id))
            write.execute(delete(PLAYER).where(PLAYER.c.game_id == game_id))
            keep_state(write, game_id, Game(), game)

        self._pasts.forget()
        await self._database.write(rebuilt)

    async def left_sides(self, game_id: str) -> dict[str, Any] | None:
        """The sides that people have left since dice were thrown, by their ids; None where that cannot be read."""
        query = select(GAME_STATE.c.body).where(GAME_STATE.c.game_id == game_id)
        body: Any = await self._database.read(lambda read: read.execute(query).scalar())
        try:
            return dict(body["left_sides"])
        except (TypeError, ValueError, LookupError):
            return None
