"""Dice of the rules: requests for rolls, and readings that reduce faces to the least that the rule needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb
from typing import Any, Generic, NamedTuple, Protocol, cast, overload

from typing_extensions import TypeVar

from rules.kernel.text import Text
from rules.kernel.text_json import KeptText

Got = TypeVar("Got", default=Any)
"""Result of a reading. Without it, any reading will do."""
Weights = tuple[tuple[Got, int], ...]


class Cause(NamedTuple):
    """The state from which a line of a ledger comes, of the roller or of the unit with that part.

    In the record `unit` is its id.
    """

    state: str
    unit: str = ""


class Trait(NamedTuple):
    """A permanent fact of the roller, or of the unit with that part, by its name in the profile."""

    name: str
    unit: str = ""


class Line(NamedTuple):
    """A line of a ledger: a number, its reason and its rule section.

    `cause` is the state from which it comes, so that a reader can be shown the entry that set it. `traits` are the
    permanent facts from which it comes, so that a game in play can say where they come from. The record keeps the
    words without the traits. Lines about the face needed (`of` = "needed") add up to that face; lines about the size
    of the pool (`of` = "dice") add up to the number of dice.
    """

    why: KeptText
    value: int
    rule: str
    of: str = "needed"
    cause: Cause | None = None
    traits: tuple[Trait, ...] = ()


class LateLines(Sequence[Line]):
    """The lines of a ledger that are made when they are first read: odds read none."""

    def __init__(self, make: Callable[[], Iterable[Line]]) -> None:
        self._make = make

    @cached_property
    def _lines(self) -> tuple[Line, ...]:
        return tuple(self._make())

    @overload
    def __getitem__(self, at: int, /) -> Line: ...
    @overload
    def __getitem__(self, at: slice, /) -> Sequence[Line]: ...
    def __getitem__(self, at: int | slice, /) -> Line | Sequence[Line]:
        return self._lines[at]

    def __len__(self) -> int:
        return len(self._lines)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._lines == tuple(cast("Sequence[object]", other))

    def __hash__(self) -> int:
        return hash(self._lines)


class Need(NamedTuple):
    """The number that a die or a total must show: `face` or more; with `at_most`, `face` or less.

    With `each`, every die at or under the number is a success, as in a pool; with `summed`, the total of the dice must
    reach it.
    """

    face: int
    at_most: bool = False
    each: bool = False
    summed: bool = False

    @property
    def is_of_total(self) -> bool:
        """True if the total of the dice must meet it: one success or none."""
        return self.summed or (self.at_most and not self.each)

    def is_met_by(self, face: int) -> bool:
        return face <= self.face if self.at_most else face >= self.face

    def count(self, faces: Sequence[int]) -> int:
        """Return the number of dice that meet it: 1 or 0 if their total must."""
        return int(self.is_met_by(sum(faces))) if self.is_of_total else sum(map(self.is_met_by, faces))


class Reading(Protocol[Got]):
    """A small fold over faces: `kind` sorts a face; `add` counts `n` dice of a kind towards the result so far.

    Readings are values: equal readings read alike and hash alike. The fewer different results a reading returns, the
    fewer ways the odds have to follow.
    """

    @property
    def start(self) -> Got: ...
    def kind(self, face: int) -> int: ...
    def add(self, got: Got, kind: int, n: int) -> Got: ...


class _Sum:
    """A reading that adds up the kinds of all dice; a kind is the face itself by default."""

    __slots__ = ()

    @property
    def start(self) -> int:
        return 0

    def kind(self, face: int) -> int:
        return face

    def add(self, got: int, kind: int, n: int) -> int:
        return got + kind * n


@dataclass(frozen=True, slots=True)
class Successes(_Sum):
    """Number of dice that show `need` or better."""

    need: int

    def kind(self, face: int) -> int:
        return int(face >= self.need)


@dataclass(frozen=True, slots=True)
class Under(_Sum):
    """Number of dice that show `most` or less."""

    most: int

    def kind(self, face: int) -> int:
        return int(face <= self.most)


@dataclass(frozen=True, slots=True)
class Total(_Sum):
    """The sum of the faces."""


@dataclass(frozen=True, slots=True)
class Highest(_Sum):
    """The highest face; 0 with no dice."""

    def add(self, got: int, kind: int, n: int) -> int:
        return max(got, kind) if n else got


@dataclass(frozen=True, slots=True)
class Lowest(_Sum):
    """The lowest face; 0 with no dice."""

    def add(self, got: int, kind: int, n: int) -> int:
        if not n:
            return got
        return min(got, kind) if got else kind


@dataclass(frozen=True, slots=True)
class Tally:
    """Number of dice that reach each of several `marks`: (4, 6) counts 4 or better, and the sixes among them."""

    marks: tuple[int, ...]

    @property
    def start(self) -> tuple[int, ...]:
        return (0,) * len(self.marks)

    def kind(self, face: int) -> int:
        return sum(1 << i for i, mark in enumerate(self.marks) if face >= mark)

    def add(self, got: tuple[int, ...], kind: int, n: int) -> tuple[int, ...]:
        return tuple(had + n * (kind >> i & 1) for i, had in enumerate(got))


class Roll(NamedTuple, Generic[Got]):
    """A request for dice: its label, its roller, its dice, their reading, and the reasons.

    `key` identifies the roll within its action; labels may be equal. `by` is "attacker", "defender" or "unit"; `part`
    is the unit's own part in the action where it is one of several; `side` is the index of the side where sides roll.
    `needed` is None if faces are added up. `again` is the key of the roll whose dice this one re-rolls.
    """

    key: str
    label: Text
    by: str
    sides: int
    reading: Reading[Got]
    needed: Need | None = None
    ledger: Sequence[Line] = ()
    rule: str = ""
    side: int | None = None
    again: str | None = None
    part: str = ""


def read_faces(reading: Reading[Got], faces: Iterable[int]) -> Got:
    """Fold the faces into the result of the reading."""
    kinds: dict[int, int] = {}
    for kind in map(reading.kind, faces):
        kinds[kind] = kinds.get(kind, 0) + 1
    got = reading.start
    for kind, n in kinds.items():
        got = reading.add(got, kind, n)
    return got


@lru_cache(maxsize=512)
def spread_faces(reading: Reading[Got], count: int, sides: int) -> Weights[Got]:
    """Fold all rolls of `count` dice; return each result with the number of rolls (of sides ** count) that give it."""
    kinds = list(Counter(map(reading.kind, range(1, sides + 1))).items())
    if len(kinds) == 2:
        return _spread_two_kinds(reading, count, *kinds)
    states: dict[tuple[int, Got], int] = {(count, reading.start): 1}
    for at, (kind, faces) in enumerate(kinds):
        last = at == len(kinds) - 1
        states = _add_kind(states, reading, kind, faces, last)
    return tuple((got, ways) for (_, got), ways in states.items())


def _spread_two_kinds(reading: Reading[Got], count: int, one: tuple[int, int], other: tuple[int, int]) -> Weights[Got]:
    """Compute the commonest case, success or failure: each binomial weight from the one before."""
    (kind, faces), (second, others) = one, other
    weights: dict[Got, int] = {}
    ways = faces**count
    for n in range(count + 1):
        got = reading.add(reading.add(reading.start, kind, count - n), second, n)
        weights[got] = weights.get(got, 0) + ways
        ways = ways * others * (count - n) // (faces * (n + 1))
    return tuple(weights.items())


def _add_kind(
    states: dict[tuple[int, Got], int], reading: Reading[Got], kind: int, faces: int, last: bool
) -> dict[tuple[int, Got], int]:
    after: dict[tuple[int, Got], int] = {}
    for (left, got), ways in states.items():
        for n in (left,) if last else range(left + 1):
            key = (left - n, reading.add(got, kind, n))
            after[key] = after.get(key, 0) + ways * comb(left, n) * faces**n
    return after


def total(lines: Sequence[Line], of: str = "needed") -> int:
    """Return the sum of the lines about `of`."""
    return sum(line.value for line in lines if line.of == of)
