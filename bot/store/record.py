"""The record of all games, as the referee uses it: open it, read a game's entries, append the next one."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import uuid4

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.store import rows
from bot.store.appending import GAMES, Appended, append, keep_state, kept_state, players_of, put, units_of
from bot.store.campaigns import Campaigns
from bot.store.database import Database
from bot.store.errors import ChannelTaken
from bot.store.pasts import LookingBack, Pasts
from bot.store.personal import PersonalData, SavedForces, Whereabouts
from bot.store.questions import Questions
from bot.store.roll_logs import RollLogs
from bot.store.seeds import Seeds
from bot.store.tables import APP_STATE, ENTRY, GAME, PENDING, PLAYER, UNIT, Battle, State
from bot.store.whole_games import Damage, WholeGames
from rules.game.entry import Entry
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.lengths import Units

# Built once: every command passes them.
_BEGIN = insert(GAME)
_ONE = select(GAME).where(GAME.c.id == bindparam("game"))
_LAST = (
    select(GAME)
    .where(GAME.c.channel_id == bindparam("channel"))
    .order_by(GAME.c.started_at.desc(), GAME.c.id.desc())
    .limit(1)
)
_NOT_OVER = _LAST.where(GAME.c.state != "ended")
_SIZE = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
_SERVED_SIZE = "SELECT pg_database_size(current_database())"
_REMEMBERED = select(APP_STATE.c.value).where(APP_STATE.c.key == bindparam("key_"))


class Measures(NamedTuple):
    """How much is kept: games by state, questions that wait, and the size of it all."""

    games: dict[str, int]
    open_questions: int
    bytes: int


def _measured(read: Connection) -> Measures:
    found = {row[0]: row[1] for row in read.execute(select(GAME.c.state, func.count()).group_by(GAME.c.state))}
    waiting = read.execute(select(func.count()).select_from(PENDING).where(PENDING.c.settled.is_(None))).scalar_one()
    lite = read.dialect.name == "sqlite"
    size = read.exec_driver_sql(_SIZE if lite else _SERVED_SIZE).scalar_one()
    return Measures({"running": 0, "paused": 0, "ended": 0} | found, waiting, int(size))


class Record(
    Questions, LookingBack, SavedForces, PersonalData, Damage, Whereabouts, WholeGames, RollLogs, Seeds, Campaigns
):
    """Everything that is kept. Several may be open on one database; each call is one transaction.

    What a call returned stays as it was, and what it wrote is on the disk.
    """

    def __init__(self, database: Database) -> None:
        self._database, self._pasts = database, Pasts()

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
            await self._database.write(lambda write: write.execute(_BEGIN, battle.model_dump()))
        except IntegrityError:
            raise ChannelTaken(f"channel {channel_id} has a game that is not over") from None
        return battle

    async def game(self, game_id: str) -> Battle | None:
        return await self._battle(_ONE, game=game_id)

    async def game_in(self, channel_id: str) -> Battle | None:
        """The game of a channel that is not over, running or paused."""
        return await self._battle(_NOT_OVER, channel=channel_id)

    async def last_game_in(self, channel_id: str) -> Battle | None:
        """The game begun last in a channel, over or not."""
        return await self._battle(_LAST, channel=channel_id)

    async def games(self, over: bool = False) -> list[Battle]:
        """Every game that is not over, or also those that are; the oldest first."""
        query = select(GAME).where(*([] if over else [GAME.c.state != "ended"]))
        query = query.order_by(GAME.c.started_at, GAME.c.id)
        return await self._database.read(lambda read: [rows.battle(row) for row in read.execute(query).mappings()])

    async def last_played(self) -> dict[str, float]:
        """When the last entry of each game was made, in seconds since 1970; without those that have none."""
        last = (ENTRY.c.game_id == GAME.c.id) & (ENTRY.c.number == GAME.c.number)
        query = select(GAME.c.id, ENTRY.c.at).join(ENTRY, last)
        return await self._database.read(lambda read: {row.id: row.at for row in read.execute(query)})

    async def measured(self) -> Measures:
        """How much there is."""
        return await self._database.read(_measured)

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
        """The entries of a game in order, those numbered above `after` only; raises Unreadable, also for a gap."""
        return await self._database.read(lambda read: GAMES.entries(read, game_id, after))

    async def entry(self, game_id: str, number: int) -> Entry | None:
        """One entry, if there is such a number; raises Unreadable."""
        return await self._database.read(lambda read: GAMES.entry(read, game_id, number))

    async def last_number(self, game_id: str) -> int:
        """The number of the last entry; 0 when there is none, or no such game."""
        found = await self.game(game_id)
        return 0 if found is None else found.number

    async def recorded(self, game_id: str, source: str) -> int | None:
        """The number of the entry that came from `source`, if it was recorded."""
        return await self._database.read(lambda read: GAMES.recorded(read, game_id, source))

    async def append(
        self,
        game_id: str,
        entry: Entry,
        before: Game,
        after: Game,
        pending_settled: str | None = None,
        state: State | None = None,
        step: int | None = None,
        link: str | None = None,
    ) -> None:
        """Write the next entry of a game and all that hangs on it, or nothing; `link` binds it to those before it.

        `before` and `after` are the game without the entry and with it: what differs is written to the tables that
        hold its state. `pending_settled` is the question the entry answers, `step` where it stood then, `state` what
        becomes of the game with it; a game that ends leaves no question open. Sources must differ between runs
        ("run:interaction"), since the local table counts its interactions from the start again.

        Raises Repeated when the entry's source is in the record already, else Conflict when its number is not the
        next, Settled when the question is no longer open or no longer stands there, ChannelTaken when the game cannot
        be reopened where it was, LookupError for an unknown game.
        """
        new = Appended(game_id, entry, before, after, pending_settled, state, step, link)
        await self._database.write(lambda write: append(write, new), joins=True)

    async def rebuild_state(self, game_id: str, game: Game) -> None:
        """Write the whole state of a game anew, as its entries have it."""

        def rebuilt(write: Connection) -> None:
            write.execute(delete(UNIT).where(UNIT.c.game_id == game_id))
            write.execute(delete(PLAYER).where(PLAYER.c.game_id == game_id))
            keep_state(write, game_id, Game(), game)

        self._pasts.forget()
        await self._database.write(rebuilt)

    # What the entries left

    async def open_game(self, game_id: str) -> Game | None:
        """A game as its last entry left it, played back where that was not kept; None for one that is not there.

        Raises Unreadable. All of it is done in a thread of the store.
        """
        found = await self._database.read(lambda read: GAMES.opened(read, game_id))
        return found and found.state

    async def state(self, game_id: str) -> Game | None:
        """A game as the last entry left it; None where that was not kept, or not since its last entry."""
        return await self._database.read(lambda read: kept_state(read, game_id))

    async def units(self, game_id: str) -> list[Unit]:
        """The units as the last entry left them."""
        return await self._database.read(lambda read: units_of(read, game_id))

    async def players(self, game_id: str) -> list[Player]:
        """The people at the table as the last entry left them."""
        return await self._database.read(lambda read: players_of(read, game_id))

    # The application's own memory

    async def remember(self, key: str, value: str | None = None) -> str | None:
        """What is remembered under `key`; a value given is remembered from now on."""
        if value is None:
            return await self._database.read(lambda read: read.execute(_REMEMBERED, {"key_": key}).scalar())
        await self._database.write(lambda write: put(write, APP_STATE, [{"key": key, "value": value}]))
        return value

    async def _battle(self, query: Any, **values: str) -> Battle | None:
        row = await self._database.read(lambda read: read.execute(query, values).mappings().first())
        return None if row is None else rows.battle(row)

    async def _change(self, game_id: str, **values: str) -> None:
        change = update(GAME).where(GAME.c.id == game_id).values(values)
        try:
            found = await self._database.write(lambda write: write.execute(change).rowcount)
        except IntegrityError:
            raise ChannelTaken("that channel has a game that is not over") from None
        if not found:
            raise LookupError(f"no game {game_id}")
