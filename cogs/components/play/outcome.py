"""The message at the end of every command: its result, its question, or the summary of a game that is over."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from bot.game.questions import FactsQuestion, WarningQuestion
from bot.resolution.checks import StillWaiting
from bot.resolution.result import CommandResult, OpenQuestion, draft_listener
from bot.services.play.messages import ShownQuestion, ShownResult
from bot.services.play.resumed import resume_command
from cogs.components.play.entry_buttons import entry_buttons, lasting_controls, short_result_reply
from cogs.components.play.game_pages import add_statistics, ended_buttons, review_buttons
from cogs.components.questions.question_view import question_message, waiting_command_reply
from cogs.interactions.context import Context
from cogs.interactions.message import messages
from cogs.rendering import phone
from cogs.rendering.fairness import last_head_text
from cogs.rendering.reply import Reply
from cogs.rendering.result import is_amended, is_played, result_reply
from cogs.rendering.text import Reader
from data import system_of
from rules.game.entry import ASIDE
from rules.kernel.request import Request

LOG = logging.getLogger(__name__)
Render = Callable[[Context, CommandResult], Reply]
"""A function that renders the message of a result."""


def show_result(ctx: Context, result: CommandResult) -> Reply:
    """Return the message of a result with its buttons, at the issuer's level of detail."""
    if ctx.detail == "short" and is_played(result):
        return record_message(
            ctx, result, short_result_reply(ctx.all_readers, result, typed=ctx.interaction.message is None)
        )
    reply = result_reply(ctx.all_readers, result, ctx.caller.name)
    if ctx.detail != "short":
        return record_message(ctx, result, replace(reply, buttons=entry_buttons(ctx.all_readers, result)))
    room = phone.MOST - phone.headed_height(reply.title, reply.text.split("\n"))
    return record_message(ctx, result, replace(reply, buttons=entry_buttons(ctx.all_readers, result, room)))


def record_message(ctx: Context, result: CommandResult, reply: Reply) -> Reply:
    """Record the message of a result, so that it keeps only its own controls once a newer result is shown."""

    if result.entry.command in ASIDE:
        # The result above still shows the next steps.
        return reply

    async def record(message: int) -> None:
        # Edit by the token of the interaction: it does not count against the channel's rate limit.
        edit = partial(ctx.interaction.followup.edit_message, message)
        number = result.entry.number if result.entry.rolls_dice else 0
        crossed = partial(crossed_out_message, ctx.all_readers, reply)
        shown = ShownResult(str(message), lasting_controls(reply.buttons), edit, number, crossed)
        instead_of = result.entry.undoes if is_amended(result.entry) else None
        if result.after.game.order or result.after.game.over:
            ctx.services.result_messages.note_setup_done(result.game_id)
        ctx.services.result_messages.record_newest(result.game_id, shown, result.after.game.over, instead_of)

    return replace(reply, sent=record)


def crossed_out_message(words: Reader, reply: Reply, number: int) -> dict[str, Any]:
    """Return the message of a result that the entry `number` replaces; empty if it has several parts."""
    lines = reply.text.split("\n")
    crossed = [f"~~{line}~~" for line in lines[reply.above :] if line]
    text = "\n".join([words.say("**Amended: #{number} counts.**", number=number), *lines[: reply.above], *crossed])
    parts = messages(replace(reply, text=text, buttons=(), file=None), words)
    return {"embed": parts[0]["embed"]} if len(parts) == 1 else {}


def show_outcome(ctx: Context, outcome: CommandResult | OpenQuestion) -> Reply:
    """Return the message of a command's result, or of the question it waits for."""
    if isinstance(outcome, CommandResult):
        return show_result(ctx, outcome)
    private = isinstance(outcome.question, FactsQuestion | WarningQuestion)
    reply = question_message(ctx.me if private else ctx.all_readers, outcome)

    async def record(message: int) -> None:
        channel = ctx.call.where.channel
        await ctx.services.record.questions.record_post(outcome.row.id, channel, str(message))
        ctx.services.question_messages.add(outcome.live.info.id, ShownQuestion(outcome.row.id, channel, str(message)))

    return replace(reply, unrecorded=True) if private else replace(reply, sent=record)


async def carry_out(ctx: Context, request: Request, dice: str = "") -> Reply:
    """Carry out a request as far as possible."""
    return await outcome_reply(ctx, ctx.services.questions.begin(ctx.call, request, dice, missed=ctx.miss_words))


async def outcome_reply(
    ctx: Context,
    work: Awaitable[CommandResult | OpenQuestion],
    render: Render = show_result,
) -> Reply:
    """Return the message of a command's outcome, after the bot has answered the questions to its side.

    If the unit has a waiting command, return its question with the ways to resolve it; if the command ends the game,
    its summary. `render` renders the result; it must have no side effects, because it runs before the entry is saved.
    """
    draft = _Draft(ctx, render)
    before = draft_listener.set(draft.write)
    try:
        outcome = await ctx.services.opponent.answer_all(ctx.call, await work)
    except StillWaiting as error:
        return await waiting_command_reply(ctx, error)
    finally:
        draft_listener.reset(before)
    if not isinstance(outcome, CommandResult):
        return show_outcome(ctx, outcome)
    if outcome.after.game.over and outcome.entry.command == "game end":
        return await _summary_reply(ctx, outcome)
    return await _add_resumed(ctx, outcome, draft.reply(outcome))


async def _add_resumed(ctx: Context, result: CommandResult, reply: Reply) -> Reply:
    """Carry out the command that a result has interrupted, and add its message below that of the result."""
    goes_on = result.after.system.resumed(result.after, result.entry) is not None
    then = await resume_command(ctx.services.questions, ctx.call, await ctx.game(), result) if goes_on else None
    if then is None:
        return reply
    then = await ctx.services.opponent.answer_all(ctx.call, then)
    return replace(reply, buttons=lasting_controls(reply.buttons), aloud=show_outcome(ctx, then))


class _Draft:
    """An answer rendered while its entry is being saved; it is discarded if another entry or none results."""

    def __init__(self, ctx: Context, render: Render) -> None:
        self._ctx, self._render = ctx, render
        self._written: tuple[CommandResult, Reply] | None = None

    def write(self, result: CommandResult) -> None:
        """Render the answer; an error is ignored here, because it recurs and is reported when the result is shown."""
        self._ctx.draft_board = result.after
        with suppress(Exception):
            self._written = result, self._render(self._ctx, result)
        self._ctx.draft_board = None

    def reply(self, result: CommandResult) -> Reply:
        if self._written is not None and self._written[0] is result:
            return self._written[1]
        return self._render(self._ctx, result)


# The summary of a game that has just ended.


async def _summary_reply(ctx: Context, outcome: CommandResult) -> Reply:
    """Return the message of the end of a game with its summary."""
    words, new_game = ctx.all_readers, await ctx.services.lifecycle.requested_game(outcome.game_id)
    title = (new_game.name or system_of(new_game.system).name) if new_game else outcome.after.system.name
    buttons = (*ended_buttons(words, outcome.game_id, title), *review_buttons(words, outcome.game_id))
    reply = replace(show_outcome(ctx, outcome._replace(head="")), buttons=buttons)
    try:
        game = await ctx.services.numbers.of_game(ctx.call, outcome.game_id)
        reply = await add_statistics(words, reply, game)
    except Exception:  # the game is over and must be reported, even if its statistics fail
        LOG.exception("no statistics at the end of a game", extra={"game": outcome.game_id})
    # Few players check the record, so the summary comes first.
    head = [words(last_head_text(outcome.head))] if outcome.head else []
    return replace(reply, text="\n".join(filter(None, [reply.text, *head])))
