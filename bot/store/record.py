"""The record of all games, as the referee uses it: open it, read a game's entries, append the next one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import rows
from bot.store.database import Database
from bot.store.errors import ChannelTaken, Conflict, Repeated, Settled
from bot.store.forces import SavedForces
from bot.store.questions import Questions
from bot.store.tables import APP_STATE, ENTRY, GAME, GAME_STATE, PENDING, PLAYER, UNIT, Battle, State, Units
from rules.entry import Entry
from rules.game import Game
from rules.players import Player
from rules.unit import Unit

# Built once: every command passes them.
_ENTER = insert(ENTRY)
_IS_NEXT = GAME.c.id == bindparam("game"), GAME.c.number == bindparam("before")
_STEP = update(GAME).where(*_IS_NEXT).values(number=GAME.c.number + 1)


class Record(Questions, SavedForces):
    """Everything that is kept. Several may be open on one database; each call is one transaction.

    Nothing is cached here: what a call returned stays as it was, and what it wrote is on the disk.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    async def open(cls, url: str) -> Record:
        """The record in the database at `url` (see Settings.database_url); raises StoreError."""
        return cls(await Database.open(url))

    async def close(self) -> None:
        await self._database.close()

    # Games

    async def new_game(
        self,
        *,
        guild_id: str,
        channel_id: str,
        name: str,
        system: str,
        version: str,
        started_by: str,
        at: float,
        units: Units = "inches",
        id: str | None = None,
    ) -> Battle:
        """Begin a game, without an entry yet; raises ChannelTaken while another is not over in that channel."""
        battle = Battle(
            id=id or uuid4().hex,
            guild_id=guild_id,
            channel_id=channel_id,
            name=rows.clean(name),
            system=system,
            version=version,
            units=units,
            started_by=started_by,
            started_at=at,
        )
        try:
            async with self._database.writing() as write:
                await write.execute(insert(GAME).values(battle.model_dump()))
        except IntegrityError:
            raise ChannelTaken(f"channel {channel_id} has a game that is not over") from None
        return battle

    async def game(self, game_id: str) -> Battle | None:
        return await self._battle(GAME.c.id == game_id)

    async def game_in(self, channel_id: str) -> Battle | None:
        """The game of a channel that is not over, running or paused."""
        return await self._battle(GAME.c.channel_id == channel_id, GAME.c.state != "ended")

    async def last_game_in(self, channel_id: str) -> Battle | None:
        """The game begun last in a channel, over or not."""
        return await self._battle(GAME.c.channel_id == channel_id)

    async def games(self, over: bool = False) -> list[Battle]:
        """Every game that is not over, or also those that are; the oldest first."""
        query = select(GAME).where(*([] if over else [GAME.c.state != "ended"]))
        query = query.order_by(GAME.c.started_at, GAME.c.id)
        async with self._database.reading() as read:
            return [rows.battle(row) for row in (await read.execute(query)).mappings()]

    async def rename(self, game_id: str, name: str) -> None:
        """Give a game another name; raises LookupError for an unknown game."""
        await self._change(game_id, name=rows.clean(name))

    async def set_state(self, game_id: str, state: State) -> None:
        """Pause, go on, end, reopen. Raises ChannelTaken when a game is reopened where another is not over."""
        await self._change(game_id, state=state)

    async def move(self, game_id: str, channel_id: str) -> None:
        """Play on in another channel; raises ChannelTaken when it has a game that is not over."""
        await self._change(game_id, channel_id=channel_id)

    # Entries

    async def entries(self, game_id: str, after: int = 0) -> list[Entry]:
        """The entries of a game in order, those numbered above `after` only."""
        query = select(ENTRY.c.body).where(ENTRY.c.game_id == game_id, ENTRY.c.number > after)
        async with self._database.reading() as read:
            bodies = (await read.execute(query.order_by(ENTRY.c.number))).scalars()
            return [rows.entry(body) for body in bodies]

    async def entry(self, game_id: str, number: int) -> Entry | None:
        query = select(ENTRY.c.body).where(ENTRY.c.game_id == game_id, ENTRY.c.number == number)
        body = await self._scalar(query)
        return None if body is None else rows.entry(body)

    async def last_number(self, game_id: str) -> int:
        """The number of the last entry; 0 when there is none, or no such game."""
        return await self._scalar(select(GAME.c.number).where(GAME.c.id == game_id)) or 0

    async def recorded(self, game_id: str, source: str) -> int | None:
        """The number of the entry that came from `source`, if it was recorded."""
        return await self._scalar(_from_source(game_id, source))

    async def append(
        self,
        game_id: str,
        entry: Entry,
        before: Game,
        after: Game,
        pending_settled: str | None = None,
        state: State | None = None,
        step: int | None = None,
    ) -> None:
        """Write the next entry of a game and all that hangs on it, or nothing.

        `before` and `after` are the game without the entry and with it: what differs is written to the tables that
        hold its state. `pending_settled` is the question the entry answers, `step` where it stood then, `state` what
        becomes of the game with it; a game that ends leaves no question open. Sources must differ between runs
        ("run:interaction"), since the local table counts its interactions from the start again.

        Raises Repeated when the entry's source is in the record already, else Conflict when its number is not the
        next, Settled when the question is no longer open or no longer stands there, ChannelTaken when the game cannot
        be reopened where it was, LookupError for an unknown game.
        """
        try:
            async with self._database.writing() as write:
                await self._advance(write, game_id, entry, state)
                await write.execute(_ENTER, rows.of_entry(game_id, entry))
                await self._keep_state(write, game_id, before, after)
                await _settle(write, game_id, pending_settled, entry.number, step)
                if state == "ended":
                    await write.execute(_close_all(game_id))
        except IntegrityError as error:
            await self._explain(game_id, entry, state, error)

    async def _keep_state(self, write: AsyncConnection, game_id: str, before: Game, after: Game) -> None:
        """The state of a game as rows; only what is not as it was."""
        units = [unit for id, unit in after.units.items() if before.units.get(id) is not unit]
        players = [player for id, player in after.players.items() if before.players.get(id) != player]
        await self._put(write, UNIT, [rows.of_unit(game_id, unit) for unit in units])
        await self._put(write, PLAYER, [rows.of_player(game_id, player) for player in players])
        await _take(write, UNIT, UNIT.c.unit_id, game_id, [id for id in before.units if id not in after.units])
        await _take(write, PLAYER, PLAYER.c.user_id, game_id, [id for id in before.players if id not in after.players])
        await self._put(write, GAME_STATE, [rows.of_state(game_id, after)])

    async def rebuild_state(self, game_id: str, game: Game) -> None:
        """Write the whole state of a game anew, as its entries have it."""
        async with self._database.writing() as write:
            await write.execute(delete(UNIT).where(UNIT.c.game_id == game_id))
            await write.execute(delete(PLAYER).where(PLAYER.c.game_id == game_id))
            await self._keep_state(write, game_id, Game(), game)

    # What the entries left

    async def state(self, game_id: str) -> Game | None:
        """A game as the last entry left it; None where that was not kept, or not since its last entry."""
        query = select(GAME_STATE).join(GAME, GAME.c.id == GAME_STATE.c.game_id)
        query = query.where(GAME.c.id == game_id, GAME.c.number == GAME_STATE.c.number)
        async with self._database.reading() as read:
            kept = (await read.execute(query)).first()
        if kept is None:
            return None
        units, players = await self.units(game_id), await self.players(game_id)
        # Somebody may have written between these readings.
        return rows.state(kept, units, players) if await self.last_number(game_id) == kept.number else None

    async def units(self, game_id: str) -> list[Unit]:
        """The units as the last entry left them."""
        query = select(UNIT.c.state).where(UNIT.c.game_id == game_id).order_by(UNIT.c.unit_id)
        async with self._database.reading() as read:
            return [Unit.model_validate(state) for state in (await read.execute(query)).scalars()]

    async def players(self, game_id: str) -> list[Player]:
        """The people at the table as the last entry left them."""
        query = select(PLAYER).where(PLAYER.c.game_id == game_id).order_by(PLAYER.c.user_id)
        async with self._database.reading() as read:
            return [rows.player(row) for row in await read.execute(query)]

    # The application's own memory

    async def remember(self, key: str, value: str | None = None) -> str | None:
        """What is remembered under `key`; a value given is remembered from now on."""
        if value is None:
            return await self._scalar(select(APP_STATE.c.value).where(APP_STATE.c.key == key))
        async with self._database.writing() as write:
            await self._put(write, APP_STATE, [{"key": key, "value": value}])
        return value

    async def _battle(self, *where: Any) -> Battle | None:
        query = select(GAME).where(*where).order_by(GAME.c.started_at.desc(), GAME.c.id.desc()).limit(1)
        async with self._database.reading() as read:
            row = (await read.execute(query)).mappings().first()
        return None if row is None else rows.battle(row)

    async def _scalar(self, query: Any) -> Any:
        async with self._database.reading() as read:
            return (await read.execute(query)).scalar()

    async def _change(self, game_id: str, **values: str) -> None:
        try:
            async with self._database.writing() as write:
                found = await write.execute(update(GAME).where(GAME.c.id == game_id).values(values))
        except IntegrityError:
            raise ChannelTaken("that channel has a game that is not over") from None
        if not found.rowcount:
            raise LookupError(f"no game {game_id}")

    async def _advance(self, write: AsyncConnection, game_id: str, entry: Entry, state: State | None) -> None:
        """Step the game to the entry's number; this row is also what two writers on PostgreSQL queue at."""
        step = _STEP if state is None else _STEP.values(state=state)
        if (await write.execute(step, {"game": game_id, "before": entry.number - 1})).rowcount:
            return
        if (await write.execute(select(GAME.c.id).where(GAME.c.id == game_id))).first() is None:
            raise LookupError(f"no game {game_id}")
        before = entry.source and (await write.execute(_from_source(game_id, entry.source))).scalar()
        if before:
            raise Repeated(before)
        raise Conflict(f"entry {entry.number} is not the next of game {game_id}")

    async def _put(self, write: AsyncConnection, table: Any, values: list[dict[str, Any]]) -> None:
        if values:
            await write.execute(rows.upsert(table, self._database.dialect), values)

    async def _explain(self, game_id: str, entry: Entry, state: State | None, error: IntegrityError) -> None:
        before = await self.recorded(game_id, entry.source) if entry.source else None
        if before:
            raise Repeated(before) from None
        if await self.entry(game_id, entry.number) is not None:
            raise Conflict(f"entry {entry.number} of game {game_id} is written") from None
        if state and state != "ended":
            raise ChannelTaken("that channel has a game that is not over") from None
        raise error


def _close_all(game_id: str) -> Any:
    """Every question of a game that is open."""
    return update(PENDING).where(PENDING.c.game_id == game_id, PENDING.c.settled.is_(None)).values(settled=0)


def _from_source(game_id: str, source: str) -> Any:
    return select(ENTRY.c.number).where(ENTRY.c.game_id == game_id, ENTRY.c.source == source)


async def _take(write: AsyncConnection, table: Any, column: Any, game_id: str, gone: Iterable[str]) -> None:
    ids = list(gone)
    if ids:
        await write.execute(delete(table).where(table.c.game_id == game_id, column.in_(ids)))


async def _settle(write: AsyncConnection, game_id: str, pending_id: str | None, number: int, step: int | None) -> None:
    if pending_id is None:
        return
    found = update(PENDING).where(PENDING.c.id == pending_id, PENDING.c.game_id == game_id, PENDING.c.settled.is_(None))
    stands = found if step is None else found.where(PENDING.c.step == step)
    if not (await write.execute(stands.values(settled=number))).rowcount:
        raise Settled(f"question {pending_id} is no longer open")
