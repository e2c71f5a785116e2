"""Chances behind buttons: in three lines, or with everything there is to say of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.errors import Refusal
from bot.services.play.odds import Chances
from cogs.components.controls import Click, Control, button, id_of
from cogs.components.packed_request import packed, request_in
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.odds import odds_reply
from cogs.rendering.reply import Reply
from cogs.rendering.short_odds import has_short_odds, short_odds_reply
from cogs.rendering.text import Reader
from rules.command.system import Board
from rules.kernel.request import Request
from rules.kernel.text import Text


async def told_odds(
    ctx: Context, board: Board, found: Sequence[Chances], more: Control | None, chart: bool | None = None
) -> Reply:
    """For the caller alone: in three lines where they say it and `more` of it can be asked for, else all of it, which
    has a picture unless there is to be none.
    """
    words = ctx.me.at(board)
    if more is None or ctx.detail == "full" or not has_short_odds(found):
        return await asyncio.to_thread(odds_reply, words, found, True, chart is not False)
    reply = await asyncio.to_thread(short_odds_reply, words, found, bool(chart))
    return replace(reply, buttons=(more,))


def more_button(words: Reader, request: Request) -> Control | None:
    """All there is to say of the chances of a request; none for one that says more than an id can hold."""
    found = packed(request, limits.CUSTOM_ID - len(id_of("chances", "")))
    return button("chances", found, label=words.plain.say("Details")) if found else None


async def odds_before(ctx: Context, click: Click) -> Reply:
    """What the chances of an entry were, on the board before it."""
    board, found = await _before(ctx, click)
    more = button("chancesof", *click.entry, label=ctx.me.plain.say("Details"))
    return await told_odds(ctx, board, found, more)


async def odds_before_in_full(ctx: Context, click: Click) -> Reply:
    return await told_odds(ctx, *await _before(ctx, click), None)


async def odds_in_full(ctx: Context, click: Click) -> Reply:
    """All there is to say of chances that were told shortly, on the board as it is now."""
    request = request_in(click.about[0])
    live = await ctx.game()
    ctx.must_know(live.board, request)
    return await told_odds(ctx, live.board, await ctx.services.odds.odds(ctx.call, request), None)


async def _before(ctx: Context, click: Click) -> tuple[Board, list[Chances]]:
    """The board before an entry with throws, and the chances then; raises Refusal."""
    entry = await ctx.services.history.of_game(ctx.call, *click.entry)
    if not entry.plays:
        raise Refusal(Text("Nothing was thrown in entry {number}.", number=entry.number))
    board = await ctx.services.history.board_before(ctx.call, entry.number)
    request = Request.of(entry.request)
    # What somebody may know is what they may know now: they may have sat elsewhere then.
    ctx.must_know((await ctx.game()).board, request)
    return board, await ctx.services.odds.odds(ctx.call, request, board)
