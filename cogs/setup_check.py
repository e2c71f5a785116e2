"""`/setup check`: whether the bot can do its work in this channel, and what to change where it cannot."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import SYNCED
from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services.preferences import policy_words
from cogs.components.entry_buttons import Interaction
from cogs.components.outcome import calling
from cogs.interactions.autocomplete import services_of
from cogs.interactions.message import Reply
from cogs.interactions.respond import reply
from cogs.rendering.result import safe
from rules.text import counted, listed, say, unsaid

LOG = logging.getLogger(__name__)
NEEDED = {
    "view_channel": ("View Channel", unsaid("without it the bot posts nothing here by itself")),
    "send_messages": ("Send Messages", unsaid("for the live board, and for questions whose time has run out")),
    "send_messages_in_threads": ("Send Messages in Threads and Posts", unsaid("the same, in threads and forum posts")),
    "embed_links": ("Embed Links", unsaid("results are embeds; without it they arrive empty")),
    "attach_files": ("Attach Files", unsaid("for charts, exports and long answers")),
    "read_message_history": ("Read Message History", unsaid("to find its board and its questions again")),
}
"""What the invitation asks for: the name in Discord's own settings, and what it is for."""


class SetUp(commands.GroupCog, group_name="setup", group_description="Whether the bot can do its work here."):
    """For whoever installs the bot, and for whoever wonders why it is silent."""

    @app_commands.command(description="What the bot may do in this channel, what it may not, and how to change that.")
    async def check(self, interaction: Interaction) -> None:
        await reply(interaction, _checked(interaction), private=True)


async def _checked(interaction: Interaction) -> Reply:
    missing = list(_missing(interaction))
    lines = [*_permissions(interaction, missing), "", *await _game(interaction), await _record(interaction)]
    lines.append(await _commands(interaction))
    wrong = sum(line.startswith("❌") for line in lines)
    title = say("{things} to mend", things=counted(wrong, "thing")) if wrong else say("All is well here")
    return Reply(title, "\n".join(lines), say("Seen by you alone. /help says how to begin."), private=True)


def _missing(interaction: Interaction) -> Iterator[str]:
    """The permissions the bot needs in this place and has not. Threads have one of their own instead of another."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    unneeded = "send_messages" if in_thread else ""
    return (name for name in NEEDED if name != unneeded and not getattr(interaction.app_permissions, name))


def _permissions(interaction: Interaction, missing: list[str]) -> Iterator[str]:
    if not missing:
        yield say("✅ Permissions: all {needed} that it needs.", needed=len(NEEDED))
        return
    for name in missing:
        label, why = NEEDED[name]
        yield say("❌ **{label}** is missing: {why}.", label=label, why=say(why))
    channel: Any = interaction.channel
    thread = isinstance(channel, discord.Thread)
    place = (
        say("the channel #{parent}", parent=safe(channel.parent.name))
        if thread and channel.parent
        else say("this channel")
    )
    bot = safe(interaction.client.user.display_name if interaction.client.user else say("the bot"))
    names = listed([f"**{NEEDED[name][0]}**" for name in missing])
    yield say(
        "To grant {permissions}: open the settings of {place}, then Permissions, add {bot} under "
        "Roles/Members, and set {names} to ✓. Or in the server settings, Roles, for every "
        "channel at once. It takes the right to manage roles.",
        permissions=say("it") if len(missing) == 1 else say("them"),
        place=place,
        bot=bot,
        names=names,
    )


async def _game(interaction: Interaction) -> list[str]:
    try:
        live = await services_of(interaction).games.at(calling(interaction).where)
    except Refusal:
        return [say("• No game runs here: `/game demo` shows one, `/game new` starts one.")]
    paused = live.info.state == "paused"
    head = say(
        "✅ **{game}** ({system}) is paused here, {turn} {number}, {entries}."
        if paused
        else "✅ **{game}** ({system}) runs here, {turn} {number}, {entries}.",
        game=safe(live.info.name),
        system=live.system.name,
        turn=say(live.system.turn),
        number=live.game.turn,
        entries=counted(live.game.number, "entry", "entries"),
    )
    return [head, *_agreed(live)]


def _agreed(live: ActiveGame) -> Iterator[str]:
    """Whose dice are thrown, and how long questions wait."""
    modes = {"bot": say("the bot's dice"), "physical": say("its own dice")}
    whose = [
        say("{side} throws {modes}", side=safe(side), modes=modes[live.game.dice.get(side, "bot")])
        for side in live.game.sides
    ]
    yield say("• Dice: {whose} (`/game dice`).", whose="; ".join(whose) or modes["bot"])
    yield say("• {policy} (`/game timeout`).", policy=policy_words(*live.game.timeout))


async def _record(interaction: Interaction) -> str:
    """Written to and read back, really."""
    services = services_of(interaction)
    mark = f"{services.run}:{interaction.id}"
    try:
        await services.record.remember("setup check", mark)
        kept = await services.record.remember("setup check")
    except Exception:  # whatever it is, the answer says so and the log has it
        LOG.exception("the record cannot be written")
        return say("❌ **The record** cannot be written: whoever runs the bot finds the reason in its log.")
    same = say("written and read back") if kept == mark else say("written, while somebody else wrote too")
    return say("✅ Record: {same}.", same=same)


async def _commands(interaction: Interaction) -> str:
    client = interaction.client
    told = await services_of(interaction).record.remember(f"{SYNCED} {client.application_id}")
    if told and told == await client.definition():
        return say("✅ Commands: in step with Discord ({told}).", told=told[:8])
    return say("❌ **Commands** are not in step with Discord: restart the bot, or run `adjutant sync`.")


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(SetUp())
