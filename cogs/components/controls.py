"""Buttons and menus as values: what a click does and what it is about stand in the id, so that it outlives a restart.

Nothing is done here. Every click arrives in `cogs/components/clicks.py`, which asks the record who may do what.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from decimal import Decimal
from functools import cache, partial
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, cast, get_type_hints
from zlib import crc32

import discord

from bot.errors import Refusal
from cogs.interactions import limits
from cogs.interactions.context import Context, Interaction
from cogs.interactions.message import MARK, MARK_ROOM, PREFIX
from cogs.rendering.reply import Reply
from rules.kernel.request import Request
from rules.kernel.text import Text

_ID = re.compile(rf"{PREFIX}{MARK}:(?P<what>[a-z]+):(?P<about>.*)", re.DOTALL)
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
    """What a control does, and what it is about, as they stand in its id."""

    what: str
    about: tuple[str, ...]


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


def all_picked(ctx: Context) -> list[str]:
    """What was chosen from a menu of which several are chosen, or none; anybody may send anything."""
    values = (ctx.interaction.data or {}).get("values")
    return [one for one in values if isinstance(one, str)] if isinstance(values, list) else []


def mark_of(name: str) -> str:
    """What stands in an id for a game, or for a side: its place among them changes, and its name may be too long."""
    return f"{crc32(name.casefold().encode()):08x}"


def id_of(what: str, *about: object) -> str:
    """The id of a control."""
    return ":".join((PREFIX, what, *map(str, about)))


def click_of(custom_id: str) -> Click | None:
    """What a control's id says; None for the id of a control that is not ours."""
    found = _ID.fullmatch(custom_id)
    return Click(found["what"], tuple(found["about"].split(":"))) if found else None


# A request inside an id, so that a look at the odds writes nothing; not every one fits.

_FIELDS = ("unit", "target", "distance", "cover", "firers", "situation", "terrain", "extra")
"""What takes several values; each field is parted from the next by a semicolon, its values by strokes."""
_RESERVED = ";/:"
_FAR = 100_000
"""Inches; more than anybody's table."""


def packed(request: Request, room: int = limits.CUSTOM_ID) -> str | None:
    """The request in at most `room` characters; None where it has more to say, or signs that part it."""
    values = [list(map(str, getattr(request, name))) for name in _FIELDS]
    ones = [request.command, request.action or "", request.weapon or "", request.side or ""]
    count, modifier = ("" if one is None else str(one) for one in (request.count, request.modifier))
    said = [*ones, *(value for field in values for value in field)]
    if request.modifiers or any(sign in value for value in said for sign in _RESERVED):
        return None
    text = ";".join((*ones, count, modifier, *map("/".join, values))).rstrip(";")
    return text if len(text) <= room else None


def unpacked(text: str) -> Request:
    """What `packed` gave; raises ValueError for anything else."""
    parts = [*text.split(";"), *[""] * (6 + len(_FIELDS))][: 6 + len(_FIELDS)]
    command, action, weapon, side, count, modifier = parts[:6]
    values = {name: tuple(part.split("/")) if part else () for name, part in zip(_FIELDS, parts[6:], strict=True)}
    distance = tuple(map(Decimal, values.pop("distance")))
    return Request(
        command,
        action=action or None,
        weapon=weapon or None,
        side=side or None,
        count=int(count) if count else None,
        modifier=int(modifier) if modifier else None,
        distance=distance,
        **values,
    )


def as_typed(request: Request) -> bool:
    """Whether the numbers of a request are such as the options of a command take; anybody may send another id."""
    far = all(
        one.is_finite() and 0 <= one <= _FAR and one.as_tuple().exponent in range(-6, 6) for one in request.distance
    )
    return far and (request.count or 0) in range(101) and (request.modifier or 0) in range(-10, 11)


def request_in(text: str) -> Request:
    """A request out of an id; raises Refusal for what no control of ours says."""
    try:
        request = unpacked(text)
    except (ValueError, ArithmeticError):
        raise Refusal(OTHER_VERSION) from None
    if not as_typed(request):
        raise Refusal(OTHER_VERSION)
    return request


# What a control is about, as a dataclass that writes its id and is read from it; and what a click on it does.

_READ: Mapping[Any, Callable[[str], Any]] = {str: str, int: number_of, Request: request_in}


@cache
def _kinds_of(kind: type[InId]) -> Mapping[str, Any]:
    """Of what type each field is; found out once, as that takes longer than to read an id."""
    return get_type_hints(kind)


class InId:
    """What stands in the id of a control or a form, as the fields of a dataclass: words, numbers, a request, and as the
    last one as many words as there are. It is written and read here and nowhere else.

    Ids hang in channels: `what` never changes, and fields that come later have defaults.
    """

    what: ClassVar[str]
    menu_of: ClassVar[tuple[str, int] | None] = None
    """What the id of a menu begins with, and how much of what it is about stands before `what` then."""

    def __init_subclass__(cls, what: str = "") -> None:
        cls.what = what

    @property
    def id(self) -> str:
        """The id, without a request that finds no room in it: then `fits` is False."""
        return self._written()[0]

    @property
    def fits(self) -> bool:
        """Whether the id says all of it, as Discord takes it."""
        return self._written()[1]

    def _written(self) -> tuple[str, bool]:
        about = [getattr(self, one.name) for one in fields(cast(Any, self))]
        if about and isinstance(about[-1], tuple):
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
        words[at] = packed(request, room - len(id_of(*words))) or ""
        return id_of(*words), bool(words[at])

    @classmethod
    def registered(cls) -> str:
        """The key by which a click finds the control."""
        return f"{cls.menu_of[0]}:{cls.what}" if cls.menu_of else cls.what

    @classmethod
    def read(cls, about: Sequence[str]) -> Self:
        """What an id says, of which anybody may send another; raises Refusal."""
        if cls.menu_of is not None:
            about = (*about[: cls.menu_of[1]], *about[cls.menu_of[1] + 1 :])
        kinds, given = _kinds_of(cls), dict[str, Any]()
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
        """A button that is about this."""
        return Control(self.id, label, style)

    def menu(
        self, options: Sequence[Option], placeholder: str | None = None, ticked: Sequence[str] | None = None
    ) -> Choose:
        """A menu that is about this; one of which several are chosen, or none, has some `ticked`."""
        return Choose(self.id, options, placeholder, ticked)


class InMenu(InId):
    """What stands in the id of a menu, whose third place says what is picked from it."""

    menu_of = ("choose", 2)


@dataclass(frozen=True)
class OfGame(InId):
    """What is about a game, by its id."""

    game: str


@dataclass(frozen=True)
class OfEntry(OfGame):
    """What is about an entry, or about the state of the game that it left."""

    number: int


At = tuple[str, int]
"""A game, and the number of an entry of it: of the one that a control is about, or of the last one there is."""


@dataclass(frozen=True)
class OfOrder(OfEntry):
    """What is about a command in a state of the game. Its side is the one of whoever clicks."""

    request: Request

    @classmethod
    def at(cls, at: At, request: Request) -> Self:
        return cls(*at, replace(request, side=None))


@dataclass(frozen=True)
class OfQuestion(InId):
    """What is about a command that waits, and the step at which it stood."""

    question: str
    step: int

    @property
    def asked(self) -> tuple[str, int]:
        return self.question, self.step


About = TypeVar("About", bound=InId)
Does = Callable[[Context, About], Coroutine[Any, Any, Reply]]


class Clicked(NamedTuple):
    """What a click does, or a form that is sent in: `private` is answered to whoever clicked alone, and what `retires`
    takes the buttons of its message away.
    """

    about: type[InId]
    does: Does[Any]
    private: bool = False
    retires: bool = False

    async def reply(self, ctx: Context, click: Click) -> Reply:
        """What comes of it; raises Refusal for an id that says nothing."""
        return await self.does(ctx, self.about.read(click.about))


CLICKED: dict[str, Clicked] = {}
"""What a click does, by the word in the id; each is put in by `clicked`."""
SUBMITTED: dict[str, Clicked] = {}
"""What a form that is sent in does; each is put in by `submitted`."""
_MENUS: dict[str, int] = {}
"""Where menus have a further word that says what is picked from them, by what their ids begin with."""


def clicked(
    control: type[About], *, private: bool = False, retires: bool = False
) -> Callable[[Does[About]], Does[About]]:
    """The function under it is what a click on such a control does."""
    return partial(_put, CLICKED, control, private, retires)


def submitted(form: type[About], *, retires: bool = False) -> Callable[[Does[About]], Does[About]]:
    """The function under it is what such a form does when it is sent in."""
    return partial(_put, SUBMITTED, form, False, retires)


def _put(table: dict[str, Clicked], about: type[About], private: bool, retires: bool, does: Does[About]) -> Does[About]:
    known = table.setdefault(about.registered(), Clicked(about, does, private, retires))
    assert known.about.__qualname__ == about.__qualname__, f"{known.about} and {about} have the same word"
    table[about.registered()] = Clicked(about, does, private, retires)
    if about.menu_of is not None:
        _MENUS.update([about.menu_of])
    return does


def found(table: Mapping[str, Clicked], click: Click) -> Clicked | None:
    """What a click does, or a form; None for what this version does not have."""
    at = _MENUS.get(click.what, len(click.about))
    menu = f"{click.what}:{click.about[at]}" if at < len(click.about) else ""
    return table.get(menu) or table.get(click.what)


class Control(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"{PREFIX}{MARK}:(?!menu:|choose:)[a-z]+:(?s:.*)$"
):
    """A button."""

    def __init__(self, custom_id: str, label: str = "", style: str = "plain") -> None:
        shown = limits.label(label, limits.BUTTON_LABEL)
        super().__init__(discord.ui.Button(label=shown, custom_id=custom_id, style=STYLES[style]))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match[0])

    def __eq__(self, other: object) -> bool:
        """Whether two buttons say and do the same: a board that has not changed is not edited."""
        return isinstance(other, Control) and (self.item.custom_id, self.item.label) == (
            other.item.custom_id,
            other.item.label,
        )

    def __hash__(self) -> int:
        return hash(self.item.custom_id)

    async def callback(self, interaction: Interaction) -> None:
        """Do nothing: clicks are answered in `clicks`."""


class Menu(discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"{PREFIX}{MARK}:menu:(?s:.*)$"):
    """A menu to choose one thing from; the value of each option is its place."""

    def __init__(self, custom_id: str, labels: Sequence[str] = (), placeholder: str | None = None) -> None:
        options = [
            discord.SelectOption(label=limits.label(label, limits.CHOICE), value=str(nth))
            for nth, label in enumerate(limits.choices(labels))
        ]
        none = [discord.SelectOption(label="…", value="0")]
        super().__init__(discord.ui.Select(custom_id=custom_id, options=options or none, placeholder=placeholder))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match[0])

    async def callback(self, interaction: Interaction) -> None:
        """Do nothing: clicks are answered in `clicks`."""


class Option(NamedTuple):
    """An option of a menu: what it says, what it stands for, and more about it."""

    label: str
    value: str
    about: str = ""

    def shown(self) -> discord.SelectOption:
        about = limits.short(self.about, limits.CHOICE) or None
        return discord.SelectOption(label=limits.label(self.label, limits.CHOICE), value=self.value, description=about)


class Choose(discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"{PREFIX}{MARK}:choose:(?s:.*)$"):
    """A menu whose options stand for something themselves; at most 25 are shown. Of one that has some `ticked` as many
    as there are can be chosen, or none.
    """

    def __init__(
        self,
        custom_id: str,
        options: Sequence[Option] = (),
        placeholder: str | None = None,
        ticked: Sequence[str] | None = None,
    ) -> None:
        shown = [one.shown() for one in limits.choices(options)] or [discord.SelectOption(label="…", value="…")]
        for one in shown:
            one.default = one.value in (ticked or ())
        placeholder = limits.short(placeholder, limits.PLACEHOLDER) if placeholder else None
        least, most = (1, 1) if ticked is None else (0, len(shown))
        menu = discord.ui.Select[Any](
            custom_id=custom_id, options=shown, placeholder=placeholder, min_values=least, max_values=most
        )
        super().__init__(menu)

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match[0])

    async def callback(self, interaction: Interaction) -> None:
        """Do nothing: clicks are answered in `clicks`."""
