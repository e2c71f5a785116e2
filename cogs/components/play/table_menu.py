"""Units and objects on the table by clicks: unit cards, placing and removing objects, and holders of objectives."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from string import ascii_uppercase

from bot.errors import Refusal
from bot.game.people import knows, may_command
from bot.game.registry import ActiveGame
from bot.services.play.table_objects import KINDS, MOST_THINGS
from cogs.components import controls
from cogs.components.forms import Form, text_field
from cogs.components.play import control_row, next_controls, unit_menu
from cogs.components.play.figure_buttons import figure_controls
from cogs.components.play.outcome import show_result
from cogs.components.play.seals import sealed_place_controls
from cogs.components.play.stale_controls import require_current_game
from cogs.components.play.unit_changes import changes_button
from cogs.components.setup.seats import empty_seat_buttons
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.interactions.options import parse_lengths
from cogs.rendering.reply import PANEL, Reply
from cogs.rendering.text import Reader
from cogs.rendering.units import unit_reply
from rules.command import next_steps
from rules.command.choices import distance_examples
from rules.command.legality import Legality
from rules.game.tabletop import TableObject
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.text import Heading, Sentence, Term, Text
from rules.kit.reserves import terms_text

MOST_RADIUS = 100
"""Largest radius in inches."""
_MOST_TURNS = 100
_NAME, _RADIUS, _TURNS = "name", "radius", "turns"
_PLACE, _HOLD, _FREE, _OFF = "place", "hold", "free", "off"


class ShowTable(controls.GameId, what="ontable"):
    """A button that shows the units and the objects on the table."""


class CardMenu(controls.MenuId, controls.EntryId, what="card"):
    """The menu of units whose card can be shown."""


class ObjectMenu(controls.MenuId, controls.EntryId, what="thing"):
    """The menu of actions on objects."""


class ObjectForm(controls.GameId, what="thingform"):
    """The form for placing an object."""

    kind: str


def table_button(words: Reader, live: ActiveGame) -> controls.Control:
    return ShowTable(live.info.id).button(words.plain.say("Table …"))


@controls.handles_click(ShowTable, private=True)
async def show_table(ctx: Context, click: ShowTable) -> Reply:
    """Show the menus of units and of objects on the table, and the sides without a player."""
    live = await require_current_game(ctx, click)
    words, options = ctx.me.at(live.board), limits.first_choices(list(_object_actions(ctx.me.at(live.board), live)))
    things = ObjectMenu(*live.at).menu(options, words.plain.say("Objects …"))
    text = words.say("Unit cards, objects on the table and seats.")
    seats = empty_seat_buttons(words.plain, live) if control_row.is_played(live) else ()
    shown = (*card_menu(ctx, live), things, *seats)
    return Reply(text=text, private=True, unrecorded=True, buttons=shown, helper=PANEL)


def card_menu(ctx: Context, live: ActiveGame) -> controls.Items:
    """Return the menu of units whose cards have their orders, the caller's own first; none if there are no units."""
    words = ctx.me.at(live.board)
    units = [unit_menu.unit_option(words, live.board, unit) for unit in _own_units_first(ctx, live)]
    about = CardMenu(*live.at)
    return (unit_menu.menu_of_units(words, about, words.plain.say("A unit and its orders …"), units),) if units else ()


def _own_units_first(ctx: Context, live: ActiveGame) -> Sequence[Unit]:
    player = live.game.players.get(ctx.caller.id)
    side = player.side if player else None
    return sorted(live.game.all_units.values(), key=lambda unit: (not unit.alive, unit.side != side))


def _object_actions(words: Reader, live: ActiveGame) -> Iterator[controls.MenuOption]:
    """Yield the possible actions on objects; the holders of objectives come first."""
    plain = words.plain
    for label, thing in live.game.things.items():
        if thing.kind == "objective":
            for side in live.game.sides:
                if side != thing.holder:
                    label_text = plain.say("{label} is held by {holder}", label=label, holder=side)
                    yield controls.MenuOption(
                        label_text, "|".join((_HOLD, controls.mark_of(label), controls.mark_of(side)))
                    )
            if thing.holder:
                yield controls.MenuOption(
                    plain.say("{label} is free", label=label), f"{_FREE}|{controls.mark_of(label)}"
                )
    for kind in KINDS:
        yield controls.MenuOption(plain.say("Place: {kind}", kind=Term(kind)), f"{_PLACE}|{kind}")
    for label, thing in live.game.things.items():
        label_text = Heading(Text("{kind} {label} is removed", kind=Term(thing.kind), label=label))
        yield controls.MenuOption(plain(label_text), f"{_OFF}|{controls.mark_of(label)}")


# The card of a unit.


@controls.handles_click(CardMenu, private=True)
async def choose_card(ctx: Context, click: CardMenu) -> Reply:
    """Show the card of the chosen unit, or another page of the menu."""
    live, value = await require_current_game(ctx, click), controls.chosen_option(ctx)
    if value.startswith(unit_menu.PAGE):
        words = ctx.me.at(live.board)
        units = [unit_menu.unit_option(words, live.board, unit) for unit in _own_units_first(ctx, live)]
        page = controls.parse_number(value.removeprefix(unit_menu.PAGE))
        menu = unit_menu.menu_of_units(words, click, words.plain.say("A unit and its orders …"), units, page)
        return Reply(text=words.say("Which unit?"), private=True, unrecorded=True, buttons=(menu,), helper=PANEL)
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


# Objects.


@controls.handles_click(ObjectMenu)
async def choose_object_action(ctx: Context, click: ObjectMenu) -> Reply:
    """Carry out the chosen action; to place an object, open its form."""
    live = await require_current_game(ctx, click)
    what, _, about = controls.chosen_option(ctx).partition("|")
    if what == _PLACE and about in KINDS:
        return _object_form(ctx.me.at(live.board), live, about).reply(ctx)
    mark, _, whose = about.partition("|")
    label, side = controls.find_by_mark(mark, live.game.things), controls.find_by_mark(whose, live.game.sides)
    objects = ctx.services.table_objects
    if what == _HOLD and label and side:
        return show_result(ctx, await objects.hold(ctx.call, label, side))
    if what == _FREE and label:
        return show_result(ctx, await objects.free(ctx.call, label))
    if what == _OFF and label:
        return show_result(ctx, await objects.take_off(ctx.call, label))
    raise Refusal(controls.OTHER_VERSION)


def _object_form(words: Reader, live: ActiveGame, kind: str) -> Form:
    """Return the form for an object: its name, and unless it is a point, its radius and duration."""
    taken = {label.casefold() for label in live.game.things}
    free = next(name for name in map(str, (*ascii_uppercase, *range(1, MOST_THINGS))) if name.casefold() not in taken)
    fields = [text_field(_NAME, Text("Name"), 60, free)]
    if kind != "objective":
        examples, turns = Heading(distance_examples(live.board.ruler)), Text("For how many turns")
        fields.append(text_field(_RADIUS, Text("Radius"), 10, hint=examples, needed=False))
        fields.append(text_field(_TURNS, turns, 10, hint=Text("Empty: permanent."), needed=False))
    return Form(words, Text("Place: {kind}", kind=Term(kind)), ObjectForm(live.info.id, kind), fields)


@controls.handles_form(ObjectForm)
async def place_object(ctx: Context, form: ObjectForm) -> Reply:
    """Place the object of the form; raise Refusal or BadFacts for invalid input."""
    live, (name, size, turns) = await require_current_game(ctx, form), map(ctx.submitted_text, (_NAME, _RADIUS, _TURNS))
    if form.kind not in KINDS:
        raise Refusal(controls.OTHER_VERSION)
    far = parse_lengths(size.strip(), live.board.ruler)
    radius, label = parse_radius(far[0] if far else Decimal(0)), name.strip()[:60]
    turns = turns.strip()
    if turns and not (turns.isascii() and turns.isdecimal() and 1 <= int(turns) <= _MOST_TURNS):
        raise Refusal(Text("For how many turns? 1 to {most}.", most=_MOST_TURNS))
    thing = TableObject(kind=form.kind, label=label, radius=radius, turns=int(turns) if turns else None)
    return show_result(ctx, await ctx.services.table_objects.place(ctx.call, thing))


def parse_radius(inches: Decimal) -> float:
    """Return a radius as a float; raise Refusal if it exceeds the maximum."""
    if inches > MOST_RADIUS:
        raise Refusal(Text("Radius: at most {most}″.", most=MOST_RADIUS))
    return float(inches)
