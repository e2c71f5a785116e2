"""One interaction with Discord: its caller, its place, its services, and the readers of its answer."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import discord

from bot.dice.parsing import MISSED
from bot.errors import AppError, Refusal
from bot.game.people import Call, Names, Person, Place, knows, unit_named, units_named
from bot.game.registry import ActiveGame
from bot.metrics import Measurement
from bot.services import Services
from bot.services.play.absence import Steward
from bot.settings import Detail
from cogs.interactions import limits
from cogs.rendering.text import Reader
from rules.command.system import Board
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.text import Text, UnitRef

Interaction = discord.Interaction[Any]
T = TypeVar("T")


SOON = 1.0
"""Seconds after which suggestions are shown without pending ones."""


async def in_time(reading: Awaitable[T]) -> T | None:
    """Return what suggestions read from the record; None if it fails or takes too long.

    A slow or unreachable database must not block the caller's typing.
    """
    with contextlib.suppress(TimeoutError, AppError):
        async with asyncio.timeout(SOON):
            return await reading
    return None


class Context:
    """The context of one command, click, form or suggestion."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.services: Services = interaction.client.services
        self.call = _call(interaction, self.services)
        self.changes: set[str] = set()
        """Ids of the games and campaigns that the interaction has changed."""
        self.measured = Measurement()
        self._readers: dict[str | None, Reader] = {}
        self.draft_board: Board | None = None
        """The board of a result that is rendered before it is saved."""
        self._named: tuple[Game, Names] | None = None
        self.progress: Callable[[str], Awaitable[None]] = ignore_progress
        """Shows the progress of long work to the caller until the answer comes."""

    @property
    def caller(self) -> Person:
        return self.call.who

    @property
    def detail(self) -> Detail:
        """The caller's level of detail."""
        return self.services.details.of(self.caller.id)

    def glance(self) -> ActiveGame | None:
        """Return this channel's game if it is in memory."""
        return self.services.games.glance(self.call.where.channel)

    async def has_changed_record(self) -> bool:
        """True if the interaction has changed the record; raises the record's errors."""
        live = self.glance()
        if self.changes or live is None:
            return bool(self.changes)
        return await self.services.record.entries.from_source(live.info.id, self.call.source or "") is not None

    async def game_for_suggestions(self) -> ActiveGame | None:
        """Return the channel's game for suggestions, or None if there is none or it cannot be read in time."""
        return await in_time(self.services.games.find_game(self.call.where))

    def option(self, name: str) -> Any:
        """Return another option of the command that is being typed; empty if it is not given yet."""
        return getattr(self.interaction.namespace, name, None) or ""

    async def game(self) -> ActiveGame:
        """Return the game of this channel; raise Refusal if none is running."""
        return await self.services.games.require_game(self.call.where)

    @property
    def all_readers(self) -> Reader:
        """All readers of the channel, in the language of the server."""
        return self._reader(self.interaction.client.language(self.interaction.guild_id), None)

    @property
    def me(self) -> Reader:
        """The caller as the reader of private answers, in their own language."""
        return self._reader(self.services.texts(str(self.interaction.locale)), self.caller.id)

    @property
    def submitted(self) -> dict[str, list[str]]:
        """The input of the submitted form, by the ids of its fields, each alone in its row or under its label."""
        data: Any = self.interaction.data
        fields = [
            part.get("component") or next(iter(part.get("components") or ()), None)
            for part in data.get("components") or ()
        ]
        given = {
            str(one.get("custom_id", "")): one.get("values") or [one.get("value")]
            for one in fields
            if isinstance(one, dict)
        }
        return {
            id: [one for one in values if isinstance(one, str) and one and limits.is_writable(one)]
            for id, values in given.items()
        }

    def submitted_text(self, field: str) -> str:
        """Return the input of one field of the submitted form."""
        return " ".join(self.submitted.get(field, ()))

    @property
    def miss_words(self) -> str:
        """The words for failed dice in the caller's language."""
        return self.me.plain.translated(MISSED)

    def sees_channel(self, channel: str) -> bool:
        """True if the caller may see a channel of the server, or it is gone."""
        guild, member = self.interaction.guild, self.interaction.user
        found = guild.get_channel_or_thread(int(channel)) if guild and channel.isdecimal() else None
        return found is None or not isinstance(member, discord.Member) or found.permissions_for(member).view_channel

    def _reader(self, language: Any, reader: str | None) -> Reader:
        live = self.glance() if self.draft_board is None else None
        board = live.board if live else self.draft_board
        known = self._readers.get(reader)
        if known is None or board is None:
            known = Reader(language, board, reader, commands=self.interaction.client.command_ids)
        found = self._readers[reader] = known.at(board) if board else known
        return found

    def unit(self, game: Game, text: str, board: Board | None = None) -> Unit:
        """Return the unit with a typed name, as the caller knows it; raise Refusal.

        `board` is the board of the game if it is not the one in the channel.
        """
        return unit_named(game, self._by_id(game, text, board), self._names(game, board))

    def units(self, game: Game, text: str | None) -> tuple[str, ...]:
        """Return the ids of several typed units; raise Refusal."""
        if not text or not text.strip():
            return ()
        return tuple(unit.id for unit in units_named(game, self._by_id(game, text), self._names(game)))

    def require_known(self, board: Board, request: Request) -> None:
        """Raise Refusal for units hidden from the caller, because their odds would reveal them."""
        for id in (*request.unit, *request.target):
            unit = board.game.units.get(id) or board.game.departed.get(id)
            if unit is not None and not knows(board, self.caller.id, unit):
                raise Refusal(Text("{unit} is hidden: its odds would show what it is.", unit=UnitRef(id)))

    def _by_id(self, game: Game, text: str, board: Board | None = None) -> str:
        """Replace the public names of hidden units in a typed text by ids."""
        public = (self.all_readers.at(board) if board else self.all_readers).plain
        cards = {public.unit(id).casefold(): id for id in game.units if not public.knows(id)}
        return ",".join(cards.get(part.strip().casefold(), part) for part in text.split(","))

    def _names(self, game: Game, board: Board | None = None) -> Names:
        """Return the caller's names of the units; cached, because every option of a command uses them."""
        if self._named is None or self._named[0] is not game:
            me = (self.me.at(board) if board else self.me).plain
            self._named = game, {id: me.unit(id) for id in game.units}
        return self._named[1]


def steward_of(ctx: Context) -> Steward:
    """Return the caller's role in the server, with a function that asks Discord who has left it."""
    return Steward(ctx.interaction.permissions.manage_guild, partial(has_left, ctx))


async def has_left(ctx: Context, id: str) -> bool:
    """True if Discord reports that a person is no member of the server; any other error counts as present."""
    guild = ctx.interaction.guild
    if guild is None or not id.isdecimal():
        return False
    try:
        await guild.fetch_member(int(id))
    except discord.NotFound:
        return True
    except discord.HTTPException:  # no player is replaced because Discord was busy
        return False
    return False


async def ignore_progress(text: str) -> None:
    """Ignore progress: the default until the answer is being delivered."""


def _call(interaction: Interaction, services: Services) -> Call:
    """Return the caller and the place; outside a server the place is the channel alone."""
    user = interaction.user
    guild = str(interaction.guild_id) if interaction.guild_id else None
    place = Place(guild, str(interaction.channel_id))
    # Two bots that receive one interaction by accident record it once.
    source = f"{services.run}:{interaction.id}" if services.ids_repeat else str(interaction.id)
    return Call(Person(str(user.id), user.display_name), place, source, source)


def command_name(interaction: Interaction) -> str:
    """Return the name of the command, for the log, without any typed text."""
    command = interaction.command
    return command.qualified_name if command else interaction.type.name
