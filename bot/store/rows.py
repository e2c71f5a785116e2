"""Entries, units, players and questions as rows, and back."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from sqlalchemy import Row, RowMapping, Table

from bot.errors import Unreadable
from bot.store.journal import entries_in_order
from bot.store.tables import Pending, StoredGame
from rules.game.entry import Entry
from rules.game.events import Event
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.text import NOTHING, Text, Typed

LOG = logging.getLogger(__name__)


def clean(text: str) -> str:
    """Return text without NULs and unpaired surrogates, so that any database accepts it.

    The body of an entry keeps the original.
    """
    return text.replace("\0", "�").encode("utf-8", "replace").decode("utf-8")


def as_json(text: str) -> str:
    """Return text as it is encoded in a JSON column."""
    return json.dumps(text)


def entry_values(game_id: str, entry: Entry) -> dict[str, Any]:
    action = entry.request.get("action")
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
        "action": clean(action) if isinstance(action, str) else None,
        "played": bool(entry.plays),
    }


def unit_links(game_id: str, entry: Entry) -> list[dict[str, Any]]:
    """Return the units that took part in an entry, or were affected by it, each once."""
    roles = [unit for play in entry.plays for unit in play.roles.values()]
    found = [getattr(event, "unit", None) for event in entry.events]
    roles += [unit for event in entry.events for unit in getattr(event, "units", ())]
    ids = [*roles, *(one.id if isinstance(one, Unit) else one for one in found if one)]
    return [{"game_id": game_id, "unit_id": id, "number": entry.number} for id in dict.fromkeys(map(clean, ids))]


def unit_values(game_id: str, unit: Unit) -> dict[str, Any]:
    named = {"name": clean(unit.name), "side": clean(unit.side)}
    return {"game_id": game_id, "unit_id": unit.id, "state": unit.model_dump(), **named}


def player_values(game_id: str, player: Player) -> dict[str, Any]:
    side = player.side and clean(player.side)
    named = {"user_id": player.id, "name": clean(player.name), "side": side}
    return {"game_id": game_id, "umpire": player.umpire, "dice": player.dice, **named}


_GAME: TypeAdapter[Game] = TypeAdapter(Game)
_APART = {"units", "players"}
"""Parts of a game's state with their own tables; the state keeps only their order."""


def state_values(game_id: str, game: Game) -> dict[str, Any]:
    """Return the state of a game without its units and players."""
    # Not by pydantic's JSON, which turns unpaired surrogates into question marks.
    body = _GAME.dump_python(game, exclude=_APART)
    lists = {"undone": sorted(game.undone)} | {name: list(getattr(game, name)) for name in _APART}
    return {"game_id": game_id, "number": game.number, "body": body | lists}


def state(row: Row[Any], units: Iterable[Unit], players: Iterable[Player]) -> Game | None:
    """Return a game from its rows; None if units or players are missing or superfluous."""
    by_id = {"units": {unit.id: unit for unit in units}, "players": {player.id: player for player in players}}
    if any(set(row.body[name]) != set(by_id[name]) for name in _APART):
        return None
    apart = {name: {id: by_id[name][id] for id in row.body[name]} for name in _APART}
    return _GAME.validate_python({**row.body, **apart})


Made = Callable[[dict[str, Any]], Entry]
"""Returns an entry from its body."""


def entry(body: dict[str, Any]) -> Entry:
    return Entry.model_validate(body)


def events_only(body: dict[str, Any]) -> Entry:
    """Return an entry with the parts that a fold needs: issuer, side, events, undo, and plays with dice."""
    plays = tuple(_WITH_DICE for play in body.get("plays", ()) if play.get("throws"))
    return _BARE.model_copy(
        update={
            "number": body["number"],
            "command": body["command"],
            "by": body["by"],
            "side": body.get("side"),
            "undoes": body.get("undoes"),
            "at": body.get("at", 0.0),
            "waited": body.get("waited") or {},
            "plays": plays,
            "events": _EVENTS.validate_python(body.get("events", ())),
        }
    )


_BARE = Entry.model_construct(number=0, command="", by="", at=0.0)
"""The entry that parts are put into: a copy takes a thirtieth of the time of finding all defaults again."""
_EVENTS: TypeAdapter[tuple[Event, ...]] = TypeAdapter(tuple[Event, ...])
_ROLL = RecordedRoll(key="", label=NOTHING, by="", sides=6, faces=(), source="bot")
_WITH_DICE = Play(action="", facts={}, throws=(_ROLL,))


def entries(found: Iterable[Any], after: int = 0, made: Made = entry) -> list[Entry]:
    """Return the entries in ordered rows, numbered from `after` + 1; raise Unreadable."""
    return entries_in_order(found, after, lambda number, body: read_entry(number, body, made), Unreadable)


def read_entry(number: int, body: Any, made: Made = entry) -> Entry:
    """Return an entry; raise Unreadable that names it."""
    try:
        return made(body)
    except (ValidationError, TypeError, ValueError, LookupError, AttributeError) as error:
        if body is not None and isinstance(error, ValidationError):
            raise Unreadable(_fault(number, error)) from None
        # The body has an obsolete form, or is not JSON.
        raise Unreadable(Text("entry {number} is damaged", number=number)) from None


def _fault(number: int, error: ValidationError) -> Text:
    """Return the fault of an entry: most often an event recorded by a newer version."""
    for fault in error.errors(include_url=False, include_input=False):
        if fault["type"] == "union_tag_invalid":  # only events are a union
            kind = Typed(str(fault.get("ctx", {}).get("tag"))[:40])
            return Text(
                "entry {number} has an event that this version does not know ({kind})", number=number, kind=kind
            )
    return Text("entry {number} has a form that this version does not know", number=number)


def battle(row: RowMapping) -> StoredGame:
    return StoredGame.model_validate(dict(row))


def pending(row: RowMapping) -> Pending:
    return Pending.model_validate(dict(row))


def readable_questions(found: Iterable[RowMapping]) -> list[Pending]:
    """Return the questions among these rows, skipping damaged ones."""
    read: list[Pending] = []
    for row in found:
        try:
            read.append(pending(row))
        except ValidationError:
            _log_unreadable(row["id"], row["game_id"])
    return read


@cache
def _log_unreadable(pending_id: str, game_id: str) -> None:
    """Log an unreadable row, once per run."""
    LOG.error("question %s of game %s cannot be read", pending_id, game_id)


def player(row: Row[Any]) -> Player:
    return Player(id=row.user_id, name=row.name, side=row.side, umpire=row.umpire, dice=row.dice)


@cache
def upsert(table: Table, dialect: str) -> Any:
    """Return an insert that replaces a row with the same key, in the dialect's own syntax."""
    if dialect == "postgresql":
        from sqlalchemy.dialects.postgresql import insert
    else:
        from sqlalchemy.dialects.sqlite import insert
    statement = insert(table)
    keys = [column.name for column in table.primary_key]
    rest = {column.name: statement.excluded[column.name] for column in table.columns if column.name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=rest)
