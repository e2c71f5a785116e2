"""How well dice did: what came, what was to be expected of them, and the exact chance of doing this well or better.

The chance is that of so many dice against the numbers that they needed: how many there were is taken as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Literal, NamedTuple

from rules.kernel.dice import Successes, Total, Under, Weights, read, spread
from rules.kernel.plays import Play, Throwing
from rules.kernel.throw_kinds import Kind, ThrowKind

FEW_DICE = 20
SMALL_SPREAD = 1
"""With a variance below that, dice that can hardly fail or succeed, what came means nothing."""
PRECISION = 128
"""Up to so many bits of ways there are, all are counted; beyond, weights are rounded there: 30 digits stay right."""
_PIECE = 1024
"""How many weights are multiplied at a time, so that no other thread waits long."""

Hands = Literal["bot", "own"]
"""Whose dice: the bot's, or somebody's own."""


class Trial(NamedTuple):
    """Dice of one throw, all of one hand. `law` is what one reading of them can come to, and there are `times` of
    those; `got` is what they came to together: successes, or points where they are `added` up.
    """

    kind: Kind
    hands: Hands
    dice: int
    law: Weights
    times: int
    got: int
    added: bool = False


def trials(play: Play, throw: Throwing, kind: ThrowKind) -> list[Trial]:
    """A throw as the rules read it; nothing where no face is better than another."""
    if kind.better is None:
        return []
    if throw.needed is None:
        return _added(play, throw, kind)
    if throw.needed.of_total:
        return [_of_the_total(throw, kind)]
    # A die that is rolled under a value succeeds whichever face its throw calls better.
    under = throw.needed.at_most
    reading = Under(throw.needed.face) if under else Successes(throw.needed.face)
    low = kind.better == "low" and not under
    law = _flipped(spread(reading, 1, throw.sides)) if low else spread(reading, 1, throw.sides)
    return [
        Trial(kind.kind, hands, len(faces), law, len(faces), len(faces) - got if low else got)
        for hands, faces in _by_hands(throw)
        for got in (read(reading, faces),)
    ]


def _of_the_total(throw: Throwing, kind: ThrowKind) -> Trial:
    """Several dice whose total must not be above a number: one success or none."""
    assert throw.needed is not None
    ways = spread(Total(), len(throw.faces), throw.sides)
    passed = sum(weight for total, weight in ways if total <= throw.needed.face)
    law = ((0, throw.sides ** len(throw.faces) - passed), (1, passed))
    return Trial(kind.kind, _hands(throw), len(throw.faces), law, 1, throw.successes)


def _added(play: Play, throw: Throwing, kind: ThrowKind) -> list[Trial]:
    """Dice without a number needed: the total, or what else counts of them."""
    if kind.reading is None:
        law = spread(Total(), 1, throw.sides)
        return [
            Trial(kind.kind, hands, len(faces), law, len(faces), sum(faces), added=True)
            for hands, faces in _by_hands(throw)
        ]
    reading = kind.reading(play)
    law = spread(reading, len(throw.faces), throw.sides)
    return [Trial(kind.kind, _hands(throw), len(throw.faces), law, 1, read(reading, throw.faces), added=True)]


def _flipped(law: Weights) -> Weights:
    return tuple((1 - got, ways) for got, ways in law)


def _by_hands(throw: Throwing) -> list[tuple[Hands, tuple[int, ...]]]:
    """The faces of a throw by whose dice showed them; only the last ones may be the bot's."""
    own = throw.faces[: len(throw.faces) - len(throw.bots)]
    found: list[tuple[Hands, tuple[int, ...]]] = [("own", own), ("bot", throw.bots)]
    return [(hands, faces) for hands, faces in found if faces]


def _hands(throw: Throwing) -> Hands:
    """Whose dice a throw is that is read as a whole: the bot's, if all of them are."""
    return "bot" if len(throw.bots) == len(throw.faces) else "own"


class Luck(NamedTuple):
    """What came of some dice. `chance` is that of this well or better, None where they are too few to say."""

    dice: int
    got: int
    expected: Fraction
    chance: Fraction | None = None


def summed(found: Iterable[Trial]) -> Luck:
    """What came and what was to be expected, without the chance of it."""
    found = list(found)
    expected = sum((times * _mean(law) for law, times in _laws(found).items()), Fraction(0))
    return Luck(sum(one.dice for one in found), sum(one.got for one in found), expected)


def judged(found: Iterable[Trial]) -> Luck:
    """The luck with the chance of doing this well or better with all of these dice; slow, for a thread."""
    found = list(found)
    luck, laws = summed(found), _laws(found)
    if luck.dice < FEW_DICE or sum(times * _variance(law) for law, times in laws.items()) < SMALL_SPREAD:
        return luck
    return luck._replace(chance=at_least(laws, luck.got))


def chance_of(found: Iterable[Trial]) -> Fraction:
    """The chance of doing this well or better with all of these dice, however few; slow, for a thread."""
    found = list(found)
    return at_least(_laws(found), sum(one.got for one in found))


def _laws(found: Iterable[Trial]) -> Counter[Weights]:
    """Each law with how often it is thrown."""
    laws = Counter[Weights]()
    for one in found:
        laws[one.law] += one.times
    return laws


def at_least(laws: Mapping[Weights, int], got: int) -> Fraction:
    """The chance that all these come to `got` or more together, each of them so many times."""
    sums = reduce(_merged, (_power(_Sums.of(law), times) for law, times in laws.items() if times), _NOTHING)
    ways = sum(sums.weights[max(0, got - sums.least) :])
    return Fraction(ways, sums.total)


def _mean(law: Weights) -> Fraction:
    return Fraction(sum(got * ways for got, ways in law), sum(ways for _, ways in law))


def _variance(law: Weights) -> Fraction:
    squares = Fraction(sum(got * got * ways for got, ways in law), sum(ways for _, ways in law))
    return squares - _mean(law) ** 2


class _Sums(NamedTuple):
    """How many ways out of `total` come to `least`, to one more, and so on."""

    least: int
    weights: tuple[int, ...]
    total: int

    @classmethod
    def of(cls, law: Weights) -> _Sums:
        ways = dict(law)
        least, most = min(ways), max(ways)
        return cls(least, tuple(ways.get(got, 0) for got in range(least, most + 1)), sum(ways.values()))


_NOTHING = _Sums(0, (1,), 1)


def _power(sums: _Sums, times: int) -> _Sums:
    """The sums of `count` equal dice: doubled, and one more where the number is odd."""
    if times <= 1:
        return sums if times else _NOTHING
    half = _power(sums, times // 2)
    twice = _merged(half, half)
    return _merged(twice, sums) if times % 2 else twice


def _merged(one: _Sums, other: _Sums) -> _Sums:
    """The sums of two groups of dice thrown together."""
    found = [0] * (len(one.weights) + len(other.weights) - 1)
    size = ((one.total * other.total).bit_length() + 7) // 8
    for at in range(0, len(one.weights), _PIECE):
        for by in range(0, len(other.weights), _PIECE):
            more = _product(one.weights[at : at + _PIECE], other.weights[by : by + _PIECE], size)
            for place, ways in enumerate(more, at + by):
                found[place] += ways
    return _rounded(_Sums(one.least + other.least, tuple(found), one.total * other.total))


def _product(one: tuple[int, ...], other: tuple[int, ...], size: int) -> list[int]:
    """Every weight times every other, added up by place: one product of two long numbers, `size` bytes a place."""
    long, longer = (
        int.from_bytes(b"".join(ways.to_bytes(size, "little") for ways in weights), "little")
        for weights in (one, other)
    )
    count = len(one) + len(other) - 1
    packed = (long * longer).to_bytes(count * size, "little")
    return [int.from_bytes(packed[at : at + size], "little") for at in range(0, count * size, size)]


def _rounded(sums: _Sums) -> _Sums:
    """The weights in smaller numbers, where they have grown long, without sums at the ends that hardly ever come."""
    over = sums.total.bit_length() - PRECISION
    if over <= 0:
        return sums
    weights = [(ways + (1 << over - 1)) >> over for ways in sums.weights]
    first = next(at for at, ways in enumerate(weights) if ways)
    last = next(at for at in range(len(weights), 0, -1) if weights[at - 1])
    kept = tuple(weights[first:last])
    return _Sums(sums.least + first, kept, sum(kept))
