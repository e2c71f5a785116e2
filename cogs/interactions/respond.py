"""Answers to every command, button and form: in time, once, and privately if it is refused or fails."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import logging
import secrets
from collections.abc import Callable, Coroutine
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import discord

from bot import errors
from bot.game.questions import ASKED_OF_SIDES
from bot.store import Trouble, Unavailable
from cogs.interactions.context import Context, Interaction, command_name, ignore_progress
from cogs.interactions.delivery import UNKNOWN, Delivery, is_private, is_prompt, removed_buttons_edit
from cogs.interactions.faults import FAULTS
from cogs.interactions.lost_answers import has_changed_record
from cogs.interactions.message import edit_own_message
from cogs.rendering.reply import REFUSED, Reply, refusal_reply, split_heading
from rules.kernel.errors import BadDice, BadFacts, RuleError
from rules.kernel.text import Joined, Text

# Messages about internal and database errors. The first fact is whether anything was recorded.

LOG = logging.getLogger(__name__)
_COUNTS = Text("What you did counts anyway: see `/log show`, and `/waiting` for what is open.")
_TROUBLES: dict[Trouble, tuple[Text, Text]] = {
    "locked": (
        Text("The bot's record is busy: another program is using it, or it is slow."),
        Text("Try again in a moment."),
    ),
    "full": (
        Text("The disk of the bot is full."),
        Text("The bot's operator must free some space on it; then try again."),
    ),
    "read_only": (
        Text("The bot's record cannot be written to."),
        Text("The bot's operator must make its file and folder writable; then try again."),
    ),
    "gone": (
        Text("The bot's record cannot be reached: its disk is broken, or its file or server is gone."),
        Text("The bot's operator finds the reason in its log."),
    ),
}
"""Errors of the database, with their remedies."""


async def unavailable_reply(ctx: Context, error: Unavailable) -> Reply:
    """Return the reply to a database error: the error, whether anything was recorded, and the remedy."""
    LOG.warning("%s: %s", command_name(ctx.interaction), error, extra=_log_context(ctx))
    ctx.measured.outcome = "unavailable"
    counts = True if ctx.changes else error.written
    if counts is None:
        counts = await has_changed_record(ctx)
    recorded = {True: _COUNTS, False: Text("Nothing was recorded."), None: UNKNOWN}[counts]
    wrong, remedy = _TROUBLES[error.kind]
    title, text = split_heading(ctx.me, Joined((wrong, recorded, remedy), " "))
    return Reply(title, text, private=True, colour=REFUSED, unrecorded=counts is False)


async def internal_error_reply(ctx: Context, error: Exception) -> Reply:
    """Return the reply to an internal error; the log has it in full under the reference shown to the player."""
    reference = secrets.token_hex(2).upper()
    LOG.error("fault %s of %s", reference, command_name(ctx.interaction), exc_info=error, extra=_log_context(ctx))
    ctx.measured.outcome = "fault"
    counts = await has_changed_record(ctx)
    text = {
        True: Text(
            "Something went wrong here (reference {reference}), but what you did counts: see `/log show`, and "
            "`/waiting` for what is open.",
            reference=reference,
        ),
        False: Text(
            "Something went wrong here (reference {reference}). Nothing was recorded; please try again.",
            reference=reference,
        ),
        None: Joined((Text("Something went wrong here (reference {reference}).", reference=reference), UNKNOWN), " "),
    }[counts]
    return Reply(ctx.me.say("Sorry"), ctx.me(text), private=True, colour=REFUSED, unrecorded=counts is False)


# Answering an interaction.


def _log_context(ctx: Context) -> dict[str, str]:
    """Return the ids for the log: of the interaction, the server, the channel and the game."""
    live, place = ctx.glance(), ctx.call.where
    about = {"interaction": str(ctx.interaction.id), "server": place.guild or "", "channel": place.channel}
    return about | ({"game": live.info.id} if live else {})


PATIENCE = 1.5
"""Seconds before the bot acknowledges the interaction; Discord gives up after three."""

S = TypeVar("S")
P = ParamSpec("P")


def answers_command(
    private: bool = False,
) -> Callable[
    [Callable[Concatenate[S, Context, P], Coroutine[Any, Any, Reply]]],
    Callable[Concatenate[S, Interaction, P], Coroutine[Any, Any, None]],
]:
    """Turn a method that returns a reply into a command of a cog; `private` answers are visible to the caller only."""

    def command(
        method: Callable[Concatenate[S, Context, P], Coroutine[Any, Any, Reply]],
    ) -> Callable[Concatenate[S, Interaction, P], Coroutine[Any, Any, None]]:
        @wraps(method)
        async def callback(self: S, interaction: Interaction, *args: P.args, **options: P.kwargs) -> None:
            ctx = Context(interaction)
            await answer(ctx, _run_up_to_date(ctx, lambda: method(self, ctx, *args, **options)), private)

        # discord.py takes the options from the signature, and would resolve its types in this module.
        callback.__signature__ = inspect.signature(method, eval_str=True)  # type: ignore[attr-defined]
        return callback

    return command


async def _run_up_to_date(ctx: Context, command: Callable[[], Coroutine[Any, Any, Reply]]) -> Reply:
    """Run a command, and repeat it if it was refused on the basis of an outdated game.

    The game is outdated if another process has changed it. Nothing is repeated if something was recorded.
    """
    try:
        return await command()
    except errors.GameNotHere:
        ctx.services.games.forget(ctx.call.where.channel)
    except (errors.Refusal, RuleError, BadFacts, BadDice):
        is_outdated = False
        if not ctx.changes:
            with contextlib.suppress(Unavailable):
                is_outdated = await ctx.services.games.refresh_channel(ctx.call.where)
        if not is_outdated:
            raise
    return await command()


async def answer(ctx: Context, work: Coroutine[Any, Any, Reply], private: bool = False, retire: bool = False) -> None:
    """Run the work and deliver its answer; a refusal becomes a private sentence, an internal error a reference.

    With `retire`, the clicked message loses its buttons once the click has had its effect. An interaction that Discord
    delivers twice is carried out and answered once.
    """
    if not ctx.services.interactions.begin(ctx.interaction.id):
        work.close()
        why = "came while the bot stops" if ctx.services.interactions.closed else "was delivered twice"
        LOG.warning("%s %s", command_name(ctx.interaction), why)
        return
    if is_thread_locked(ctx):
        work.close()
        work = _refuse_locked()
    delivery = Delivery(ctx)
    with ctx.services.interactions.mark_answering(ctx.changes):
        retired = await _run_and_deliver(ctx, delivery, work, private, retire)
        ctx.measured.record_answer(command_name(ctx.interaction))
    await delivery.close_helpers()
    if not retired:
        await delivery.empty_menus()
    with contextlib.suppress(*FAULTS, Unavailable):
        await _remove_other_buttons(ctx)


def is_thread_locked(ctx: Context) -> bool:
    """True if Discord accepts no answer here: the thread is locked and the bot may not manage threads."""
    channel = ctx.interaction.channel
    return isinstance(channel, discord.Thread) and channel.locked and not ctx.interaction.app_permissions.manage_threads


async def _refuse_locked() -> Reply:
    raise errors.Refusal(
        Text(
            "This thread is locked, so no answer can be shown here. Nothing was recorded. Have the thread unlocked, "
            "then try again."
        )
    )


async def _run_and_deliver(
    ctx: Context, delivery: Delivery, work: Coroutine[Any, Any, Reply], private: bool, retire: bool
) -> bool:
    """Run the work and deliver its answer; return True if the clicked message has lost its buttons."""
    interaction = ctx.interaction
    ctx.progress = partial(delivery.progress, private)
    task = asyncio.ensure_future(_finish_work(ctx, work))
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    if not done and not interaction.response.is_done():
        await delivery.defer(private, prompt=is_private(ctx))
    reply = await task
    # Without this cycle, all that the command has made is freed at once, and needs no garbage collection.
    ctx.progress = ignore_progress
    if not done and reply.private and not private:
        await delivery.delete_deferral()
    if retire and is_private(ctx) and _is_public_answer(reply):
        await delivery.retire_clicked(reply.settled)
    try:
        await delivery.say(reply)
    except Exception as error:  # the player gets an answer after any error
        await delivery.say(await internal_error_reply(ctx, error))
    retired = retire and _is_public_answer(reply)
    message = interaction.message
    if retired and message is not None and not is_private(ctx):
        # Private messages lose their buttons with the first answer, because later edits cannot reach them. A deleted
        # message or an archived thread is ignored.
        await delivery.edit_clicked(message, **removed_buttons_edit(reply.settled, ctx.all_readers))
    return retired


def _is_public_answer(reply: Reply) -> bool:
    return not reply.private and reply.form is None


async def _remove_other_buttons(ctx: Context) -> None:
    """Remove the buttons of all other messages of a question that is settled or shown again below."""
    live, shown, clicked = ctx.glance(), ctx.services.question_messages, ctx.interaction.message
    for game in {*ctx.changes, *([live.info.id] if live else [])}:
        if not shown.has_messages(game):
            continue
        none = live is not None and live.info.id == game and live.waiting.are_none(of_sides=True)
        rows = () if none else await ctx.services.record.questions.open(game, ASKED_OF_SIDES)
        for one in shown.take_over(game, {row.id: row.message_id for row in rows}):
            if clicked is None or str(clicked.id) != one.message:
                # An error for one message must not stop the others.
                with contextlib.suppress(*FAULTS):
                    await edit_own_message(ctx.interaction.client, one.channel, one.message, {"view": None})


async def _finish_work(ctx: Context, work: Coroutine[Any, Any, Reply]) -> Reply:
    ctx.services.interactions.watch(ctx.changes)
    try:
        with contextlib.suppress(Unavailable):
            await ctx.services.details.load_choice(ctx.caller.id)
            await ctx.services.systems.ensure(ctx.call.where.guild)
        return await work
    except (errors.Refusal, RuleError, BadFacts, BadDice) as error:
        ctx.measured.outcome = "refused"
        # The buttons of a private question, or of a refused answer to it, lead nowhere once it is over.
        is_over = isinstance(error, errors.QuestionOver) and is_private(ctx) and is_prompt(ctx.interaction.message)
        return refusal_reply(ctx.me, error, in_place=is_over)
    except Unavailable as error:
        return await unavailable_reply(ctx, error)
    except Exception as error:  # the player gets an answer after any error, and the log has the details
        return await internal_error_reply(ctx, error)
    finally:
        work.close()
