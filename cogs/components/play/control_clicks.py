"""Clicks on the controls of the board and of the newest result: choose a unit, take a step, show more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeVar

import discord

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.store.pasts import Wanted
from cogs.components.controls import (
    OTHER_VERSION,
    Does,
    EntryId,
    Items,
    chosen_option,
    handles_click,
    parse_number,
    parse_request,
)
from cogs.components.play.clock import clock_button
from cogs.components.play.command_forms import begin_command, menu_reply, open_odds_form
from cogs.components.play.control_row import (
    ActMenu,
    CommandMenu,
    EndGameButton,
    FoeMenu,
    ShowControls,
    ShowMoreActions,
    ShowNextSteps,
    TakeStep,
    TargetMenu,
    UndoLast,
    UnitMenu,
    act_menu,
    control_row,
    is_played,
)
from cogs.components.play.game_pages import luck_button, review_buttons
from cogs.components.play.next_controls import ALL, controls_below
from cogs.components.play.outcome import outcome_reply
from cogs.components.play.seals import seal_button
from cogs.components.play.stale_controls import require_command, require_current_game, require_current_state
from cogs.components.play.table_menu import card_menu, table_button
from cogs.components.play.target_fields import form_options
from cogs.components.play.unit_menu import ACT, ODDS, PAGE, SPLIT, STEP, acting_options, foe_options, menu_of_units
from cogs.components.setup.setup_wizard import dice_buttons
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering.reply import CONTROLS, PANEL, Reply, choice_reply
from rules.kernel.request import ASK_ME, Request

Picked = TypeVar("Picked", bound=EntryId)


def _handles_menu_options(
    handler: Callable[[Context, Picked, ActiveGame, str], Coroutine[Any, Any, Reply]],
) -> Does[Picked]:
    """Handle the options that any menu may have: steps, split fire, odds, pages, all controls.

    The decorated function receives every other option.
    """

    @require_current_state
    async def handle_choice(ctx: Context, click: Picked, live: ActiveGame) -> Reply:
        value = chosen_option(ctx)
        if value == ALL:
            return await controls_reply(ctx, live)
        if value.startswith(STEP):
            return await begin_command(ctx, live, parse_request(value.removeprefix(STEP)))
        if value.startswith(SPLIT):
            return await begin_command(ctx, live, Request("fire", unit=(value.removeprefix(SPLIT),)), in_one_form=True)
        if value.startswith(ODDS):
            return await open_odds_form(ctx, live, value.removeprefix(ODDS))
        if value.startswith(PAGE):
            return _page_reply(ctx, click, live, parse_number(value.removeprefix(PAGE)))
        return await handler(ctx, click, live, value)

    return handle_choice


@handles_click(CommandMenu)
@_handles_menu_options
async def choose_unit(ctx: Context, click: CommandMenu, live: ActiveGame, value: str) -> Reply:
    """Give the command, or the action in the option's value, to the chosen unit."""
    unit, _, action = value.partition("/")
    command = "act" if action.startswith(ACT) else click.command
    return await begin_command(ctx, live, Request(command, unit=(unit,), action=action.removeprefix(ACT) or None))


@handles_click(FoeMenu)
@_handles_menu_options
async def choose_foe(ctx: Context, click: FoeMenu, live: ActiveGame, value: str) -> Reply:
    """Give the command or action of the option against the chosen enemy, or against several."""
    command, _, target = value.partition("/")
    shot = Request(command, unit=(click.unit,), target=(target,) if target else ())
    if command.startswith(ACT):
        act = replace(shot, command="act", action=command.removeprefix(ACT), situation=(ASK_ME,))
        return await begin_command(ctx, live, act)
    return await begin_command(ctx, live, shot, in_one_form=not target)


@handles_click(UnitMenu)
@_handles_menu_options
async def choose_missing_unit(ctx: Context, click: UnitMenu, live: ActiveGame, value: str) -> Reply:
    return await begin_command(ctx, live, replace(click.request, unit=(value,)))


@handles_click(TargetMenu)
@_handles_menu_options
async def choose_missing_target(ctx: Context, click: TargetMenu, live: ActiveGame, value: str) -> Reply:
    return await begin_command(ctx, live, replace(click.request, target=(value,)))


@handles_click(ActMenu)
@_handles_menu_options
async def choose_action(ctx: Context, click: ActMenu, live: ActiveGame, value: str) -> Reply:
    return await begin_command(ctx, live, Request(value[1:]) if value.startswith("/") else Request("act", action=value))


def _page_reply(ctx: Context, click: EntryId, live: ActiveGame, page: int) -> Reply:
    """Show another page of the clicked menu."""
    words = ctx.me.at(live.board)
    match click:
        case UnitMenu(request=base) | TargetMenu(request=base):
            require_command(ctx, live, base)
            name = "unit" if isinstance(click, UnitMenu) else "target"
            return menu_reply(words, live, base, name, form_options(words, live, base, name), page)
        case FoeMenu(unit=unit):
            require_command(ctx, live, Request("fire", unit=(unit,)))
            options = foe_options(words, live.board, live.game.units[unit])
            menu = menu_of_units(words, click, words.say("Which target?"), options, page)
        case CommandMenu(command=command):
            options = acting_options(words, live.board, command)
            menu = menu_of_units(words, click, words.say("Which unit?"), options, page)
        case _:
            raise Refusal(OTHER_VERSION)
    shown, clicked = ctx.interaction.message, (ctx.interaction.data or {}).get("custom_id")
    items: Items = (menu,)
    if shown is not None and is_private(ctx):  # the other controls of the message stay
        controls = discord.ui.View.from_message(shown).children
        items = tuple(menu if getattr(one, "custom_id", "") == clicked else one for one in controls)
    return choice_reply(words, *items)


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
    end = EndGameButton(live.info.id).button(words.plain.say("End the game …"))
    looks = (*review_buttons(words, live.info.id), luck_button(words, live.info.id))
    further = (clock_button(words, live), seal_button(words, live), table_button(words, live), end)
    buttons = (*card_menu(ctx, live), actions, *looks, *further)
    return choice_reply(words, *buttons, title=words.say("More"), helper=PANEL)


@handles_click(ShowControls, private=True)
async def show_controls(ctx: Context, click: ShowControls) -> Reply:
    """Show the current controls."""
    return await controls_reply(ctx, await require_current_game(ctx, click))


@handles_click(ShowNextSteps, private=True)
async def show_next_steps(ctx: Context, click: ShowNextSteps) -> Reply:
    """Show the current next steps: those of the unit that has just acted, then the units that may act."""
    live = await require_current_game(ctx, click)
    last = await ctx.services.record.entries.last(live.info.id, 1, Wanted(), live.game.undone)
    words = ctx.me.at(live.board)
    row = await asyncio.to_thread(controls_below, words, live, last[-1], ()) if last else ()
    return Reply(words.say("Controls"), private=True, unrecorded=True, buttons=row, helper=CONTROLS)


async def controls_reply(ctx: Context, live: ActiveGame) -> Reply:
    """Return the current controls, and the buttons that change the caller's dice."""
    words, player = ctx.me.at(live.board), live.game.players.get(ctx.caller.id)
    dice = tuple(dice_buttons(words.plain, live, player and player.side)) if is_played(live) else ()
    row = await asyncio.to_thread(control_row, words, live, len(dice))
    return Reply(words.say("Controls"), private=True, unrecorded=True, buttons=(*row, *dice), helper=CONTROLS)


@handles_click(UndoLast)
@require_current_state
async def undo_last(ctx: Context, click: UndoLast, live: ActiveGame) -> Reply:
    """Undo the last valid entry."""
    call = ctx.call._replace(as_of=live.game.number)
    return await outcome_reply(ctx, ctx.services.corrections.undo(call, says_first=True))
