"""`/setup check`: whether the bot can work in this channel, and the remedies if it cannot."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from typing import Any

import discord
from discord.ext import commands

from bot.client import SYNCED
from bot.errors import Refusal, Unreadable
from bot.game.registry import ActiveGame
from bot.services.play.preferences import policy_text
from cogs.interactions.built_command import private_command
from cogs.interactions.context import Context
from cogs.interactions.faults import FAULTS
from cogs.interactions.message import NEEDED, missing_permissions_here
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from cogs.tasks.roll_logs import obstacle, stopped_text
from rules.kernel.text import N_, Joined, Listed, Term, Text, Typed, Value, counted

LOG = logging.getLogger(__name__)
WELL, WRONG, SO = "✅", "❌", "•"
Found = tuple[str, Text]
"""A finding: its mark (good, wrong, or neutral) and its text."""


class SetupCog(commands.GroupCog, group_name="setup", group_description=N_("Check that the bot can work here.")):
    """`/setup check`, for administrators who install the bot or want to know why it is silent."""

    @private_command(N_("What the bot may and may not do in this channel, and how to change that."))
    async def check(self, ctx: Context) -> Reply:
        words, missing = ctx.me, missing_permissions_here(ctx.interaction)
        faults = [
            (WRONG, Text("**{label}** is missing: {why}.", label=label, why=why))
            for label, why in map(NEEDED.__getitem__, missing)
        ]
        well = Text("Permissions: all {needed} that the bot needs.", needed=len(NEEDED))
        permissions = faults or [(WELL, well)]
        found = [
            *await _game_findings(ctx),
            await _database_finding(ctx),
            *_health_findings(ctx),
            await _commands_finding(ctx),
        ]
        lines = [
            *_finding_lines(words, permissions),
            *_grant_lines(words, ctx, missing),
            "",
            *_finding_lines(words, found),
        ]
        wrong = sum(mark == WRONG for mark, _ in (*permissions, *found))
        things = counted(wrong, "thing", "things")
        title = words.say("{things} to fix", things=things) if wrong else words.say("All well here")
        return Reply(title, "\n".join(lines), words.say("Only you see this. /help shows how to start."), private=True)


def _finding_lines(words: Reader, found: Iterable[Found]) -> list[str]:
    return [f"{mark} {words(text)}" for mark, text in found]


def _grant_lines(words: Reader, ctx: Context, missing: list[str]) -> Iterator[str]:
    if not missing:
        return
    channel: Any = ctx.interaction.channel
    parent = channel.parent if isinstance(channel, discord.Thread) else None
    place = Text("the channel #{parent}", parent=parent.name) if parent else Text("this channel")
    user = ctx.interaction.client.user
    yield words.say(
        "To grant what is missing: open the settings of {place}, then Permissions, add {bot} under "
        "Roles/Members, and set {names} to ✓. Or in the server settings, Roles, for every channel at once. "
        "This needs the right to manage roles.",
        place=place,
        bot=user.display_name if user else Text("the bot"),
        names=Listed([Text("**{name}**", name=NEEDED[name][0]) for name in missing]),
    )


async def _game_findings(ctx: Context) -> list[Found]:
    try:
        live = await ctx.game()
    except Unreadable as fault:
        return [(WRONG, fault.text)]
    except Refusal:
        return [(SO, Text("No game here: try `/game demo`, or start one with `/game new`."))]
    values: dict[str, Value] = {
        "game": live.info.name,
        "system": live.system.name,
        "turn": Term(live.system.turn),
        "number": live.game.turn,
        "entries": counted(live.game.number, "entry", "entries"),
    }
    paused = Text("**{game}** ({system}) is paused here, {turn} {number}, {entries}.", **values)
    runs = Text("**{game}** ({system}) is played here, {turn} {number}, {entries}.", **values)
    log = await _log_findings(ctx, live)
    return [(WELL, paused if live.info.state == "paused" else runs), *_agreement_findings(live), *log]


async def _log_findings(ctx: Context, live: ActiveGame) -> list[Found]:
    """Return a finding on whether the game's log can be posted in its channel, checked live, if it has one."""
    try:
        log = await ctx.services.roll_logs.of(live)
    except Refusal:
        return []
    try:
        why = await obstacle(ctx.interaction.client, log, live.info.channel_id)
    except FAULTS as error:
        LOG.warning("the channel of a log cannot be looked at: %s", error)
        why = log.stopped
    if why:
        return [(WRONG, stopped_text(log.model_copy(update={"stopped": why})))]
    return [(WELL, Text("The log of this game is posted in <#{channel}>.", channel=log.channel_id))]


def _agreement_findings(live: ActiveGame) -> Iterator[Found]:
    """Yield the sources of dice, and the time limit of questions."""
    own = [side for side in live.game.sides if live.game.dice.get(side) == "physical"]
    whose = [
        Text("{side} rolls real dice", side=side) if side in own else Text("{side} uses the bot's dice", side=side)
        for side in live.game.sides
    ]
    yield SO, Text("Dice: {whose} (`/game dice`).", whose=Joined(whose, "; ") or Text("the bot's dice"))
    yield SO, Text("{policy} (`/game timeout`).", policy=policy_text(*live.game.timeout))


async def _database_finding(ctx: Context) -> Found:
    """Test the database by writing and reading a value."""
    record = ctx.services.record
    mark = f"{ctx.services.run}:{ctx.interaction.id}"
    try:
        await record.remember("setup check", mark)
        kept = await record.remember("setup check")
    except Exception:  # after any error the answer reports it and the log has the details
        LOG.exception("the record cannot be written")
        return WRONG, Text("**The record** cannot be written: the bot's log has the reason.")
    if kept == mark:
        return WELL, Text("Record: written and read back.")
    return WELL, Text("Record: written, while another program was writing too.")


def _health_findings(ctx: Context) -> Iterator[Found]:
    """Yield the result of the database check, if there has been one."""
    for fault in ctx.services.health.faults[:1]:
        yield (
            WRONG,
            Text(
                "**The database** is damaged ({fault}). The bot's operator should stop it, copy the file and "
                "restore a backup. Until then, games that can be read go on.",
                fault=fault,
            ),
        )


async def _commands_finding(ctx: Context) -> Found:
    client = ctx.interaction.client
    if client.refusal:
        return WRONG, Text(
            "**Commands**: Discord refused those of this version. Tell the bot's operator: {refusal}",
            refusal=Typed(client.refusal),
        )
    told = await ctx.services.record.remember(f"{SYNCED} {client.application_id}")
    if told and told == client.definition():
        return WELL, Text("Commands: up to date in Discord ({definition}).", definition=told[:8])
    return WRONG, Text("**Commands** in Discord are out of date: restart the bot, or run `adjutant sync`.")


async def setup(bot: commands.Bot) -> None:
    await bot.add_cog(SetupCog())
