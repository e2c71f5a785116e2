"""Commands whose answers Discord lost: their results are posted in the channel, or kept for later."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial

from bot.store import Unavailable
from cogs.interactions.context import Context, command_name
from cogs.interactions.faults import ARCHIVED, FAULTS, LOCKED
from cogs.interactions.message import messages, post_messages, record_message
from cogs.rendering.reply import Reply
from rules.kernel.text import Text

LOG = logging.getLogger(__name__)


async def has_changed_record(ctx: Context) -> bool | None:
    """Return whether the interaction has changed the record; None if the record cannot be read."""
    try:
        return await ctx.has_changed_record()
    except Exception as error:  # after any error the outcome is unknown
        LOG.warning("the record cannot say what came of an interaction: %s", type(error).__name__)
        return None


async def keep_result(ctx: Context, reply: Reply, counts: bool | None, code: int) -> None:
    """Post a recorded result in the channel, else keep a notice for the issuer's next answer.

    `counts` is True if the command was recorded, None if that is unknown; `code` is the number of Discord's error.
    """
    defer = partial(ctx.services.interactions.defer_notice, ctx.caller.id)
    channel = ctx.call.where.channel
    if counts and not await _post_result(ctx, reply):
        defer(
            Text(
                "Discord lost the answer to your last command in <#{channel}>, but it counts: see `/log show` "
                "there, and `/waiting` for open questions.",
                channel=channel,
            )
        )
        await _schedule_unshown(ctx)
    elif counts is False and code in (ARCHIVED, LOCKED):
        defer(
            Text(
                "Your last command in <#{channel}> was not carried out: the thread is archived or locked. Write in "
                "it or have it unlocked, then try again.",
                channel=channel,
            )
        )


async def _schedule_unshown(ctx: Context) -> None:
    """Schedule results that were recorded but not shown, to be posted once the channel accepts messages again."""
    services = ctx.services
    try:
        for game in ctx.changes:
            number = await services.record.entries.from_source(game, ctx.call.source or "")
            if number is not None:
                await services.unposted_results.add(game, number, services.clock())
    except Unavailable as error:
        LOG.warning("what %s has changed is not shown later: %s", command_name(ctx.interaction), error)


async def _post_result(ctx: Context, reply: Reply) -> bool:
    """Post the result in the channel; for a private result, only that it was recorded."""
    words, player = ctx.all_readers, ctx.caller.name
    if reply.private:
        public = Reply(
            text=words.say(
                "Discord lost the answer to {player}'s command, but it counts: see `/log show`, and "
                "`/waiting` for open questions.",
                player=player,
            )
        )
    else:
        line = words.say("Discord lost the answer to {player}'s command, but it counts:", player=player)
        public = replace(reply, text=f"{line}\n{reply.text}")
    channel = ctx.call.where.channel
    try:
        stands = await post_messages(ctx.interaction.client, channel, messages(public, words))
    except FAULTS as error:
        LOG.warning("channel %s takes no messages: %s", channel, error)
        return False
    await record_message(reply, stands)
    return True
