"""Commands as players request them: units, targets and options, and the parts that are still missing."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any, TypeVar, cast

from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.text import NOTHING, Joined, Listed, Term, Text, UnitRef, Value, inches_text

T = TypeVar("T")
D = TypeVar("D")

ASK_ME = "…"
"""A situation that requests a list to choose from; the text before it is the common prefix of the list's codes."""


def requested_situations(situation: Iterable[str]) -> tuple[str, ...]:
    """Return the prefixes of the situations that are to be chosen from a list; none if no list is requested."""
    return tuple(code.removesuffix(ASK_ME) for code in situation if code.endswith(ASK_ME))


@dataclass(frozen=True)
class Request:
    """The input of a player, with units resolved to ids. Empty fields were not given; distances are in inches.

    Several targets make a volley: distances, covers and firers are then given one per target, or one for all. A
    situation is a code, or `code=number`. `modifiers` are one number per side as typed, in the order of the sides.
    `side` is the side for which the player acts.
    """

    command: str
    unit: tuple[str, ...] = ()
    target: tuple[str, ...] = ()
    distance: tuple[Decimal, ...] = ()
    cover: tuple[str, ...] = ()
    firers: tuple[str, ...] = ()
    situation: tuple[str, ...] = ()
    action: str | None = None
    weapon: str | None = None
    terrain: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    count: int | None = None
    modifier: int | None = None
    modifiers: tuple[str, ...] = ()
    side: str | None = None

    def to_stored(self) -> dict[str, object]:
        """Return the request as JSON: only the fields given, with distances as text so that they stay exact."""
        given: dict[str, object] = {name: value for name, value in vars(self).items() if value not in (None, (), "")}
        return given | ({"distance": [str(inches) for inches in self.distance]} if self.distance else {})

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Request:
        """Build a request from the result of `kept`; raise TypeError for an unknown field."""
        given: dict[str, Any] = {
            name: tuple(cast("list[object]", value)) if isinstance(value, list) else value
            for name, value in kept.items()
        }
        given["distance"] = tuple(map(Decimal, kept.get("distance", ())))
        return cls(**given)

    def details(self, lengths: Container[str] = (), far: Callable[[Decimal], Text] = inches_text) -> Text:
        """Return the details of the shot that the player gave, to follow the title of a command.

        `lengths` are the stems of codes that end in a length. `far` returns the text of a distance, which may represent
        a band. Targets at different places are named.
        """
        parts = self.place_texts(far)
        parts += [code_text(code, lengths) for code in (*self.situation, *self.terrain, *self.extra)]
        return Text(", {details}", details=Joined(parts, ", ")) if parts else NOTHING

    def place_texts(self, far: Callable[[Decimal], Text] = inches_text) -> list[Value]:
        """Return the distance and the cover of the targets: of each by name, if they differ."""
        if any(len(values) not in (0, 1, len(self.target)) for values in (self.distance, self.cover)):
            return [*([Listed([*map(far, self.distance)])] if self.distance else []), *_cover_texts(self.cover)]
        places: list[list[Value]] = [
            [*map(far, self._values_at(self.distance, at)), *_cover_texts(self._values_at(self.cover, at))]
            for at in range(max(1, len(self.target)))
        ]
        if all(one == places[0] for one in places):
            return places[0]
        named = [(UnitRef(id), Joined(one, ", ")) for id, one in zip(self.target, places, strict=True)]
        return [Joined([Text("{unit}: {place}", unit=unit, place=place) for unit, place in named], "; ")]

    def _values_at(self, values: tuple[T, ...], at: int) -> tuple[T, ...]:
        return values if len(values) <= 1 else values[at : at + 1]

    def has_situation(self, code: str) -> bool:
        """True if the request names the situation."""
        return code in self.situation

    def number(self, code: str, default: int = 0) -> int:
        """Return the number given with a situation such as `out_of_touch=2`."""
        for said in self.situation:
            name, _, value = said.partition("=")
            if name == code:
                return int(value) if value.isdecimal() else 1
        return default

    def length(self, code: str) -> Decimal | None:
        """Return the inches given with a situation such as `nearest_hard=6.5`; None if it was not named."""
        return next((inches for stem, inches in map(split_code, self.situation) if stem == f"{code}="), None)

    def single_situation(self, codes: Iterable[str]) -> str | None:
        """Return the one situation named out of mutually exclusive `codes`; raise RuleError for two of them."""
        said = [code for code in codes if code in self.situation]
        if len(said) > 1:
            raise RuleError(
                Text("Not possible at the same time: {situations}.", situations=Listed([Term(code) for code in said]))
            )
        return said[0] if said else None

    @staticmethod
    def value_for(values: Sequence[T], at: int, none: D) -> T | D:
        """Return the value for the target with index `at`: its own, or the one for all; `none` if none was given.

        Raise BadFacts for a target that was left out.
        """
        if len(values) > 1 and at >= len(values):
            raise BadFacts(
                [Text("Target {number} has no value: give one for all targets or one for each.", number=at + 1)]
            )
        return values[at if len(values) > 1 else 0] if values else none


def _cover_texts(covers: Iterable[str]) -> list[Text]:
    """Return the covers of targets in words: "in the open", "hard cover", "fortification"."""
    named = {"open": Text("in the open"), "cover": Term("cover"), "fortification": Term("fortification")}
    there = [one for one in dict.fromkeys(covers) if one != "none"]
    return [named.get(one) or Text("{cover} cover", cover=Term(one)) for one in there]


def group_of(command: str) -> str:
    """Return the first word of a command: "turn" for `turn next`."""
    return command.partition(" ")[0]


_ENDING = re.compile(r"(.+[=_])([0-9]{1,4}(?:\.[0-9]{1,6})?)")
"""A code that ends in a number, such as `nearest_hard=6.5`."""


def split_code(code: str) -> tuple[str, Decimal | None]:
    """Split a code that ends in a number: "nearest_hard=" and 6. Any other code is returned whole, with None."""
    found = _ENDING.fullmatch(code)
    return (found[1], Decimal(found[2])) if found else (code, None)


def code_text(code: str, lengths: Container[str] = ()) -> Text:
    """Return a code in words; if its stem is in `lengths`, the number at its end is a length."""
    stem, inches = split_code(code)
    if inches is None or stem not in lengths:
        return Term(code.replace("=", " "))
    return Text("{what} {n}″", what=Term(stem.rstrip("=_")), n=inches)


# Copies of frozen values with some fields replaced, made fast: every result tries dozens of requests.

Of = TypeVar("Of")


@cache
def bare_request(command: str) -> Request:
    """Return the request for a command without any options."""
    return Request(command)


def changed(value: Of, **fields: object) -> Of:
    """Copy a dataclass without slots, with these fields replaced; raise TypeError for an unknown field."""
    other = object.__new__(type(value))
    other.__dict__.update(value.__dict__, **fields)
    if len(other.__dict__) != len(value.__dict__):
        raise TypeError(f"{type(value).__name__} has no {', '.join(fields.keys() - value.__dict__.keys())}")
    return other
