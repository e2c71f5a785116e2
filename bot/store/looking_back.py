"""Looking back at a game without reading all of it: its last entries, and the game as it was before one."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, String, and_, cast, or_, select

from bot.store import rows
from bot.store.database import Database
from bot.store.pasts import Behind, Pasts
from bot.store.tables import ENTRY
from rules.game.entry import Entry
from rules.game.game import Game, Past
from rules.kernel.dice import Cause

_FEW = 8
Found = TypeVar("Found")
_BODY = cast(ENTRY.c.body, String)
_PORTION = select(ENTRY.c.number, ENTRY.c.body)


@dataclass(frozen=True)
class Wanted:
    """Which entries somebody looks for; empty is no condition.

    `kind` is a command or the action it was given for, `unit` the id of one that took part, `by` a person.
    """

    kind: str = ""
    unit: str = ""
    by: str = ""
    dice: bool = False

    def fits(self, entry: Entry) -> bool:
        """Whether it is one of them, looked at closely."""
        return (
            (not self.kind or self.kind in (entry.command, entry.request.get("action")))
            and (not self.by or entry.by == self.by)
            and (not self.dice or bool(entry.plays))
            and (not self.unit or _concerns(entry, self.unit))
        )

    def condition(self) -> ColumnElement[bool]:
        """What the database can say: it leaves out none that fits, and perhaps not all others."""
        action = _BODY.contains(f'"action":{rows.as_json(self.kind)}', autoescape=True)
        return and_(
            True,
            *([or_(ENTRY.c.command == rows.clean(self.kind), action)] if self.kind else []),
            *([ENTRY.c.by_user == rows.clean(self.by)] if self.by else []),
            *([_BODY.contains('"plays":[{', autoescape=True)] if self.dice else []),
            *([_BODY.contains(rows.as_json(self.unit), autoescape=True)] if self.unit else []),
        )


class LookingBack:
    """The part of the record that undo, amend and the log read."""

    _database: Database
    _pasts: Pasts

    async def past(self, game_id: str, enough: Callable[[Sequence[Entry]], bool]) -> Past:
        """As few of the last entries of a game as are `enough`, or all; `enough` is asked in a thread of the store."""
        return await self._looked(lambda read: self._pasts.enough(read, game_id, enough))

    async def game_before(self, game_id: str, number: int) -> Game:
        """A game as it was before an entry was written."""
        return await self._looked(lambda read: self._pasts.before(read, game_id, number))

    async def set_by(
        self, game_id: str, causes: Iterable[Cause], number: int, never: Container[str]
    ) -> dict[Cause, int]:
        """The last entry before `number`, of those that stand, that set each state; not one of the commands `never`."""

        def found(read: Connection) -> dict[Cause, int]:
            by = {cause: self._pasts.set_by(read, game_id, cause, number, never) for cause in causes}
            return {cause: one for cause, one in by.items() if one is not None}

        return await self._looked(found)

    async def _looked(self, look: Callable[[Connection], Found]) -> Found:
        """What somebody finds who looks back; others have their turn while a long game is read for it."""
        while True:
            with suppress(Behind):
                return await self._database.read(look)

    async def last_entries(
        self, game_id: str, most: int, wanted: Wanted, without: Container[int] = (), before: int | None = None
    ) -> list[Entry]:
        """The last entries that are wanted, in order, at most so many, none of those numbered in `without`, and of
        those only that stand `before` a number, if there is one.
        """
        query = _PORTION.order_by(ENTRY.c.number.desc())
        start = query if before is None else query.where(ENTRY.c.number < before)

        def found(read: Connection) -> list[Entry]:
            entries = _found(read, game_id, most, wanted, start, lambda last: query.where(ENTRY.c.number < last))
            return list(islice((one for one in entries if one.number not in without), most))[::-1]

        return await self._database.read(found)

    async def next_entries(self, game_id: str, most: int, wanted: Wanted, after: int) -> list[Entry]:
        """The first entries that are wanted after a number, in order, at most so many."""
        query = _PORTION.order_by(ENTRY.c.number)

        def following(last: int) -> Select[Any, Any]:
            return query.where(ENTRY.c.number > last)

        return await self._database.read(
            lambda read: list(islice(_found(read, game_id, most, wanted, following(after), following), most))
        )


def _found(
    read: Connection,
    game_id: str,
    most: int,
    wanted: Wanted,
    first: Select[Any, Any],
    following: Callable[[int], Select[Any, Any]],
) -> Iterator[Entry]:
    """Entries that are wanted, read in portions as long as anybody asks for one more."""
    of_game, query = and_(ENTRY.c.game_id == game_id, wanted.condition()), first
    while portion := read.execute(query.where(of_game).limit(max(most, _FEW))).all():
        entries = (rows.entry_read(row.number, row.body) for row in portion)
        yield from (entry for entry in entries if wanted.fits(entry))
        query = following(portion[-1].number)


def _concerns(entry: Entry, unit: str) -> bool:
    return any(unit in play.roles.values() for play in entry.plays) or any(
        unit in (getattr(event, "unit", None), getattr(getattr(event, "unit", None), "id", None))
        for event in entry.events
    )
