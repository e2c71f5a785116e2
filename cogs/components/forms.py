"""Forms, and their fields for text and choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from cogs.components.controls import ControlId, MenuOption
from cogs.interactions import limits
from cogs.rendering.text import Reader
from rules.kernel.text import Heading, Text

Label = discord.ui.Label[Any]


def new_form(title: str, about: ControlId, *fields: Label) -> discord.ui.Modal:
    """Return a form with as many of the fields as fit; a title that is too long is cut."""
    form = discord.ui.Modal(title=limits.shorten(title, limits.MODAL_TITLE), custom_id=about.id, timeout=None)
    for field in fields[: limits.MODAL_FIELDS]:
        form.add_item(field)
    return form


def text_field(
    words: Reader,
    id: str,
    title: Text,
    most: int,
    default: str = "",
    hint: Text | None = None,
    *,
    needed: bool = True,
    long: bool = False,
    placeholder: str | None = None,
) -> Label:
    """Return a field for at most `most` characters, with several lines if it is `long`."""
    style = discord.TextStyle.paragraph if long else discord.TextStyle.short
    field = discord.ui.TextInput[Any](
        custom_id=id, style=style, max_length=most, required=needed, default=default or None, placeholder=placeholder
    )
    return _label_field(words, title, field, hint)


def menu_field(
    words: Reader,
    id: str,
    title: Text,
    options: Sequence[MenuOption],
    selected: Sequence[str],
    most: int,
    needed: bool = True,
    hint: Text | None = None,
) -> Label:
    """Return a menu as a field of a form; options in `selected` are preselected."""
    shown = [one.to_select_option() for one in limits.first_choices(options)]
    for one in shown:
        one.default = one.value in selected
    field = discord.ui.Select[Any](
        custom_id=id, options=shown, min_values=int(needed), max_values=min(most, len(shown)), required=needed
    )
    return _label_field(words, title, field, hint)


def story_field(words: Reader, id: str, most: int, text: str = "") -> Label:
    """Return the field for a text in the story of a game or a campaign."""
    hint = Text("A line or a short paragraph; all players can read it.")
    return text_field(words, id, Text("In your words"), most, limits.shorten(text, most), hint, long=True)


def _label_field(words: Reader, title: Text, field: Any, hint: Text | None) -> Label:
    about = limits.shorten(words(hint), limits.DESCRIPTION_OF_FIELD) if hint else None
    return discord.ui.Label(
        text=limits.shorten(words(Heading(title)), limits.MODAL_LABEL), component=field, description=about
    )
