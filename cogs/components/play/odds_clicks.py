"""Odds by clicks: in short or in full, with menus that change the command and a button that gives it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.game.people import may_command
from bot.game.registry import ActiveGame
from bot.resolution.execution import command_of
from bot.services.play.odds import Chances
from cogs.components.controls import (
    Control,
    ControlId,
    EntryId,
    OrderId,
    chosen_option,
    handles_click,
    handles_form,
    mark_of,
)
from cogs.components.play import shot_menus, stale_controls
from cogs.components.play.entry_buttons import ShowEntryOdds
from cogs.components.play.next_controls import controls_below
from cogs.components.play.order_form import keeps_distance, order_form, require_order
from cogs.components.play.recall import FormPrefill, fill_in_unchanged
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering import odds
from cogs.rendering.question import missing_reply
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.command.at_fault import options_at_fault
from rules.command.system import Board
from rules.game.entry import Entry
from rules.kernel.facts import MissingFacts
from rules.kernel.request import Request, requested_situations
from rules.kernel.text import Heading, Text

# Ids of the buttons. Those of earlier versions name no game and apply to the current one.


class ShowFullOdds(ControlId, what="chances"):
    """A button for the full odds of a command, in the game with that mark."""

    request: Request
    game: str = ""


class ShowFullEntryOdds(EntryId, what="chancesof"):
    """A button for the full odds that an entry had."""


class GiveCommand(ControlId, what="go"):
    """A button that carries out a command whose odds were shown, in the game with that mark.

    `number` is the entry after which they were shown; 0 in buttons of earlier versions.
    """

    request: Request
    game: str = ""
    number: int = 0


class ChangeShot(OrderId, what="reset"):
    """A button that opens the form of a shot whose odds are shown, to set what no menu sets."""


def more_button(words: Reader, live: ActiveGame, request: Request) -> Control | None:
    """Return the button for the full odds of a request, or None if the request does not fit into an id."""
    more = ShowFullOdds(request, mark_of(live.info.id))
    return more.button(words.plain.say("Details")) if more.fits else None


def give_command_button(words: Reader, live: ActiveGame, request: Request) -> Control | None:
    """Return the button that carries out a command whose odds were shown; None if it does not fit into an id."""
    go = GiveCommand(replace(request, side=None), mark_of(live.info.id), live.game.number)
    if not go.fits:
        return None
    command = command_of(live.system, request)
    title = command.called(live.board) if command.called else command.title
    return go.button(words.plain(Heading(title)), "main")


# The odds, and the clicks on their buttons.


async def private_odds_reply(
    ctx: Context, board: Board, chances: Sequence[Chances], more: Control | None, chart: bool | None = None
) -> Reply:
    """Show the odds to the caller only.

    They take three lines if that is enough and `more` is available, else they are shown in full, with a picture unless
    `chart` is False.
    """
    words = ctx.me.at(board)
    if more is None or ctx.detail == "full" or not odds.has_short_odds(chances):
        return await asyncio.to_thread(odds.odds_reply, words, chances, True, chart is not False)
    reply = await asyncio.to_thread(odds.short_odds_reply, words, chances, bool(chart))
    return replace(reply, buttons=(more,))


async def command_odds_reply(ctx: Context, live: ActiveGame, request: Request, chart: bool | None = None) -> Reply:
    """Show the odds of a command to the caller only, so that the enemy does not learn of the plan.

    Menus set the facts of a shot, and the odds follow them. Missing facts are asked for in a form. A caller who may not
    command the unit sees the odds alone.
    """
    ctx.require_known(live.board, request)
    words = ctx.me.at(live.board)
    try:
        chances = await ctx.services.odds.odds(ctx.call, request)
    except MissingFacts as missing:
        about = OddsForm.at(live.at, request)
        has_open_list = request.distance or requested_situations(request.situation)
        options = {ask.option for ask in missing.asks}
        if has_open_list or not about.fits or not options <= {"distance", "cover", "situation"}:
            raise
        return (await asyncio.to_thread(order_form, ctx.me, live, request, FormPrefill(request), about)).reply(ctx)
    reply = await private_odds_reply(ctx, live.board, chances, more_button(words, live, request), chart)
    if not all(may_command(live.game, ctx.caller.id, live.game.units[id]) for id in request.unit):
        return reply
    menus = await asyncio.to_thread(shot_menus.shot_menus, words, live, request)
    change = ChangeShot.at(live.at, request)
    own = (give_command_button(words, live, request), *reply.buttons)
    own = (*own, change.button(words.plain.say("Change …")) if menus and change.fits else None)
    return replace(reply, buttons=(*menus, *(one for one in own if one is not None)))


async def changed_odds_reply(ctx: Context, live: ActiveGame, request: Request) -> Reply:
    """Show the odds of a changed request; they replace those in the clicked private message."""
    reply = await command_odds_reply(ctx, live, request)
    return replace(reply, in_place=is_private(ctx) and reply.form is None)


class OddsForm(OrderId, what="look"):
    """The form for facts missing from a question for odds."""

    does = Text("Odds")


@handles_click(shot_menus.SetShotOption, private=True)
@stale_controls.require_current_state
async def choose_shot_option(ctx: Context, click: shot_menus.SetShotOption, live: ActiveGame) -> Reply:
    """Set an option of a shot, and show the new odds in the same message."""
    stale_controls.require_command(ctx, live, click.request)
    request = await shot_menus.set_shot_option(ctx, live, click, chosen_option(ctx))
    try:
        return await changed_odds_reply(ctx, live, request)
    except MissingFacts as missing:
        return await _shot_form(ctx, live, request, request, {ask.option for ask in missing.asks})


@handles_click(ChangeShot, private=True)
@stale_controls.require_current_state
async def change_shot(ctx: Context, click: ChangeShot, live: ActiveGame) -> Reply:
    """Open the form of a shot, prefilled with its current options, or for what is missing of it alone."""
    stale_controls.require_command(ctx, live, click.request)
    if missing := await asyncio.to_thread(options_at_fault, live.board, click.request):
        return await _shot_form(ctx, live, click.request, click.request, missing)
    return await _shot_form(ctx, live, Request(click.request.command, unit=click.request.unit), click.request)


async def _shot_form(
    ctx: Context, live: ActiveGame, base: Request, request: Request, only: Collection[str] = ()
) -> Reply:
    """Return the form for the odds of a shot, prefilled from `request`.

    It asks for the facts that `base` lacks, or `only` for some of them.
    """
    about, prefill = OddsForm.at(live.at, base), FormPrefill(request, request.target)
    return (await asyncio.to_thread(order_form, ctx.me, live, base, prefill, about, only)).reply(ctx)


@handles_form(OddsForm)
async def show_odds_for_facts(ctx: Context, click: OddsForm) -> Reply:
    live = await stale_controls.require_current_game(ctx, click)
    request = require_order(ctx, live, click.request, ctx.submitted)
    request = await fill_in_unchanged(ctx, live, request, keeps_distance(ctx.submitted))
    try:
        return await changed_odds_reply(ctx, live, request)
    except MissingFacts as missing:
        change = ChangeShot.at(live.at, request)
        if not missing.asks or not change.fits:
            raise
        return missing_reply(ctx.me.at(live.board), missing.asks, (change.button(ctx.me.say("Fill in"), "main"),))


@handles_click(ShowEntryOdds, private=True)
async def show_entry_odds(ctx: Context, click: ShowEntryOdds) -> Reply:
    """Show the odds of an entry on the board before it."""
    entry, board, chances = await _odds_before(ctx, click)
    more = ShowFullEntryOdds(click.game, click.number).button(ctx.me.plain.say("Details"))
    return await _add_next_steps(ctx, entry, await private_odds_reply(ctx, board, chances, more))


@handles_click(ShowFullEntryOdds, private=True)
async def show_full_entry_odds(ctx: Context, click: ShowFullEntryOdds) -> Reply:
    entry, board, chances = await _odds_before(ctx, click)
    return await _add_next_steps(ctx, entry, await private_odds_reply(ctx, board, chances, None))


async def _add_next_steps(ctx: Context, entry: Entry, reply: Reply) -> Reply:
    buttons = await asyncio.to_thread(controls_below, ctx.me, await ctx.game(), entry, reply.buttons)
    return replace(reply, buttons=buttons)


@handles_click(ShowFullOdds, private=True)
async def show_full_odds(ctx: Context, click: ShowFullOdds) -> Reply:
    """Show the full odds of a command on the current board."""
    live, request = await stale_controls.require_game(ctx, click.game), click.request
    ctx.require_known(live.board, request)
    return await private_odds_reply(ctx, live.board, await ctx.services.odds.odds(ctx.call, request), None)


async def _odds_before(ctx: Context, click: EntryId) -> tuple[Entry, Board, list[Chances]]:
    """Return an entry with dice, the board before it, and its odds then; raise Refusal otherwise."""
    entry = await stale_controls.rolled_entry(ctx, click)
    board = await ctx.services.history.board_before(ctx.call, entry.number)
    request = Request.of(entry.request)
    # Use the caller's present knowledge: they may have changed sides since.
    ctx.require_known((await ctx.game()).board, request)
    return entry, board, await ctx.services.odds.odds(ctx.call, request, board)
