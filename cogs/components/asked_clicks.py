"""What the controls of what a result asks for do: the command, filled in, once."""

from __future__ import annotations

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.store.pasts import Wanted
from cogs.components import control_clicks
from cogs.components.asked_controls import ASK, requests_of
from cogs.components.controls import OTHER_VERSION, Click, number_of, picked
from cogs.components.moved_on import moved_on, of_this_game
from cogs.components.outcome import come_to, shown
from cogs.components.packed_request import as_typed
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from rules.game.entry import Entry
from rules.kernel.request import Request
from rules.kernel.text import Text

_LOOK_BACK = 50
"""So many of the last commands of a kind are looked at for the one that has done what is asked for."""


async def asked(ctx: Context, click: Click) -> Reply:
    """A button of what an entry asks for."""
    return await _done(ctx, click, click.part(2))


async def choose(ctx: Context, click: Click) -> Reply:
    """A menu of a game: of what an entry asks for, or any other."""
    return await (_done(ctx, click, picked(ctx)) if click.part(2) == ASK else control_clicks.choose(ctx, click))


async def _done(ctx: Context, click: Click, nth: str) -> Reply:
    """What is asked for at that place; raises Refusal once it has been done, or its entry undone."""
    live = await of_this_game(ctx, click)
    as_of, entry = live.game.number, await ctx.services.history.of_game(ctx.call, *click.entry)
    request = _request(entry, number_of(nth))
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
    found = await ctx.services.record.last_entries(live.info.id, _LOOK_BACK, wanted, live.game.undone)
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
        raise Refusal(Text("{objective} is nobody's already.", objective=thing.label))
    return shown(ctx, await ctx.services.table_objects.free(ctx.call, request.weapon or ""))


async def _amend(ctx: Context, live: ActiveGame, entry: Entry, request: Request) -> Reply:
    """The entry played again with what is asked for in the form that opens."""
    return come_to(ctx, await ctx.services.corrections.amend(ctx.call, entry.number, {"situation": request.situation}))


BY_HAND = {"objective free": _free, "amend": _amend}
"""What is asked for and no rule of a system resolves."""
