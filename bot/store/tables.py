"""The tables. The record returns objects such as `StoredGame` and `Pending`; the row classes add keys and indexes.

Entries are authoritative. Players, units and the state of a game are derived from them and written in the same
transaction, so that a long game opens as fast as a short one and can be queried with SQL. Discord's ids are text, times
are seconds since 1970. Every change here needs a revision in `migrations/versions/`.
"""

from __future__ import annotations

from typing import Any, Literal

from sqlalchemy import JSON, Double, ForeignKeyConstraint, Index, Table, UniqueConstraint, text
from sqlmodel import Field, SQLModel

State = Literal["running", "paused", "ended"]
Kind = Literal["dice", "decision", "consent", "objection", "facts", "anyway"]

# Conditions of indexes: on PostgreSQL too (revision 0001), but an option of its own here would load its five drivers.
OPEN_GAME = text("state <> 'ended'")
OPEN_PENDING = text("settled IS NULL")


class StoredGame(SQLModel):
    """A game without its entries: its settings, its channel, its progress.

    `version` is the version of the rule system at the start of the game; `number` is the number of the last entry, 0
    before the first.
    """

    id: str = Field(primary_key=True)
    guild_id: str
    channel_id: str
    name: str
    system: str
    version: str
    units: str
    started_by: str
    started_at: float = Field(sa_type=Double)
    state: str = "running"
    number: int = 0


class Pending(SQLModel):
    """A command that waits for a player's dice or decision; it survives restarts.

    `user_id` is the person who must answer, `asked_by` the one who issued the command. `command` is the whole request
    and `answers` the faces and choices so far, so that the rule can be replayed from the start; `step` counts the
    answers. `settled` is None while open, then the number of the resulting entry, or 0 if it was dropped.
    """

    id: str = Field(primary_key=True)
    game_id: str
    user_id: str
    asked_by: str
    kind: str
    command: dict[str, Any] = Field(sa_type=JSON)
    question: dict[str, Any] = Field(sa_type=JSON)
    created_at: float = Field(sa_type=Double)
    answers: dict[str, Any] = Field(default_factory=dict, sa_type=JSON)
    step: int = 0
    deadline: float | None = Field(default=None, sa_type=Double)
    channel_id: str | None = None
    message_id: str | None = None
    settled: int | None = None


class SavedForce(SQLModel):
    """A person's saved force; `key` is its name in lower case, `body` the content of a force file."""

    user_id: str = Field(primary_key=True)
    system: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    name: str
    saved_at: float = Field(sa_type=Double)
    body: dict[str, Any] = Field(sa_type=JSON)


class RollLog(SQLModel):
    """An additional channel for the entries of a game, and its progress.

    `sent` is the number of the last posted entry, `sending` that of a post in progress since `sending_at`; `struck`
    are the numbers of entries shown as undone. `stopped` is "" while the log runs, "off", or the obstacle. `told` is
    True once the players have read of the obstacle.
    """

    game_id: str = Field(primary_key=True)
    channel_id: str
    sent: int = 0
    sending: int | None = None
    sending_at: float = Field(default=0.0, sa_type=Double)
    struck: list[int] = Field(default_factory=list[int], sa_type=JSON)
    stopped: str = ""
    told: bool = False


class RollPost(SQLModel):
    """A message that shows the entries `first` to `last` of a game."""

    game_id: str = Field(primary_key=True)
    first: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    last: int
    channel_id: str
    message_id: str


def _game_key() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE")


class GameRow(StoredGame, table=True):
    """A game; a channel has at most one unfinished game."""

    __tablename__ = "game"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        Index("game_open", "channel_id", unique=True, sqlite_where=OPEN_GAME),
        Index("game_channel", "channel_id", "started_at"),
    )


class PendingRow(Pending, table=True):
    """A question, open or settled, with the command that waits for its answer."""

    __tablename__ = "pending"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (
        _game_key(),
        Index("pending_open", "game_id", sqlite_where=OPEN_PENDING),
    )


class PlayerRow(SQLModel, table=True):
    """A person at the table after the last entry."""

    __tablename__ = "player"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_game_key(), Index("player_user", "user_id"))

    game_id: str = Field(primary_key=True)
    user_id: str = Field(primary_key=True)
    name: str
    side: str | None = None
    umpire: bool
    dice: str


class UnitRow(SQLModel, table=True):
    """A unit after the last entry; `state` is complete."""

    __tablename__ = "unit"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_game_key(),)

    game_id: str = Field(primary_key=True)
    unit_id: str = Field(primary_key=True)
    name: str
    side: str
    state: dict[str, Any] = Field(sa_type=JSON)


class GameStateRow(SQLModel, table=True):
    """A game after its last entry, without units and players: turn, objects, points, waiting dice.

    `number` is the entry that it belongs to: an outdated state is not used.
    """

    __tablename__ = "game_state"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_game_key(),)

    game_id: str = Field(primary_key=True)
    number: int
    body: dict[str, Any] = Field(sa_type=JSON)


class EntryRow(SQLModel, table=True):
    """An entry of a game; `body` is complete, `link` chains it to earlier ones (`bot.dice.provable`).

    The other columns are for queries: its command, its `action`, and whether one was `played`. There is no link in
    games without a seed, or in games started before entries were chained.
    """

    __tablename__ = "entry"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_game_key(), UniqueConstraint("game_id", "source", name="entry_source"))

    game_id: str = Field(primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    command: str
    by_user: str
    side: str | None = None
    at: float = Field(sa_type=Double)
    source: str | None = None
    undoes: int | None = None
    body: dict[str, Any] = Field(sa_type=JSON)
    link: str | None = None
    action: str | None = None
    played: bool = False


class EntryUnitRow(SQLModel, table=True):
    """A unit that took part in an entry, or was affected by it."""

    __tablename__ = "entry_unit"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_game_key(),)

    game_id: str = Field(primary_key=True)
    unit_id: str = Field(primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})


class SavedForceRow(SavedForce, table=True):
    """A person's saved force; it belongs to no game."""

    __tablename__ = "saved_force"  # pyright: ignore[reportAssignmentType]


class RollLogRow(RollLog, table=True):
    """The log of a game in an additional channel; at most one per game."""

    __tablename__ = "roll_log"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_game_key(),)


class RollPostRow(RollPost, table=True):
    __tablename__ = "roll_post"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_game_key(),)


class SeedRow(SQLModel, table=True):
    """A seed of a game's dice: secret until revealed, and therefore in a table of its own.

    The first is drawn when the game starts, a new one whenever a game with a revealed seed continues; a seed is used
    for the dice of entries after number `after`. `name` is the game's original id, and `seed` is hex; None in a game
    imported while its seed was secret elsewhere.
    """

    __tablename__ = "seed"  # pyright: ignore[reportAssignmentType]
    __table_args__ = (_game_key(),)

    game_id: str = Field(primary_key=True)
    after: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    name: str
    commitment: str
    seed: str | None = Field(default=None, repr=False)
    drawn_at: float = Field(sa_type=Double)
    revealed_at: float | None = Field(default=None, sa_type=Double)


class AppStateRow(SQLModel, table=True):
    """Data that the application itself keeps between two runs."""

    __tablename__ = "app_state"  # pyright: ignore[reportAssignmentType]

    key: str = Field(primary_key=True)
    value: str


METADATA = SQLModel.metadata


def _table(name: str) -> Table:
    return METADATA.tables[name]


GAME, GAME_STATE, PLAYER, UNIT = _table("game"), _table("game_state"), _table("player"), _table("unit")
ENTRY, ENTRY_UNIT = _table("entry"), _table("entry_unit")
PENDING, APP_STATE = _table("pending"), _table("app_state")
SAVED_FORCE, SEED = _table("saved_force"), _table("seed")
ROLL_LOG, ROLL_POST = _table("roll_log"), _table("roll_post")
