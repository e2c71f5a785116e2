"""Pages about a game, running or over: statistics, luck, units, choices; and the buttons that show them."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Refusal
from bot.services.record.exports import Progress
from bot.services.record.game_numbers import GameCount
from cogs.components.controls import Control, GameId, handles_click
from cogs.components.play.control_row import BeginNextGame, ReopenGame
from cogs.components.play.log_pages import ShowLog
from cogs.interactions.context import Context
from cogs.rendering.clocks import time_lines
from cogs.rendering.reply import Reply
from cogs.rendering.statistics import (
    luck_key,
    luck_lines,
    record_lines,
    records_key,
    review_reply,
    statistics_key,
    strength_picture_of,
    summary_lines,
    unit_lines,
)
from cogs.rendering.text import Reader
from data import system_of
from rules.command.system import System
from rules.kernel.text import Text


class ShowGameReport(GameId, what="report"):
    """A button for the report of a game as a file."""


class ShowStats(GameId, what="stats"):
    """A button for the statistics of a game, with their picture."""


class ShowLuck(GameId, what="luck"):
    """A button for the luck of the dice in a game."""


class ShowUnits(GameId, what="units"):
    """A button for the table of a game's units."""


class ShowRecords(GameId, what="records"):
    """A button for the units of a game's rules over all games of the server."""


def units_button(words: Reader, game: GameCount) -> Control:
    """Return the button that shows every unit of a game to the caller."""
    return ShowUnits(game.live.info.id).button(words.plain.say("Every unit"))


def ended_buttons(words: Reader, game: str, title: str) -> tuple[Control, ...]:
    """Return the buttons that follow a game that is over: a new one, by its title, or back into it."""
    begin = BeginNextGame(game).button(words.plain.say("New game: {title}", title=title), "main")
    return begin, ReopenGame(game).button(words.plain.say("Reopen"))


def review_buttons(words: Reader, game: str) -> tuple[Control, ...]:
    """Return the buttons for the report, log and statistics of a game."""
    plain = words.plain
    named = ((ShowGameReport, plain.say("Report")), (ShowLog, plain.say("Log")), (ShowStats, plain.say("Stats")))
    return tuple(one(game).button(label) for one, label in named)


@handles_click(ShowStats, private=True)
async def show_stats(ctx: Context, click: ShowStats) -> Reply:
    """Show the statistics of a game, running or over."""
    return replace(await stats_reply(ctx.me, await ctx.services.numbers.of_game(ctx.call, click.game)), private=True)


async def stats_reply(words: Reader, game: GameCount) -> Reply:
    """Return strength by turn, losses and turning points of a game, with their picture."""
    records = ShowRecords(game.live.info.id).button(words.plain.say("Units over all games"))
    return Reply(
        words.plain.say("Statistics of {game}", game=game.live.info.name),
        "\n".join(summary_lines(words, game)),
        statistics_key(words),
        buttons=(units_button(words, game), records) if game.found.units else (records,),
        file=await strength_picture_of(words, game),
    )


@handles_click(ShowRecords, private=True)
async def show_records(ctx: Context, click: ShowRecords) -> Reply:
    """Show the units of a game's rules over all games."""
    played = await ctx.services.record.games.get(click.game)
    if played is None:
        raise Refusal(Text("That game is no longer in the record."))
    return replace(await unit_records_reply(ctx, ctx.me, system_of(played.system)), private=True)


async def unit_records_reply(ctx: Context, words: Reader, system: System) -> Reply:
    """Return the records of the units of a rule system in this server."""
    found = await ctx.services.numbers.of_units(ctx.call, system.key, ctx.sees_channel)
    title = words.plain.say("Units of {system} on this server", system=system.name)
    return Reply(title, "\n".join(record_lines(words, found)), records_key(words))


def luck_button(words: Reader, game: str) -> Control:
    """Return the button that shows the luck of the dice to the caller."""
    return ShowLuck(game).button(words.plain.say("Luck"))


@handles_click(ShowLuck, private=True)
async def show_luck(ctx: Context, click: ShowLuck) -> Reply:
    """Show the luck of each side in a game, running or over."""
    return replace(await luck_reply(ctx, ctx.me, game=click.game), private=True)


async def luck_reply(ctx: Context, words: Reader, player: str = "", kind: str = "", game: str | None = None) -> Reply:
    """Return a comparison of the dice of a game, or of one player, with the expectation."""
    live, name, report = await ctx.services.numbers.luck(ctx.call, player, kind, game)
    words = words.at(live.board)
    title = (
        words.plain.say("Luck of {player} in {game}", player=name, game=live.info.name)
        if name
        else words.plain.say("Luck in {game}", game=live.info.name)
    )
    return Reply(title, "\n".join(luck_lines(words, report)), luck_key(words))


@handles_click(ShowUnits, private=True)
async def show_units(ctx: Context, click: ShowUnits) -> Reply:
    """Show every unit of a game, running or over."""
    game, words = await ctx.services.numbers.of_game(ctx.call, click.game), ctx.me
    title = words.plain.say("Units of {game}", game=game.live.info.name)
    return Reply(title, "\n".join(unit_lines(words, game)), statistics_key(words), private=True)


class ShowReview(GameId, what="review"):
    """A button for the choices that the caller's side could have made better in a game."""


@handles_click(ShowReview, private=True)
async def show_review(ctx: Context, click: ShowReview) -> Reply:
    """Show the caller's choices in a game that is over."""
    return review_reply(ctx.me, await ctx.services.reviews.of_game(ctx.call, click.game, review_progress(ctx)))


def review_progress(ctx: Context) -> Progress:
    """Return a callback that edits the answer while the choices of a long game are judged."""

    async def show_progress(judged: int, of: int) -> None:
        if of >= MANY_CHOICES:
            await ctx.progress(ctx.me.say("Reviewing choice {judged} of {count} …", judged=judged, count=of))

    return show_progress


MANY_CHOICES = 40
"""Number of choices from which a review shows its progress."""


async def add_statistics(words: Reader, reply: Reply, game: GameCount) -> Reply:
    """Return the summary of a game that is over with its statistics, and the buttons of its units and choices."""
    played = game.live.game
    times = list(map(words, time_lines(played.clock, played.sides))) if played.clock else []
    reply = replace(reply, text="\n".join(filter(None, [reply.text, *times])))
    if not any(one.start for one in game.found.units):
        return reply
    text = "\n".join(filter(None, [reply.text, *summary_lines(words, game)]))
    more = units_button(words, game), ShowReview(game.live.info.id).button(words.plain.say("My review"))
    return replace(reply, text=text, buttons=(*reply.buttons, *more), file=await strength_picture_of(words, game))
