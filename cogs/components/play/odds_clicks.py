"""Odds behind buttons, short or in full, with the request they are about in the button's id, and the shot itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services.play.odds import Chances
from cogs.components.controls import Control, InId, OfEntry, OfOrder, clicked, mark_of, submitted
from cogs.components.modals import fields_sent
from cogs.components.play.control_row import below
from cogs.components.play.entry_buttons import Odds
from cogs.components.play.order_form import Said, how_far, order_form, ordered
from cogs.components.play.stale_controls import of_game, of_this_game
from cogs.interactions.context import Context
from cogs.rendering.odds import has_short_odds, odds_reply, short_odds_reply
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.command.system import Board
from rules.game.entry import Entry
from rules.kernel.facts import MissingFacts
from rules.kernel.request import Request, asked_for
from rules.kernel.text import Text

# What its buttons are about: those of earlier versions name no game, and are of whatever game there is.


@dataclass(frozen=True)
class OddsInFull(InId, what="chances"):
    """All there is to say of the chances of a command, in the game with that mark."""

    request: Request
    game: str = ""


class OddsOfEntry(OfEntry, what="chancesof"):
    """All there is to say of the chances that an entry had."""


@dataclass(frozen=True)
class Go(InId, what="go"):
    """A command that was looked at, in the game with that mark."""

    request: Request
    game: str = ""


def more_button(words: Reader, live: ActiveGame, request: Request) -> Control | None:
    """Shows all there is to say of the chances of a request; None for one that says more than an id can hold."""
    more = OddsInFull(request, mark_of(live.info.id))
    return more.button(words.plain.say("Details")) if more.fits else None


def go_button(words: Reader, live: ActiveGame, request: Request) -> Control | None:
    """Carries out a command that was looked at; none for one that says more than an id can hold."""
    go = Go(replace(request, side=None), mark_of(live.info.id))
    return go.button(words.plain.say("Fire with these settings"), "main") if go.fits else None


# The odds, told with a button for more, and what the buttons do.


async def told_odds(
    ctx: Context, board: Board, found: Sequence[Chances], more: Control | None, chart: bool | None = None
) -> Reply:
    """The odds for the caller alone: in three lines where they say it and `more` of it can be asked for, else all of
    it, which has a picture unless there is to be none.
    """
    words = ctx.me.at(board)
    if more is None or ctx.detail == "full" or not has_short_odds(found):
        return await asyncio.to_thread(odds_reply, words, found, True, chart is not False)
    reply = await asyncio.to_thread(short_odds_reply, words, found, bool(chart))
    return replace(reply, buttons=(more,))


async def looked_at(ctx: Context, live: ActiveGame, request: Request, chart: bool | None = None) -> Reply:
    """The odds of a command, for the caller alone: the enemy need not know what is being thought of. What the rules
    still need of it is asked in a form.
    """
    ctx.must_know(live.board, request)
    words = ctx.me.at(live.board)
    try:
        found = await ctx.services.odds.odds(ctx.call, request)
    except MissingFacts as missing:
        return await _asked_first(ctx, live, request, missing)
    reply = await told_odds(ctx, live.board, found, more_button(words, live, request), chart)
    go = go_button(words, live, request)
    return replace(reply, buttons=(*((go,) if go else ()), *reply.buttons))


class OddsForm(OfOrder, what="look"):
    """What a look at the odds still needs."""


async def _asked_first(ctx: Context, live: ActiveGame, request: Request, missing: MissingFacts) -> Reply:
    """The form for what is missing; raises it where no form can ask for it."""
    about = OddsForm.at((live.info.id, live.game.number), replace(request, side=None))
    open_list = request.distance or asked_for(request.situation)
    if open_list or not about.fits or not {ask.option for ask in missing.asks} <= {"distance", "cover", "situation"}:
        raise missing
    form = await asyncio.to_thread(order_form, ctx.me, live, request, Said(request), about, Text("Odds"))
    late = ctx.me.say("That took too long for a form to open: choose once more.")
    return Reply(ctx.me.say("Something is missing"), late, private=True, unrecorded=True, form=form)


@submitted(OddsForm)
async def odds_sent(ctx: Context, click: OddsForm) -> Reply:
    live = await of_this_game(ctx, click)
    sent = fields_sent(dict(ctx.interaction.data or {}))
    request = replace(
        ordered(ctx, live, click.request, sent), distance=how_far(live, click.request, sent) or click.request.distance
    )
    return replace(await looked_at(ctx, live, request), private=True)


@clicked(Odds, private=True)
async def odds_before(ctx: Context, click: Odds) -> Reply:
    """What the chances of an entry were, on the board before it."""
    entry, board, found = await _before(ctx, click)
    more = OddsOfEntry(click.game, click.number).button(ctx.me.plain.say("Details"))
    return await _with_next(ctx, entry, await told_odds(ctx, board, found, more))


@clicked(OddsOfEntry, private=True)
async def odds_before_in_full(ctx: Context, click: OddsOfEntry) -> Reply:
    entry, board, found = await _before(ctx, click)
    return await _with_next(ctx, entry, await told_odds(ctx, board, found, None))


async def _with_next(ctx: Context, entry: Entry, reply: Reply) -> Reply:
    buttons = await asyncio.to_thread(below, ctx.me, await ctx.game(), entry, reply.buttons)
    return replace(reply, buttons=buttons)


@clicked(OddsInFull, private=True)
async def odds_in_full(ctx: Context, click: OddsInFull) -> Reply:
    """All there is to say of chances that were told shortly, on the board as it is now."""
    live, request = await of_game(ctx, click.game), click.request
    ctx.must_know(live.board, request)
    return await told_odds(ctx, live.board, await ctx.services.odds.odds(ctx.call, request), None)


async def _before(ctx: Context, click: OfEntry) -> tuple[Entry, Board, list[Chances]]:
    """An entry with throws, the board before it, and the chances then; raises Refusal."""
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    if not (entry.plays and entry.request):
        raise Refusal(Text("Nothing was thrown in entry {number}.", number=entry.number))
    board = await ctx.services.history.board_before(ctx.call, entry.number)
    request = Request.of(entry.request)
    # What somebody may know is what they may know now: they may have sat elsewhere then.
    ctx.must_know((await ctx.game()).board, request)
    return entry, board, await ctx.services.odds.odds(ctx.call, request, board)
