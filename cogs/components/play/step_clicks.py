"""Clicks on steps of a result, each carried out once: the command again, one whose odds were shown, a requested one."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from bot.errors import OutdatedControl, Refusal
from bot.game.people import side_played_by
from bot.game.registry import ActiveGame
from bot.store.pasts import Wanted
from cogs.components.controls import OTHER_VERSION, EntryId, chosen_option, handles_click, parse_number
from cogs.components.packed_request import is_typeable
from cogs.components.play import command_forms
from cogs.components.play.entry_buttons import CarryOutRequest, RepeatEntry, RequestMenu
from cogs.components.play.odds_clicks import GiveCommand
from cogs.components.play.outcome import outcome_reply, show_result
from cogs.components.play.stale_controls import require_current_game, require_game, rolled_entry, stale_reply
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply
from rules.game.entry import Entry, requests_in
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.kit.reserves import ARRIVE


@handles_click(RepeatEntry)
async def repeat_entry(ctx: Context, click: RepeatEntry) -> Reply:
    """Repeat an entry's command with the same settings and new dice, on the current board.

    Raise Refusal if the entry has no dice.
    """
    entry = await rolled_entry(ctx, click)
    return await _carry_out_once(ctx, await ctx.game(), Request.of(entry.request), click.after)


@handles_click(GiveCommand)
async def carry_out_shown_command(ctx: Context, click: GiveCommand) -> Reply:
    """Carry out the command whose odds were shown."""
    return await _carry_out_once(ctx, await require_game(ctx, click.game), click.request, click.number)


async def _carry_out_once(ctx: Context, live: ActiveGame, request: Request, shown: int) -> Reply:
    """Carry out a command of a button that was shown after entry `shown`, unless the button has been used since.

    A second tap may be handled after the first has ended. Buttons of earlier versions do not say when they were shown:
    only the second of two simultaneous taps is refused there.
    """
    call = ctx.call._replace(as_of=live.game.number)
    if shown and await _fulfilling_entry(ctx, live, shown, request) is not None:
        return stale_reply(ctx, live)
    # The caller's side matters if the request names no unit.
    request = replace(request, side=side_played_by((await ctx.game()).game, ctx.caller.id))
    try:
        return await outcome_reply(ctx, ctx.services.questions.begin(call, request))
    except OutdatedControl:
        return stale_reply(ctx, await ctx.game())


# Clicks on requested steps: each step is carried out once.

_LOOK_BACK = 50
"""Number of recent commands of a kind among which the one that fulfils a request is searched."""


@handles_click(CarryOutRequest)
async def carry_out_request(ctx: Context, click: CarryOutRequest) -> Reply:
    return await _carry_out_note(ctx, click, click.nth)


@handles_click(RequestMenu)
async def carry_out_chosen_request(ctx: Context, click: RequestMenu) -> Reply:
    return await _carry_out_note(ctx, click, parse_number(chosen_option(ctx)))


async def _carry_out_note(ctx: Context, click: EntryId, nth: int) -> Reply:
    """Carry out the request in note `nth`; raise Refusal if it has been done or its entry was undone."""
    live = await require_current_game(ctx, click)
    as_of, entry = live.game.number, await ctx.services.history.of_game(ctx.call, click.game, click.number)
    _, request = requests_in(entry).get(nth, (None, None))
    if request is None or not is_typeable(request):
        raise Refusal(OTHER_VERSION)
    if entry.number in live.game.undone:
        raise Refusal(Text("This was undone: no answer is needed."))
    done = await _fulfilling_entry(ctx, live, entry.number, request)
    if done is not None:
        raise Refusal(Text("Already done (entry {number}).", number=done.number))
    if live.game.number != as_of:
        return stale_reply(ctx, live)
    handle = REQUEST_HANDLERS.get(request.command)
    return await (handle(ctx, live, entry, request) if handle else command_forms.begin_command(ctx, live, request))


async def _fulfilling_entry(ctx: Context, live: ActiveGame, after: int, request: Request) -> Entry | None:
    """Return a valid entry with a number above `after` that fulfils a request."""
    selection = Wanted(kind=request.action or request.command)
    entries = await ctx.services.record.entries.last(live.info.id, _LOOK_BACK, selection, live.game.undone)
    return next((one for one in entries if one.number > after and is_fulfilled_by(request, one)), None)


def is_fulfilled_by(request: Request, entry: Entry) -> bool:
    """True if an entry fulfils a request: it has the same command and units, and at least its targets and situation."""
    if entry.command != request.command or not entry.request:
        return False
    done = Request.of(entry.request)
    if request.action not in (None, done.action) or done.unit != request.unit:
        return False
    return {*request.target, *request.situation} <= {*done.target, *done.situation}


async def _free_objective(ctx: Context, live: ActiveGame, entry: Entry, request: Request) -> Reply:
    """Free an objective; raise Refusal if no side holds it."""
    label = request.weapon or ""
    thing = live.game.things.get(label)
    if thing is not None and not thing.holder:
        raise Refusal(Text("{objective} is free.", objective=thing.label))
    return show_result(ctx, await ctx.services.table_objects.free(ctx.call, label))


REQUEST_HANDLERS: dict[str, Callable[[Context, ActiveGame, Entry, Request], Coroutine[Any, Any, Reply]]] = {
    "objective free": _free_objective,
    # The entry is resolved again with the facts of the request.
    "amend": lambda ctx, live, entry, request: outcome_reply(
        ctx, ctx.services.corrections.amend(ctx.call, entry.number, {"situation": request.situation})
    ),
    ARRIVE: lambda ctx, live, entry, request: outcome_reply(
        ctx, ctx.services.reserves.arrive(ctx.call, live, request.unit[0])
    ),
}
"""Handlers of requests that no rule of a system resolves."""
