"""The journal of games: writing a game's next entry with everything that belongs to it, and its state as rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.errors import Unreadable
from bot.store import rows
from bot.store.errors import ChannelTaken, QuestionSettled
from bot.store.journal import Journal
from bot.store.tables import ENTRY, ENTRY_UNIT, GAME, GAME_STATE, PENDING, PLAYER, UNIT, State
from rules.game.entry import Entry, play_back
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.errors import BadEntry

# Built once, as every command uses them.
_CONCERNS = insert(ENTRY_UNIT)
_OPEN = PENDING.c.game_id == bindparam("game"), PENDING.c.settled.is_(None)
_SETTLE = update(PENDING).where(PENDING.c.id == bindparam("asked"), *_OPEN).values(settled=bindparam("nth"))
_SETTLE_AT = _SETTLE.where(PENDING.c.step == bindparam("at_step"))
_CLOSE_ALL = update(PENDING).where(*_OPEN).values(settled=0)
_STATE = (
    select(GAME_STATE)
    .join(GAME, GAME.c.id == GAME_STATE.c.game_id)
    .where(GAME.c.id == bindparam("game"), GAME.c.number == GAME_STATE.c.number)
)
_UNITS = select(UNIT.c.state).where(UNIT.c.game_id == bindparam("game")).order_by(UNIT.c.unit_id)
_PLAYERS = select(PLAYER).where(PLAYER.c.game_id == bindparam("game")).order_by(PLAYER.c.user_id)


def kept_state(read: Connection, game_id: str) -> Game | None:
    """Return a game after its last entry; None if that state was not stored, or is outdated."""
    kept = read.execute(_STATE, {"game": game_id}).first()
    return None if kept is None else rows.state(kept, units_of(read, game_id), players_of(read, game_id))


def units_of(read: Connection, game_id: str) -> list[Unit]:
    """Return the units after the last entry."""
    return [Unit.model_validate(state) for state in read.execute(_UNITS, {"game": game_id}).scalars()]


def players_of(read: Connection, game_id: str) -> list[Player]:
    """Return the people at the table after the last entry."""
    return [rows.player(row) for row in read.execute(_PLAYERS, {"game": game_id})]


def _readable_state(read: Connection, game_id: str, number: int) -> Game | None:
    """Return the stored state; None if it is unreadable, as it is only a copy of the entries."""
    try:
        return kept_state(read, game_id)
    except (ValueError, TypeError, LookupError):
        return None


def fold_entries(entries: Iterable[Entry], onto: Game | None = None) -> Game:
    """Return the game folded from the entries; raise Unreadable."""
    try:
        return play_back(entries, onto)
    except BadEntry as bad:
        raise Unreadable(bad.text) from None


GAMES = Journal[Entry, Game](
    "game", GAME, ENTRY, rows.entry_values, rows.read_entry, fold_entries, Unreadable, _readable_state
)


@dataclass(frozen=True)
class AppendedEntry:
    """The next entry of a game with its link in the chain, if any, and the game before and after it.

    `settled` is the question that the entry answers, `step` the step of that question, and `state` the new state of the
    game.
    """

    game_id: str
    entry: Entry
    before: Game
    after: Game
    settled: str | None = None
    state: State | None = None
    step: int | None = None
    link: str | None = None


def append(write: Connection, new: AppendedEntry) -> None:
    """Write the entry; raise the errors of `Entries.append`."""
    head = {"state": new.state} if new.state else {}
    line = {"link": new.link}
    try:
        GAMES.append(write, new.game_id, new.entry, lambda write: _write_parts(write, new), head, line)
    except IntegrityError:
        if new.state:
            raise ChannelTaken("that channel has a game that is not over") from None
        raise


def _write_parts(write: Connection, new: AppendedEntry) -> None:
    """Write the data that belong to an entry: its units, the new state, and the question that it answers."""
    note_units(write, new.game_id, [new.entry])
    keep_state(write, new.game_id, new.before, new.after)
    _settle(write, new)
    if new.state == "ended":
        write.execute(_CLOSE_ALL, {"game": new.game_id})


def note_units(write: Connection, game_id: str, entries: Iterable[Entry]) -> None:
    """Write the units of the entries, so that the log can be searched by unit."""
    found = [row for entry in entries for row in rows.unit_links(game_id, entry)]
    if found:
        write.execute(_CONCERNS, found)


def keep_state(write: Connection, game_id: str, before: Game, after: Game) -> None:
    """Write the changed parts of a game's state as rows."""
    units = [unit for id, unit in after.units.items() if before.units.get(id) is not unit]
    players = [player for id, player in after.players.items() if before.players.get(id) != player]
    put(write, UNIT, [rows.unit_values(game_id, unit) for unit in units])
    put(write, PLAYER, [rows.player_values(game_id, player) for player in players])
    _delete_rows(write, UNIT, UNIT.c.unit_id, game_id, [id for id in before.units if id not in after.units])
    _delete_rows(write, PLAYER, PLAYER.c.user_id, game_id, [id for id in before.players if id not in after.players])
    put(write, GAME_STATE, [rows.state_values(game_id, after)])


def put(write: Connection, table: Table, values: list[dict[str, Any]]) -> None:
    """Write rows, replacing rows with the same keys."""
    if values:
        write.execute(rows.upsert(table, write.dialect.name), values)


def _settle(write: Connection, new: AppendedEntry) -> None:
    if new.settled is None:
        return
    values = {"asked": new.settled, "game": new.game_id, "nth": new.entry.number}
    at_step = new.step is not None
    found = write.execute(_SETTLE_AT, values | {"at_step": new.step}) if at_step else write.execute(_SETTLE, values)
    if not found.rowcount:
        raise QuestionSettled(f"question {new.settled} is no longer open")


def _delete_rows(write: Connection, table: Table, column: Any, game_id: str, gone: Iterable[str]) -> None:
    ids = list(gone)
    if ids:
        write.execute(delete(table).where(table.c.game_id == game_id, column.in_(ids)))
