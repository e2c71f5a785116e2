"""Every command, button and form is answered here: in time, once, and privately when it was refused."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.errors import Refusal
from cogs.interactions.context import Context, Interaction
from cogs.interactions.message import messages
from cogs.rendering.reply import REFUSED, Reply
from cogs.rendering.text import Reader
from rules.errors import BadDice, BadFacts, RuleError
from rules.text import Sentence, Text, Typed

LOG = logging.getLogger(__name__)
PATIENCE = 1.5
"""Seconds before the bot says that it is still at work; Discord gives up after three."""

S = TypeVar("S")
P = ParamSpec("P")


def answered(
    private: bool = False,
) -> Callable[
    [Callable[Concatenate[S, Context, P], Awaitable[Reply]]],
    Callable[Concatenate[S, Interaction, P], Coroutine[Any, Any, None]],
]:
    """A command of a cog that only says what is to be answered; `private` answers are seen by the caller alone."""

    def command(
        method: Callable[Concatenate[S, Context, P], Awaitable[Reply]],
    ) -> Callable[Concatenate[S, Interaction, P], Coroutine[Any, Any, None]]:
        @wraps(method)
        async def callback(self: S, interaction: Interaction, *args: P.args, **options: P.kwargs) -> None:
            ctx = Context(interaction)
            await answer(ctx, method(self, ctx, *args, **options), private)

        # discord.py reads the options off the signature, and would look the types up in this file.
        callback.__signature__ = inspect.signature(method, eval_str=True)  # type: ignore[attr-defined]
        return callback

    return command


async def answer(ctx: Context, work: Awaitable[Reply], private: bool = False, retire: bool = False) -> None:
    """Do the work and say what came of it. A refusal is a private sentence; a fault of ours a reference to quote.

    `retire` takes the buttons off the message that was clicked, once the click has had its effect.
    """
    interaction = ctx.interaction
    task = asyncio.ensure_future(_done(ctx, work))
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done:
        await interaction.response.defer(thinking=True, ephemeral=private)
    reply = await task
    if not done and reply.private and not private:
        # What answers a deferral is seen by whom the deferral was: it is answered with nothing, and taken back.
        with contextlib.suppress(discord.HTTPException):
            await interaction.edit_original_response(content="…")
            await interaction.delete_original_response()
    await _send(ctx, reply)
    if retire and not reply.private and reply.form is None:
        await _retire(interaction)


async def _retire(interaction: Interaction) -> None:
    """Answered questions lose their buttons; a message that is gone, or in an archived thread, is no reason to fail.

    Private ones cannot be edited any more; a late click on them is answered.
    """
    if interaction.message is not None and not interaction.message.flags.ephemeral:
        with contextlib.suppress(discord.HTTPException):
            await interaction.message.edit(view=None)


async def _done(ctx: Context, work: Awaitable[Reply]) -> Reply:
    try:
        return await work
    except (Refusal, RuleError, BadFacts, BadDice) as error:
        return refused(ctx.me, error)
    except Exception:  # whatever it is, the player gets an answer, and the log the whole of it
        return fault(ctx.me)


def refused(words: Reader, error: Exception) -> Reply:
    """What was wrong, for the one who can mend it."""
    return Reply(words.say("Not possible"), reason(words, error), private=True, colour=REFUSED)


def reason(words: Reader, error: Exception) -> str:
    """Why something was refused, a line a fault."""
    match error:
        case BadFacts(faults=faults):
            return "\n".join(f"• {words(Sentence(fault))}" for fault in faults)
        case RuleError(text=text, rule=rule) if rule:
            return "\n".join((words(Sentence(text)), words.say("Rule: {rule}", rule=Typed(rule))))
        case RuleError(text=text) | BadDice(text=text) | Refusal(text=text):
            return words(Sentence(text))
        case _:
            return words(Sentence(Typed(str(error))))


def fault(words: Reader) -> Reply:
    """Something of ours went wrong: the log has it whole under the reference that the player sees."""
    reference = secrets.token_hex(2).upper()
    LOG.exception("fault %s", reference)
    text = words.say(
        "Something went wrong here (reference {reference}). Nothing was recorded; please try again.",
        reference=reference,
    )
    return Reply(words.say("Sorry"), text, private=True, colour=REFUSED)


async def _send(ctx: Context, reply: Reply) -> None:
    """Send what is to be said as the answer to an interaction, in as many messages as it takes."""
    interaction = ctx.interaction
    is_form = interaction.type is discord.InteractionType.modal_submit
    # A form may answer anything but a form, and only at once.
    if reply.form is not None and not (interaction.response.is_done() or is_form):
        await interaction.response.send_modal(reply.form)
        return
    stands: int | None = None
    for message in messages(reply, ctx.me if reply.private else ctx.everybody):
        if not interaction.response.is_done():
            sent = await interaction.response.send_message(**message, ephemeral=reply.private)
            stands = sent.message_id
        else:
            stands = (await interaction.followup.send(**message, ephemeral=reply.private, wait=True)).id
        if not reply.private:
            ctx.services.live_boards.spoke(ctx.call.where.channel)
    if reply.sent is not None and stands is not None:
        await reply.sent(stands)


async def _slipped_past(interaction: Interaction, error: app_commands.AppCommandError) -> None:
    """What slips past a command's own answer: options that cannot be read, and faults of ours."""
    # What players typed is theirs: only the names go into the log.
    name = interaction.command.qualified_name if interaction.command else "unknown"
    LOG.error("command %s failed", name, exc_info=error)
    text = Text("Something went wrong here. Nothing was recorded; please try again.")
    if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
        text = Text("This command has changed since your Discord loaded it; please restart Discord and try again.")
    if not interaction.response.is_done():
        await interaction.response.send_message(Context(interaction).me(text), ephemeral=True)


async def setup(bot: commands.Bot) -> None:
    bot.tree.error(_slipped_past)
