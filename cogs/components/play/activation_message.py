"""A unit's activation in one message: what the unit does after it edits that message in place of posting another.

For whoever reads results in few lines; the others get a message for each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.dice.provable import head_told
from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult, table_sync
from bot.store.pasts import Wanted
from cogs.components.play.entry_buttons import entry_buttons, quiet_buttons, requests_of
from cogs.components.play.outcome import outcome, show_result
from cogs.interactions.context import Context
from cogs.interactions.respond import is_private
from cogs.rendering.reply import Reply
from cogs.rendering.result import is_played
from cogs.rendering.short_result import one_line, quiet_reply, short_reply
from rules.game.entry import Entry
from rules.kernel.request import Request

MOST_GONE = 4
"""How many entries of a go are told in one line above its result."""
Tell = Callable[[Context, CommandResult], Reply]


async def carry_out_clicked(ctx: Context, live: ActiveGame, request: Request, dice: str = "") -> Reply:
    """A command that a control has given, with one's own dice where they were typed, as far as it goes; of two taps
    at once the first counts.
    """
    as_of = live.game.number
    tell = await _telling(ctx, live, request) if ctx.detail == "short" else show_result
    return await outcome(
        ctx, ctx.services.questions.begin(ctx.call, request, dice, as_of=as_of, missed=ctx.missed), tell
    )


async def _telling(ctx: Context, live: ActiveGame, request: Request) -> Tell:
    """How its result is told."""
    if gone := await _gone_before(ctx, live, request):
        before = await ctx.services.history.board_before(ctx.call, gone[0].number)
        above = one_line(ctx.everybody, before, live.board, gone)
        return lambda ctx, result: _in_one(ctx, result, above)
    if request.command == "move" and await ctx.services.live_boards.where(live.info.id) is not None:
        return _quiet
    return show_result


async def _gone_before(ctx: Context, live: ActiveGame, request: Request) -> list[Entry]:
    """The go of the unit as its message tells it: the activation, and its moves since. Empty where anything else was
    the last to happen, or where what was clicked is no such message.
    """
    message = ctx.interaction.message
    if message is None or is_private(ctx) or not request.unit:
        return []
    if await ctx.services.live_boards.is_board(live.info.id, str(message.id)):
        return []
    found = go_of(await ctx.services.record.entries.last(live.info.id, MOST_GONE, Wanted()), request.unit)
    return [] if any(_stands(live, entry) for entry in found) else found


def _stands(live: ActiveGame, entry: Entry) -> bool:
    """Whether the message of an entry stays as it was posted: somebody has something to do because of it, and needs
    its buttons, or the head of the record stands under it.
    """
    link = live.link[1] if live.link else None
    return bool(requests_of(entry) or live.system.reactions(live.board, entry) or head_told(entry.number, link))


def go_of(entries: Sequence[Entry], unit: Sequence[str]) -> list[Entry]:
    """The last of those entries from a unit's activation on, if they are that and its moves only."""
    for at, entry in reversed(list(enumerate(entries))):
        if tuple(entry.request.get("unit") or ()) != tuple(unit) or entry.command not in ("activate", "move"):
            break
        if entry.command == "activate":
            return list(entries[at:])
    return []


def _in_one(ctx: Context, result: CommandResult, above: str) -> Reply:
    """What stands, below the line about what it goes on from, in place of that."""
    if not is_played(result):
        return show_result(ctx, result)
    reply = short_reply(ctx.everybody, result, entry_buttons(ctx.everybody, result), above)
    return replace(reply, in_place=True)


def _quiet(ctx: Context, result: CommandResult) -> Reply:
    """A move for the mover alone: the others see the board, which is edited, and the log has it."""
    if not is_quiet(result):
        return show_result(ctx, result)
    reply = quiet_reply(ctx.me, result, quiet_buttons(ctx.me, result))
    return replace(reply, in_place=is_private(ctx))


def is_quiet(result: CommandResult) -> bool:
    """Whether nobody but the mover has anything to throw, to answer or to do on the table because of it."""
    entry, units = result.entry, result.entry.request.get("unit") or ()
    if any(play.throws for play in entry.plays) or entry.warnings or result.news or result.head:
        return False
    if requests_of(entry):
        return False
    touched = {change.unit for change in table_sync(result.before, result.after)}
    board = result.after
    late = board.system.late_reactions(board)
    return touched <= set(units) and all(one in late for one in board.system.reactions(board, entry))
