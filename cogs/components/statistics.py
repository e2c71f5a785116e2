"""What a game has come to, where it has just ended, and its table of units behind a button."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.resolution.open_question import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services.record.game_numbers import GameCount
from cogs.components.controls import Click, Control, button
from cogs.components.outcome import come_to
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from cogs.rendering.statistics import explained, picture, summary_lines, unit_lines
from cogs.rendering.text import Reader

LOG = logging.getLogger(__name__)


def units_button(words: Reader, game: GameCount) -> Control:
    """Shows every unit of a game to whoever clicks."""
    return button("units", game.live.info.id, label=words.plain.say("Every unit"))


async def units(ctx: Context, click: Click) -> Reply:
    """Every unit of a game, over or not."""
    game, words = await ctx.services.numbers.of_game(ctx.call, click.about[0]), ctx.me
    title = words.plain.say("Units of {game}", game=game.live.info.name)
    return Reply(title, "\n".join(unit_lines(words, game)), explained(words), private=True)


async def come_to_end(ctx: Context, found: CommandResult | OpenQuestion) -> Reply:
    """What a command has come to; of one that ended a game, with what the game has come to."""
    reply = come_to(ctx, found)
    if not isinstance(found, CommandResult) or not found.after.game.over or found.entry.command != "game end":
        return reply
    try:
        game = await ctx.services.numbers.of_game(ctx.call, found.game_id)
        return await _with_numbers(ctx, reply, game)
    except Exception:  # whatever it is, the game is over, and that is said
        LOG.exception("no statistics at the end of a game", extra={"game": found.game_id})
        return reply


async def _with_numbers(ctx: Context, reply: Reply, game: GameCount) -> Reply:
    if not any(one.start for one in game.found.units):
        return reply
    words = ctx.everybody
    text = "\n".join(filter(None, [reply.text, *summary_lines(words, game)]))
    buttons = (*reply.buttons, units_button(words, game))
    return replace(reply, text=text, buttons=buttons, file=await picture(words, game))
