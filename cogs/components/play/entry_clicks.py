"""What the buttons of an entry do: undo, explain, give the command again, carry out what the result asks for."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import MovedOn, Refusal
from bot.game.registry import ActiveGame
from bot.services.record.luck import ranks_of
from bot.store.pasts import Wanted
from cogs.components.controls import OTHER_VERSION, OfEntry, as_typed, clicked, number_of, picked
from cogs.components.play import control_clicks
from cogs.components.play.entry_buttons import Again, AskedMenu, DoAsked, Undo, Why, requests_of
from cogs.components.play.odds_clicks import Go
from cogs.components.play.outcome import outcome, show_outcome, show_result
from cogs.components.play.stale_controls import moved_on, of_game, of_this_game
from cogs.interactions.context import Context
from cogs.rendering.explanation import explanation
from cogs.rendering.reply import Reply
from rules.game.entry import Entry
from rules.kernel.request import Request
from rules.kernel.text import Text


@clicked(Undo)
async def undo(ctx: Context, click: Undo) -> Reply:
    return show_outcome(ctx, await ctx.services.corrections.undo(ctx.call, click.number, click.game))


@clicked(Why, private=True)
async def why(ctx: Context, click: Why) -> Reply:
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    return await explained(ctx, await ctx.game(), entry)


async def explained(ctx: Context, live: ActiveGame, entry: Entry) -> Reply:
    """Why an entry came out as it did, for whoever asks."""
    causes, ranks = await ctx.services.history.causes(ctx.call, entry), await ranks_of(live.system, entry)
    return explanation(ctx.me, live, entry, causes, ranks)


@clicked(Again)
async def again(ctx: Context, click: Again) -> Reply:
    """Give an entry's command again with the same settings, on the board as it is now, with new dice."""
    as_of = (await ctx.game()).game.number
    return await _given(ctx, Request.of((await _thrown(ctx, click)).request), as_of)


async def _thrown(ctx: Context, click: Again) -> Entry:
    """The entry of a click, which must have throws; raises Refusal."""
    entry = await ctx.services.history.of_game(ctx.call, click.game, click.number)
    if not entry.plays:
        raise Refusal(Text("Nothing was thrown in entry {number}.", number=entry.number))
    return entry


async def _by_me(ctx: Context, request: Request) -> Request:
    """The request as given by whoever clicked: for their side, where no unit says for which it is."""
    player = (await ctx.game()).game.players.get(ctx.caller.id)
    return replace(request, side=player.side if player else None)


@clicked(Go)
async def go(ctx: Context, click: Go) -> Reply:
    """A command that was looked at, as it was looked at."""
    return await _given(ctx, click.request, (await of_game(ctx, click.game)).game.number)


async def _given(ctx: Context, request: Request, as_of: int) -> Reply:
    """The command of whoever clicked; of two taps that come together the second finds what the first has done."""
    try:
        return await outcome(ctx, ctx.services.questions.begin(ctx.call, await _by_me(ctx, request), as_of=as_of))
    except MovedOn:
        return moved_on(ctx, await ctx.game())


# What the controls of what a result asks for do: the command, filled in, once.

_LOOK_BACK = 50
"""How many of the last commands of a kind are searched for the one that has done what is asked for."""


@clicked(DoAsked)
async def asked(ctx: Context, click: DoAsked) -> Reply:
    return await _done(ctx, click, click.nth)


@clicked(AskedMenu)
async def asked_in_menu(ctx: Context, click: AskedMenu) -> Reply:
    return await _done(ctx, click, number_of(picked(ctx)))


async def _done(ctx: Context, click: OfEntry, nth: int) -> Reply:
    """What is asked for at that place; raises Refusal once it has been done, or its entry undone."""
    live = await of_this_game(ctx, click)
    as_of, entry = live.game.number, await ctx.services.history.of_game(ctx.call, click.game, click.number)
    request = _request(entry, nth)
    if entry.number in live.game.undone:
        raise Refusal(Text("That has been undone: nothing is asked for any more."))
    done = await _done_since(ctx, live, entry, request)
    if done is not None:
        raise Refusal(Text("Entry {number} has done that.", number=done.number))
    if live.game.number != as_of:
        return moved_on(ctx, live)
    by_hand = BY_HAND.get(request.command)
    return await (by_hand(ctx, live, entry, request) if by_hand else control_clicks.begun(ctx, live, request))


def _request(entry: Entry, nth: int) -> Request:
    note = requests_of(entry).get(nth)
    if note is None or note.request is None or not as_typed(note.request):
        raise Refusal(OTHER_VERSION)
    return note.request


async def _done_since(ctx: Context, live: ActiveGame, entry: Entry, request: Request) -> Entry | None:
    wanted = Wanted(kind=request.action or request.command)
    found = await ctx.services.record.entries.last(live.info.id, _LOOK_BACK, wanted, live.game.undone)
    return next((one for one in found if one.number > entry.number and answers(one, request)), None)


def answers(entry: Entry, request: Request) -> bool:
    """Whether an entry is what was asked for: that command by those units, at those targets and in that situation."""
    if entry.command != request.command or not entry.request:
        return False
    given = Request.of(entry.request)
    if request.action not in (None, given.action) or given.unit != request.unit:
        return False
    return {*request.target, *request.situation} <= {*given.target, *given.situation}


async def _free(ctx: Context, live: ActiveGame, entry: Entry, request: Request) -> Reply:
    """An objective is nobody's any more; raises Refusal where it is nobody's already."""
    thing = live.game.things.get(request.weapon or "")
    if thing is not None and not thing.holder:
        raise Refusal(Text("Nobody holds {objective}.", objective=thing.label))
    return show_result(ctx, await ctx.services.table_objects.free(ctx.call, request.weapon or ""))


async def _amend(ctx: Context, live: ActiveGame, entry: Entry, request: Request) -> Reply:
    """The entry played again with what is asked for in the form that opens."""
    return show_outcome(
        ctx, await ctx.services.corrections.amend(ctx.call, entry.number, {"situation": request.situation})
    )


BY_HAND = {"objective free": _free, "amend": _amend}
"""What is asked for and no rule of a system resolves."""
