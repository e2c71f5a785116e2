"""Dice as the rules see them: a throw is a request, a reading turns its faces into the least the rule needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import Any, Generic, NamedTuple, Protocol

from typing_extensions import TypeVar

from rules.kernel.text import Text
from rules.kernel.text_json import KeptText

Got = TypeVar("Got", default=Any)
"""What dice are read as. Where it is left out, a throw may be read in any way."""
Weights = tuple[tuple[Got, int], ...]


class Cause(NamedTuple):
    """The state of a unit that a line of a ledger comes from: of whoever throws, or of the one with that part.

    In the record `unit` is its id.
    """

    state: str
    unit: str = ""


class Trait(NamedTuple):
    """A lasting fact of a unit, by its name in the profile: of whoever throws, or of the one with that part."""

    name: str
    unit: str = ""


class Line(NamedTuple):
    """A line of a ledger: a number, why it counts and the rule section it comes from.

    `cause` is the state that it comes from, so that a reader can be told which entry set it; `traits` are the lasting
    facts that it comes from, so that in play it can say what made them so. The record keeps the words and no traits.

    Lines about the face needed (`of` = "needed") add up to that face; lines about the size of the
    pool (`of` = "dice") add up to the number of dice.
    """

    why: KeptText
    value: int
    rule: str
    of: str = "needed"
    cause: Cause | None = None
    traits: tuple[Trait, ...] = ()


class Need(NamedTuple):
    """What a die, or the total of several, must show: `face` or more, or with `at_most` that or less.

    Where dice are rolled under a value one by one, as in a pool, `each` of them that does so is a success.
    """

    face: int
    at_most: bool = False
    each: bool = False

    @property
    def of_total(self) -> bool:
        """True if the total of the dice has to meet it, which is one success or none."""
        return self.at_most and not self.each

    def met_by(self, face: int) -> bool:
        return face <= self.face if self.at_most else face >= self.face


class Reading(Protocol[Got]):
    """A small fold over faces. `kind` sorts one face; `add` counts `n` dice of a kind to what was got so far.

    Readings are values: equal readings read alike, and hash alike. The fewer different results a
    reading returns, the fewer ways the odds have to follow.
    """

    @property
    def start(self) -> Got: ...
    def kind(self, face: int) -> int: ...
    def add(self, got: Got, kind: int, n: int) -> Got: ...


@dataclass(frozen=True, slots=True)
class Successes:
    """How many dice show `need` or better."""

    need: int

    @property
    def start(self) -> int:
        return 0

    def kind(self, face: int) -> int:
        return int(face >= self.need)

    def add(self, got: int, kind: int, n: int) -> int:
        return got + kind * n


@dataclass(frozen=True, slots=True)
class Under:
    """How many dice show `most` or less."""

    most: int

    @property
    def start(self) -> int:
        return 0

    def kind(self, face: int) -> int:
        return int(face <= self.most)

    def add(self, got: int, kind: int, n: int) -> int:
        return got + kind * n


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of the faces."""

    @property
    def start(self) -> int:
        return 0

    def kind(self, face: int) -> int:
        return face

    def add(self, got: int, kind: int, n: int) -> int:
        return got + kind * n


@dataclass(frozen=True, slots=True)
class Highest:
    """The highest face; 0 with no dice."""

    @property
    def start(self) -> int:
        return 0

    def kind(self, face: int) -> int:
        return face

    def add(self, got: int, kind: int, n: int) -> int:
        return max(got, kind) if n else got


@dataclass(frozen=True, slots=True)
class Lowest:
    """The lowest face; 0 with no dice."""

    @property
    def start(self) -> int:
        return 0

    def kind(self, face: int) -> int:
        return face

    def add(self, got: int, kind: int, n: int) -> int:
        if not n:
            return got
        return min(got, kind) if got else kind


@dataclass(frozen=True, slots=True)
class Tally:
    """How many dice reach each of several `marks`, as a tuple: (4, 6) counts 4 or better, and sixes among all."""

    marks: tuple[int, ...]

    @property
    def start(self) -> tuple[int, ...]:
        return (0,) * len(self.marks)

    def kind(self, face: int) -> int:
        return sum(1 << i for i, mark in enumerate(self.marks) if face >= mark)

    def add(self, got: tuple[int, ...], kind: int, n: int) -> tuple[int, ...]:
        return tuple(had + n * (kind >> i & 1) for i, had in enumerate(got))


class Throw(NamedTuple, Generic[Got]):
    """A request for dice: which one it is, what it is called, who throws, which dice, how they are read, and why.

    `key` tells the throws of an action apart, whatever they are called. `by` is "attacker", "defender" or "unit", and
    `part` the unit's own part in the action where it is one of several; `side` is the index of the side where sides
    throw. `needed` is None where faces are added up. `again` is the key of the throw whose dice this one throws a
    second time.
    """

    key: str
    label: Text
    by: str
    sides: int
    reading: Reading[Got]
    needed: Need | None = None
    ledger: tuple[Line, ...] = ()
    rule: str = ""
    side: int | None = None
    again: str | None = None
    part: str = ""


def read(reading: Reading[Got], faces: Iterable[int]) -> Got:
    """Fold the faces that lie on the table."""
    kinds: dict[int, int] = {}
    for kind in map(reading.kind, faces):
        kinds[kind] = kinds.get(kind, 0) + 1
    got = reading.start
    for kind, n in kinds.items():
        got = reading.add(got, kind, n)
    return got


@lru_cache(maxsize=512)
def spread(reading: Reading[Got], count: int, sides: int) -> Weights[Got]:
    """Fold every throw of `count` dice: each result with the number of throws (out of sides ** count) that give it."""
    kinds = list(Counter(map(reading.kind, range(1, sides + 1))).items())
    if len(kinds) == 2:
        return _of_two_kinds(reading, count, *kinds)
    states: dict[tuple[int, Got], int] = {(count, reading.start): 1}
    for at, (kind, faces) in enumerate(kinds):
        last = at == len(kinds) - 1
        states = _with_kind(states, reading, kind, faces, last)
    return tuple((got, ways) for (_, got), ways in states.items())


def _of_two_kinds(reading: Reading[Got], count: int, one: tuple[int, int], other: tuple[int, int]) -> Weights[Got]:
    """The commonest case, succeed or fail: each weight of the binomial law out of the one before."""
    (kind, faces), (second, others) = one, other
    weights: dict[Got, int] = {}
    ways = faces**count
    for n in range(count + 1):
        got = reading.add(reading.add(reading.start, kind, count - n), second, n)
        weights[got] = weights.get(got, 0) + ways
        ways = ways * others * (count - n) // (faces * (n + 1))
    return tuple(weights.items())


def _with_kind(
    states: dict[tuple[int, Got], int], reading: Reading[Got], kind: int, faces: int, last: bool
) -> dict[tuple[int, Got], int]:
    after: dict[tuple[int, Got], int] = {}
    for (left, got), ways in states.items():
        for n in (left,) if last else range(left + 1):
            key = (left - n, reading.add(got, kind, n))
            after[key] = after.get(key, 0) + ways * comb(left, n) * faces**n
    return after


def total(lines: Sequence[Line], of: str = "needed") -> int:
    """What the lines of one sort add up to."""
    return sum(line.value for line in lines if line.of == of)
