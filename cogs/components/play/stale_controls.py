"""Controls of a game that has gone on since they were shown: nothing is done, and the present ones are offered."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from bot.errors import MovedOn, Refusal
from bot.game.registry import ActiveGame
from cogs.components.controls import Click
from cogs.components.play.control_row import control_row
from cogs.interactions.context import Context
from cogs.rendering.reply import REFUSED, Reply
from rules.kernel.text import Text

Present = Callable[[Context, Click, ActiveGame], Coroutine[Any, Any, Reply]]


def of_now(handler: Present) -> Callable[[Context, Click], Coroutine[Any, Any, Reply]]:
    """A click that counts only as long as nothing has been recorded since its control was shown."""

    async def clicked(ctx: Context, click: Click) -> Reply:
        live = await of_this_game(ctx, click)
        if click.entry[1] != live.game.number:
            return moved_on(ctx, live)
        try:
            return await handler(ctx, click, live)
        except MovedOn:
            return moved_on(ctx, await of_this_game(ctx, click))

    return clicked


async def of_this_game(ctx: Context, click: Click) -> ActiveGame:
    """The channel's game, which must be the one of the click; raises Refusal."""
    live = await ctx.game()
    if click.part(0) != live.info.id:
        raise Refusal(Text("That belongs to an earlier game."))
    return live


def moved_on(ctx: Context, live: ActiveGame) -> Reply:
    """The reply that something has happened since, with the controls as they are now."""
    words = ctx.me
    text = words.say("Something has been recorded since these controls were shown. Here they are as of now.")
    return Reply(
        words.say("The table has moved on"),
        text,
        private=True,
        colour=REFUSED,
        unrecorded=True,
        buttons=control_row(words, live),
    )
