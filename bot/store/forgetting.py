"""Takes a person, or a whole server, out of the database for good; the games of a person stay as they were played.

In each game they become "Player 1", or the next number that is free there: their id, their name wherever it stands as
that of a player, and the texts of ours that name them. Entries are the truth, so it is their bodies that are rewritten,
and the state in the same way: what the entries add up to is what is kept. What people typed stays: the names of units
and sides, and notes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, String, delete, or_, select, type_coerce, update
from sqlalchemy import cast as cast_to

from bot.store.tables import APP_STATE, ENTRY, GAME, GAME_STATE, PENDING, PLAYER, SAVED_FORCE, UNIT

_OF_PEOPLE = ("who", "player")
"""What texts of ours call the place where a player's name stands."""
_NUMBERED = re.compile(r'"Player (\d+)"')


def left_key(guild_id: str) -> str:
    """Under what it is remembered since when a server is without the bot."""
    return f"left {guild_id}"


class Forgotten(NamedTuple):
    """What was rewritten or taken away: the games by their ids, entries, saved forces."""

    games: tuple[str, ...] = ()
    entries: int = 0
    forces: int = 0


@dataclass(frozen=True)
class Alias:
    """What stands in one game for somebody who is forgotten: for their id, and for the names they had there."""

    user_id: str
    names: frozenset[str]
    alias: str

    def id(self, text: str) -> str:
        """The id itself, and the id as one voice in a consent."""
        return {self.user_id: self.alias, f"who:{self.user_id}": f"who:{self.alias}"}.get(text, text)

    def body(self, body: Any) -> Any:
        """JSON without the person."""
        match body:
            case str():
                return self.id(body)
            case list():
                return [self.body(one) for one in cast("list[Any]", body)]
            case dict():
                return self._object(cast("dict[str, Any]", body))
            case _:
                return body

    def entry(self, body: Mapping[str, Any]) -> Any:
        """The body of an entry; before texts were values (format 0) a name stands within finished sentences."""
        found = self.body(body)
        if "format" not in body:
            for field in ("title", "notes"):
                found[field] = self._sentence(found.get(field) or ("" if field == "title" else []))
        return found

    def _object(self, body: dict[str, Any]) -> dict[str, Any]:
        found = {self.id(name): self.body(value) for name, value in body.items()}
        if body.get("id") == self.user_id and "name" in body:
            found["name"] = self.alias
        values = found.get("values")
        if "msgid" in body and isinstance(values, dict):
            found["values"] = {name: self._value(name, value) for name, value in cast("dict[str, Any]", values).items()}
        return found

    def _value(self, name: str, value: Any) -> Any:
        return self.alias if name in _OF_PEOPLE and value in self.names else value

    def _sentence(self, text: Any) -> Any:
        if isinstance(text, list):
            return [self._sentence(one) for one in cast("list[Any]", text)]
        named = "|".join(map(re.escape, sorted(self.names, key=len, reverse=True)))
        return re.sub(rf"(?<!\w)(?:{named})(?!\w)", self.alias, text) if named and isinstance(text, str) else text


def games_of(read: Connection, user_id: str) -> list[str]:
    """The games in which a person appears anywhere, by their ids."""
    found: set[str] = set(read.execute(select(GAME.c.id).where(GAME.c.started_by == user_id)).scalars())
    for table, columns, bodies in (
        (PLAYER, (PLAYER.c.user_id,), ()),
        (ENTRY, (ENTRY.c.by_user,), (ENTRY.c.body,)),
        (PENDING, (PENDING.c.user_id, PENDING.c.asked_by), (PENDING.c.command, PENDING.c.question, PENDING.c.answers)),
    ):
        named = [
            type_coerce(cast_to(body, String), String).contains(f'{mark}{user_id}"') for body in bodies for mark in '":'
        ]
        where = or_(*(column == user_id for column in columns), *named)
        found |= set(read.execute(select(table.c.game_id).where(where).distinct()).scalars())
    return sorted(found)


def forget_person(write: Connection, user_id: str) -> Forgotten:
    """Take a person out of every game, and what they saved away."""
    games = games_of(write, user_id)
    entries = sum(_forget_in(write, game, user_id) for game in games)
    forces = write.execute(delete(SAVED_FORCE).where(SAVED_FORCE.c.user_id == user_id)).rowcount
    return Forgotten(tuple(games), entries, forces)


def forget_guild(write: Connection, guild_id: str) -> Forgotten:
    """Take away the games of a server with all that hangs on them."""
    games = list(write.execute(select(GAME.c.id).where(GAME.c.guild_id == guild_id)).scalars())
    entries = sum(len(write.execute(select(ENTRY.c.number).where(ENTRY.c.game_id == game)).all()) for game in games)
    for game in games:
        write.execute(delete(APP_STATE).where(APP_STATE.c.key == f"board {game}"))
    write.execute(delete(APP_STATE).where(APP_STATE.c.key == left_key(guild_id)))
    write.execute(delete(GAME).where(GAME.c.guild_id == guild_id))
    return Forgotten(tuple(games), entries)


def _forget_in(write: Connection, game: str, user_id: str) -> int:
    """How many entries of a game had to be rewritten."""
    rows = write.execute(select(ENTRY.c.number, ENTRY.c.body).where(ENTRY.c.game_id == game)).all()
    gone = Alias(
        user_id, frozenset(_names(write, game, user_id, (row.body for row in rows))), _next(row.body for row in rows)
    )
    changed = [(row.number, new) for row in rows if (new := gone.entry(row.body)) != row.body]
    for number, body in changed:
        values = {"body": body, "by_user": body["by"]}
        write.execute(update(ENTRY).where(ENTRY.c.game_id == game, ENTRY.c.number == number).values(values))
    _forget_state(write, game, gone)
    _forget_questions(write, game, gone)
    write.execute(update(GAME).where(GAME.c.id == game, GAME.c.started_by == user_id).values(started_by=gone.alias))
    return len(changed)


def _forget_state(write: Connection, game: str, gone: Alias) -> None:
    mine = PLAYER.c.game_id == game, PLAYER.c.user_id == gone.user_id
    write.execute(update(PLAYER).where(*mine).values(user_id=gone.alias, name=gone.alias))
    for table, key, column in ((UNIT, UNIT.c.unit_id, "state"), (GAME_STATE, GAME_STATE.c.game_id, "body")):
        for found, body in write.execute(select(key, table.c[column]).where(table.c.game_id == game)).all():
            if (new := gone.body(body)) != body:
                write.execute(update(table).where(table.c.game_id == game, key == found).values({column: new}))


def _forget_questions(write: Connection, game: str, gone: Alias) -> None:
    for row in write.execute(select(PENDING).where(PENDING.c.game_id == game)).mappings().all():
        values = {name: gone.body(row[name]) for name in ("user_id", "asked_by", "command", "question", "answers")}
        if any(row[name] != value for name, value in values.items()):
            write.execute(update(PENDING).where(PENDING.c.id == row["id"]).values(values))


def _names(read: Connection, game: str, user_id: str, bodies: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Every name the person had in a game."""
    yield from read.execute(
        select(PLAYER.c.name).where(PLAYER.c.game_id == game, PLAYER.c.user_id == user_id)
    ).scalars()
    for body in bodies:
        for event in body.get("events", ()):
            player = event.get("player")
            if isinstance(player, dict) and player.get("id") == user_id:  # pyright: ignore[reportUnknownMemberType]
                yield str(player["name"])  # pyright: ignore[reportUnknownArgumentType]
            elif event.get("kind") == "lent" and player == user_id:
                yield from _named_in(body.get("title"))


def _named_in(title: Any) -> Iterable[str]:
    """Whom a text of ours names: of somebody who was lent a unit, and never sat down, the record has no more."""
    values = title.get("values") if isinstance(title, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    return [str(values[name]) for name in _OF_PEOPLE if isinstance(values, dict) and name in values]  # pyright: ignore[reportUnknownArgumentType]


def _next(bodies: Iterable[Any]) -> str:
    """The first "Player N" that nobody of the game is called yet."""
    taken = [int(number) for body in bodies for number in _NUMBERED.findall(json.dumps(body))]
    return f"Player {max(taken, default=0) + 1}"
