"""What the rules and the referee know, as rows, and back."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import Row, Table

from bot.store.tables import Battle, Pending
from rules.entry import Entry
from rules.events import Player
from rules.unit import Unit


def clean(text: str) -> str:
    """Text that every database takes: no NUL, no half of a character. The body of an entry keeps it as it was."""
    return text.replace("\0", "�").encode("utf-8", "replace").decode("utf-8")


def of_entry(game_id: str, entry: Entry) -> dict[str, Any]:
    return {
        "game_id": game_id,
        "number": entry.number,
        "command": entry.command,
        "by_user": entry.by,
        "side": entry.side and clean(entry.side),
        "at": entry.at,
        "source": entry.source,
        "undoes": entry.undoes,
        "body": entry.model_dump(),
    }


def of_unit(game_id: str, unit: Unit) -> dict[str, Any]:
    named = {"name": clean(unit.name), "side": clean(unit.side)}
    return {"game_id": game_id, "unit_id": unit.id, "state": unit.model_dump(), **named}


def of_player(game_id: str, player: Player) -> dict[str, Any]:
    side = player.side and clean(player.side)
    named = {"user_id": player.id, "name": clean(player.name), "side": side}
    return {"game_id": game_id, "umpire": player.umpire, "dice": player.dice, **named}


def battle(row: Row[Any]) -> Battle:
    return Battle.model_validate(row._asdict())


def pending(row: Row[Any]) -> Pending:
    return Pending.model_validate(row._asdict())


def player(row: Row[Any]) -> Player:
    return Player(id=row.user_id, name=row.name, side=row.side, umpire=row.umpire, dice=row.dice)


@cache
def upsert(table: Table, dialect: str) -> Any:
    """An insert that replaces the row of the same key; each dialect has a word of its own for it."""
    if dialect == "postgresql":
        from sqlalchemy.dialects.postgresql import insert
    else:
        from sqlalchemy.dialects.sqlite import insert
    statement = insert(table)
    keys = [column.name for column in table.primary_key]
    rest = {column.name: statement.excluded[column.name] for column in table.columns if column.name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=rest)
