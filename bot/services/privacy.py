"""What is kept of people and servers: shown to them, handed to them, and forgotten."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

from bot.errors import AppError
from bot.game.people import Call, Person
from bot.game.registry import GameRegistry
from bot.services.lifecycle import Lifecycle
from bot.store.forgetting import Forgotten, left_key
from bot.store.personal import Appearance
from bot.store.record import Record
from bot.store.tables import Battle
from rules.entry import Entry
from rules.wording import ENGLISH

LOG = logging.getLogger(__name__)
DAY = 86_400.0
FORMAT = "adjutant-person"


class Kept(NamedTuple):
    """What is kept of one person."""

    games: tuple[Appearance, ...]
    forces: int

    @property
    def entries(self) -> int:
        return sum(one.entries for one in self.games)

    @property
    def seated(self) -> tuple[Battle, ...]:
        """The games that are not over, in which the person has a seat."""
        return tuple(one.game for one in self.games if one.seat and one.game.state != "ended")

    def __bool__(self) -> bool:
        return bool(self.games or self.forces)


class Privacy:
    """Answers people about themselves, and forgets those who ask for it, and servers that sent the bot away."""

    def __init__(self, record: Record, games: GameRegistry, lifecycle: Lifecycle, days: int) -> None:
        self._record, self._games, self._lifecycle = record, games, lifecycle
        self.days = days
        """After so many days a server that has removed the bot is forgotten."""

    async def kept(self, user: str) -> Kept:
        """What is kept of a person."""
        forces = await self._record.saved_forces(user)
        return Kept(tuple(await self._record.appearances(user)), len(forces))

    async def export(self, who: Person) -> bytes:
        """All of it as JSON: the seats, what the person did in each game, the forces they saved."""
        games = [await self._told(one, who.id) for one in await self._record.appearances(who.id)]
        forces = [one.model_dump(exclude={"user_id", "key"}) for one in await self._record.saved_forces(who.id)]
        told = {"format": FORMAT, "version": 1, "id": who.id, "name": who.name, "games": games, "forces": forces}
        return json.dumps(told, ensure_ascii=False, indent=1, default=str).encode("utf-8", "replace")

    async def _told(self, one: Appearance, user: str) -> dict[str, Any]:
        entries = [_entry_told(entry) for entry in await self._record.entries_by(one.game.id, user)]
        game = one.game.model_dump(include={"id", "guild_id", "channel_id", "name", "system", "started_at", "state"})
        seat = one.seat.model_dump(exclude={"id"}) if one.seat else None
        state = await self._record.state(one.game.id)
        more = {
            "mentions": state is None or user not in state.uncalled,
            "lent_units": [] if state is None else [unit for unit, player in state.lent.items() if player == user],
        }
        return {**game, "started_by_you": one.game.started_by == user, "seat": seat, **more, "entries": entries}

    async def forget(self, who: Person) -> Forgotten:
        """Stand up from every running game, then leave no trace but "Player 1" in the games that were played."""
        for battle in (await self.kept(who.id)).seated:
            await self._leave(who, battle)
        running = [one.game for one in await self._record.appearances(who.id) if one.game.state != "ended"]
        async with AsyncExitStack() as locks:
            # By their ids, so that two who are forgotten at once do not wait for each other.
            lives = [await self._games.running(game) for game in sorted(running, key=lambda game: game.id)]
            for live in lives:
                await locks.enter_async_context(live.lock)
            found = await self._record.forget_person(who.id)
            for live in lives:
                await self._games.renewed(live)
        LOG.info("a person was forgotten", extra={"games": len(found.games), "entries": found.entries})
        return found

    async def _leave(self, who: Person, battle: Battle) -> None:
        try:
            await self._lifecycle.leave(Call(who, self._games.place(battle)))
        except AppError:
            LOG.warning("a game could not be left first", exc_info=True, extra={"game": battle.id})

    # Servers

    async def forget_guild(self, guild: str) -> Forgotten:
        """Take the games of a server away."""
        for battle in await self._record.games_in_guild(guild):
            self._games.forget(battle.channel_id)
        found = await self._record.forget_guild(guild)
        LOG.info("a server was forgotten", extra={"games": len(found.games), "entries": found.entries})
        return found

    async def look_after(self, present: Collection[str], now: float) -> None:
        """Note which servers have sent the bot away and which are back, and forget those that are gone for long.

        `present` are the ids of the servers that the bot is in, `now` seconds since 1970.
        """
        for guild in await self._record.guilds():
            since = await self._record.remember(left_key(guild))
            if guild in present:
                if since is not None:
                    await self._record.no_longer_remember(left_key(guild))
            elif since is None:
                await self._record.remember(left_key(guild), str(now))
            elif now - float(since) >= self.days * DAY:
                await self.forget_guild(guild)


def _entry_told(entry: Entry) -> dict[str, Any]:
    """What a person did: what they typed, the dice, and what was said of it. The rest is the game's."""
    faces = [list(throw.faces) for play in entry.plays for throw in play.throws]
    told = {"number": entry.number, "at": entry.at, "command": entry.command, "side": entry.side}
    typed = {"request": entry.request, "reason": entry.reason, "dice": faces, "title": ENGLISH(entry.title)}
    notes = [event.note for event in entry.events if event.kind == "ended" and event.note]
    return told | {name: value for name, value in (typed | {"notes": notes}).items() if value not in ("", [], {})}
