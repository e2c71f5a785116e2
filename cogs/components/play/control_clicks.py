"""Clicks on the controls of the board and of the newest result: choose a unit, take a step, send a form, split fire."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine
from dataclasses import replace
from typing import Any, TypeVar

import discord

from bot.errors import Refusal
from bot.game.people import knows, side_played_by
from bot.game.permissions import require_commander
from bot.game.registry import ActiveGame
from bot.store.pasts import Wanted
from cogs.components.controls import (
    OTHER_VERSION,
    Does,
    EntryId,
    Items,
    MenuOption,
    chosen_option,
    handles_click,
    parse_number,
    parse_request,
)
from cogs.components.modals import form_reply
from cogs.components.play.board_row import OpenCommandMenu
from cogs.components.play.clock import clock_button
from cogs.components.play.control_row import (
    ALL,
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
    controls_below,
    is_played,
    unit_menu,
)
from cogs.components.play.odds_clicks import ChangeShot, OddsForm, changed_odds_reply
from cogs.components.play.order_form import DICE_LENGTH, FormPrefill, OrderForm, form_options, order_form
from cogs.components.play.outcome import carry_out_clicked, luck_button, outcome_reply, review_buttons
from cogs.components.play.recall import earlier_facts
from cogs.components.play.seals import seal_button
from cogs.components.play.shot_menus import SetShotOption, set_shot_option
from cogs.components.play.stale_controls import require_current_game, require_current_state
from cogs.components.play.table_menu import card_menu, table_button
from cogs.components.play.unit_menu import ACT, ODDS, PAGE, SPLIT, STEP, acting_options, foe_options, menu_of_units
from cogs.components.setup.setup_wizard import dice_buttons
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.interactions.delivery import is_private
from cogs.rendering.reply import CONTROLS, MENU, PANEL, Reply
from cogs.rendering.text import Reader
from rules.command.next_steps import command_of, fill_only_choice, is_shot, sort_targets
from rules.command.order import Command
from rules.kernel.facts import MissingFacts
from rules.kernel.request import ASK_ME, Request
from rules.kernel.text import Text

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


@handles_click(OpenCommandMenu, private=True)
@require_current_state
async def open_command_menu(ctx: Context, click: OpenCommandMenu, live: ActiveGame) -> Reply:
    """Show the menu of units for a command, the likeliest first."""
    menu = await asyncio.to_thread(unit_menu, ctx.me, live.board, click.command, (click.game, click.number))
    if menu is None:
        raise Refusal(OTHER_VERSION)
    return Reply(text=ctx.me.say("Choose from the menu."), private=True, unrecorded=True, buttons=(menu,), helper=MENU)


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


async def begin_command(ctx: Context, live: ActiveGame, request: Request, in_one_form: bool = False) -> Reply:
    """Carry out a complete command, or ask for the missing facts of an incomplete one.

    With `in_one_form`, the form opens even if it can only list the likeliest of many targets.
    """
    command, side = require_command(ctx, live, request), side_played_by(live.game, ctx.caller.id)
    request = fill_only_choice(live.board, replace(request, side=side))
    require_command_right(ctx, live, request)
    missing = [name for name in command.needs if getattr(request, name) in (None, ())]
    if not missing and not is_shot(live.board, request):
        return await carry_out_clicked(ctx, live, request)
    return await ask_for_facts(ctx, live, request, missing, in_one_form)


def require_command(ctx: Context, live: ActiveGame, request: Request) -> Command:
    """Return the command of a control; raise Refusal if its units are gone or the caller may not command them.

    The check comes before a form opens, because clients may send any id and the form shows the abilities of a unit.
    """
    command = command_of(live.board, request)
    if command is None or not {*request.unit, *request.target} <= set(live.game.units):
        raise Refusal(OTHER_VERSION)
    require_command_right(ctx, live, request)
    return command


def require_command_right(ctx: Context, live: ActiveGame, request: Request) -> None:
    """Raise Refusal unless the caller may give commands to the units."""
    for id in request.unit:
        require_commander(live.game, ctx.caller, live.game.units[id].side, id)


async def open_odds_form(ctx: Context, live: ActiveGame, unit: str) -> Reply:
    """Open the form of a unit's shot, which shows its odds and rolls nothing."""
    base = Request("fire", unit=(unit,))
    require_command(ctx, live, base)
    request = fill_only_choice(live.board, replace(base, side=side_played_by(live.game, ctx.caller.id)))
    missing = [] if request.target else ["target"]
    return await ask_for_facts(ctx, live, request, missing, for_odds=True)


async def ask_for_facts(
    ctx: Context,
    live: ActiveGame,
    base: Request,
    missing: list[str],
    in_one_form: bool = False,
    for_odds: bool = False,
) -> Reply:
    """Open the form of a command or of its odds; if a form cannot list all units, show their menu first."""
    words = ctx.me.at(live.board)
    for name in ("unit", "target"):
        options = form_options(words, live, base, name) if name in missing else []
        if len(options) > limits.CHOICES and not (in_one_form or for_odds):
            return _menu_reply(words, live, base, name, options)
    command = command_of(live.board, base)
    prefill = FormPrefill(base) if command and command.anybody else await earlier_facts(ctx, live, base)
    prefill = prefill._replace(several=in_one_form)
    if base.command in ("fire", "assault") and "target" in missing and base.unit:
        prefill = await _add_odds(ctx, live, prefill)
    about = OddsForm.at((live.info.id, live.game.number), replace(base, side=None)) if for_odds else None
    title = Text("Odds") if for_odds else None
    return form_reply(ctx, await asyncio.to_thread(order_form, words, live, base, prefill, about, title))


@handles_click(SetShotOption, private=True)
@require_current_state
async def choose_shot_option(ctx: Context, click: SetShotOption, live: ActiveGame) -> Reply:
    """Set an option of a shot, and show the new odds in the same message."""
    require_command(ctx, live, click.request)
    request = await set_shot_option(ctx, live, click, chosen_option(ctx))
    try:
        return await changed_odds_reply(ctx, live, request)
    except MissingFacts as missing:
        return await _shot_form(ctx, live, request, request, {ask.option for ask in missing.asks})


@handles_click(ChangeShot, private=True)
@require_current_state
async def change_shot(ctx: Context, click: ChangeShot, live: ActiveGame) -> Reply:
    """Open the form of a shot, prefilled with its current options."""
    require_command(ctx, live, click.request)
    return await _shot_form(ctx, live, Request(click.request.command, unit=click.request.unit), click.request)


async def _shot_form(
    ctx: Context, live: ActiveGame, base: Request, request: Request, only: Collection[str] = ()
) -> Reply:
    """Return the form for the odds of a shot, prefilled from `request`.

    It asks for the facts that `base` lacks, or `only` for some of them.
    """
    about, prefill = OddsForm.at((live.info.id, live.game.number), base), FormPrefill(request, request.target)
    words = ctx.me.at(live.board)
    return form_reply(ctx, await asyncio.to_thread(order_form, words, live, base, prefill, about, Text("Odds"), only))


async def form_for_target(ctx: Context, live: ActiveGame, base: Request, dice: str, for_odds: bool) -> Reply | None:
    """Return the form of a typed command without a target, prefilled with its `dice` and all other input.

    Return None if the command is complete, or too long for the id of a form.
    """
    require_command(ctx, live, base)
    at, one = (live.info.id, live.game.number), fill_only_choice(live.board, base)
    command = command_of(live.board, base)
    complete = command is None or not [name for name in command.needs if getattr(one, name) in (None, ())]
    about = (OddsForm if for_odds else OrderForm).at(at, base)
    if complete or not about.fits or len(dice) > DICE_LENGTH:
        return None
    words, prefill = ctx.me.at(live.board), await earlier_facts(ctx, live, base)
    typed = replace(
        prefill.request, distance=base.distance or prefill.request.distance, cover=base.cover or prefill.request.cover
    )
    prefill = prefill._replace(request=typed, recalled=not (base.distance or base.cover), dice=dice)
    prefill = await _add_odds(ctx, live, prefill)
    title = Text("Odds") if for_odds else None
    form = await asyncio.to_thread(order_form, words, live, base, prefill, about if for_odds else None, title)
    return form_reply(ctx, form)


async def _add_odds(ctx: Context, live: ActiveGame, prefill: FormPrefill) -> FormPrefill:
    """Add the odds of a shot at each target; keep the last target first, and sort the others by warnings and odds."""
    ids = tuple(id for id in prefill.likely if knows(live.board, ctx.caller.id, live.game.units[id]))
    chances = await ctx.services.odds.chances_at_targets(live, prefill.request, ids)
    first = prefill.request.target[:1]
    others = [id for id in prefill.likely if id not in first]
    others.sort(key=lambda id: -chances[id].worth if id in chances else 1)
    best = await asyncio.to_thread(sort_targets, live.board, replace(prefill.request, target=()), others)
    return prefill._replace(likely=(*first, *best), chances=chances)


def _menu_reply(
    words: Reader, live: ActiveGame, base: Request, name: str, options: list[MenuOption], page: int = 0
) -> Reply:
    about = (UnitMenu if name == "unit" else TargetMenu).at((live.info.id, live.game.number), base)
    title = words.say("Which unit?") if name == "unit" else words.say("Which target?")
    menu = menu_of_units(words, about, title, options, page)
    return Reply(title, words.say("Choose from the menu."), private=True, unrecorded=True, buttons=(menu,), helper=MENU)


def _page_reply(ctx: Context, click: EntryId, live: ActiveGame, page: int) -> Reply:
    """Show another page of the clicked menu."""
    words = ctx.me.at(live.board)
    match click:
        case UnitMenu(request=base) | TargetMenu(request=base):
            require_command(ctx, live, base)
            name = "unit" if isinstance(click, UnitMenu) else "target"
            return _menu_reply(words, live, base, name, form_options(words, live, base, name), page)
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
    return Reply(text=words.say("Choose from the menu."), private=True, unrecorded=True, buttons=items, helper=MENU)


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
    actions = act_menu(words, live.board, (live.info.id, live.game.number))
    title, end = words.say("More"), EndGameButton(live.info.id).button(words.plain.say("End the game …"))
    looks = (*review_buttons(words, live.info.id), luck_button(words, live.info.id))
    further = (clock_button(words, live), seal_button(words, live), table_button(words, live), end)
    buttons = (*card_menu(ctx, live), actions, *looks, *further)
    return Reply(
        title, words.say("Choose from the menu."), private=True, unrecorded=True, buttons=buttons, helper=PANEL
    )


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
    return await outcome_reply(ctx, ctx.services.corrections.undo(ctx.call, as_of=live.game.number, says_first=True))
