"""Buttons and menus as values: what a click does and what it is about stand in the id, so that it outlives a restart.

Nothing is done here. Every click arrives in `cogs/components/clicks.py`, which asks the record who may do what.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import MISSING, fields
from functools import partial
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, cast, get_type_hints

import discord

from bot.errors import Refusal
from cogs.interactions import limits
from cogs.interactions.context import Context, Interaction
from cogs.interactions.message import MARK, PREFIX
from cogs.rendering.reply import Reply
from rules.kernel.text import Text

_ID = re.compile(rf"{PREFIX}{MARK}:(?P<what>[a-z]+):(?P<about>.*)", re.DOTALL)
_BUTTON = f"{PREFIX}{MARK}:(?!menu:|choose:)[a-z]+:"
_NUMBER = re.compile("[0-9]{1,9}")
OTHER_VERSION = Text("This button is from another version of the bot; give the command again.")
STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "yes": discord.ButtonStyle.success,
    "risky": discord.ButtonStyle.danger,
}

Items = tuple[discord.ui.Item[Any], ...]
"""Controls as a message has them, in their order."""


class Click(NamedTuple):
    """What a control does, and what it is about."""

    what: str
    about: tuple[str, ...]

    @property
    def question(self) -> tuple[str, int]:
        """The id of the waiting command, and the step at which it stood; raises Refusal."""
        return self.about[0], number_of(self.part(1))

    @property
    def entry(self) -> tuple[str, int]:
        """The id of the game, and the number of the entry; raises Refusal."""
        return self.about[0], number_of(self.part(1))

    def part(self, at: int) -> str:
        """What stands there in the id; raises Refusal for an id that is shorter, as none of ours is."""
        if at >= len(self.about):
            raise Refusal(OTHER_VERSION)
        return self.about[at]


def number_of(text: object) -> int:
    """A number as our ids have it; anybody may send another. Raises Refusal."""
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        raise Refusal(OTHER_VERSION)
    return int(text)


def picked(ctx: Context) -> str:
    """What was chosen from a menu; anybody may send anything."""
    values = (ctx.interaction.data or {}).get("values")
    value = values[0] if isinstance(values, list) and values else None
    if not isinstance(value, str) or not limits.writable(value):
        raise Refusal(OTHER_VERSION)
    return value


def id_of(what: str, *about: object) -> str:
    """The id of a control."""
    return ":".join((PREFIX, what, *map(str, about)))


def click_of(custom_id: str) -> Click | None:
    """What a control's id says; None for what is none of ours."""
    found = _ID.fullmatch(custom_id)
    return Click(found["what"], tuple(found["about"].split(":"))) if found else None


Handler = Callable[[Context, Click], Coroutine[Any, Any, Reply]]
"""What a click on a control does, or a form that is sent in."""


class InId:
    """What stands in the id of a control or a form, as the fields of a dataclass: words, numbers, and as the last
    one as many words as there are. It is written and read here and nowhere else.

    Ids hang in channels: `what` never changes, and fields that come later have defaults.
    """

    what: ClassVar[str]

    def __init_subclass__(cls, what: str = "") -> None:
        cls.what = what

    @property
    def id(self) -> str:
        values = [getattr(self, one.name) for one in fields(cast(Any, self))]
        rest = values.pop() if values and isinstance(values[-1], tuple) else ()
        return id_of(self.what, *values, *rest)

    @classmethod
    def read(cls, about: Sequence[str]) -> Self:
        """What an id says, of which anybody may send another; raises Refusal."""
        kinds, given = get_type_hints(cls), dict[str, Any]()
        for nth, one in enumerate(fields(cast(Any, cls))):
            if kinds[one.name] not in (str, int):
                given[one.name] = tuple(about[nth:])
            elif nth < len(about):
                given[one.name] = number_of(about[nth]) if kinds[one.name] is int else about[nth]
            elif one.default is MISSING:
                raise Refusal(OTHER_VERSION)
        return cls(**given)

    def button(self, label: str, style: str = "plain") -> Control:
        """A button that is about this."""
        return Control(self.id, label, style)


About = TypeVar("About", bound=InId)
CLICKED: dict[str, Handler] = {}
"""What a click does, by the word in the id; each is put in by `clicked`."""
SUBMITTED: dict[str, Handler] = {}
"""What a form that is sent in does; each is put in by `submitted`."""


def clicked(control: type[About]) -> Callable[[Callable[[Context, About], Coroutine[Any, Any, Reply]]], Handler]:
    """The function under it is what a click on such a control does."""
    return partial(_put, CLICKED, control)


def submitted(form: type[About]) -> Callable[[Callable[[Context, About], Coroutine[Any, Any, Reply]]], Handler]:
    """The function under it is what such a form does when it is sent in."""
    return partial(_put, SUBMITTED, form)


def _put(table: dict[str, Handler], of: type[About], does: Callable[[Context, About], Any]) -> Handler:
    async def handler(ctx: Context, click: Click) -> Reply:
        reply: Reply = await does(ctx, of.read(click.about))
        return reply

    table[of.what] = handler
    return handler


class Control(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"{PREFIX}{MARK}:(?!menu:|choose:)[a-z]+:(?s:.*)$"
):
    """A button."""

    def __init__(self, custom_id: str, label: str = "", style: str = "plain") -> None:
        shown = limits.short(label, limits.BUTTON_LABEL) or "…"
        super().__init__(discord.ui.Button(label=shown, custom_id=custom_id, style=STYLES[style]))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match[0])

    def __eq__(self, other: object) -> bool:
        """Whether it says and does the same: a board that has not changed is not edited."""
        return isinstance(other, Control) and (self.item.custom_id, self.item.label) == (
            other.item.custom_id,
            other.item.label,
        )

    def __hash__(self) -> int:
        return hash(self.item.custom_id)

    async def callback(self, interaction: Interaction) -> None:
        """Done in `clicks`."""


class Menu(discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"{PREFIX}{MARK}:menu:(?s:.*)$"):
    """A menu to choose one thing from; the value of each option is its place."""

    def __init__(self, custom_id: str, labels: Sequence[str] = (), placeholder: str | None = None) -> None:
        options = [
            discord.SelectOption(label=limits.short(label, limits.CHOICE), value=str(nth))
            for nth, label in enumerate(limits.choices(labels))
        ]
        none = [discord.SelectOption(label="…", value="0")]
        super().__init__(discord.ui.Select(custom_id=custom_id, options=options or none, placeholder=placeholder))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match[0])

    async def callback(self, interaction: Interaction) -> None:
        """Done in `clicks`."""


class Option(NamedTuple):
    """An option of a menu: what it says, what it stands for, and more about it."""

    label: str
    value: str
    about: str = ""

    def shown(self) -> discord.SelectOption:
        about = limits.short(self.about, limits.CHOICE) or None
        return discord.SelectOption(
            label=limits.short(self.label, limits.CHOICE) or "…", value=self.value, description=about
        )


class Choose(discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"{PREFIX}{MARK}:choose:(?s:.*)$"):
    """A menu whose options stand for something themselves; at most 25 are shown."""

    def __init__(self, custom_id: str, options: Sequence[Option] = (), placeholder: str | None = None) -> None:
        shown = [one.shown() for one in limits.choices(options)] or [discord.SelectOption(label="…", value="…")]
        placeholder = limits.short(placeholder, limits.PLACEHOLDER) if placeholder else None
        super().__init__(discord.ui.Select(custom_id=custom_id, options=shown, placeholder=placeholder))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match[0])

    async def callback(self, interaction: Interaction) -> None:
        """Done in `clicks`."""


def button(what: str, *about: object, label: str, style: str = "plain") -> Control:
    """A button that does that, about this."""
    return Control(id_of(what, *about), label, style)
