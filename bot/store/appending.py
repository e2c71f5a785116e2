"""Appends an entry to a game with everything that depends on it, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.store import rows
from bot.store.errors import ChannelTaken, Conflict, Repeated, Settled
from bot.store.tables import ENTRY, GAME, GAME_STATE, PENDING, PLAYER, UNIT, State
from rules.game.entry import Entry
from rules.game.game import Game

# Built once: every command passes them.
_ENTER = insert(ENTRY)
_IS_NEXT = GAME.c.id == bindparam("game"), GAME.c.number == bindparam("before")
_STEP = update(GAME).where(*_IS_NEXT).values(number=GAME.c.number + 1)
_STEP_TO = _STEP.values(state=bindparam("becomes"))
_GAME = select(GAME.c.id).where(GAME.c.id == bindparam("game"))
_FROM_SOURCE = select(ENTRY.c.number).where(ENTRY.c.game_id == bindparam("game"), ENTRY.c.source == bindparam("from"))
_IS_WRITTEN = select(ENTRY.c.number).where(ENTRY.c.game_id == bindparam("game"), ENTRY.c.number == bindparam("nth"))
_OPEN = PENDING.c.game_id == bindparam("game"), PENDING.c.settled.is_(None)
_SETTLE = update(PENDING).where(PENDING.c.id == bindparam("asked"), *_OPEN).values(settled=bindparam("nth"))
_SETTLE_AT = _SETTLE.where(PENDING.c.step == bindparam("at_step"))
_CLOSE_ALL = update(PENDING).where(*_OPEN).values(settled=0)


@dataclass(frozen=True)
class Appended:
    """The next entry of a game with its link in the chain, if it has one, and the game without it and with it.

    `settled` is the question that the entry answers, `step` where it stood then, `state` what becomes of the game.
    """

    game_id: str
    entry: Entry
    before: Game
    after: Game
    settled: str | None = None
    state: State | None = None
    step: int | None = None
    link: str | None = None


def append(write: Connection, new: Appended) -> None:
    """Write it; raises what `Record.append` raises."""
    try:
        _advance(write, new)
        write.execute(_ENTER, rows.of_entry(new.game_id, new.entry, new.link))
        keep_state(write, new.game_id, new.before, new.after)
        _settle(write, new)
        if new.state == "ended":
            write.execute(_CLOSE_ALL, {"game": new.game_id})
    except IntegrityError as error:
        write.rollback()
        _explain(write, new, error)


def keep_state(write: Connection, game_id: str, before: Game, after: Game) -> None:
    """The state of a game as rows; only what is not as it was."""
    units = [unit for id, unit in after.units.items() if before.units.get(id) is not unit]
    players = [player for id, player in after.players.items() if before.players.get(id) != player]
    put(write, UNIT, [rows.of_unit(game_id, unit) for unit in units])
    put(write, PLAYER, [rows.of_player(game_id, player) for player in players])
    _take(write, UNIT, UNIT.c.unit_id, game_id, [id for id in before.units if id not in after.units])
    _take(write, PLAYER, PLAYER.c.user_id, game_id, [id for id in before.players if id not in after.players])
    put(write, GAME_STATE, [rows.of_state(game_id, after)])


def put(write: Connection, table: Table, values: list[dict[str, Any]]) -> None:
    """Write rows, in place of those of the same keys."""
    if values:
        write.execute(rows.upsert(table, write.dialect.name), values)


def recorded(read: Connection, game_id: str, source: str) -> int | None:
    """The number of the entry that came from `source`."""
    return read.execute(_FROM_SOURCE, {"game": game_id, "from": source}).scalar()


def _advance(write: Connection, new: Appended) -> None:
    """Step the game to the entry's number; this row is also what two writers on PostgreSQL queue at."""
    values = {"game": new.game_id, "before": new.entry.number - 1}
    stepped = write.execute(_STEP_TO, values | {"becomes": new.state}) if new.state else write.execute(_STEP, values)
    if stepped.rowcount:
        return
    if write.execute(_GAME, {"game": new.game_id}).first() is None:
        raise LookupError(f"no game {new.game_id}")
    _look_for_source(write, new)
    raise Conflict(f"entry {new.entry.number} is not the next of game {new.game_id}")


def _look_for_source(read: Connection, new: Appended) -> None:
    before = recorded(read, new.game_id, new.entry.source) if new.entry.source else None
    if before:
        raise Repeated(before)


def _settle(write: Connection, new: Appended) -> None:
    if new.settled is None:
        return
    values = {"asked": new.settled, "game": new.game_id, "nth": new.entry.number}
    at_step = new.step is not None
    found = write.execute(_SETTLE_AT, values | {"at_step": new.step}) if at_step else write.execute(_SETTLE, values)
    if not found.rowcount:
        raise Settled(f"question {new.settled} is no longer open")


def _take(write: Connection, table: Table, column: Any, game_id: str, gone: Iterable[str]) -> None:
    ids = list(gone)
    if ids:
        write.execute(delete(table).where(table.c.game_id == game_id, column.in_(ids)))


def _explain(read: Connection, new: Appended, error: IntegrityError) -> None:
    """Say what of the entry the database would not take."""
    _look_for_source(read, new)
    if read.execute(_IS_WRITTEN, {"game": new.game_id, "nth": new.entry.number}).first() is not None:
        raise Conflict(f"entry {new.entry.number} of game {new.game_id} is written") from None
    if new.state and new.state != "ended":
        raise ChannelTaken("that channel has a game that is not over") from None
    raise error
