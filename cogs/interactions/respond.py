"""Every command, button and form is answered here: in time, once, and privately when it was refused."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from bot.errors import Refusal
from bot.game.questions import ASKED_OF_SIDES
from bot.store import Unavailable
from cogs.interactions.context import Context, Interaction
from cogs.interactions.delivery import FAULTS, Delivery, name_of, retired
from cogs.interactions.faults import fault, unavailable
from cogs.rendering.reply import Reply, refused
from rules.kernel.errors import BadDice, BadFacts, RuleError

LOG = logging.getLogger(__name__)
PATIENCE = 1.5
"""Seconds before the bot says that it is still at work; Discord gives up after three."""

S = TypeVar("S")
P = ParamSpec("P")


def answered(
    private: bool = False,
) -> Callable[
    [Callable[Concatenate[S, Context, P], Coroutine[Any, Any, Reply]]],
    Callable[Concatenate[S, Interaction, P], Coroutine[Any, Any, None]],
]:
    """A command of a cog that only says what is to be answered; `private` answers are seen by the caller alone."""

    def command(
        method: Callable[Concatenate[S, Context, P], Coroutine[Any, Any, Reply]],
    ) -> Callable[Concatenate[S, Interaction, P], Coroutine[Any, Any, None]]:
        @wraps(method)
        async def callback(self: S, interaction: Interaction, *args: P.args, **options: P.kwargs) -> None:
            ctx = Context(interaction)
            await answer(ctx, method(self, ctx, *args, **options), private)

        # discord.py reads the options off the signature, and would look the types up in this file.
        callback.__signature__ = inspect.signature(method, eval_str=True)  # type: ignore[attr-defined]
        return callback

    return command


async def answer(ctx: Context, work: Coroutine[Any, Any, Reply], private: bool = False, retire: bool = False) -> None:
    """Do the work and say what came of it. A refusal is a private sentence; a fault of ours a reference to quote.

    `retire` takes the buttons off the message that was clicked, once the click has had its effect. An interaction
    that Discord delivers twice is carried out and answered once.
    """
    if not ctx.services.answers.begin(ctx.interaction.id):
        work.close()
        LOG.warning("%s was delivered twice", name_of(ctx.interaction))
        return
    with ctx.services.answers.speaking(ctx.changes):
        await _said(ctx, work, private, retire)
    with contextlib.suppress(*FAULTS, Unavailable):
        await _fade(ctx)


async def _said(ctx: Context, work: Coroutine[Any, Any, Reply], private: bool, retire: bool) -> None:
    interaction, delivery = ctx.interaction, Delivery(ctx)
    ctx.progress = partial(delivery.progress, private)
    task = asyncio.ensure_future(_done(ctx, work))
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done and not interaction.response.is_done():
        await delivery.defer(private, prompt=retire and is_private(ctx))
    reply = await task
    if not done and reply.private and not private:
        await delivery.take_back()
    if retire and is_private(ctx) and _answers(reply):
        await delivery.retire(reply.settled)
    try:
        await delivery.say(reply)
    except Exception as error:  # whatever it is, the player gets an answer
        await delivery.say(await fault(ctx, error))
    if retire and _answers(reply) and not is_private(ctx):
        await _retire(ctx, reply)


def is_private(ctx: Context) -> bool:
    """Whether what was clicked, or the form opened from, is a message that its reader alone sees."""
    message = ctx.interaction.message
    return message is not None and message.flags.ephemeral


def _answers(reply: Reply) -> bool:
    return not reply.private and reply.form is None


async def _retire(ctx: Context, reply: Reply) -> None:
    """Answered questions lose their buttons; a message that is gone, or in an archived thread, is no reason to fail.

    Private ones lose theirs as the first answer to the click, as nobody could edit them later (`Delivery.retire`).
    """
    message = ctx.interaction.message
    if message is not None:
        with contextlib.suppress(*FAULTS):
            await message.edit(**retired(reply.settled, ctx.everybody))


async def _fade(ctx: Context) -> None:
    """Every other message of a question that is over, or that is shown further down, loses its buttons as well."""
    live, shown, clicked = ctx.glance(), ctx.services.question_messages, ctx.interaction.message
    for game in {*ctx.changes, *([live.info.id] if live else [])}:
        if not shown.any(game):
            continue
        rows = await ctx.services.record.open_pending(game, ASKED_OF_SIDES)
        for one in shown.take_over(game, {row.id: row.message_id for row in rows}):
            if clicked is None or str(clicked.id) != one.message:
                channel = ctx.interaction.client.get_partial_messageable(int(one.channel))
                await channel.get_partial_message(int(one.message)).edit(view=None)


async def _done(ctx: Context, work: Coroutine[Any, Any, Reply]) -> Reply:
    ctx.services.answers.watch(ctx.changes)
    try:
        with contextlib.suppress(Unavailable):
            await ctx.services.details.looked_up(ctx.caller.id)
        return await work
    except (Refusal, RuleError, BadFacts, BadDice) as error:
        return refused(ctx.me, error)
    except Unavailable as error:
        return await unavailable(ctx, error)
    except Exception as error:  # whatever it is, the player gets an answer, and the log the whole of it
        return await fault(ctx, error)
    finally:
        work.close()
