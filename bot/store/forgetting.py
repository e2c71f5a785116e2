"""Permanent removal of a person, or a whole server, from the database; a person's games are kept.

In each game they become "Player 1", or the next free number. This replaces their id, and their name wherever it is used
as a player's name, also in the bot's texts. Entries are authoritative, so their bodies are rewritten, and the state,
too. Players' input is kept (names of units and sides, and reasons), except their story notes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from sqlalchemy import Connection, String, delete, or_, select, type_coerce, update
from sqlalchemy import cast as cast_to

from bot.errors import UnreadableCampaign
from bot.store.appending import GAMES, put
from bot.store.campaign_tables import CAMPAIGN, CAMPAIGN_STATE, state_values
from bot.store.campaigns import CAMPAIGNS
from bot.store.engine import allow_long
from bot.store.journal import Journal
from bot.store.tables import APP_STATE, ENTRY, GAME, GAME_STATE, PENDING, PLAYER, SAVED_FORCE, UNIT
from rules.game.entry import NOTE

# Bodies of entries with people replaced by "Player 1", "Player 2".

_OF_PEOPLE = ("who", "player")
"""Placeholders for a player's name in the bot's texts."""


_ALIAS = re.compile(r"Player \d+")


def is_alias(id: str) -> bool:
    """True if a player's id is an alias of a forgotten person; Discord has no such ids."""
    return bool(_ALIAS.fullmatch(id))


@dataclass(frozen=True)
class Aliases:
    """The replacements for people in one game: by `ids`, and by the `names` they had there."""

    ids: Mapping[str, str]
    names: Mapping[str, str]

    def id(self, text: str) -> str:
        """Return the replacement of an id, or of a group in a consent that contains one; other text unchanged."""
        voice = self.ids.get(text.removeprefix("who:")) if text.startswith("who:") else None
        return f"who:{voice}" if voice else self.ids.get(text, text)

    def body(self, body: Any) -> Any:
        """Return JSON with these people replaced."""
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
        """Return the body of an entry with these people replaced; in format 0, names are inside finished sentences."""
        found = self.body(body)
        if body.get("command") == NOTE and body.get("by") in self.ids:
            found["reason"] = ""
        if not body.get("format"):
            for field in ("title", "notes"):
                found[field] = self._sentence(found.get(field) or ("" if field == "title" else []))
        return found

    def _object(self, body: dict[str, Any]) -> dict[str, Any]:
        found = {self.id(name): self.body(value) for name, value in body.items()}
        person = body.get("id")
        if isinstance(person, str) and person in self.ids and "name" in body:
            found["name"] = self.ids[person]
        values = found.get("values")
        if "msgid" in body and isinstance(values, dict):
            found["values"] = {
                name: self.names.get(value, value) if name in _OF_PEOPLE and isinstance(value, str) else value
                for name, value in cast("dict[str, Any]", values).items()
            }
        return found

    def _sentence(self, text: Any) -> Any:
        if isinstance(text, list):
            return [self._sentence(one) for one in cast("list[Any]", text)]
        named = "|".join(map(re.escape, sorted(self.names, key=len, reverse=True)))
        if not named or not isinstance(text, str):
            return text
        return re.sub(rf"(?<!\w)(?:{named})(?!\w)", lambda found: self.names[found[0]], text)


def people_named(body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the people in an entry, with id and name: those seated, and delegates for a unit."""
    for event in body.get("events", ()):
        player = event.get("player")
        if isinstance(player, dict):
            person = cast("dict[str, Any]", player)
            yield str(person.get("id")), str(person.get("name"))
        elif event.get("kind") == "lent" and player:
            # The title is the only trace of a delegate who was never seated.
            title = body.get("title")
            values = cast("dict[str, Any]", title).get("values") if isinstance(title, dict) else None
            if isinstance(values, dict):
                named = cast("dict[str, Any]", values)
                yield from ((str(player), str(named[name])) for name in _OF_PEOPLE if name in named)


# Removal of a person from campaigns, in the same way as from games.

_NUMBERED = re.compile(r'"Player (\d+)"')


def forget_in(
    write: Connection,
    journal: Journal[Any, Any],
    id: str,
    user_id: str,
    names: Callable[[Any], Iterable[str]],
    without: Callable[[Aliases, Any], Any],
) -> tuple[int, Aliases]:
    """Remove a person from the head and the entries of one record; `names` finds their names in an entry's body.

    Returns the number of rewritten entries, and the replacements.
    """
    bodies = [body for _, body in journal.bodies(write, id) if body is not None]
    taken = [int(number) for body in bodies for number in _NUMBERED.findall(json.dumps(body))]
    alias = f"Player {max(taken, default=0) + 1}"
    gone = Aliases({user_id: alias}, {name: alias for body in bodies for name in names(body)})
    changed = journal.rewrite(write, id, lambda body: without(gone, body))
    begun = journal.heads.c.id == id, journal.heads.c.started_by == user_id
    write.execute(update(journal.heads).where(*begun).values(started_by=alias))
    return changed, gone


def campaigns_of(read: Connection, user_id: str) -> list[str]:
    """Return the ids of the campaigns that contain a person."""
    return sorted(CAMPAIGNS.ids_naming(read, user_id))


def forget_in_campaign(write: Connection, campaign: str, user_id: str) -> int:
    """Remove a person from a campaign; return the number of rewritten entries."""

    def named(body: Any) -> Iterator[str]:
        for event in body.get("events", ()):
            if field := _name_field(event, user_id):
                yield str(event[field])

    changed, _ = forget_in(write, CAMPAIGNS, campaign, user_id, named, _body_without)
    write.execute(delete(CAMPAIGN_STATE).where(CAMPAIGN_STATE.c.campaign_id == campaign))
    with suppress(UnreadableCampaign):
        put(write, CAMPAIGN_STATE, [state_values(CAMPAIGNS.fold(CAMPAIGNS.entries(write, campaign), None))])
    return changed


def _body_without(gone: Aliases, body: Mapping[str, Any]) -> Any:
    found = gone.body(body)
    [(user_id, alias)] = gone.ids.items()
    for old, new in zip(body.get("events", ()), found.get("events", ()), strict=True):
        if old.get("kind") == "told" and body.get("by") == user_id:
            new["text"] = ""
        field = _name_field(old, user_id)
        if field:
            new[field] = alias
    return found


def _name_field(event: Mapping[str, Any], user_id: str) -> str:
    """Return the field of an event that contains the person's name; "" if there is none."""
    if event.get("kind") == "begun" and event.get("arbitrator") == user_id:
        return "player"
    return "name" if event.get("kind") == "joined" and event.get("player") == user_id else ""


# Removal of a person or a server from games, campaigns and questions.


def left_key(guild_id: str) -> str:
    """Return the key of the time when a server removed the bot, as stored by earlier releases."""
    return f"left {guild_id}"


SERVERS = "server "
"""Prefix of the keys for the servers that each application has been in."""


def server_key(application: str, guild_id: str = "") -> str:
    """Return the key of a server of an application, or the prefix of all such keys."""
    return f"{SERVERS}{application} {guild_id}"


class ForgottenData(NamedTuple):
    """The data rewritten or deleted: ids of games and campaigns, and the numbers of entries, saved forces, and lists.

    A list includes the names explained in it.
    """

    games: tuple[str, ...] = ()
    entries: int = 0
    forces: int = 0
    campaigns: tuple[str, ...] = ()
    lists: int = 0


def games_of(read: Connection, user_id: str) -> list[str]:
    """Return the ids of the games that contain a person."""
    seated = select(PLAYER.c.game_id).where(PLAYER.c.user_id == user_id)
    asked = (PENDING.c.command, PENDING.c.question, PENDING.c.answers)
    named = [
        type_coerce(cast_to(body, String), String).contains(f'{mark}{user_id}"') for body in asked for mark in '":'
    ]
    waits = select(PENDING.c.game_id).where(or_(PENDING.c.user_id == user_id, PENDING.c.asked_by == user_id, *named))
    beside = {*read.execute(seated).scalars(), *read.execute(waits).scalars()}
    return sorted(GAMES.ids_naming(read, user_id) | beside)


def list_key(user_id: str, system: str) -> str:
    """Return the key of a person's last list, with their explained names."""
    return f"list {user_id} {system}"


def words_key(guild_id: str, system: str) -> str:
    """Return the key of the list words that a server knows."""
    return f"words {guild_id} {system}"


def systems_key(guild_id: str) -> str:
    """Return the key of the rule systems that a server has added."""
    return f"systems {guild_id}"


def rules_key(digest: str) -> str:
    """Return the key of a rule system's file, by its SHA-256."""
    return f"rules {digest}"


def base_key(digest: str) -> str:
    """Return the key of the digest of the file that a variant is based on, by the digest of the variant."""
    return f"base {digest}"


def forget_unused_rules(write: Connection, digests: Iterable[str]) -> None:
    """Delete the files of rule systems that no game, server or variant uses, by digest."""
    for digest in digests:
        played = select(GAME.c.id).where(GAME.c.version.endswith(f"({digest})", autoescape=True))
        listed = APP_STATE.c.key.startswith(systems_key("")) & APP_STATE.c.value.contains(digest, autoescape=True)
        needed = APP_STATE.c.key.startswith(base_key("")) & (APP_STATE.c.value == digest)
        uses = (played, select(APP_STATE.c.key).where(or_(listed, needed)))
        if all(write.execute(use.limit(1)).first() is None for use in uses):
            base = write.execute(select(APP_STATE.c.value).where(APP_STATE.c.key == base_key(digest))).scalar()
            write.execute(delete(APP_STATE).where(APP_STATE.c.key.in_((rules_key(digest), base_key(digest)))))
            forget_unused_rules(write, [base] if base else [])


def clock_key(game_id: str) -> str:
    """Return the key of the state of a game's clocks."""
    return f"clock {game_id}"


def seal_key(user_id: str, game_id: str = "", mark: str = "") -> str:
    """Return the key of a person's sealed text or secret roll in a game, or the prefix of all such keys."""
    return f"seal {user_id} {game_id} {mark}".rstrip() + ("" if mark else " ")


def forget_person(write: Connection, user_id: str) -> ForgottenData:
    """Remove a person from every game and campaign, and delete their saved data."""
    allow_long(write)
    games = games_of(write, user_id)
    entries = sum(_forget_in(write, game, user_id) for game in games)
    forces = write.execute(delete(SAVED_FORCE).where(SAVED_FORCE.c.user_id == user_id)).rowcount
    lists = APP_STATE.c.key.startswith(list_key(user_id, ""), autoescape=True)
    gone = write.execute(delete(APP_STATE).where(lists)).rowcount
    seals = APP_STATE.c.key.startswith(seal_key(user_id), autoescape=True)
    write.execute(delete(APP_STATE).where((APP_STATE.c.key == f"detail {user_id}") | seals))
    campaigns = campaigns_of(write, user_id)
    entries += sum(forget_in_campaign(write, campaign, user_id) for campaign in campaigns)
    return ForgottenData(tuple(games), entries, forces, tuple(campaigns), gone)


def forget_guild(write: Connection, guild_id: str) -> ForgottenData:
    """Delete the games and campaigns of a server with all their data, and its list words."""
    allow_long(write)
    games = list(write.execute(select(GAME.c.id).where(GAME.c.guild_id == guild_id)).scalars())
    entries = sum(len(write.execute(select(ENTRY.c.number).where(ENTRY.c.game_id == game)).all()) for game in games)
    for game in games:
        sealed = APP_STATE.c.key.startswith("seal ") & APP_STATE.c.key.contains(f" {game} ", autoescape=True)
        write.execute(delete(APP_STATE).where(APP_STATE.c.key.in_((f"board {game}", clock_key(game))) | sealed))
    seen = APP_STATE.c.key.startswith(SERVERS) & APP_STATE.c.key.endswith(f" {guild_id}", autoescape=True)
    words = APP_STATE.c.key.startswith(words_key(guild_id, ""), autoescape=True)
    added = write.execute(select(APP_STATE.c.value).where(APP_STATE.c.key == systems_key(guild_id))).scalar()
    versions = write.execute(select(GAME.c.version).where(GAME.c.guild_id == guild_id)).scalars().all()
    digests = {one["digest"] for one in json.loads(added or "[]")}
    digests |= {one.rpartition("(")[2].removesuffix(")") for one in versions}
    own = APP_STATE.c.key.in_((left_key(guild_id), systems_key(guild_id)))
    write.execute(delete(APP_STATE).where(own | seen | words))
    write.execute(delete(GAME).where(GAME.c.guild_id == guild_id))
    # A version without a digest has no stored file.
    forget_unused_rules(write, digests)
    campaigns = list(write.execute(select(CAMPAIGN.c.id).where(CAMPAIGN.c.guild_id == guild_id)).scalars())
    write.execute(delete(CAMPAIGN).where(CAMPAIGN.c.guild_id == guild_id))
    return ForgottenData(tuple(games), entries, campaigns=tuple(campaigns))


def _forget_in(write: Connection, game: str, user_id: str) -> int:
    """Remove a person from a game; return the number of rewritten entries."""
    sits = select(PLAYER.c.name).where(PLAYER.c.game_id == game, PLAYER.c.user_id == user_id)
    seat = write.execute(sits).scalars().all()

    def named(body: Mapping[str, Any]) -> list[str]:
        return [*seat, *(name for id, name in people_named(body) if id == user_id)]

    changed, gone = forget_in(write, GAMES, game, user_id, named, Aliases.entry)
    _forget_state(write, game, user_id, gone)
    for row in write.execute(select(PENDING).where(PENDING.c.game_id == game)).mappings().all():
        values = {name: gone.body(row[name]) for name in ("user_id", "asked_by", "command", "question", "answers")}
        write.execute(update(PENDING).where(PENDING.c.id == row["id"]).values(values))
    return changed


def _forget_state(write: Connection, game: str, user_id: str, gone: Aliases) -> None:
    mine, alias = (PLAYER.c.game_id == game, PLAYER.c.user_id == user_id), gone.ids[user_id]
    write.execute(update(PLAYER).where(*mine).values(user_id=alias, name=alias))
    for table, key, column in ((UNIT, UNIT.c.unit_id, "state"), (GAME_STATE, GAME_STATE.c.game_id, "body")):
        for found, body in write.execute(select(key, table.c[column]).where(table.c.game_id == game)).all():
            if (new := gone.body(body)) != body:
                write.execute(update(table).where(table.c.game_id == game, key == found).values({column: new}))
