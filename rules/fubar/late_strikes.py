"""The odds of a close combat in which some lie and strike late, without following every way that it can go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from math import lcm
from typing import NamedTuple

from rules.kernel.odds import Dist, Spend, lowest


class Losses(NamedTuple):
    """What one side loses at once; how many of it strike late for that; what so many late strikes of the enemy cost it.

    `figures` is how many it has.
    """

    at_once: Dist
    late_dice: Callable[[int], int]
    to_late_strikes: Callable[[int], Dist]
    figures: int


Row = tuple[int, list[int]]
"""Weights of so many losses and more: the first number, and the weights from there on."""


def joint(one: Losses, other: Losses, spend: Spend) -> Dist:
    """The losses of both sides, as pairs; where all of a side have fallen, nobody strikes late."""
    ours, theirs = _standing(one), _standing(other)
    scales = _scale(one, theirs), _scale(other, ours)
    weights = _fallen(one, other, scales[0] * scales[1])
    table = [[0] * (other.figures + 1) for _ in range(one.figures + 1)]
    for dice, our_losses in ours.items():
        for answer, their_losses in theirs.items():
            first = _after(our_losses, one, one.to_late_strikes(answer), scales[0])
            second = _after(their_losses, other, other.to_late_strikes(dice), scales[1])
            spend(len(first[1]) * len(second[1]))
            _add(table, first, second)
    for lost, row in enumerate(table):
        for down, weight in enumerate(row):
            if weight:
                weights[lost, down] = weights.get((lost, down), 0) + weight
    return Dist(weights, one.at_once.total * other.at_once.total * scales[0] * scales[1])


def _standing(side: Losses) -> dict[int, dict[int, int]]:
    """Losses that leave somebody, with their weights, by how many strike late then."""
    left = sorted((lost, weight) for lost, weight in side.at_once.weights.items() if lost < side.figures)
    groups = groupby(left, lambda loss: side.late_dice(loss[0]))
    found: dict[int, dict[int, int]] = {}
    for dice, losses in groups:
        found.setdefault(dice, {}).update(losses)
    return found


def _scale(side: Losses, enemies: Mapping[int, object]) -> int:
    """A total that all late strikes at this side can be brought to."""
    return lcm(*(side.to_late_strikes(dice).total for dice in enemies))


def _fallen(one: Losses, other: Losses, scale: int) -> dict[tuple[int, int], int]:
    """What is over after the first strikes."""
    return {
        (lost, down): weight * ways * scale
        for lost, weight in one.at_once.weights.items()
        for down, ways in other.at_once.weights.items()
        if lost == one.figures or down == other.figures
    }


def _after(at_once: Mapping[int, int], side: Losses, late: Dist, scale: int) -> Row:
    """Losses at once and late, added up; nobody falls twice."""
    first, by = min(at_once), scale // late.total
    last = min(side.figures, max(at_once) + max(late.weights))
    found = [0] * (last - first + 1)
    for lost, weight in at_once.items():
        for more, ways in late.weights.items():
            found[min(last, lost + more) - first] += weight * ways * by
    return first, found


def _add(table: list[list[int]], one: Row, other: Row) -> None:
    (lost, weights), (down, ways) = one, other
    until = down + len(ways)
    for row, weight in zip(table[lost:], weights, strict=False):
        row[down:until] = [had + weight * way for had, way in zip(row[down:until], ways, strict=True)]


def smallest(dist: Dist) -> Dist:
    """The same chances in the smallest whole numbers, the fewest losses first."""
    return lowest(Dist(dict(sorted(dist.weights.items())), dist.total))
