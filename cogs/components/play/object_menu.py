"""Objects on the table by clicks: placed, removed, and held as objectives."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from string import ascii_uppercase

from bot.errors import Refusal
from bot.game.registry import ActiveGame
from bot.services.play.table_objects import KINDS, MOST_THINGS
from cogs.components import controls
from cogs.components.forms import Form, text_field
from cogs.components.play.outcome import show_result
from cogs.components.play.stale_controls import require_current_game
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.interactions.options import parse_lengths
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.command.choices import distance_examples
from rules.game.tabletop import TableObject
from rules.kernel.text import Heading, Term, Text

MOST_RADIUS = 100
"""Largest radius in inches."""
_MOST_TURNS = 100
_NAME, _RADIUS, _TURNS = "name", "radius", "turns"
_PLACE, _HOLD, _FREE, _OFF = "place", "hold", "free", "off"


class ObjectMenu(controls.MenuId, controls.EntryId, what="thing"):
    """The menu of actions on objects."""


class ObjectForm(controls.GameId, what="thingform"):
    """The form for placing an object."""

    kind: str


def object_menu(words: Reader, live: ActiveGame) -> controls.ChoiceMenu:
    """Return the menu of the possible actions on objects."""
    options = limits.first_choices(list(_object_actions(words, live)))
    return ObjectMenu(*live.at).menu(options, words.plain.say("Objects …"))


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
    radius, label = parse_radius(far[0] if far else Decimal(0)), name.strip()
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
