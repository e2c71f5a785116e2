"""The end of every command that changes a game: its result or its question is shown, and a game's end is summed up."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace

from bot.game.questions import FactsQuestion, WarningQuestion
from bot.resolution.checks import StillWaiting
from bot.resolution.result import CommandResult, OpenQuestion, ahead
from bot.services.play.unposted_results import Shown
from bot.services.record.game_numbers import GameCount
from cogs.components.controls import Control, OfGame, clicked
from cogs.components.modals import facts_form
from cogs.components.play.entry_buttons import entry_buttons
from cogs.components.questions.question_view import drop_button, question_buttons, show_button
from cogs.interactions.context import Context
from cogs.rendering.board import question_line
from cogs.rendering.question import question_reply
from cogs.rendering.reply import Reply, refused
from cogs.rendering.result import is_played, result_reply
from cogs.rendering.short_result import short_reply
from cogs.rendering.statistics import explained, picture, summary_lines, unit_lines
from cogs.rendering.text import Reader
from rules.kernel.request import Request

LOG = logging.getLogger(__name__)


def show_result(ctx: Context, result: CommandResult) -> Reply:
    """What stands, with its buttons, in as much detail as whoever gave the command reads."""
    buttons = entry_buttons(ctx.everybody, result)
    if ctx.detail == "short" and is_played(result):
        return short_reply(ctx.everybody, result, buttons)
    return result_reply(ctx.everybody, result, ctx.caller.name, buttons)


def show_outcome(ctx: Context, found: CommandResult | OpenQuestion) -> Reply:
    """What a command has come to: its result, or the question at which it waits."""
    if isinstance(found, CommandResult):
        return show_result(ctx, found)
    private = isinstance(found.question, FactsQuestion | WarningQuestion)
    reply = asked(ctx.me if private else ctx.everybody, found)

    async def stands(message: int) -> None:
        channel = ctx.call.where.channel
        await ctx.services.record.questions.posted(found.row.id, channel, str(message))
        ctx.services.question_messages.add(found.live.info.id, Shown(found.row.id, channel, str(message)))

    return replace(reply, unrecorded=True) if private else replace(reply, sent=stands)


def asked(words: Reader, found: OpenQuestion) -> Reply:
    """A question with its buttons; missing facts open their form at once."""
    reply = question_reply(words, found, question_buttons(words, found))
    if isinstance(found.question, FactsQuestion):
        return replace(reply, form=facts_form(words, found, found.question))
    return reply


async def carry_out(ctx: Context, request: Request, dice: str = "") -> Reply:
    """Carry out a request as far as it goes."""
    return await outcome(ctx, ctx.services.questions.begin(ctx.call, request, dice, missed=ctx.missed))


async def outcome(
    ctx: Context,
    work: Awaitable[CommandResult | OpenQuestion],
    tell: Callable[[Context, CommandResult], Reply] = show_result,
) -> Reply:
    """What a command comes to; for a unit that has one waiting, the question that comes first, with the ways out.

    `tell` says what stands: nothing else comes of it, as it is asked before that is certain.
    """
    draft = _Draft(ctx, tell)
    before = ahead.set(draft.write)
    try:
        found = await ctx.services.opponent.answers(ctx.call, await work)
    except StillWaiting as error:
        return await comes_first(ctx, error)
    finally:
        ahead.reset(before)
    return draft.reply(found) if isinstance(found, CommandResult) else show_outcome(ctx, found)


class _Draft:
    """An answer that is written while its entry is on the way to the disk: where another entry comes of the command, or
    none, it is thrown away.
    """

    def __init__(self, ctx: Context, tell: Callable[[Context, CommandResult], Reply]) -> None:
        self._ctx, self._tell = ctx, tell
        self._written: tuple[CommandResult, Reply] | None = None

    def write(self, result: CommandResult) -> None:
        """What goes wrong here goes wrong once more when the result is told, and is a fault then."""
        self._ctx.ahead = result.after
        with suppress(Exception):
            self._written = result, self._tell(self._ctx, result)
        self._ctx.ahead = None

    def reply(self, result: CommandResult) -> Reply:
        if self._written is not None and self._written[0] is result:
            return self._written[1]
        return self._tell(self._ctx, result)


async def comes_first(ctx: Context, error: StillWaiting) -> Reply:
    """The question that a unit's command waits with, for whoever gave another."""
    live, words = await ctx.game(), ctx.me
    first = OpenQuestion.of(live, error.row)
    refusal = refused(words, error)
    buttons = (show_button(words.plain, first), drop_button(words.plain, first))
    return replace(refusal, text=f"{refusal.text}\n{question_line(words, first)}".strip(), buttons=buttons)


# What a game has come to, where it has just ended, and its table of units behind a button.


class ShowUnits(OfGame, what="units"):
    """Every unit of a game."""


def units_button(words: Reader, game: GameCount) -> Control:
    """Shows every unit of a game to whoever clicks."""
    return ShowUnits(game.live.info.id).button(words.plain.say("Every unit"))


@clicked(ShowUnits, private=True)
async def units(ctx: Context, click: ShowUnits) -> Reply:
    """Every unit of a game, over or not."""
    game, words = await ctx.services.numbers.of_game(ctx.call, click.game), ctx.me
    title = words.plain.say("Units of {game}", game=game.live.info.name)
    return Reply(title, "\n".join(unit_lines(words, game)), explained(words), private=True)


async def come_to_end(ctx: Context, found: CommandResult | OpenQuestion) -> Reply:
    """What a command has come to; of one that ended a game, with what the game has come to."""
    reply = show_outcome(ctx, found)
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
