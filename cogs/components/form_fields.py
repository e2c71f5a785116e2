"""The fields of the forms of commands: menus with what was said before, and how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import discord

from bot.game.registry import ActiveGame
from cogs.components.controls import Option
from cogs.components.modals import Label
from cogs.interactions import limits
from cogs.interactions.options import written
from cogs.rendering.text import Reader
from rules.command.movement import Band
from rules.command.parsing import how_written
from rules.kernel.lengths import Ruler
from rules.kernel.request import Request
from rules.kernel.text import Heading, Text, inch

DISTANCE, DICE = "distance", "dice"


def distance_field(
    words: Reader, live: ActiveGame, base: Request, request: Request, needed: bool, hint: Text | None = None
) -> Label:
    """How far it is: a choice of bands where the system tells no more apart, else inches or centimetres; `hint` says
    how, where one number is not enough.
    """
    found = bands_of(live, base)
    if found and len(set(request.distance)) <= 1:
        return band_field(words, DISTANCE, Text("Distance"), found, request.distance[:1], needed)
    field = discord.ui.TextInput[Any](
        custom_id=DISTANCE,
        max_length=100,
        required=needed,
        default=written(request.distance, live.board.ruler) or None,
    )
    return labelled(words, Text("Distance"), field, hint or _hint(live.board.ruler))


def dice_field(words: Reader) -> Label:
    """One's own dice, if they are thrown already; else they are asked for when it is known how many there are."""
    field = discord.ui.TextInput[Any](custom_id=DICE, max_length=200, required=False)
    return labelled(words, Text("My dice, if thrown already"), field, Text("Faces like 5 2 6 4; empty: you are asked."))


def bands_of(live: ActiveGame, base: Request) -> Sequence[Band]:
    """The bands of a shot; none for anything else, or where it is measured."""
    if base.command != "fire" or len(base.unit) != 1:
        return ()
    return live.system.bands(live.board, live.game.units[base.unit[0]])


def band_field(
    words: Reader, id: str, title: Text, found: Sequence[Band], given: Sequence[Decimal], needed: bool = True
) -> Label:
    """A menu of bands; the value of each is a distance in it, in inches whatever the table measures in."""
    options = [Option(words(_band(one)), f"{one.inches:f}in") for one in found]
    chosen = [f"{one.inches:f}in" for one in found if given and one.holds(given[0])]
    return menu_field(words, id, title, options, chosen, 1, needed)


def _band(band: Band) -> Text:
    low, high = inch(band.low), inch(band.high)
    if not band.low:
        return Text("Under {high}", high=high) if band.at_least else Text("Up to {high}", high=high)
    if band.at_least:
        return Text("{low} to under {high}", low=low, high=high)
    return Text("Over {low}, up to {high}", low=low, high=high)


def _hint(ruler: Ruler) -> Text:
    how = Heading(how_written(ruler))
    return Text("{how}; for several targets {one:″}/{other:″}", how=how, one=12, other=18)


def menu_field(
    words: Reader,
    id: str,
    title: Text,
    options: Sequence[Option],
    given: Sequence[str],
    most: int,
    needed: bool = True,
    hint: Text | None = None,
) -> Label:
    """A menu in a form; what was given before is chosen already."""
    shown = [one.shown() for one in limits.choices(options)]
    for one in shown:
        one.default = one.value in given
    field = discord.ui.Select[Any](
        custom_id=id, options=shown, min_values=int(needed), max_values=min(most, len(shown)), required=needed
    )
    return labelled(words, title, field, hint)


def labelled(words: Reader, title: Text, field: Any, hint: Text | None = None) -> Label:
    about = limits.short(words(hint), limits.DESCRIPTION_OF_FIELD) if hint else None
    return discord.ui.Label(
        text=limits.short(words(Heading(title)), limits.MODAL_LABEL), component=field, description=about
    )
