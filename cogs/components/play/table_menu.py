"""The page of the table (units, objects, seats), and unit cards with their orders, by clicks."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.game.people import knows, may_command, side_played_by
from bot.game.registry import ActiveGame
from cogs.components import controls
from cogs.components.play import control_row, next_controls, unit_menu
from cogs.components.play.figure_buttons import figure_controls
from cogs.components.play.object_menu import object_menu
from cogs.components.play.seals import sealed_place_controls
from cogs.components.play.stale_controls import require_current_game
from cogs.components.play.unit_changes import changes_button
from cogs.components.setup.seats import empty_seat_buttons
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import PANEL, Reply
from cogs.rendering.text import Reader
from cogs.rendering.units import unit_reply
from rules.command import next_steps
from rules.command.legality import Legality
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.text import Sentence, Text
from rules.kit.reserves import terms_text


class ShowTable(controls.GameId, what="ontable"):
    """A button that shows the units and the objects on the table."""


class CardMenu(controls.MenuId, controls.EntryId, what="card"):
    """The menu of units whose card can be shown."""


def table_button(words: Reader, live: ActiveGame) -> controls.Control:
    return ShowTable(live.info.id).button(words.plain.say("Table …"))


@controls.handles_click(ShowTable, private=True)
async def show_table(ctx: Context, click: ShowTable) -> Reply:
    """Show the menus of units and of objects on the table, and the sides without a player."""
    live = await require_current_game(ctx, click)
    words = ctx.me.at(live.board)
    text = words.say("Unit cards, objects on the table and seats.")
    seats = empty_seat_buttons(words.plain, live) if control_row.is_played(live) else ()
    shown = (*card_menu(ctx, live), object_menu(words, live), *seats)
    return Reply(text=text, private=True, unrecorded=True, buttons=shown, helper=PANEL)


def card_menu(ctx: Context, live: ActiveGame, about: CardMenu | None = None, page: int = 0) -> controls.Items:
    """Return the menu of units whose cards have their orders, the caller's own first; none if there are no units."""
    words, side = ctx.me.at(live.board), side_played_by(live.game, ctx.caller.id)
    units = sorted(live.game.all_units.values(), key=lambda unit: (not unit.alive, unit.side != side))
    options = [unit_menu.unit_option(words, live.board, one) for one in units]
    title = words.plain.say("A unit and its orders …")
    menu = unit_menu.menu_of_units(words, about or CardMenu(*live.at), title, options, page)
    return (menu,) if units else ()


# The card of a unit.


@controls.handles_click(CardMenu, private=True)
async def choose_card(ctx: Context, click: CardMenu) -> Reply:
    """Show the card of the chosen unit, or another page of the menu."""
    live, value = await require_current_game(ctx, click), controls.chosen_option(ctx)
    if value.startswith(unit_menu.PAGE):
        menu = card_menu(ctx, live, click, controls.parse_number(value.removeprefix(unit_menu.PAGE)))
        return Reply(text=ctx.me.say("Which unit?"), private=True, unrecorded=True, buttons=menu, helper=PANEL)
    card = await card_reply(ctx, live, controls.require_value(live.game.all_units.get(value)))
    menus = sum(isinstance(one, controls.ChoiceMenu) for one in card.buttons)
    has_room = menus + -(-(len(card.buttons) - menus) // 5) < limits.ROWS
    return replace(card, buttons=(*card.buttons, *(card_menu(ctx, live) if has_room else ())), helper=PANEL)


async def card_reply(ctx: Context, live: ActiveGame, unit: Unit) -> Reply:
    """Return the card of a unit, with its possible actions as buttons."""
    steps = await asyncio.to_thread(unit_controls, ctx.me, live, unit)
    place, buttons = await sealed_place_controls(ctx, live, unit)
    figures = figure_controls(ctx.me, live, unit, ctx.caller.id) if unit.id in live.game.units else ()
    buttons = (*buttons, *figures, *changes_button(ctx, live, unit))
    shown = unit_reply(ctx.me, live.board, unit, (*steps, *buttons))
    reserve = live.game.reserves.get(unit.id)
    if reserve is not None and knows(live.board, ctx.caller.id, unit):
        place = (ctx.me(Sentence(Text("in reserve: {terms}", terms=terms_text(live.board, reserve)))), *place)
    return replace(shown, text="\n".join((shown.text, *place)))


def unit_controls(words: Reader, live: ActiveGame, unit: Unit) -> controls.Items:
    """Return the current actions of a unit: its activation if possible, and all its steps, some of them in a menu.

    A reader who may not command the unit gets none.
    """
    board, at, game = live.board, live.at, live.game
    can_act = control_row.is_played(live) and unit.id in game.units and unit.alive
    if not can_act or words.reader is None or not may_command(game, words.reader, unit):
        return ()
    activate = board.system.commands.get("activate")
    steps = next_steps.unit_steps(board, unit)
    if activate is not None and activate.offered and next_steps.best_use(board, "activate", unit) is Legality.OK:
        request = Request("activate", unit=(unit.id,), side=unit.side)
        steps = [next_steps.Step(activate.title, request, Legality.OK), *steps]
    buttons = tuple(control_row.step_button(words.at(board), step, at) for step in steps[: next_controls.MOST_SHOWN])
    further = [
        *(unit_menu.step_option(words, board, step) for step in steps[next_controls.MOST_SHOWN :]),
        *unit_menu.fire_options(words, board, steps),
    ]
    if not further:
        return buttons
    called = words.plain.at(board)(Text("Next: {unit} …", unit=unit.ref))
    return (*buttons, control_row.CommandMenu(*at, "").menu(limits.first_choices(further), called))
