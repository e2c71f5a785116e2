"""Data kept on people and servers: showing, exporting and deleting them."""

from __future__ import annotations

import json
import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import chain
from typing import Any, NamedTuple

from bot.game.people import Call, Person
from bot.game.registry import ActiveGame, GameRegistry
from bot.services.campaign.people import CampaignPeople
from bot.services.play.army_lists import ArmyLists
from bot.services.play.details import Details
from bot.services.play.seals import LOOSE, SaltedText
from bot.services.play.seats import Seats
from bot.store.forgetting import ForgottenData, left_key
from bot.store.personal import Appearance, CampaignAppearance
from bot.store.record import Record
from bot.store.tables import StoredGame
from rules.game.entry import Entry
from rules.kernel.wording import ENGLISH

LOG = logging.getLogger(__name__)
DAY = 86_400.0
FORMAT = "adjutant-person"


class SealedText(NamedTuple):
    """A text sealed by a person, or dice rolled in secret for them (`game` is None), with its proof.

    It is `open` once others have read it, even if the entry that opened it is undone.
    """

    game: StoredGame | None
    kept: SaltedText
    open: bool
    unit: str | None = None


class PersonalData(NamedTuple):
    """The data kept on one person."""

    games: tuple[Appearance, ...]
    forces: int
    campaigns: tuple[CampaignAppearance, ...] = ()
    lists: int = 0
    sealed: tuple[SealedText, ...] = ()

    @property
    def unopened_texts(self) -> tuple[SealedText, ...]:
        """The sealed texts that no other person has read."""
        return tuple(one for one in self.sealed if not one.open)

    @property
    def entries(self) -> int:
        in_campaigns = sum(len(one.entries) for one in self.campaigns)
        return sum(one.entries for one in self.games) + in_campaigns

    @property
    def seated_games(self) -> tuple[StoredGame, ...]:
        """The unfinished games in which the person has a seat."""
        return tuple(one.game for one in self.games if one.seat and one.game.state != "ended")

    def __bool__(self) -> bool:
        return bool(self.games or self.forces or self.campaigns or self.lists or self.sealed)


class Privacy:
    """Shows people their data, and forgets people on request, and servers that removed the bot."""

    def __init__(
        self,
        record: Record,
        games: GameRegistry,
        seats: Seats,
        people: CampaignPeople,
        days: int,
        details: Details,
        lists: ArmyLists,
    ) -> None:
        self._record, self._games, self._seats = record, games, seats
        self._people, self._details, self._lists = people, details, lists
        self.days = days
        """Days after which a server that has removed the bot is forgotten."""

    async def data_of(self, user: str) -> PersonalData:
        """Return the data kept on a person."""
        forces = await self._record.forces.of(user)
        campaigns = await self._record.people.campaigns_with(user)
        lists = len(await self._lists.drafts_of(user))
        games = tuple(await self._record.people.games_with(user))
        return PersonalData(games, len(forces), tuple(campaigns), lists, await self._sealed_texts(user, games))

    async def _sealed_texts(self, user: str, games: Sequence[Appearance]) -> tuple[SealedText, ...]:
        """Return a person's sealed texts by game, in the order of sealing, then their secret rolls."""
        found, loose = dict[str, dict[str, SaltedText]](), list[SealedText]()
        for (game, mark), text in (await self._record.people.sealed_texts(user)).items():
            kept = SaltedText(*json.loads(text))
            if game == LOOSE:
                loose.append(SealedText(None, kept, open=False))
            else:
                found.setdefault(game, {})[mark] = kept
        sealed = [await self._sealed_in_game(one.game, found[one.game.id]) for one in games if one.game.id in found]
        return (*chain.from_iterable(sealed), *loose)

    async def _sealed_in_game(self, battle: StoredGame, found: Mapping[str, SaltedText]) -> list[SealedText]:
        try:
            state = await self._record.states.stored_state(battle.id)
        except Exception:  # sealed texts are reported despite any fault of the game
            LOG.warning("a game cannot be read", exc_info=True, extra={"game": battle.id})
            state = None
        seals, units = (state.seals, state.units) if state else ({}, {})
        # Those opened since come last.
        marks = [*(mark for mark in seals if mark in found), *(mark for mark in found if mark not in seals)]
        named = {mark: units[seal.unit].name for mark, seal in seals.items() if seal.unit in units}
        return [SealedText(battle, found[mark], bool(state) and mark not in seals, named.get(mark)) for mark in marks]

    async def export(self, who: Person) -> bytes:
        """Return all data kept on a person as JSON: seats, their part in each game, saved forces."""
        games = [await self._game_json(one, who.id) for one in await self._record.people.games_with(who.id)]
        forces = [one.model_dump(exclude={"user_id", "key"}) for one in await self._record.forces.of(who.id)]
        told: dict[str, Any] = {"format": FORMAT, "version": 1, "id": who.id, "name": who.name}
        told |= {"games": games, "forces": forces}
        await self._details.load_choice(who.id)
        told["detail"] = self._details.of(who.id)
        told["lists"] = {system: draft.to_stored() for system, draft in (await self._lists.drafts_of(who.id)).items()}
        told["sealed"] = [
            {"game": one.game.id if one.game else None, "unit": one.unit, "opened": one.open}
            | {"text": one.kept.text, "salt": one.kept.salt, "sha256": one.kept.digest}
            for one in (await self.data_of(who.id)).sealed
        ]
        told["campaigns"] = [_campaign_json(one) for one in await self._record.people.campaigns_with(who.id)]
        return json.dumps(told, ensure_ascii=False, indent=1, default=str).encode("utf-8", "replace")

    async def _game_json(self, one: Appearance, user: str) -> dict[str, Any]:
        game = one.game.model_dump(include={"id", "guild_id", "channel_id", "name", "system", "started_at", "state"})
        seat = one.seat.model_dump(exclude={"id"}) if one.seat else None
        told = {**game, "started_by_you": one.game.started_by == user, "seat": seat}
        try:
            settings: dict[str, Any] = {}
            if (state := await self._record.states.stored_state(one.game.id)) is not None:
                lent = [unit for unit, player in state.lent.items() if player == user]
                settings = {"mentions": user not in state.uncalled, "lent_units": lent}
            entries = [_entry_json(entry) for entry in await self._record.entries.of_person(one.game.id, user)]
            return {**told, **settings, "entries": entries}
        except Exception:  # the other games are exported despite any fault of this one
            LOG.warning("a game cannot be read", exc_info=True, extra={"game": one.game.id})
            return {**told, "unreadable": True}

    async def forget(self, who: Person) -> ForgottenData:
        """Remove the person from every running game, then replace them with "Player 1" in all games."""
        for battle in (await self.data_of(who.id)).seated_games:
            await self._leave_game(who, battle)
        await self._people.leave_all(who)
        running = [one.game for one in await self._record.people.games_with(who.id) if one.game.state != "ended"]
        async with AsyncExitStack() as locks:
            # In the order of their ids, so that two simultaneous requests do not deadlock.
            found = [await self._find_readable(game) for game in sorted(running, key=lambda game: game.id)]
            lives = [live for live in found if live is not None]
            for live in lives:
                await locks.enter_async_context(live.lock)
            gone = await self._record.people.forget(who.id)
            self._details.forget(who.id)
            self._people.forget_copies()
            for live in lives:
                await self._games.refresh(live)
        LOG.info("a person was forgotten", extra={"games": len(gone.games), "entries": gone.entries})
        return gone

    async def _find_readable(self, battle: StoredGame) -> ActiveGame | None:
        """Return a running game; None if it cannot be read.

        An unreadable game is not in memory, so it is cleared in the record alone.
        """
        try:
            return await self._games.unfinished_game(battle)
        except Exception:  # no fault of a game may prevent a person from being forgotten
            LOG.warning("a game cannot be read", exc_info=True, extra={"game": battle.id})
            return None

    async def _leave_game(self, who: Person, battle: StoredGame) -> None:
        try:
            await self._seats.leave(Call(who, self._games.place(battle)))
        except Exception:  # no fault of a game may prevent a person from being forgotten
            LOG.warning(
                "a person could not leave a game before being forgotten", exc_info=True, extra={"game": battle.id}
            )

    # Servers

    async def forget_guild(self, guild: str) -> ForgottenData:
        """Delete the games of a server."""
        for battle in await self._record.games.in_guild(guild):
            self._games.forget(battle.channel_id)
        found = await self._record.servers.forget(guild)
        self._people.forget_copies()
        LOG.info("a server was forgotten", extra={"games": len(found.games), "entries": found.entries})
        return found

    async def look_after(
        self, application: str, present: Collection[str], now: float, forgetting: bool = True, part: str = ""
    ) -> None:
        """Record which servers have removed an application or have added it again, and forget those long gone.

        `present` are the ids of its servers, `now` seconds since 1970. A server that this application was never in may
        belong to another one, and is kept. At most a tenth of all servers is forgotten at once, those gone longest
        first, so that a fault deletes little before it is noticed. A process with only some of the shards considers
        only their servers; `part` distinguishes the processes.
        """
        serves = self._games.serves
        noted = {
            guild: at for guild, at in (await self._record.servers.absent_since(application)).items() if serves(guild)
        }
        known = noted or await self._inherited_notes(present)
        changes: dict[str, float | None] = {guild: None for guild in present if known.get(guild, now) is not None}
        changes |= {guild: now for guild, since in known.items() if since is None and guild not in present}
        if changes or known != noted:
            await self._record.servers.note(application, changes if known == noted else known | changes)
        if forgetting and await self._is_time(f"{application} {part}".strip(), now):
            gone = {guild: since for guild, since in known.items() if since is not None and guild not in present}
            await self._forget_gone({guild for guild, since in gone.items() if now - since >= self.days * DAY}, gone)

    async def _is_time(self, application: str, now: float) -> bool:
        """True if no servers were forgotten this way in the last hours, even before a restart."""
        key = f"servers forgotten {application}"
        last = await self._record.remember(key)
        if last is not None and 0 <= now - float(last) < DAY / 2:
            return False
        await self._record.remember(key, str(now))
        return True

    async def _forget_gone(self, due: Collection[str], since: Mapping[str, float]) -> None:
        kept = [guild for guild in await self._record.servers.all() if self._games.serves(guild)]
        due = sorted((guild for guild in kept if guild in due), key=lambda guild: since[guild])
        now = due[: max(1, len(kept) // 10)]
        if len(due) > len(now):
            LOG.warning("%d servers are to be forgotten, %d of them today; see `forget`", len(due), len(now))
        for guild in now:
            await self.forget_guild(guild)

    async def _inherited_notes(self, present: Collection[str]) -> dict[str, float | None]:
        """Return the notes of earlier releases, which do not name an application.

        The application that is in most of these servers takes them over.
        """
        kept = [guild for guild in await self._record.servers.all() if self._games.serves(guild)]
        others = await self._record.servers.absent_since()
        if 2 * len([guild for guild in kept if guild in present]) <= len(kept):
            return {}
        left = {guild: await self._record.remember(left_key(guild)) for guild in kept if guild not in others}
        return {guild: float(since) if since is not None else None for guild, since in left.items()}


def _campaign_json(one: CampaignAppearance) -> dict[str, Any]:
    """Return a campaign and a person's part in it: their input, the dice, and the titles of entries."""
    entries: list[dict[str, Any]] = []
    for entry in one.entries:
        about = {"number": entry.number, "at": entry.at, "command": entry.command, "request": entry.request}
        faces = [list(roll.faces) for roll in entry.rolls]
        words = [event.text for event in entry.events if event.kind == "told"]
        typed = {"reason": entry.reason, "words": words, "dice": faces, "title": ENGLISH(entry.title)}
        entries.append(about | {name: value for name, value in typed.items() if value not in ("", [])})
    campaign = one.campaign.model_dump(include={"id", "guild_id", "name", "system", "started_at", "over"})
    return {**campaign, "entries": entries}


def _entry_json(entry: Entry) -> dict[str, Any]:
    """Return a person's part in an entry: their input, the dice, and the title. The rest belongs to the game."""
    faces = [list(roll.faces) for roll in entry.rolls]
    told = {"number": entry.number, "at": entry.at, "command": entry.command, "side": entry.side}
    typed = {"request": entry.request, "reason": entry.reason, "dice": faces, "title": ENGLISH(entry.title)}
    notes = [event.note for event in entry.events if event.kind == "ended" and event.note]
    return told | {name: value for name, value in (typed | {"notes": notes}).items() if value not in ("", [], {})}
