"""The bot in a simulated Discord with one server, one channel and named players; for the local table and the demo."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any, NamedTuple, cast

# Importing simcord creates a client, which warns that it has no voice.
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
    "start_table",
]
LOG = logging.getLogger(__name__)
_GUILD = 4242


_answered = interactions._interaction_message  # pyright: ignore[reportPrivateUsage]


def _message_of_token(ctx: Any) -> Any:
    """Return the message that a token refers to: the answer, or, as in Discord, the clicked message."""
    record = interactions._record(ctx)  # pyright: ignore[reportPrivateUsage]
    if ctx.int_arg("message_id") == record.source_message_id:
        return ctx.backend.get_message(record.channel_id, record.source_message_id)
    return _answered(ctx)


interactions._interaction_message = _message_of_token  # pyright: ignore[reportPrivateUsage]


class SimulatedTable(NamedTuple):
    """A running bot, with a channel and people in a simulated Discord."""

    env: Env
    services: Services
    channel: ChannelHandle
    people: dict[str, MemberActor]

    @property
    def bot(self) -> Adjutant:
        return cast("Adjutant", self.env.bot)

    def messages(self) -> list[Any]:
        """Return the messages of the channel, oldest first, including private ones."""
        return sorted(self.env.backend.messages.get(self.channel.id, {}).values(), key=lambda one: one.id)

    def message(self, id: int, reader: MemberActor) -> Any:
        """Return the message with that id; None if the reader may not see it."""
        found = self.env.backend.messages.get(self.channel.id, {}).get(id)
        return to_discord_message(self.env, found) if found is not None and found.visible_to(reader.id) else None

    def file(self, url: str) -> bytes | None:
        """Return the content of a file attached to a message."""
        return self.env.backend.cdn.get(url)

    def forget(self) -> None:
        """Clear the simulated Discord's logs of requests and events, which would grow without limit."""
        self.env.backend.transcript.clear()
        self.env.backend.http_requests.clear()

    def messages_seen_by(self, player: MemberActor) -> Iterator[Any]:
        """Yield the messages that a player sees, newest first."""
        seen = (one for one in reversed(self.messages()) if one.visible_to(player.id))
        return (to_discord_message(self.env, one) for one in seen)


MANAGES = 1 << 5
"""Discord's permission to manage a server."""


class SimulatedBot(Adjutant):
    """The real bot, which registers its commands in every run, because a simulated Discord forgets them."""

    async def sync_if_changed(self, force: bool = False) -> bool:
        return await super().sync_if_changed(force=True)


@asynccontextmanager
async def start_table(
    services: Services, people: Sequence[str], now: datetime | None = None
) -> AsyncGenerator[SimulatedTable]:
    """Run the bot with these services until the end of the block; then their record is closed.

    Server, channel and people are created at the start of the simulated clock, so that they have the same ids in every
    run and match a stored record; only then is the clock set to `now`, so that messages get new ids.
    """
    services.ids_repeat = True
    bot = SimulatedBot(services)
    env = Env(bot, check_errors=False)
    # A recorded error would freeze the page of the local table.
    env._record_error = lambda error: LOG.error("the bot raised", exc_info=error)  # pyright: ignore[reportPrivateUsage]
    env.backend.bot_user.name = "Adjutant"
    guild = env.create_guild("Local table", id=_GUILD)
    channel = guild.create_text_channel("table", topic="Type / to see the commands")
    members = {name: guild.add_member(env.create_user(name.lower(), global_name=name)) for name in people}
    if now is not None:
        env.backend.advance_clock((now - env.now()).total_seconds())
        # On a private table, all players may add rule systems.
        env.backend.guilds[_GUILD].everyone_role.permissions |= MANAGES
    try:
        await env.start()
        yield SimulatedTable(env, services, channel, members)
    finally:
        try:
            await env.shutdown()
        finally:
            await bot.close()
