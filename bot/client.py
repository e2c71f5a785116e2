"""The discord.py bot: loads the cogs, and keeps Discord's list of commands up to date."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

import discord
from discord import app_commands

from bot.errors import CommandsRefused
from bot.gateway import PASSING, Pauses, ShardedBot, describe_fault
from bot.metrics import REGISTERED
from bot.registration import reasons_of
from bot.services import Services
from data.texts import ENGLISH, Language, fingerprint

LOG = logging.getLogger(__name__)
COGS = (
    "interactions.translator",
    "interactions.command_check",
    "components.clicks",
    "play",
    "game",
    "preferences",
    "force",
    "unit",
    "table_objects",
    "record",
    "stats",
    "log",
    "export",
    "campaign.group",
    "help",
    "setup_check",
    "system",
    "privacy",
    "tasks.deadlines",
    "tasks.campaign_reports",
    "tasks.live_board",
    "tasks.table_screen",
    "tasks.roll_logs",
    "tasks.orphaned_guilds",
    "tasks.heartbeat",
)
SYNCED = "commands synced"
IDS = "command ids"
"""Key of Discord's command ids in the record, so that texts can link commands."""

TURN = 0.0005
"""Seconds after which a busy thread yields to another. An answer takes a dozen turns of the event loop, each of which
waits this long while a long game is read at the same time.
"""
# This bot uses no voice.
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
IN_TIME = 20.0
"""Maximum seconds that the start waits for Discord to accept the commands."""
FINISHING = 3.0
"""Seconds to finish work when the bot is asked to stop; Discord does not wait longer for an answer."""


class Adjutant(ShardedBot):
    """The bot over its services. It reads no messages: its only intent is the list of servers."""

    def __init__(
        self,
        services: Services,
        mentions: bool = False,
        shards: int | None = 1,
        shard_ids: Sequence[int] | None = None,
    ) -> None:
        """Set up the bot.

        With `mentions`, commands in texts can be clicked: for real clients, not for a simulated Discord. `shards` is
        the number of connections to Discord; None for as many as it recommends. `shard_ids` are the shards of this
        process, if others have the rest.
        """
        super().__init__(
            shard_count=shards,
            shard_ids=list(shard_ids) if shard_ids else None,
            command_prefix=(),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            help_command=None,
            max_messages=None,
        )
        self.services = services
        services.share(self.serves)
        self.command_ids: dict[str, int] = {}
        """Discord's id of each command, by its full name; empty until known, and if mentions are not clickable."""
        self.refusal = ""
        """Discord's reason for rejecting the commands; empty if it accepted them, or was not asked."""
        self._mentions = mentions
        self._telling: asyncio.Task[None] | None = None

    def language(self, guild: int | str | None) -> Language:
        """Return the language of a server."""
        found = self.get_guild(int(guild)) if guild else None
        return self.services.texts(str(found.preferred_locale) if found else ENGLISH)

    async def setup_hook(self) -> None:
        sys.setswitchinterval(TURN)
        if self.services.claim is not None:
            await self.services.claim.take(f"adjutant {self.application_id}", self.shard_ids or ())
        await self.load_cogs()
        self._telling = asyncio.create_task(self._keep_registering())
        await asyncio.wait({self._telling}, timeout=IN_TIME)
        if not self.command_ids and self._mentions:
            await self.learn_ids()
        await self.services.campaign_watch.look()

    async def load_cogs(self) -> None:
        """Add all cogs directly; as extensions, each bot of a process would load them again."""
        for cog in COGS:
            await import_module(f"cogs.{cog}").setup(self)

    async def _keep_registering(self) -> None:
        """Register the commands until Discord accepts them, or rejects them for good and keeps the old ones."""
        pauses = Pauses()
        while True:
            try:
                await self.sync_if_changed()
                return
            except CommandsRefused as error:
                LOG.error("%s", error)
                self.dispatch("commands_refused")
                return
            except PASSING as error:
                LOG.warning("the commands could not be registered with Discord yet: %s", describe_fault(error))
                await asyncio.sleep(pauses.delay())

    async def sync_if_changed(self, force: bool = False) -> bool:
        """Register the commands with Discord if their definition has changed; return True if it did.

        Raises CommandsRefused if Discord rejects them.
        """
        key = f"{SYNCED} {self.application_id}"
        definition = self.definition()
        if not force and await self.services.record.remember(key) == definition:
            REGISTERED.set(1)
            return False
        REGISTERED.set(0)
        await self._store_ids(await self._register_once())
        await self.services.record.remember(key, definition)
        REGISTERED.set(1)
        LOG.info("commands synced", extra={"definition": definition})
        return True

    async def _register_once(self) -> Sequence[app_commands.AppCommand]:
        self.refusal = ""
        try:
            return await self.tree.sync()
        except discord.HTTPException as error:
            if error.status >= 500 or error.status == 429:
                raise
            refused = CommandsRefused("; ".join(reasons_of(error.text or str(error), await self.command_payloads())))
            self.refusal = str(refused)
            raise refused from error

    async def command_payloads(self) -> list[dict[str, Any]]:
        """Return the payload of every command with its translations, in the order in which they are sent."""
        tree, translator = self.tree, self.tree.translator
        assert translator is not None  # a cog sets it
        return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]

    async def _store_ids(self, registered: Sequence[app_commands.AppCommand]) -> None:
        """Store Discord's ids of the commands."""
        found = dict(ids_by_name(registered))
        await self.services.record.remember(f"{IDS} {self.application_id}", json.dumps(found))
        self.command_ids = found if self._mentions else {}

    async def learn_ids(self) -> None:
        """Load Discord's ids of the commands, or request them; without an answer, texts name commands unlinked."""
        kept = await self.services.record.remember(f"{IDS} {self.application_id}")
        if kept is not None:
            self.command_ids = json.loads(kept)
            return
        try:
            await self._store_ids(await self.tree.fetch_commands())
        except PASSING as error:
            LOG.warning("the ids of the commands are unknown: %s", error)

    def definition(self) -> str:
        """Return a fingerprint of all commands and their translation files.

        Building them needs every text in each language: a start with the same fingerprint skips it.
        """
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps([payload, fingerprint()], sort_keys=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()

    async def on_ready(self) -> None:
        what = "ready, but without its commands" if self.refusal else "ready"
        LOG.info(what, extra={"user": str(self.user), "guilds": len(self.guilds)})

    async def drain(self) -> None:
        """Stop receiving from Discord, and finish the work in progress, so that recorded commands are answered."""
        await self.leave()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FINISHING):
                await self.services.interactions.wait_for_all_answers()
        self.services.interactions.closed = True

    async def close(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
        await super().close()
        await self.services.record.close()
        if self.services.claim is not None:
            self.services.claim.release()


def ids_by_name(
    registered: Sequence[app_commands.AppCommand | app_commands.AppCommandGroup], id: int = 0
) -> Iterator[tuple[str, int]]:
    """Yield the id of every command by its full name; subcommands have the id of their group."""
    for one in registered:
        number = one.id if isinstance(one, app_commands.AppCommand) else id
        inner = [part for part in one.options if isinstance(part, app_commands.AppCommandGroup)]
        if inner:
            yield from ids_by_name(inner, number)
        elif one.type in (discord.AppCommandType.chat_input, discord.AppCommandOptionType.subcommand):
            yield getattr(one, "qualified_name", one.name), number
