"""Going on from what the rules object to, or thinking better of it."""

from __future__ import annotations

from dataclasses import replace

from bot.resolution.unanswered import StillWaiting
from cogs.components.outcome import comes_first
from cogs.components.statistics import come_to_end
from cogs.interactions.context import Context
from cogs.interactions.respond import is_private
from cogs.rendering.question import cancelled_reply, not_done_reply
from cogs.rendering.reply import Reply


async def gone_on(ctx: Context, question: tuple[str, int]) -> Reply:
    """What the command comes to; what it is objected to now takes the place of what was shown before."""
    try:
        reply = await come_to_end(ctx, await ctx.services.questions.answer(ctx.call, *question))
    except StillWaiting as error:
        reply = await comes_first(ctx, error)
    return replace(reply, in_place=reply.private and is_private(ctx))


async def dropped(ctx: Context, question: tuple[str, int]) -> Reply:
    """What is said of a question that nobody answers any more."""
    cancelled = await ctx.services.cancellation.drop(ctx.call, *question)
    if cancelled.private:
        return replace(not_done_reply(ctx.me), in_place=is_private(ctx))
    return cancelled_reply(ctx.everybody, cancelled, ctx.caller.name)
