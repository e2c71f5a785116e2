"""A form with a fault: what is wrong, and a button that opens it again with what was typed."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from bot.errors import Refusal
from cogs.components.controls import Click, button
from cogs.components.modals import typed_in
from cogs.interactions.context import Context
from cogs.interactions.respond import is_private, refused
from cogs.rendering.reply import Reply
from rules.kernel.errors import RulesError

Sent = Callable[[Context, Click], Coroutine[Any, Any, Reply]]


async def or_correct(ctx: Context, click: Click, opens: str, sent: Sent) -> Reply:
    """What `sent` makes of a form; where it has a fault, the refusal with the button that `opens` it again."""
    try:
        return await sent(ctx, click)
    except (Refusal, RulesError) as error:
        reply = refused(ctx.me, error)
        if not await _stands(ctx, click):
            return reply
        ctx.services.drafts.keep(ctx.caller.id, click.about[0], typed_in(dict(ctx.interaction.data or {})))
        again = button(opens, *click.question, label=ctx.me.plain.say("Correct it"), style="main")
        return replace(reply, buttons=(again,), in_place=is_private(ctx))


async def _stands(ctx: Context, click: Click) -> bool:
    """Whether the question can still be answered."""
    id, step = click.question
    row = await ctx.services.record.pending(id)
    return row is not None and row.settled is None and row.step == step
