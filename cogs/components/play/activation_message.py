"""A unit's activation in one message: for callers with short results, later actions edit it.

Others get one message per action.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.dice.provable import format_head
from bot.game.people import side_played_by
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult, table_sync
from bot.store.pasts import Wanted
from cogs.components.play.entry_buttons import quiet_buttons, short_result_reply
from cogs.components.play.outcome import Render, outcome_reply, record_message, show_result
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering.reply import Reply
from cogs.rendering.short_result import entries_on_one_line, quiet_reply
from rules.game.entry import Entry, requests_in
from rules.kernel.request import Request

MOST_GONE = 4
"""Most entries of an activation that are summarised in one line above its result."""


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
        # Below the line about the earlier entries, in place of their message.
        return lambda ctx, result: record_message(
            ctx, result, replace(short_result_reply(ctx.all_readers, result, above), in_place=True)
        )
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
    link = live.link[1] if live.link else None
    # A message stays if players need its buttons, or if it shows the head of the record.
    must_stay = any(
        requests_in(entry) or live.system.reactions(live.board, entry) or format_head(entry.number, link)
        for entry in moves
    )
    return [] if must_stay else moves


def activation_so_far(entries: Sequence[Entry], unit: Sequence[str]) -> list[Entry]:
    """Return the entries since a unit's activation, if they are only the activation and its moves."""
    for at, entry in reversed(list(enumerate(entries))):
        if tuple(entry.request.get("unit") or ()) != tuple(unit) or entry.command not in ("activate", "move"):
            break
        if entry.command == "activate":
            return list(entries[at:])
    return []


def _quiet_result(ctx: Context, result: CommandResult) -> Reply:
    """Show a move to the issuer only; the others see the updated board and the log."""
    if not is_quiet(result):
        return show_result(ctx, result)
    reply = quiet_reply(ctx.me, result, quiet_buttons(ctx.me, result))
    return replace(reply, in_place=is_private(ctx))


def is_quiet(result: CommandResult) -> bool:
    """True if the entry requires nothing of other players: no roll, no answer, no change on the table, no turn."""
    entry, board = result.entry, result.after
    if result.before.game.holder != result.after.game.holder:
        return False
    if entry.rolls_dice or entry.warnings or result.news or result.head:
        return False
    if requests_in(entry):
        return False
    touched = {change.unit for change in table_sync(result.before, result.after)}
    late = board.system.late_reactions(board)
    return touched <= set(entry.request["unit"]) and all(one in late for one in board.system.reactions(board, entry))
