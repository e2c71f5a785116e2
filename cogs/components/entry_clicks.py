"""What the buttons under a result do: taken back, explained, given again."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import MovedOn, Refusal
from bot.game.registry import ActiveGame
from bot.services.record.luck import ranks_of
from cogs.components.controls import Click
from cogs.components.moved_on import moved_on
from cogs.components.outcome import come_to, outcome
from cogs.components.packed_request import request_in
from cogs.interactions.context import Context
from cogs.rendering.explanation import explanation
from cogs.rendering.reply import Reply
from rules.game.entry import Entry
from rules.kernel.request import Request
from rules.kernel.text import Text


async def undo(ctx: Context, click: Click) -> Reply:
    game, number = click.entry
    return come_to(ctx, await ctx.services.corrections.undo(ctx.call, number, game))


async def why(ctx: Context, click: Click) -> Reply:
    entry = await ctx.services.history.of_game(ctx.call, *click.entry)
    return await explained(ctx, await ctx.game(), entry)


async def explained(ctx: Context, live: ActiveGame, entry: Entry) -> Reply:
    """Why an entry came out as it did, for whoever asks."""
    causes, ranks = await ctx.services.history.causes(ctx.call, entry), await ranks_of(live.system, entry)
    return explanation(ctx.me, live, entry, causes, ranks)


async def again(ctx: Context, click: Click) -> Reply:
    """The same command with the same settings, on the board as it is now, with new dice."""
    as_of = (await ctx.game()).game.number
    return await _given(ctx, Request.of((await _thrown(ctx, click)).request), as_of)


async def _thrown(ctx: Context, click: Click) -> Entry:
    """The entry of a click, which must have throws; raises Refusal."""
    entry = await ctx.services.history.of_game(ctx.call, *click.entry)
    if not entry.plays:
        raise Refusal(Text("Nothing was thrown in entry {number}.", number=entry.number))
    return entry


async def _by_me(ctx: Context, request: Request) -> Request:
    """The same, given by whoever clicked: for their side, where no unit says for which it is."""
    player = (await ctx.game()).game.players.get(ctx.caller.id)
    return replace(request, side=player.side if player else None)


async def go(ctx: Context, click: Click) -> Reply:
    """A command that was looked at, as it was looked at."""
    as_of = (await ctx.game()).game.number
    return await _given(ctx, request_in(click.about[0]), as_of)


async def _given(ctx: Context, request: Request, as_of: int) -> Reply:
    """The command of whoever clicked; of two taps that come together the second finds what the first has done."""
    try:
        return await outcome(ctx, ctx.services.questions.begin(ctx.call, await _by_me(ctx, request), as_of=as_of))
    except MovedOn:
        return moved_on(ctx, await ctx.game())
