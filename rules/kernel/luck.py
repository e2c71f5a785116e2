"""Luck of dice: results, expected values, and the exact chance of this result or better.

The chance is computed for the dice that were rolled, against the numbers they needed; their number is taken as given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Literal, NamedTuple

from rules.kernel.dice import Successes, Total, Under, Weights, read_faces, spread_faces
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.roll_kinds import Kind, RollKind

FEW_DICE = 20
SMALL_SPREAD = 1
"""Variance below which results mean nothing, because the dice can hardly fail or succeed."""
PRECISION = 128
"""Bits of a total up to which all ways are counted; longer weights are rounded to it, with 30 digits still right."""
_PIECE = 1024
"""Number of weights multiplied at a time, so that no other thread waits long."""

Hands = Literal["bot", "own"]
"""Owner of the dice: the bot, or a player."""


class LuckTrial(NamedTuple):
    """Dice of one roll, all by one hand.

    `law` is the distribution of one reading, of which there are `times`. `got` is their common result: successes, or
    points if `added`.
    """

    kind: Kind
    hands: Hands
    dice: int
    law: Weights
    times: int
    got: int
    added: bool = False


def trials(play: Play, roll: RecordedRoll, kind: RollKind) -> list[LuckTrial]:
    """Return the trials of a roll as the rules read it; none if no face is better than another."""
    if kind.better is None:
        return []
    if roll.needed is None:
        return _sum_trials(play, roll, kind)
    if roll.needed.is_of_total:
        ways = spread_faces(Total(), len(roll.faces), roll.sides)
        passed = sum(weight for total, weight in ways if roll.needed.is_met_by(total))
        law = ((0, roll.sides ** len(roll.faces) - passed), (1, passed))
        return [LuckTrial(kind.kind, _whole_hand(roll), len(roll.faces), law, 1, roll.successes)]
    # A die rolled under a value succeeds on low faces, even if `better` is "high".
    under = roll.needed.at_most
    reading = Under(roll.needed.face) if under else Successes(roll.needed.face)
    low = kind.better == "low" and not under
    law = spread_faces(reading, 1, roll.sides)
    if low:
        law = tuple((1 - got, ways) for got, ways in law)
    return [
        LuckTrial(kind.kind, hands, len(faces), law, len(faces), len(faces) - got if low else got)
        for hands, faces in _faces_by_hand(roll)
        for got in (read_faces(reading, faces),)
    ]


def _sum_trials(play: Play, roll: RecordedRoll, kind: RollKind) -> list[LuckTrial]:
    """Return the trials of dice without a number needed: their total, or another reading."""
    if kind.reading is None:
        law = spread_faces(Total(), 1, roll.sides)
        return [
            LuckTrial(kind.kind, hands, len(faces), law, len(faces), sum(faces), added=True)
            for hands, faces in _faces_by_hand(roll)
        ]
    reading = kind.reading(play)
    law = spread_faces(reading, len(roll.faces), roll.sides)
    return [
        LuckTrial(kind.kind, _whole_hand(roll), len(roll.faces), law, 1, read_faces(reading, roll.faces), added=True)
    ]


def _faces_by_hand(roll: RecordedRoll) -> list[tuple[Hands, tuple[int, ...]]]:
    """Return the faces of a roll by hand; only the last ones may be the bot's."""
    own = roll.faces[: len(roll.faces) - len(roll.bot_faces)]
    found: list[tuple[Hands, tuple[int, ...]]] = [("own", own), ("bot", roll.bot_faces)]
    return [(hands, faces) for hands, faces in found if faces]


def _whole_hand(roll: RecordedRoll) -> Hands:
    """Return the hand of a roll that is read as a whole: the bot's if all dice are."""
    return "bot" if len(roll.bot_faces) == len(roll.faces) else "own"


class Luck(NamedTuple):
    """Result of some dice. `chance` is the chance of this or better; None if the dice are too few."""

    dice: int
    got: int
    expected: Fraction
    chance: Fraction | None = None


def sum_trials(found: Iterable[LuckTrial]) -> Luck:
    """Return the result and the expected value, without the chance."""
    found = list(found)
    expected = sum((times * _mean(law) for law, times in _count_laws(found).items()), Fraction(0))
    return Luck(sum(one.dice for one in found), sum(one.got for one in found), expected)


def judge_luck(found: Iterable[LuckTrial]) -> Luck:
    """Return the luck with the chance of this result or better. Slow: run it in a thread."""
    found = list(found)
    luck, laws = sum_trials(found), _count_laws(found)
    variance = sum(times * (_mean(law, 2) - _mean(law) ** 2) for law, times in laws.items())
    if luck.dice < FEW_DICE or variance < SMALL_SPREAD:
        return luck
    return luck._replace(chance=at_least(laws, luck.got))


def chance_of(found: Iterable[LuckTrial]) -> Fraction:
    """Return the chance of this result or better, however few the dice. Slow: run it in a thread."""
    found = list(found)
    return at_least(_count_laws(found), sum(one.got for one in found))


def _count_laws(found: Iterable[LuckTrial]) -> Counter[Weights]:
    """Count how often each law is rolled."""
    laws = Counter[Weights]()
    for one in found:
        laws[one.law] += one.times
    return laws


def at_least(laws: Mapping[Weights, int], got: int) -> Fraction:
    """Return the chance that the laws, each rolled that many times, add up to `got` or more."""
    sums = reduce(_merge_sums, (_repeat_sums(_Sums.of(law), times) for law, times in laws.items() if times), _NOTHING)
    ways = sum(sums.weights[max(0, got - sums.least) :])
    return Fraction(ways, sums.total)


def _mean(law: Weights, power: int = 1) -> Fraction:
    """Return the mean of the results to that power."""
    return Fraction(sum(got**power * ways for got, ways in law), sum(ways for _, ways in law))


class _Sums(NamedTuple):
    """Numbers of ways out of `total` to reach `least`, one more, and so on."""

    least: int
    weights: tuple[int, ...]
    total: int

    @classmethod
    def of(cls, law: Weights) -> _Sums:
        ways = dict(law)
        least, most = min(ways), max(ways)
        return cls(least, tuple(ways.get(got, 0) for got in range(least, most + 1)), sum(ways.values()))


_NOTHING = _Sums(0, (1,), 1)


def _repeat_sums(sums: _Sums, times: int) -> _Sums:
    """Return the sums of `times` equal dice by repeated doubling, plus one more for an odd number."""
    if times <= 1:
        return sums
    half = _repeat_sums(sums, times // 2)
    twice = _merge_sums(half, half)
    return _merge_sums(twice, sums) if times % 2 else twice


def _merge_sums(one: _Sums, other: _Sums) -> _Sums:
    """Return the sums of two groups of dice together."""
    found = [0] * (len(one.weights) + len(other.weights) - 1)
    size = ((one.total * other.total).bit_length() + 7) // 8
    for at in range(0, len(one.weights), _PIECE):
        for by in range(0, len(other.weights), _PIECE):
            more = _convolve(one.weights[at : at + _PIECE], other.weights[by : by + _PIECE], size)
            for place, ways in enumerate(more, at + by):
                found[place] += ways
    return _round_sums(_Sums(one.least + other.least, tuple(found), one.total * other.total))


def _convolve(one: tuple[int, ...], other: tuple[int, ...], size: int) -> list[int]:
    """Convolve two lists of weights by one multiplication of two long numbers with `size` bytes per place."""
    long, longer = (
        int.from_bytes(b"".join(ways.to_bytes(size, "little") for ways in weights), "little")
        for weights in (one, other)
    )
    count = len(one) + len(other) - 1
    packed = (long * longer).to_bytes(count * size, "little")
    return [int.from_bytes(packed[at : at + size], "little") for at in range(0, count * size, size)]


def _round_sums(sums: _Sums) -> _Sums:
    """Round weights that have grown long, and cut sums at the ends that are all but impossible."""
    over = sums.total.bit_length() - PRECISION
    if over <= 0:
        return sums
    weights = [(ways + (1 << over - 1)) >> over for ways in sums.weights]
    first = next(at for at, ways in enumerate(weights) if ways)
    last = next(at for at in range(len(weights), 0, -1) if weights[at - 1])
    kept = tuple(weights[first:last])
    return _Sums(sums.least + first, kept, sum(kept))
