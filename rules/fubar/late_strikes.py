"""Odds of a close combat with suppressed figures that strike late, without following every way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from math import lcm
from typing import NamedTuple

from rules.kernel.odds import Budget, Dist, lowest_terms


class Losses(NamedTuple):
    """Losses of one side: at once; its late strikes after them; and its losses to so many late strikes.

    `figures` is its number of figures.
    """

    at_once: Dist
    late_dice: Callable[[int], int]
    to_late_strikes: Callable[[int], Dist]
    figures: int


Row = tuple[int, list[int]]
"""Weights of consecutive numbers of losses: the first number, and the weights from there on."""


def joint_losses(one: Losses, other: Losses, spend: Budget) -> Dist:
    """Return the losses of both sides, as pairs; a destroyed side has no late strikes."""
    ours, theirs = _surviving_losses(one), _surviving_losses(other)
    scales = _common_total(one, theirs), _common_total(other, ours)
    found = _final_results(one, other, scales[0] * scales[1])
    table = [[0] * (other.figures + 1) for _ in range(one.figures + 1)]
    for dice, our_losses in ours.items():
        for answer, their_losses in theirs.items():
            first = _add_late_losses(our_losses, one, one.to_late_strikes(answer), scales[0])
            second = _add_late_losses(their_losses, other, other.to_late_strikes(dice), scales[1])
            spend(len(first[1]) * len(second[1]))
            (lost, weights), (down, ways) = first, second
            for row, weight in zip(table[lost:], weights, strict=False):
                until = down + len(ways)
                row[down:until] = [had + weight * way for had, way in zip(row[down:until], ways, strict=True)]
    for lost, row in enumerate(table):
        for down, weight in enumerate(row):
            if weight:
                found[lost, down] = found.get((lost, down), 0) + weight
    return Dist(found, one.at_once.total * other.at_once.total * scales[0] * scales[1])


def _surviving_losses(side: Losses) -> dict[int, dict[int, int]]:
    """Return the losses that leave survivors, with their weights, by the number of late strikes."""
    left = sorted((lost, weight) for lost, weight in side.at_once.weights.items() if lost < side.figures)
    groups = groupby(left, lambda loss: side.late_dice(loss[0]))
    found: dict[int, dict[int, int]] = {}
    for dice, losses in groups:
        found.setdefault(dice, {}).update(losses)
    return found


def _common_total(side: Losses, enemies: Mapping[int, object]) -> int:
    """Return a common total for all late strikes at this side."""
    return lcm(*(side.to_late_strikes(dice).total for dice in enemies))


def _final_results(one: Losses, other: Losses, scale: int) -> dict[tuple[int, int], int]:
    """Return the results that are final after the first strikes."""
    return {
        (lost, down): weight * ways * scale
        for lost, weight in one.at_once.weights.items()
        for down, ways in other.at_once.weights.items()
        if lost == one.figures or down == other.figures
    }


def _add_late_losses(at_once: Mapping[int, int], side: Losses, late: Dist, scale: int) -> Row:
    """Add up losses at once and late, limited to the number of figures."""
    first, by = min(at_once), scale // late.total
    last = min(side.figures, max(at_once) + max(late.weights))
    found = [0] * (last - first + 1)
    for lost, weight in at_once.items():
        for more, ways in late.weights.items():
            found[min(last, lost + more) - first] += weight * ways * by
    return first, found


def smallest_weights(dist: Dist) -> Dist:
    """Return the same chances in the smallest whole numbers, the fewest losses first."""
    return lowest_terms(Dist(dict(sorted(dist.weights.items())), dist.total))
