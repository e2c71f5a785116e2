"""Seats and dice of a game that has begun: who plays a side without a player, and whose dice a side rolls."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.people import OPPONENT
from bot.game.registry import ActiveGame
from cogs.components.controls import Control, GameId, find_by_mark, handles_click, mark_of, require_value
from cogs.components.play.outcome import show_outcome
from cogs.components.play.stale_controls import require_current_game
from cogs.components.setup.forces import MOST_SEATS, TakeSeat, sides_of
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader


class SeatBot(GameId, what="botseat"):
    """A button that lets the bot play a side, given by its mark."""

    side: str


def empty_seat_buttons(plain: Reader, live: ActiveGame) -> Iterator[Control]:
    """Yield the buttons for each side without a player: the caller plays it, or the bot does."""
    players = live.game.players
    taken = {one.side for one in players.values()}
    for nth, side in [(nth, side) for nth, side in enumerate(sides_of(live)) if side not in taken][:MOST_SEATS]:
        yield TakeSeat(live.info.id, nth, mark_of(side)).button(plain.say("I play {side}", side=side))
        if OPPONENT.id not in players:
            yield SeatBot(live.info.id, mark_of(side)).button(plain.say("The bot plays {side}", side=side))


@handles_click(SeatBot)
async def seat_bot(ctx: Context, click: SeatBot) -> Reply:
    """Seat the bot at a side without a player, with the usual stance."""
    live = await require_current_game(ctx, click)
    side = require_value(find_by_mark(click.side, sides_of(live)))
    return show_outcome(ctx, await ctx.services.opponent.take_seat(ctx.call, live, side, "balanced"))
