"""The message at the end of every command: its result, its question, or the summary of a game that is over."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from bot.dice.provable import format_head
from bot.game.people import side_played_by
from bot.game.questions import FactsQuestion, WarningQuestion
from bot.game.registry import ActiveGame
from bot.resolution.checks import StillWaiting
from bot.resolution.result import CommandResult, OpenQuestion, draft_listener, table_sync
from bot.services.play.messages import ShownQuestion, ShownResult
from bot.services.play.resumed import resume_command
from bot.store.pasts import Wanted
from cogs.components.play.control_row import BeginNextGame, ReopenGame
from cogs.components.play.entry_buttons import entry_buttons, lasting_controls, quiet_buttons, short_result_reply
from cogs.components.play.game_pages import add_statistics, review_buttons
from cogs.components.play.next_controls import controls_height, requests_in
from cogs.components.questions.facts_form import facts_form
from cogs.components.questions.question_view import answers_of, cancel_button, question_buttons, show_button
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.interactions.message import messages
from cogs.rendering import phone
from cogs.rendering.board import question_line
from cogs.rendering.fairness import last_head_text
from cogs.rendering.question import question_reply
from cogs.rendering.reply import Reply, refusal_reply
from cogs.rendering.result import is_amended, is_played, result_reply
from cogs.rendering.short_result import entries_on_one_line, quiet_reply
from cogs.rendering.text import Reader
from data import system_of
from rules.game.entry import ASIDE, Entry
from rules.kernel.request import Request

LOG = logging.getLogger(__name__)


def show_result(ctx: Context, result: CommandResult) -> Reply:
    """Return the message of a result with its buttons, at the issuer's level of detail."""
    if ctx.detail == "short" and is_played(result):
        return _record_message(
            ctx, result, short_result_reply(ctx.all_readers, result, typed=ctx.interaction.message is None)
        )
    reply = result_reply(ctx.all_readers, result, ctx.caller.name)
    if ctx.detail != "short":
        return _record_message(ctx, result, replace(reply, buttons=entry_buttons(ctx.all_readers, result)))
    room = phone.MOST - phone.headed_height(reply.title, reply.text.split("\n"))
    return _record_message(ctx, result, replace(reply, buttons=entry_buttons(ctx.all_readers, result, room)))


def _record_message(ctx: Context, result: CommandResult, reply: Reply) -> Reply:
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


def question_message(words: Reader, question: OpenQuestion) -> Reply:
    """Return a question with its buttons; missing facts open their form at once."""
    buttons = question_buttons(words, question)
    reply = question_reply(words, question, buttons, phone.MOST - controls_height(buttons))
    if isinstance(question.question, FactsQuestion) and not answers_of(question.question):
        return replace(reply, form=facts_form(words, question, question.question).modal())
    return reply


async def carry_out(ctx: Context, request: Request, dice: str = "") -> Reply:
    """Carry out a request as far as possible."""
    return await outcome_reply(ctx, ctx.services.questions.begin(ctx.call, request, dice, missed=ctx.miss_words))


async def outcome_reply(
    ctx: Context,
    work: Awaitable[CommandResult | OpenQuestion],
    render: Callable[[Context, CommandResult], Reply] = show_result,
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

    def __init__(self, ctx: Context, render: Callable[[Context, CommandResult], Reply]) -> None:
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


async def waiting_command_reply(ctx: Context, error: StillWaiting) -> Reply:
    """Return the question of the unit's waiting command, for the issuer of another one."""
    live, words = await ctx.game(), ctx.me
    first = OpenQuestion.of(live, error.row)
    refusal = refusal_reply(words, error)
    buttons = (show_button(words.plain, first), cancel_button(words.plain, first))
    text = f"{refusal.text}\n{question_line(words, first)}".strip()
    return replace(refusal, text=text, buttons=buttons, helper="")


# The summary of a game that has just ended.


async def _summary_reply(ctx: Context, outcome: CommandResult) -> Reply:
    """Return the message of the end of a game with its summary."""
    new_game, plain = await ctx.services.lifecycle.requested_game(outcome.game_id), ctx.all_readers.plain
    title = (new_game.name or system_of(new_game.system).name) if new_game else outcome.after.system.name
    begin = BeginNextGame(outcome.game_id).button(plain.say("New game: {title}", title=title), "main")
    reopen = ReopenGame(outcome.game_id).button(plain.say("Reopen"))
    buttons = (begin, reopen, *review_buttons(ctx.all_readers, outcome.game_id))
    reply = replace(show_outcome(ctx, outcome._replace(head="")), buttons=buttons)
    try:
        game = await ctx.services.numbers.of_game(ctx.call, outcome.game_id)
        reply = await add_statistics(ctx.all_readers, reply, game)
    except Exception:  # the game is over and must be reported, even if its statistics fail
        LOG.exception("no statistics at the end of a game", extra={"game": outcome.game_id})
    # Few players check the record, so the summary comes first.
    head = [ctx.all_readers(last_head_text(outcome.head))] if outcome.head else []
    return replace(reply, text="\n".join(filter(None, [reply.text, *head])))


# A unit's activation in one message: for callers with short results, later actions edit it; others get one message
# per action.

MOST_GONE = 4
"""Most entries of an activation that are summarised in one line above its result."""
Render = Callable[[Context, CommandResult], Reply]


async def carry_out_clicked(ctx: Context, live: ActiveGame, request: Request, dice: str = "") -> Reply:
    """Carry out the command of a control for the caller's side, with the player's own dice if typed.

    The first of two simultaneous clicks counts.
    """
    call, request = (
        ctx.call._replace(as_of=live.game.number),
        replace(request, side=side_played_by(live.game, ctx.caller.id)),
    )
    render = await _renderer(ctx, live, request) if ctx.detail == "short" else show_result
    return await outcome_reply(ctx, ctx.services.questions.begin(call, request, dice, missed=ctx.miss_words), render)


async def _renderer(ctx: Context, live: ActiveGame, request: Request) -> Render:
    """Return the function that renders the result."""
    if moves := await _earlier_moves(ctx, live, request):
        before = await ctx.services.history.board_before(ctx.call, moves[0].number)
        above = entries_on_one_line(ctx.all_readers, before, live.board, moves)
        return lambda ctx, result: _merge_moves(ctx, result, above)
    if request.command == "move" and await ctx.services.live_boards.message_of(live.info.id) is not None:
        return _quiet_result
    return show_result


async def _earlier_moves(ctx: Context, live: ActiveGame, request: Request) -> list[Entry]:
    """Return the entries of the unit's activation in the clicked message: the activation and later moves.

    The list is empty if another entry came last, or if the message does not show the activation.
    """
    message = ctx.interaction.message
    if message is None or is_private(ctx) or not request.unit:
        return []
    if await ctx.services.live_boards.is_board(live.info.id, str(message.id)):
        return []
    moves = activation_so_far(await ctx.services.record.entries.last(live.info.id, MOST_GONE, Wanted()), request.unit)
    return [] if any(_must_stay(live, entry) for entry in moves) else moves


def _must_stay(live: ActiveGame, entry: Entry) -> bool:
    """True if the message of an entry must stay: players need its buttons, or it shows the head of the record."""
    link = live.link[1] if live.link else None
    return bool(requests_in(entry) or live.system.reactions(live.board, entry) or format_head(entry.number, link))


def activation_so_far(entries: Sequence[Entry], unit: Sequence[str]) -> list[Entry]:
    """Return the entries since a unit's activation, if they are only the activation and its moves."""
    for at, entry in reversed(list(enumerate(entries))):
        if tuple(entry.request.get("unit") or ()) != tuple(unit) or entry.command not in ("activate", "move"):
            break
        if entry.command == "activate":
            return list(entries[at:])
    return []


def _merge_moves(ctx: Context, result: CommandResult, above: str) -> Reply:
    """Return the result below the line about the earlier entries, in place of their message."""
    if not is_played(result):
        return show_result(ctx, result)
    return _record_message(ctx, result, replace(short_result_reply(ctx.all_readers, result, above), in_place=True))


def _quiet_result(ctx: Context, result: CommandResult) -> Reply:
    """Show a move to the issuer only; the others see the updated board and the log."""
    if not is_quiet(result):
        return show_result(ctx, result)
    reply = quiet_reply(ctx.me, result, quiet_buttons(ctx.me, result))
    return replace(reply, in_place=is_private(ctx))


def is_quiet(result: CommandResult) -> bool:
    """True if the entry requires nothing of other players: no roll, no answer, no change on the table, no turn."""
    entry, units = result.entry, result.entry.request.get("unit") or ()
    if result.before.game.holder != result.after.game.holder:
        return False
    if entry.rolls_dice or entry.warnings or result.news or result.head:
        return False
    if requests_in(entry):
        return False
    touched = {change.unit for change in table_sync(result.before, result.after)}
    board = result.after
    late = board.system.late_reactions(board)
    return touched <= set(units) and all(one in late for one in board.system.reactions(board, entry))
