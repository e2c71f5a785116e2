"""The tables. `Battle` and `Pending` are what the record hands out of a row.

Entries are the truth. Players, units and the state of a game are what they add up to, written in the same
transaction, so that a long game opens as fast as a short one and anybody may look into them with SQL. Discord's ids
are text, times are seconds since 1970. Every change here needs a revision in `migrations/versions/`.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    text,
)

State = Literal["running", "paused", "ended"]
Kind = Literal["dice", "decision", "consent", "objection", "facts", "anyway"]

# A server has these two as well (revision 0001); said here, its dialect would be loaded by whoever has a file.
OPEN_GAME = text("state <> 'ended'")
OPEN_PENDING = text("settled IS NULL")


class Battle(BaseModel):
    """A game but for its entries: what was agreed, where it is played, how far it has come.

    `version` is the rule system's when the game began; `number` is that of the last entry, 0 before the first.
    """

    id: str
    guild_id: str
    channel_id: str
    name: str
    system: str
    version: str
    units: str
    started_by: str
    started_at: float
    state: str = "running"
    number: int = 0


class Pending(BaseModel):
    """A command that waits for somebody's dice or decision; it outlives a restart.

    `user_id` must answer, `asked_by` gave the command. `command` is the whole request and `answers` the faces and
    choices so far, so that the rule can be played again from its top; `step` counts the answers. `settled` is None
    while open, then the number of the entry it became, or 0 when it was dropped.
    """

    id: str
    game_id: str
    user_id: str
    asked_by: str
    kind: str
    command: dict[str, Any]
    question: dict[str, Any]
    created_at: float
    answers: dict[str, Any] = {}
    step: int = 0
    deadline: float | None = None
    channel_id: str | None = None
    message_id: str | None = None
    settled: int | None = None


class SavedForce(BaseModel):
    """A force that a person keeps; `key` is its name in small letters, `body` what a force file would hold."""

    user_id: str
    system: str
    key: str
    name: str
    saved_at: float
    body: dict[str, Any]


class RollLog(BaseModel):
    """A further channel in which the entries of a game are posted, and how far that has come.

    `sent` is the last entry that stands there, `sending` the last one of a post that was on its way at `sending_at`;
    `struck` are the undone entries that are shown as such. `stopped` says why nothing is posted just now: "" while all
    is well, "off", or what is in the way; `told` whether the players have heard of that.
    """

    game_id: str
    channel_id: str
    sent: int = 0
    sending: int | None = None
    sending_at: float = 0.0
    struck: list[int] = []
    stopped: str = ""
    told: bool = False


class RollPost(BaseModel):
    """A message that shows the entries `first` to `last` of a game."""

    game_id: str
    first: int
    last: int
    channel_id: str
    message_id: str


def _of_game() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["game_id"], ["game.id"], ondelete="CASCADE")


METADATA = MetaData()


def key(name: str, kind: type[String | Integer] = String) -> Column[Any]:
    """A column of the primary key, whose values come from us."""
    return Column(name, kind, primary_key=True, autoincrement=False)


def column(name: str, kind: Any = String, may_be_empty: bool = False, default: Any = None) -> Column[Any]:
    """A column that may be left out of a row where it has a `default`, or may be empty."""
    return Column(name, kind, nullable=may_be_empty, default=default)


GAME = Table(
    "game",
    METADATA,
    key("id"),
    *map(column, ("guild_id", "channel_id", "name", "system", "version", "units", "started_by")),
    column("started_at", Double),
    column("state", default="running"),
    column("number", Integer, default=0),
    Index("game_open", "channel_id", unique=True, sqlite_where=OPEN_GAME),
    Index("game_channel", "channel_id", "started_at"),
)
"""A game; a channel has at most one that is not over."""

PENDING = Table(
    "pending",
    METADATA,
    key("id"),
    *map(column, ("game_id", "user_id", "asked_by", "kind")),
    column("command", JSON),
    column("question", JSON),
    column("created_at", Double),
    column("answers", JSON, default=dict),
    column("step", Integer, default=0),
    column("deadline", Double, may_be_empty=True),
    column("channel_id", may_be_empty=True),
    column("message_id", may_be_empty=True),
    column("settled", Integer, may_be_empty=True),
    _of_game(),
    Index("pending_open", "game_id", sqlite_where=OPEN_PENDING),
)

PLAYER = Table(
    "player",
    METADATA,
    key("game_id"),
    key("user_id"),
    column("name"),
    column("side", may_be_empty=True),
    column("umpire", Boolean),
    column("dice"),
    _of_game(),
    Index("player_user", "user_id"),
)
"""A person at the table as the last entry left them."""

UNIT = Table(
    "unit",
    METADATA,
    key("game_id"),
    key("unit_id"),
    column("name"),
    column("side"),
    column("state", JSON),
    _of_game(),
)
"""A unit as the last entry left it; `state` is the whole of it."""

GAME_STATE = Table("game_state", METADATA, key("game_id"), column("number", Integer), column("body", JSON), _of_game())
"""A game as its last entry left it, but for its units and players: turn, objects, points, dice that wait.

`number` is the entry it stands at: one that is behind is not read.
"""

ENTRY = Table(
    "entry",
    METADATA,
    key("game_id"),
    key("number", Integer),
    column("command"),
    column("by_user"),
    column("side", may_be_empty=True),
    column("at", Double),
    column("source", may_be_empty=True),
    column("undoes", Integer, may_be_empty=True),
    column("body", JSON),
    column("link", may_be_empty=True),
    column("action", may_be_empty=True),
    column("played", Boolean, default=False),
    _of_game(),
    UniqueConstraint("game_id", "source", name="entry_source"),
)
"""A line of the record; `body` is the whole of it, `link` what binds it to those before it (`bot.dice.provable`),
and the other columns are for finding it: by its command, the `action` that this was given for, and whether one was
`played`.

There is no link in games without a seed, and in those begun before entries were chained.
"""

ENTRY_UNIT = Table("entry_unit", METADATA, key("game_id"), key("unit_id"), key("number", Integer), _of_game())
"""A unit that took part in an entry, or that something happened to in it."""

SAVED_FORCE = Table(
    "saved_force",
    METADATA,
    key("user_id"),
    key("system"),
    key("key"),
    column("name"),
    column("saved_at", Double),
    column("body", JSON),
)
"""Belongs to a person, and to no game."""

ROLL_LOG = Table(
    "roll_log",
    METADATA,
    key("game_id"),
    column("channel_id"),
    column("sent", Integer, default=0),
    column("sending", Integer, may_be_empty=True),
    column("sending_at", Double, default=0.0),
    column("struck", JSON, default=list),
    column("stopped", default=""),
    column("told", Boolean, default=False),
    _of_game(),
)
"""The log of a game in a further channel; at most one for a game."""

ROLL_POST = Table(
    "roll_post",
    METADATA,
    key("game_id"),
    key("first", Integer),
    column("last", Integer),
    column("channel_id"),
    column("message_id"),
    _of_game(),
)

SEED = Table(
    "seed",
    METADATA,
    key("game_id"),
    key("after", Integer),
    column("name"),
    column("commitment"),
    column("seed", may_be_empty=True),
    column("drawn_at", Double),
    column("revealed_at", Double, may_be_empty=True),
    _of_game(),
)
"""What the bot's dice of a game are made of: a secret until it is revealed, apart from all that is looked at.

The first is drawn when the game begins, another one whenever a game goes on whose seed is known; a seed throws the
dice of the entries after number `after`. `name` is the game's id where it was begun, and `seed` is hex; None in a
game that was brought here while it was secret elsewhere.
"""

APP_STATE = Table("app_state", METADATA, key("key"), column("value"))
"""What the application itself has to remember between two runs."""
