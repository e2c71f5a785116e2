"""Texts as values: sentences without a reader and a language yet.

The rules and the services pass texts on; a `Wording` turns them into strings for one reader. The subject of a text is
kept beside it as a key or a code: nothing is ever found by its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, cast

if TYPE_CHECKING:
    from rules.kernel.request import Request

Value: TypeAlias = "Text | str | int | Decimal"
"""A value for a text's braces: another text, a number, or words typed by a player, such as the name of a side."""


def N_(msgid: str) -> str:  # noqa: N802 - the name by which the tools of gettext know it
    """Mark for the translators a text that has to be a plain string in the source (the title of a field)."""
    return msgid


class Text:
    """A sentence in English, `msgid`, and the values for its braces.

    It is written out where it is made, never concatenated, so that `make texts` finds it. Texts are equal if their
    contents are. An empty text is false. A text refuses to be concatenated with a string.
    """

    __slots__ = ("msgid", "values")
    fields: ClassVar[tuple[str, ...]] = ("msgid", "values")
    """Names of a text's arguments, in order; the first identifies the kind in JSON."""

    msgid: str
    values: Mapping[str, Value]

    def __init__(self, msgid: str, /, **values: Value) -> None:
        self.msgid, self.values = msgid, values

    def parts(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.fields)

    def with_values(self, put: Callable[[Value], Value]) -> Text:
        """Return this text with `put` applied to each of its values."""
        return Text(self.msgid, **{name: put(value) for name, value in self.values.items()}) if self.values else self

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.parts() == cast(Text, other).parts())

    def __hash__(self) -> int:
        return hash((self.msgid, frozenset(self.values.items())) if self.values else self.msgid)

    def __bool__(self) -> bool:
        return bool(getattr(self, self.fields[0]))

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.parts()!r}"

    def __format__(self, spec: str, /) -> str:
        raise TypeError(f"a text is no string before it has a reader: {self!r}")


class Plural(Text):
    """A text with two forms, chosen by its number `n`: `Plural("{n} hit", "{n} hits", hits)`."""

    __slots__ = ("many", "n")
    fields = ("msgid", "many", "n", "values")

    def __init__(self, one: str, many: str, n: int, /, **values: Value) -> None:
        self.msgid, self.many, self.n, self.values = one, many, n, {"n": n, **values}

    def with_values(self, put: Callable[[Value], Value]) -> Text:
        return Plural(self.msgid, self.many, self.n, **{name: put(value) for name, value in self.values.items()})


class _Whole(Text):
    """A text with named parts of its own, in place of `msgid` and `values`."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(self.parts())


class _Word(_Whole):
    """A text without values."""

    __slots__ = ()

    def with_values(self, put: Callable[[Value], Value]) -> Text:
        return self


class Term(_Word):
    """A code of the rules in words: `heavy_mg` is "heavy MG", `target 2` is unchanged.

    With a number `n` it is the word for that many; `plural` marks a code that is in the plural itself.
    """

    __slots__ = ("code", "n", "plural")
    fields = ("code", "n", "plural")

    def __init__(self, code: str, n: int | None = None, plural: bool = False) -> None:
        self.code, self.n, self.plural = code, n, plural


class UnitRef(_Word):
    """A unit of the game by its id: shown by name, or by card number to readers who may not know it."""

    __slots__ = ("unit",)
    fields = ("unit",)

    def __init__(self, unit: str) -> None:
        self.unit = unit


class Role(_Word):
    """A part that a unit takes in an action: "attacker", "target 2". In play the unit itself replaces it.

    `article` is for the middle of a sentence: "the attacker".
    """

    __slots__ = ("article", "role")
    fields = ("role", "article")

    def __init__(self, role: str, article: bool = False) -> None:
        self.role, self.article = role, article


class Typed(_Word):
    """Words that a player typed, or a finished sentence recorded by an older version; never translated."""

    __slots__ = ("typed",)
    fields = ("typed",)

    def __init__(self, typed: str) -> None:
        self.typed = typed


class Secret(_Whole):
    """A text only for readers who know the unit `of` (its id); to others it reveals only that."""

    __slots__ = ("of", "secret")
    fields = ("secret", "of")

    def __init__(self, secret: Value, of: str) -> None:
        self.secret, self.of = secret, of

    def with_values(self, put: Callable[[Value], Value]) -> Text:
        return Secret(put(self.secret), self.of)


Kind: TypeAlias = Literal["asks", "table", "tells"]


class Note(_Whole):
    """A line of a result that every answer includes, however short.

    `kind` is "asks" if a player has to do or say something, "table" for instructions about models and markers. Mere
    information needs no Note: any other text is `tells`. `request` does what is asked, and `label` is the text of its
    button; None if it is offered anyway, as for reactions of the enemy and the units that are next.
    """

    __slots__ = ("kind", "label", "note", "request")
    fields = ("note", "kind", "label", "request")

    kind: Kind

    def __init__(self, note: Value, kind: Kind, label: Value | None = None, request: Request | None = None) -> None:
        self.note, self.kind, self.label, self.request = note, kind, label, request

    def with_values(self, put: Callable[[Value], Value]) -> Text:
        label = None if self.label is None else put(self.label)
        return Note(put(self.note), self.kind, label, self.request)


class Listed(_Whole):
    """A list in words: "a", "a and b", "a, b and c"; `last` may also be "or" or "then"."""

    __slots__ = ("items", "last")
    fields = ("items", "last")

    def __init__(self, items: Iterable[Value], last: str = "and") -> None:
        self.items, self.last = tuple(items), last

    def with_values(self, put: Callable[[Value], Value]) -> Text:
        return Listed(map(put, self.items), self.last)


class Joined(_Whole):
    """Texts side by side, such as sentences; empty ones are left out."""

    __slots__ = ("between", "joined")
    fields = ("joined", "between")

    def __init__(self, joined: Iterable[Value], between: str = " ") -> None:
        self.joined = tuple(one for one in joined if one or isinstance(one, int | Decimal))
        self.between = between

    def with_values(self, put: Callable[[Value], Value]) -> Text:
        return Joined(map(put, self.joined), self.between)


class Sentence(_Whole):
    """A text with a capital letter and a full stop."""

    __slots__ = ("sentence",)
    fields = ("sentence",)

    def __init__(self, sentence: Value) -> None:
        self.sentence = sentence

    def with_values(self, put: Callable[[Value], Value]) -> Text:
        return Sentence(put(self.sentence))


class Heading(_Whole):
    """A text with a capital letter."""

    __slots__ = ("heading",)
    fields = ("heading",)

    def __init__(self, heading: Value) -> None:
        self.heading = heading

    def with_values(self, put: Callable[[Value], Value]) -> Text:
        return Heading(put(self.heading))


NOTHING = Text("")
"""The empty text."""


def kind_of(text: Text) -> Kind:
    """Return the purpose of a line of a result."""
    return text.kind if isinstance(text, Note) else "tells"


def ask_note(text: Text, label: Text | None = None, request: Request | None = None) -> Note:
    """Return a line that asks a player to do or say something, and the request behind its button."""
    return Note(text, "asks", label, request)


def table_note(text: Text) -> Note:
    """Return a line with instructions about models and markers."""
    return Note(text, "table")


def several_of(n: int, code: str) -> Text:
    """Return a number of things whose code is in the singular: "1 LMG", "4 infantry rifles"."""
    return Text("{n} {things}", n=n, things=Term(code, n))


def amount_of(n: int, code: str) -> Text:
    """Return a number of things whose code is in the plural: "1 casualty", "2 suppressed", "no hits"."""
    things = Term(code, n, plural=True)
    return Text("{n} {things}", n=n, things=things) if n else Text("no {things}", things=things)


def counted(n: int, one: str, many: str) -> Text:
    """Return "1 hit", "4 hits" or "no hits"."""
    things = Plural(one, many, n)
    return Text("{n} {things}", n=n, things=things) if n else Text("no {things}", things=things)


def inches_text(distance: Decimal | int) -> Text:
    """Return a distance: 10″."""
    return Text("{n}″", n=distance)


def name_units(text: Text, units: Mapping[str, str]) -> Text:
    """Return the text with units in place of their parts; `units` has their ids by part."""

    def put(value: Value) -> Value:
        return name_units(value, units) if isinstance(value, Text) else value

    if isinstance(text, Role):
        return UnitRef(units[text.role]) if text.role in units else text
    return text.with_values(put)
