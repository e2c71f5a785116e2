"""Clicks on the buttons of the board and of the newest result: take a step, show more, undo."""

from __future__ import annotations

import asyncio

from bot.errors import GameOver
from bot.game.people import side_played_by
from bot.game.registry import ActiveGame
from bot.store.pasts import Wanted
from cogs.components.controls import handles_click
from cogs.components.play.clock import clock_button
from cogs.components.play.command_forms import begin_command
from cogs.components.play.control_row import (
    ShowControls,
    ShowMoreActions,
    ShowNextSteps,
    TakeStep,
    UndoLast,
    act_menu,
    control_row,
    end_button,
    is_played,
)
from cogs.components.play.game_pages import luck_button, review_buttons
from cogs.components.play.next_controls import controls_below
from cogs.components.play.outcome import outcome_reply
from cogs.components.play.seals import seal_button
from cogs.components.play.stale_controls import ended_reply, require_current_game, require_current_state
from cogs.components.play.table_menu import card_menu, table_button
from cogs.components.setup.setup_wizard import dice_buttons
from cogs.interactions.context import Context
from cogs.rendering.reply import CONTROLS, PANEL, Reply, choice_reply


@handles_click(TakeStep)
@require_current_state
async def take_step(ctx: Context, click: TakeStep, live: ActiveGame) -> Reply:
    """Carry out the step of a button."""
    return await begin_command(ctx, live, click.request)


@handles_click(ShowMoreActions, private=True)
@require_current_state
async def show_more_actions(ctx: Context, click: ShowMoreActions, live: ActiveGame) -> Reply:
    """Show further actions of a unit, the pages about the game, and the button that ends it."""
    words = ctx.me.at(live.board)
    actions = act_menu(words, live.board, live.at)
    looks = (*review_buttons(words, live.info.id), luck_button(words, live.info.id))
    further = (
        clock_button(words, live),
        seal_button(words, live),
        table_button(words, live),
        end_button(words, live.info.id),
    )
    buttons = (*card_menu(ctx, live), actions, *looks, *further)
    return choice_reply(words, *buttons, title=words.say("More"), helper=PANEL)


@handles_click(ShowControls, private=True)
async def show_controls(ctx: Context, click: ShowControls) -> Reply:
    """Show the current controls; of a game that is over, what can be done with it."""
    try:
        return await controls_reply(ctx, await require_current_game(ctx, click))
    except GameOver as over:
        return ended_reply(ctx, over)


@handles_click(ShowNextSteps, private=True)
async def show_next_steps(ctx: Context, click: ShowNextSteps) -> Reply:
    """Show the current next steps: those of the unit that has just acted, then the units that may act."""
    try:
        live = await require_current_game(ctx, click)
    except GameOver as over:
        return ended_reply(ctx, over)
    last = await ctx.services.record.entries.last(live.info.id, 1, Wanted(), live.game.undone)
    words = ctx.me.at(live.board)
    row = await asyncio.to_thread(controls_below, words, live, last[-1], ())
    return Reply(words.say("Controls"), private=True, unrecorded=True, buttons=row, helper=CONTROLS)


async def controls_reply(ctx: Context, live: ActiveGame) -> Reply:
    """Return the current controls, and the buttons that change the caller's dice."""
    words, side = ctx.me.at(live.board), side_played_by(live.game, ctx.caller.id)
    dice = tuple(dice_buttons(words.plain, live, side)) if is_played(live) else ()
    row = await asyncio.to_thread(control_row, words, live, len(dice))
    return Reply(words.say("Controls"), private=True, unrecorded=True, buttons=(*row, *dice), helper=CONTROLS)


@handles_click(UndoLast)
@require_current_state
async def undo_last(ctx: Context, click: UndoLast, live: ActiveGame) -> Reply:
    """Undo the last valid entry."""
    call = ctx.call._replace(as_of=live.game.number)
    return await outcome_reply(ctx, ctx.services.corrections.undo(call, says_first=True))
