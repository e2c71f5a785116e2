"""The bot in a simulated Discord: one server, one channel, the players by name. Under the local table and the demo."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, NamedTuple, cast

# Importing simcord makes a client at once, which warns that it has no voice.
logging.getLogger("discord").setLevel(logging.ERROR)

from simcord import (  # noqa: E402
    BackendError,
    ChannelHandle,
    InteractionResult,
    MemberActor,
    OptionError,
    SetupError,
)
from simcord.env import Env  # noqa: E402
from simcord.http.routes import interactions  # noqa: E402
from simcord.results import to_discord_message  # noqa: E402

from bot.client import Adjutant  # noqa: E402
from bot.services import Services  # noqa: E402

__all__ = [
    "BackendError",
    "InteractionResult",
    "MemberActor",
    "OptionError",
    "SetupError",
    "SimulatedTable",
    "started",
]
LOG = logging.getLogger(__name__)
_GUILD = 4242


_answered = interactions._interaction_message  # pyright: ignore[reportPrivateUsage]


def _reached(ctx: Any) -> Any:
    """The message that a token reaches: what was clicked as well, as in Discord, not only what answered."""
    record = interactions._record(ctx)  # pyright: ignore[reportPrivateUsage]
    if ctx.int_arg("message_id") == record.source_message_id:
        return ctx.backend.get_message(record.channel_id, record.source_message_id)
    return _answered(ctx)


interactions._interaction_message = _reached  # pyright: ignore[reportPrivateUsage]


class SimulatedTable(NamedTuple):
    """A running bot with people who can talk to it."""

    env: Env
    services: Services
    channel: ChannelHandle
    people: dict[str, MemberActor]

    @property
    def bot(self) -> Adjutant:
        return cast("Adjutant", self.env.bot)

    def stored(self) -> list[Any]:
        """The messages of the channel as Discord has them, oldest first, those included that one person alone sees."""
        return sorted(self.env.backend.messages.get(self.channel.id, {}).values(), key=lambda one: one.id)

    def message(self, id: int, reader: MemberActor) -> Any:
        """The message of that id; None where that player may not see it."""
        found = self.env.backend.messages.get(self.channel.id, {}).get(id)
        return to_discord_message(self.env, found) if found is not None and found.visible_to(reader.id) else None

    def file(self, url: str) -> bytes | None:
        """The content of a file that was sent with a message."""
        return self.env.backend.cdn.get(url)

    def forget(self) -> None:
        """Empty what the simulated Discord notes of each request and event, which grows for ever otherwise."""
        self.env.backend.transcript.clear()
        self.env.backend.http_requests.clear()

    def seen_by(self, player: MemberActor) -> Iterator[Any]:
        """The messages that a player sees, newest first; each is made when it is asked for."""
        seen = (one for one in reversed(self.stored()) if one.visible_to(player.id))
        return (to_discord_message(self.env, one) for one in seen)


MANAGES = 1 << 5
"""Discord's permission to manage a server."""


class SimulatedBot(Adjutant):
    """The real bot. A simulated Discord forgets the commands with every run, so they are always told."""

    async def sync_if_changed(self, force: bool = False) -> bool:
        return await super().sync_if_changed(force=True)


@asynccontextmanager
async def started(
    services: Services, people: Sequence[str], now: datetime | None = None
) -> AsyncGenerator[SimulatedTable]:
    """The bot over the services, at work until the end of the block; the services's record is closed then.

    Guild, channel and people are made while the simulated clock stands at its beginning, so that they have the same
    ids in every run and a record still fits; only then is the clock put to `now`, so that messages have new ones.
    """
    services.ids_repeat = True
    bot = SimulatedBot(services)
    env = Env(bot, check_errors=False)
    # A recorded error would freeze the page of the local table.
    env._record_error = _report  # pyright: ignore[reportPrivateUsage]
    env.backend.bot_user.name = "Adjutant"
    guild = env.create_guild("Local table", id=_GUILD)
    channel = guild.create_text_channel("table", topic="Type / to see the commands")
    members = {name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in people}
    if now is not None:
        env.backend.advance_clock((now - env.now()).total_seconds())
        # A table of one's own: all of its players add rule systems.
        env.backend.guilds[_GUILD].everyone_role.permissions |= MANAGES
    try:
        await env.start()
        yield SimulatedTable(env, services, channel, members)
    finally:
        try:
            await env.shutdown()
        finally:
            await bot.close()


def _report(error: BaseException) -> None:
    LOG.error("the bot raised", exc_info=error)
