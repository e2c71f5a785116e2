"""Clicks on menus of units, targets and actions, and on the options that any of these menus may have."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeVar

import discord

from bot.errors import Refusal
from bot.game.registry import ActiveGame
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
from cogs.components.play import unit_menu
from cogs.components.play.command_forms import begin_command, menu_reply, open_odds_form
from cogs.components.play.control_clicks import controls_reply
from cogs.components.play.control_row import ActMenu, CommandMenu, FoeMenu, TargetMenu, UnitMenu
from cogs.components.play.next_controls import ALL
from cogs.components.play.stale_controls import require_command, require_current_state
from cogs.components.play.target_fields import form_options
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering.reply import Reply, choice_reply
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
        if value.startswith(unit_menu.STEP):
            return await begin_command(ctx, live, parse_request(value.removeprefix(unit_menu.STEP)))
        if value.startswith(unit_menu.SPLIT):
            return await begin_command(
                ctx, live, Request("fire", unit=(value.removeprefix(unit_menu.SPLIT),)), in_one_form=True
            )
        if value.startswith(unit_menu.ODDS):
            return await open_odds_form(ctx, live, value.removeprefix(unit_menu.ODDS))
        if value.startswith(unit_menu.PAGE):
            return _page_reply(ctx, click, live, parse_number(value.removeprefix(unit_menu.PAGE)))
        return await handler(ctx, click, live, value)

    return handle_choice


@handles_click(CommandMenu)
@_handles_menu_options
async def choose_unit(ctx: Context, click: CommandMenu, live: ActiveGame, value: str) -> Reply:
    """Give the command, or the action in the option's value, to the chosen unit."""
    unit, _, action = value.partition("/")
    command = "act" if action.startswith(unit_menu.ACT) else click.command
    return await begin_command(
        ctx, live, Request(command, unit=(unit,), action=action.removeprefix(unit_menu.ACT) or None)
    )


@handles_click(FoeMenu)
@_handles_menu_options
async def choose_foe(ctx: Context, click: FoeMenu, live: ActiveGame, value: str) -> Reply:
    """Give the command or action of the option against the chosen enemy, or against several."""
    command, _, target = value.partition("/")
    shot = Request(command, unit=(click.unit,), target=(target,) if target else ())
    if command.startswith(unit_menu.ACT):
        act = replace(shot, command="act", action=command.removeprefix(unit_menu.ACT), situation=(ASK_ME,))
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
            options = unit_menu.foe_options(words, live.board, live.game.units[unit])
            menu = unit_menu.menu_of_units(words, click, words.say("Which target?"), options, page)
        case CommandMenu(command=command):
            options = unit_menu.acting_options(words, live.board, command)
            menu = unit_menu.menu_of_units(words, click, words.say("Which unit?"), options, page)
        case _:
            raise Refusal(OTHER_VERSION)
    shown, clicked = ctx.interaction.message, (ctx.interaction.data or {}).get("custom_id")
    items: Items = (menu,)
    if shown is not None and is_private(ctx):  # the other controls of the message stay
        controls = discord.ui.View.from_message(shown).children
        items = tuple(menu if getattr(one, "custom_id", "") == clicked else one for one in controls)
    return choice_reply(words, *items)
