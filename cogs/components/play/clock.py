"""The clocks of a game and the buttons that set them: minutes per side, extra minutes, or no clocks."""

from __future__ import annotations

from collections.abc import Iterator

from bot.game.people import umpires
from bot.game.registry import ActiveGame
from bot.services.play.clocks import AT_END
from cogs.components.controls import Control, GameId, find_by_mark, handles_click, mark_of, require_value
from cogs.components.play.outcome import outcome_reply
from cogs.components.play.stale_controls import require_current_game
from cogs.interactions.context import Context
from cogs.rendering.clocks import clock_lines, time_lines
from cogs.rendering.reply import PANEL, Reply
from cogs.rendering.text import Reader

USUAL = (30, 60, 90)
"""Minutes per side that are offered."""
MORE = 5
"""Minutes that a side's clock may be extended by."""


class ShowClock(GameId, what="clock"):
    """A button that shows the clocks and their settings."""


class SetClock(GameId, what="setclock"):
    """A button that sets the minutes per side; with `mark`, it extends the clock of that side."""

    minutes: int
    mark: str = ""


def clock_button(words: Reader, live: ActiveGame) -> Control:
    """Return the button that shows the clocks to the caller."""
    return ShowClock(live.info.id).button(words.plain.say("Clock"))


async def clock_reply(ctx: Context, live: ActiveGame) -> Reply:
    """Return the state of the clocks, the time used, the rule for time running out, and setting buttons."""
    await ctx.services.referee.clocks.update_clocks(live)
    words, clock = ctx.me.at(live.board), live.game.clock
    lines = [words.say("This game is played without clocks.")]
    if clock is not None:
        lines = [
            *clock_lines(words, live),
            *map(words, time_lines(clock, live.game.sides)),
            words(AT_END[clock.at_end]),
        ]
    return Reply(
        words.say("Clock"), "\n".join(lines), private=True, buttons=tuple(_clock_buttons(ctx, live)), helper=PANEL
    )


def _clock_buttons(ctx: Context, live: ActiveGame) -> Iterator[Control]:
    plain, id = ctx.me.plain, live.info.id
    if ctx.caller.id not in live.game.players:
        return
    if live.game.clock is None:
        for minutes in USUAL:
            yield SetClock(id, minutes).button(plain.say("{n} minutes per side", n=minutes))
        return
    if ctx.caller.id in umpires(live.game):
        for side in live.game.sides[:10]:
            label = plain.say("{n} minutes more for {side}", n=MORE, side=side)
            yield SetClock(id, MORE, mark_of(side)).button(label)
    yield SetClock(id, 0).button(plain.say("No clocks"))


@handles_click(ShowClock, private=True)
async def show_clocks(ctx: Context, click: ShowClock) -> Reply:
    """Show the clocks."""
    return await clock_reply(ctx, await require_current_game(ctx, click))


@handles_click(SetClock)
async def set_clocks(ctx: Context, click: SetClock) -> Reply:
    """Set the clocks, or give a side more time; raise Refusal if the caller may not."""
    live = await require_current_game(ctx, click)
    if not click.mark:
        return await outcome_reply(ctx, ctx.services.clocks.set(ctx.call, 60 * min(click.minutes, 6000)))
    await ctx.services.referee.clocks.update_clocks(live)
    side, hands = require_value(find_by_mark(click.mark, live.game.sides)), require_value(live.hands)
    seconds = max(0, round(hands.left[side])) + 60 * MORE
    return await outcome_reply(ctx, ctx.services.clocks.set(ctx.call, seconds, side=side))
