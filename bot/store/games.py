"""The games: starting, finding, moving and ending them, writing whole games; and their logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

from sqlalchemy import Connection, bindparam, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from bot.store import rows
from bot.store.appending import GAMES, keep_state, note_units, put
from bot.store.database import Store
from bot.store.errors import ChannelTaken
from bot.store.seeds import Seed, keep_seeds
from bot.store.tables import ENTRY, GAME, GAME_STATE, PLAYER, ROLL_LOG, ROLL_POST, RollLog, RollPost, State, StoredGame
from rules.game.entry import Entry
from rules.game.game import Game
from rules.kernel.wording import Units

# Built once, as every command uses them.
_BEGIN = insert(GAME)
_ONE = select(GAME).where(GAME.c.id == bindparam("game"))
_LAST = (
    select(GAME)
    .where(GAME.c.channel_id == bindparam("channel"))
    .order_by(GAME.c.started_at.desc(), GAME.c.id.desc())
    .limit(1)
)
_NOT_OVER = _LAST.where(GAME.c.state != "ended")
_OVER = (
    select(GAME)
    .where(GAME.c.channel_id == bindparam("channel"), GAME.c.state == "ended")
    .order_by(GAME.c.started_at.desc(), GAME.c.id)
    .limit(bindparam("most"))
)

_GOING_ON = select(GAME).where(GAME.c.guild_id == bindparam("guild"), GAME.c.state != "ended")
_IN_GUILD = _GOING_ON.order_by(GAME.c.started_at.desc(), GAME.c.id)
_WITH_CLOCKS = (
    select(GAME.c.id)
    .join(GAME_STATE, GAME_STATE.c.game_id == GAME.c.id)
    .where(GAME.c.state != "ended", GAME_STATE.c.body[("clock", "seconds")].as_integer() > 0)
)
_OF = _IN_GUILD.join(PLAYER, PLAYER.c.game_id == GAME.c.id).where(PLAYER.c.user_id == bindparam("user"))


class Games(Store):
    """The heads of games: settings, channel, and progress."""

    async def begin(
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
    ) -> StoredGame:
        """Create a game without entries; raise ChannelTaken if the channel has an unfinished one."""
        battle = StoredGame(
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
            await self._database.write(lambda write: write.execute(_BEGIN, battle.model_dump()))
        except IntegrityError:
            raise ChannelTaken(f"channel {channel_id} has a game that is not over") from None
        return battle

    async def get(self, game_id: str) -> StoredGame | None:
        return await self._battle(_ONE, game=game_id)

    async def in_channel(self, channel_id: str) -> StoredGame | None:
        """Return the unfinished game of a channel, running or paused."""
        return await self._battle(_NOT_OVER, channel=channel_id)

    async def last_in_channel(self, channel_id: str) -> StoredGame | None:
        """Return the last started game of a channel, finished or not."""
        return await self._battle(_LAST, channel=channel_id)

    async def all(self, over: bool = False) -> list[StoredGame]:
        """Return every unfinished game, or with `over` all games; the oldest first."""
        query = select(GAME).where(*([] if over else [GAME.c.state != "ended"]))
        query = query.order_by(GAME.c.started_at, GAME.c.id)
        return await self._battles(query)

    async def ids_with_clocks(self) -> list[str]:
        """Return the ids of unfinished games with clocks."""
        return await self._database.read(lambda read: list(read.execute(_WITH_CLOCKS).scalars()))

    async def last_played(self) -> dict[str, float]:
        """Return the time of each game's last entry, in seconds since 1970; games without entries are left out."""
        last = (ENTRY.c.game_id == GAME.c.id) & (ENTRY.c.number == GAME.c.number)
        query = select(GAME.c.id, ENTRY.c.at).join(ENTRY, last)
        return await self._database.read(lambda read: {row.id: row.at for row in read.execute(query)})

    async def rename(self, game_id: str, name: str) -> None:
        """Rename a game; raise LookupError for an unknown game."""
        await self._change(game_id, name=rows.clean(name))

    async def set_state(self, game_id: str, state: State) -> None:
        """Pause, resume, end or reopen a game.

        Raises ChannelTaken if it is reopened in a channel with an unfinished game.
        """
        await self._change(game_id, state=state)

    async def move(self, game_id: str, channel_id: str) -> None:
        """Move a game to another channel; raise ChannelTaken if that has an unfinished game."""
        await self._change(game_id, channel_id=channel_id)

    async def last_number(self, game_id: str) -> int:
        """Return the number of the last entry; 0 if there is no entry, or no such game."""
        found = await self.get(game_id)
        return 0 if found is None else found.number

    # By server, person and channel

    async def unfinished_in_guild(self, guild_id: str) -> list[StoredGame]:
        """Return the unfinished games of a server; the latest start first."""
        return await self._battles(_IN_GUILD, {"guild": guild_id})

    async def of_person(self, user_id: str, guild_id: str) -> list[StoredGame]:
        """Return the unfinished games of a server with a person's seat; the latest start first."""
        return await self._battles(_OF, {"guild": guild_id, "user": user_id})

    async def in_guild(self, guild_id: str) -> list[StoredGame]:
        """Return every game of a server."""
        query = select(GAME).where(GAME.c.guild_id == guild_id).order_by(GAME.c.started_at, GAME.c.id)
        return await self._battles(query)

    async def finished_in_channel(self, channel_id: str, most: int) -> list[StoredGame]:
        """Return the finished games of a channel, the latest start first, at most `most`."""
        return await self._battles(_OVER, {"channel": channel_id, "most": most})

    # Whole games

    async def put(
        self,
        battle: StoredGame,
        entries: Sequence[Entry],
        game: Game,
        seeds: Sequence[Seed] = (),
        links: Sequence[str] = (),
    ) -> None:
        """Write a whole game (see `WholeGame`), or nothing.

        Raises ChannelTaken if it is unfinished and its channel has another unfinished game.
        """
        whole = WholeGame(battle, entries, game, seeds, links)
        try:
            await self._database.write(lambda write: put_whole(write, whole))
        except IntegrityError:
            raise ChannelTaken(f"channel {battle.channel_id} has a game that is not over") from None

    async def _battle(self, query: Any, **values: str) -> StoredGame | None:
        row = await self._database.read(lambda read: read.execute(query, values).mappings().first())
        return None if row is None else rows.battle(row)

    async def _battles(self, query: Any, values: Mapping[str, Any] | None = None) -> list[StoredGame]:
        return await self._database.read(
            lambda read: [rows.battle(row) for row in read.execute(query, values).mappings()]
        )

    async def _change(self, game_id: str, **values: str) -> None:
        change = update(GAME).where(GAME.c.id == game_id).values(values)
        try:
            found = await self._database.write(lambda write: write.execute(change).rowcount)
        except IntegrityError:
            raise ChannelTaken("that channel has a game that is not over") from None
        if not found:
            raise LookupError(f"no game {game_id}")


# A game written as a whole.


class WholeGame(NamedTuple):
    """A game with all its entries, the resulting `game`, its seeds, and the links of its entries, if any."""

    battle: StoredGame
    entries: Sequence[Entry]
    game: Game
    seeds: Sequence[Seed] = ()
    links: Sequence[str] = ()


def put_whole(write: Connection, new: WholeGame) -> None:
    """Write the game; raise IntegrityError if its channel has another unfinished game."""
    GAMES.begin(write, new.battle.model_dump(), new.entries, [{"link": link} for link in new.links])
    note_units(write, new.battle.id, new.entries)
    keep_state(write, new.battle.id, Game(), new.game)
    keep_seeds(write, new.seeds)


# The logs in additional channels: channel, progress, and the message of each entry.

_LOG = select(ROLL_LOG).where(ROLL_LOG.c.game_id == bindparam("game"))
_ON = ROLL_LOG.c.stopped != "off"
_SHOWING = (
    select(ROLL_POST)
    .where(ROLL_POST.c.game_id == bindparam("game"), ROLL_POST.c.first <= bindparam("nth"))
    .where(ROLL_POST.c.last >= bindparam("nth"))
)


class RollLogStore(Store):
    """The channel and progress of each game's log."""

    async def get(self, game_id: str) -> RollLog | None:
        return await self._database.read(lambda read: _log(read, game_id))

    async def all(self) -> list[RollLog]:
        """Return all logs that are not switched off."""
        query = select(ROLL_LOG).where(_ON)
        return await self._database.read(
            lambda read: [RollLog.model_validate(dict(row)) for row in read.execute(query).mappings()]
        )

    async def games_behind(self, also_played: bool = False) -> list[str]:
        """Return the ids of games whose log lacks entries, is stopped, or was interrupted.

        With `also_played`, include all unfinished games.
        """
        owes = or_(GAME.c.number > ROLL_LOG.c.sent, ROLL_LOG.c.sending.is_not(None), ROLL_LOG.c.stopped != "")
        wanted = or_(owes, GAME.c.state != "ended") if also_played else owes
        query = select(GAME.c.id).join(ROLL_LOG, ROLL_LOG.c.game_id == GAME.c.id).where(_ON, wanted)
        return await self._database.read(lambda read: list(read.execute(query).scalars()))

    async def keep(self, log: RollLog) -> None:
        """Start a log, or replace the existing one."""
        await self._database.write(lambda write: put(write, ROLL_LOG, [log.model_dump()]))

    async def change(self, game_id: str, **values: Any) -> None:
        change = update(ROLL_LOG).where(ROLL_LOG.c.game_id == game_id).values(values)
        await self._database.write(lambda write: write.execute(change))

    async def begin_post(self, log: RollLog, last: int, at: float) -> bool:
        """Mark the entries after `log.sent`, to `last`, as being posted.

        Returns False if another process is posting them, or if the log has moved meanwhile.
        """
        stands = ROLL_LOG.c.game_id == log.game_id, ROLL_LOG.c.channel_id == log.channel_id
        waits = ROLL_LOG.c.sent == log.sent, ROLL_LOG.c.sending.is_(None), ROLL_LOG.c.stopped == log.stopped
        change = update(ROLL_LOG).where(*stands, *waits).values(sending=last, sending_at=at)
        return await self._database.write(lambda write: bool(write.execute(change).rowcount))

    async def end_post(self, post: RollPost, struck: Sequence[int]) -> None:
        """Record, in one transaction, a finished post and its entries shown as undone."""

        def ended(write: Connection) -> None:
            log = _log(write, post.game_id)
            if log is None or log.sent >= post.last:
                return
            values = {"sent": post.last, "sending": None, "told": False, "struck": sorted({*log.struck, *struck})}
            write.execute(update(ROLL_LOG).where(ROLL_LOG.c.game_id == post.game_id).values(values))
            put(write, ROLL_POST, [post.model_dump()])

        await self._database.write(ended)

    async def strike(self, game_id: str, struck: Sequence[int]) -> None:
        """Record that these entries are shown as undone, or never will be."""

        def noted(write: Connection) -> None:
            log = _log(write, game_id)
            if log is not None:
                values = {"struck": sorted({*log.struck, *struck})}
                write.execute(update(ROLL_LOG).where(ROLL_LOG.c.game_id == game_id).values(values))

        await self._database.write(noted)

    async def post(self, game_id: str, number: int) -> RollPost | None:
        """Return the message that shows an entry, if any."""

        def found(read: Connection) -> RollPost | None:
            row = read.execute(_SHOWING, {"game": game_id, "nth": number}).mappings().first()
            return None if row is None else RollPost.model_validate(dict(row))

        return await self._database.read(found)


def _log(read: Connection, game_id: str) -> RollLog | None:
    row = read.execute(_LOG, {"game": game_id}).mappings().first()
    return None if row is None else RollLog.model_validate(dict(row))
