"""Forms as values: a title, an id, and fields for texts and choices."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import discord

from bot.errors import Refusal
from cogs.components.controls import OTHER_VERSION, ControlId, MenuOption
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.reply import Reply, refusal_reply
from cogs.rendering.text import Reader
from rules.kernel.facts import Choice
from rules.kernel.text import Heading, Text

TOO_LATE = Text("The form opened too late. Try again.")
SITUATION, MANY, ALLIES = "situation", "many", "allies"
_PARTS_OF = {MANY: SITUATION, ALLIES: "target"}
"""Options with fields of their own: the count of a situation, and friendly units that fire at a target."""


def key_stem(key: str) -> str:
    """Return the first part of a field's key."""
    return key.partition(":")[0]


def option_of(key: str) -> str:
    """Return the option of a command that a field with the key fills in."""
    return _PARTS_OF.get(key_stem(key), key_stem(key))


class Field(NamedTuple):
    """A field for at most `most` characters, or a menu of `options` of which at most `most` may be chosen.

    The key begins with the option of a command that it fills in; further parts keep several fields of it apart.
    """

    key: str
    title: Text
    most: int
    default: tuple[str, ...] = ()
    options: Sequence[MenuOption | Choice] | None = None
    hint: Text | None = None
    needed: bool = True
    long: bool = False
    placeholder: str | None = None
    component: int | None = None
    """Discord's number of the field, if it is to be recognised."""

    def label(self, words: Reader) -> discord.ui.Label[Any]:
        """Return the field as Discord takes it; texts that are too long are cut."""
        about = limits.shorten(words(self.hint), limits.DESCRIPTION_OF_FIELD) if self.hint else None
        component = self._text_input() if self.options is None else self._menu(words, self.options)
        title = limits.shorten(words(Heading(self.title)), limits.MODAL_LABEL)
        return discord.ui.Label(text=title, component=component, description=about)

    def _text_input(self) -> discord.ui.TextInput[Any]:
        found = discord.ui.TextInput[Any](
            custom_id=self.key,
            style=discord.TextStyle.paragraph if self.long else discord.TextStyle.short,
            max_length=self.most,
            required=self.needed,
            default=" ".join(self.default) or None,
            placeholder=self.placeholder,
        )
        if self.component is not None:
            found.id = self.component
        return found

    def _menu(self, words: Reader, options: Sequence[MenuOption | Choice]) -> discord.ui.Select[Any]:
        shown = list[discord.SelectOption]()
        for one in limits.first_choices(options):
            option = one if isinstance(one, MenuOption) else MenuOption(words(Heading(one.label)), one.code)
            shown.append(option.to_select_option())
            shown[-1].default = option.value in self.default
        most = min(self.most, len(shown))
        return discord.ui.Select(
            custom_id=self.key, options=shown, min_values=int(self.needed), max_values=most, required=self.needed
        )


class Form(NamedTuple):
    """A form of at most five fields, for one reader."""

    words: Reader
    title: Text
    about: ControlId
    fields: Sequence[Field]
    shorter: Sequence[Text] = ()
    """Titles to use instead of one that is too long, from long to short."""

    def only(self, options: Collection[str]) -> Form:
        """Return the form without the fields of other options, unless none would remain."""
        return self._replace(fields=[one for one in self.fields if option_of(one.key) in options] or self.fields)

    def filled_in(self, typed: Mapping[str, Sequence[str]]) -> Form:
        """Return the form with the fields that are in `typed` prefilled; an empty text changes nothing."""
        filled = {key for key, values in typed.items() if any(values)}
        fields = [
            one._replace(default=tuple(typed[one.key]))
            if one.key in filled or (one.key in typed and one.options is not None)
            else one
            for one in self.fields
        ]
        return self._replace(fields=fields)

    def modal(self) -> discord.ui.Modal:
        """Return the form as Discord takes it, with as many fields as fit; the title is cut if none is short enough."""
        words = self.words.plain
        titles = [words(one) for one in (self.title, *self.shorter)]
        title = next((one for one in titles if len(one) <= limits.MODAL_TITLE), titles[0])
        title = limits.shorten(title, limits.MODAL_TITLE)
        modal = discord.ui.Modal(title=title, custom_id=self.about.id)
        for field in self.fields[: limits.MODAL_FIELDS]:
            modal.add_item(field.label(words))
        return modal

    def reply(self, ctx: Context) -> Reply:
        """Return the form as the answer; raise Refusal for a form without fields."""
        if not self.fields:
            raise Refusal(OTHER_VERSION)
        return replace(refusal_reply(ctx.me, Refusal(TOO_LATE)), form=self.modal())


def text_field(
    key: str, title: Text, most: int, default: str = "", hint: Text | None = None, *, needed: bool = True
) -> Field:
    """Return a field for a line of at most `most` characters."""
    return Field(key, title, most, (default,), hint=hint, needed=needed)


def menu_field(
    key: str,
    title: Text,
    options: Sequence[MenuOption | Choice],
    selected: Sequence[str] = (),
    most: int = 1,
    needed: bool = True,
    hint: Text | None = None,
) -> Field:
    """Return a menu in which options in `selected` are preselected."""
    return Field(key, title, most, tuple(selected), options, hint, needed)


def story_field(key: str, most: int, text: str = "") -> Field:
    """Return the field for a text in the story of a game or a campaign."""
    hint = Text("A line or a short paragraph; all players can read it.")
    return Field(key, Text("In your words"), most, (limits.shorten(text, most),), hint=hint, long=True)
