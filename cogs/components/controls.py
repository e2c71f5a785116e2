"""Buttons and menus as values: the id holds the action and its arguments, so that it survives a restart.

Nothing is executed here. Every click arrives in `cogs/components/clicks.py`, and permissions are checked against the
record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache, partial
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, cast, dataclass_transform, get_type_hints
from zlib import crc32

import discord

from bot.errors import Refusal
from cogs.components.packed_request import is_typeable, pack_request, unpack_request
from cogs.interactions import limits
from cogs.interactions.context import Context, Interaction
from cogs.interactions.message import MARK, MARK_ROOM, PREFIX
from cogs.rendering.reply import Reply
from rules.kernel.request import Request, changed
from rules.kernel.text import Text

T = TypeVar("T")
_ID = re.compile(rf"{PREFIX}{MARK}:(?P<what>[a-z]+):(?P<about>.*)", re.DOTALL)
_NUMBER = re.compile("[0-9]{1,9}")
OTHER_VERSION = Text("This button is from another version of the bot. Give the command again.")
STYLES = {
    "plain": discord.ButtonStyle.secondary,
    "main": discord.ButtonStyle.primary,
    "yes": discord.ButtonStyle.success,
    "risky": discord.ButtonStyle.danger,
}
Items = tuple[discord.ui.Item[Any], ...]
"""Controls of a message, in order."""


class Click(NamedTuple):
    """The action of a control and its arguments, as parsed from the id."""

    what: str
    about: tuple[str, ...]


def parse_number(text: str) -> int:
    """Parse a number from an id; raise Refusal for any other text, since clients may send anything."""
    if not _NUMBER.fullmatch(text):
        raise Refusal(OTHER_VERSION)
    return int(text)


def require_value(value: T | None) -> T:
    """Return the value that a control names; raise Refusal if there is none, since clients may send anything."""
    if value is None:
        raise Refusal(OTHER_VERSION)
    return value


def chosen_option(ctx: Context) -> str:
    """Return the option chosen in a menu; raise Refusal for an invalid one, since clients may send anything."""
    values = chosen_options(ctx)
    if not values or not limits.is_writable(values[0]):
        raise Refusal(OTHER_VERSION)
    return values[0]


def chosen_options(ctx: Context) -> list[str]:
    """Return all options chosen in a menu that allows several or none; other values are dropped."""
    values = (ctx.interaction.data or {}).get("values")
    return [one for one in values if isinstance(one, str)] if isinstance(values, list) else []


def mark_of(name: str) -> str:
    """Return a short hash of a game's or side's name for ids: an index may change, and a name may be too long."""
    return f"{crc32(name.casefold().encode()):08x}"


def find_by_mark(mark: str, names: Iterable[str]) -> str | None:
    """Return the name with that mark, if there is one."""
    return next((one for one in names if mark_of(one) == mark), None)


def id_of(what: str, *about: object) -> str:
    """Return the id of a control."""
    return ":".join((PREFIX, what, *map(str, about)))


def parse_click(custom_id: str) -> Click | None:
    """Parse a control's id; return None if the control is not the bot's."""
    found = _ID.fullmatch(custom_id)
    return Click(found["what"], tuple(found["about"].split(":"))) if found else None


def parse_request(text: str) -> Request:
    """Parse a request from an id; raise Refusal if no control of the bot has such an id."""
    try:
        request = unpack_request(text)
    except (ValueError, ArithmeticError):
        raise Refusal(OTHER_VERSION) from None
    if not is_typeable(request):
        raise Refusal(OTHER_VERSION)
    return request


# Ids as dataclasses that are written to and read from a custom id, and the handlers of clicks.

_READ: Mapping[Any, Callable[[str], Any]] = {str: str, int: parse_number, Request: parse_request}
_field_types = cache(get_type_hints)
"""The types of an id's fields by name; cached, because this takes longer than reading an id."""


@dataclass_transform(frozen_default=True)
class ControlId:
    """The content of a control's or form's id; its subclasses are dataclasses, never changed.

    Fields are strings, numbers, a request, and, as the last field, any number of strings. Ids are written and read only
    here. They remain in channels: `what` never changes, and fields added later have defaults.
    """

    what: ClassVar[str]
    does: ClassVar[Text | None] = None
    """For the form of a command that it does not give: what the form does."""
    menu_of: ClassVar[tuple[str, int] | None] = None
    """For a menu: the first word of its id, and the number of fields before `what`."""

    def __init_subclass__(cls, what: str = "") -> None:
        cls.what = what
        # Methods that all share are not generated for each of the 160: that would take as long as a rule system.
        dataclass(eq=False, repr=False)(cls)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    @property
    def id(self) -> str:
        """The custom id; a request that does not fit is left out, and `fits` is False."""
        return self._write_id()[0]

    @property
    def fits(self) -> bool:
        """True if the whole content fits into a custom id."""
        return self._write_id()[1]

    def _write_id(self) -> tuple[str, bool]:
        about = [getattr(self, one.name) for one in fields(cast(Any, self))]
        if isinstance(about[-1], tuple):
            about[-1:] = about[-1]
        words = [self.what, *about]
        if self.menu_of is not None:
            begins, place = self.menu_of
            words = [begins, *about[:place], self.what, *about[place:]]
        room = limits.CUSTOM_ID - (MARK_ROOM if self.menu_of else 0)
        request = next((one for one in about if isinstance(one, Request)), None)
        if request is None:
            return id_of(*words), len(id_of(*words)) <= room
        at = words.index(request)
        words[at] = ""
        words[at] = pack_request(request, room - len(id_of(*words))) or ""
        return id_of(*words), bool(words[at])

    @classmethod
    def handler_key(cls) -> str:
        """Return the key under which a click finds its handler."""
        return f"{cls.menu_of[0]}:{cls.what}" if cls.menu_of else cls.what

    @classmethod
    def read(cls, about: Sequence[str]) -> Self:
        """Parse the fields from the parts of an id; raise Refusal for invalid ones, since clients may send anything."""
        if cls.menu_of is not None:
            about = (*about[: cls.menu_of[1]], *about[cls.menu_of[1] + 1 :])
        kinds, given = _field_types(cls), dict[str, Any]()
        for nth, one in enumerate(fields(cast(Any, cls))):
            read = _READ.get(kinds[one.name])
            if read is None:
                given[one.name] = tuple(about[nth:])
            elif nth < len(about):
                given[one.name] = read(about[nth])
            elif one.default is MISSING:
                raise Refusal(OTHER_VERSION)
        return cls(**given)

    def button(self, label: str, style: str = "plain") -> Control:
        """Return a button with this id."""
        return Control(self.id, label, style)

    def menu(
        self,
        options: Sequence[MenuOption],
        placeholder: str | None = None,
        several: bool = False,
        chosen: str = "",
    ) -> ChoiceMenu:
        """Return a menu with this id; `several` and `chosen` as in `ChoiceMenu`."""
        return ChoiceMenu(self.id, options, placeholder, several, chosen)


class MenuId(ControlId):
    """The id of a menu whose third part names the menu."""

    menu_of = ("choose", 2)


class GameId(ControlId):
    """The id of a control for a game."""

    game: str


class EntryId(GameId):
    """The id of a control for an entry, or for the state of the game after it."""

    number: int


At = tuple[str, int]
"""A game and the number of one of its entries: the entry of the control, or the last entry."""


class OrderId(EntryId):
    """The id of a control for a command in a state of the game; the side is taken from the caller."""

    request: Request

    @classmethod
    def at(cls, at: At, request: Request) -> Self:
        return cls(*at, changed(request, side=None))


class QuestionId(ControlId):
    """The id of a control for a waiting command, with the step it was at."""

    question: str
    step: int

    @property
    def reference(self) -> tuple[str, int]:
        return self.question, self.step


About = TypeVar("About", bound=ControlId)
Does = Callable[[Context, About], Coroutine[Any, Any, Reply]]


class Handler(NamedTuple):
    """The handler of a click or a submitted form.

    `private`: only the caller sees the answer. `retires`: the buttons of its message are removed.
    """

    about: type[ControlId]
    does: Does[Any]
    private: bool = False
    retires: bool = False

    async def reply(self, ctx: Context, click: Click) -> Reply:
        """Run the handler and return its reply; raise Refusal for an invalid id."""
        return await self.does(ctx, self.about.read(click.about))


CLICKED: dict[str, Handler] = {}
"""Handlers of clicks, by the word in the id; registered by `handles_click`."""
SUBMITTED: dict[str, Handler] = {}
"""Handlers of submitted forms; registered by `handles_form`."""
_MENUS: dict[str, int] = {}
"""Position of the word that names a menu, by the first word of the menu's id."""


def handles_click(
    control: type[About], *, private: bool = False, retires: bool = False
) -> Callable[[Does[About]], Does[About]]:
    """Register the decorated function as the handler of clicks on a control."""
    return partial(_register, CLICKED, control, private, retires)


def handles_form(form: type[About], *, retires: bool = False) -> Callable[[Does[About]], Does[About]]:
    """Register the decorated function as the handler of a submitted form."""
    return partial(_register, SUBMITTED, form, False, retires)


def _register(
    table: dict[str, Handler], about: type[About], private: bool, retires: bool, does: Does[About]
) -> Does[About]:
    known = table.setdefault(about.handler_key(), Handler(about, does, private, retires))
    assert known.about.__qualname__ == about.__qualname__, f"{known.about} and {about} have the same word"
    table[about.handler_key()] = Handler(about, does, private, retires)
    if about.menu_of is not None:
        _MENUS.update([about.menu_of])
    return does


def find_handler(table: Mapping[str, Handler], click: Click) -> Handler | None:
    """Return the handler of a click or a form, or None if this version has none."""
    at = _MENUS.get(click.what, len(click.about))
    menu = f"{click.what}:{click.about[at]}" if at < len(click.about) else ""
    return table.get(menu) or table.get(click.what)


class Control(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"{PREFIX}{MARK}:(?!menu:|choose:)[a-z]+:(?s:.*)$"
):
    """A button."""

    def __init__(self, custom_id: str, label: str = "", style: str = "plain") -> None:
        shown = limits.control_label(label, limits.BUTTON_LABEL)
        super().__init__(discord.ui.Button(label=shown, custom_id=custom_id, style=STYLES[style]))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match[0])

    async def callback(self, interaction: Interaction) -> None:
        """Do nothing: clicks are answered in `clicks`."""


class MenuOption(NamedTuple):
    """An option of a menu: its label, value and description."""

    label: str
    value: str
    about: str = ""

    def to_select_option(self) -> discord.SelectOption:
        about = limits.shorten(self.about, limits.CHOICE) or None
        return discord.SelectOption(
            label=limits.control_label(self.label, limits.CHOICE), value=self.value, description=about
        )


class ChoiceMenu(discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"{PREFIX}{MARK}:(?:menu|choose):(?s:.*)$"):
    """A menu; at most 25 options are shown.

    With `several`, any number of options may be chosen, even none; `chosen` is preselected.
    """

    def __init__(
        self,
        custom_id: str,
        options: Sequence[MenuOption] = (),
        placeholder: str | None = None,
        several: bool = False,
        chosen: str = "",
    ) -> None:
        shown = [one.to_select_option() for one in limits.first_choices(options)] or [
            discord.SelectOption(label="…", value="…")
        ]
        for one in shown:
            one.default = one.value == chosen
        placeholder = limits.shorten(placeholder, limits.PLACEHOLDER) if placeholder else None
        least, most = (0, len(shown)) if several else (1, 1)
        menu = discord.ui.Select[Any](
            custom_id=custom_id, options=shown, placeholder=placeholder, min_values=least, max_values=most
        )
        super().__init__(menu)

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match[0])

    async def callback(self, interaction: Interaction) -> None:
        """Do nothing: clicks are answered in `clicks`."""
