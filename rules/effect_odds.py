"""The chances of effects: outcomes that leave the same on the table are one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from heapq import nlargest
from operator import itemgetter
from typing import Any, NamedTuple, cast

from rules.action import Action
from rules.odds import Dist, Spend, freely
from rules.serialise import plain

MOST = 3
"""So many of the likeliest effects are told."""
NOTHING = (False, None, 0, "none", "passed", ())
"""Values that leave nothing on the table."""


class EffectOdds(NamedTuple):
    """How likely it is that there is any effect, the likeliest ones, and the names of all there can be."""

    some: Fraction
    likeliest: tuple[tuple[Mapping[str, Any], Fraction], ...]
    names: tuple[str, ...]


def effect_odds(action: Action, dist: Dist, main: str | None, spend: Spend = freely) -> EffectOdds | None:
    """What is left on the table, whatever led there; None for an action whose outcomes lead nowhere further.

    `main` is the number that counts most, which is an effect even where others of its name only lead to one.
    """
    spend(len(dist.weights))
    fields: tuple[str, ...] = next(iter(dist.weights))._fields
    if not set(fields) & set(action.on_the_way):
        return None
    names = [one for one in fields if one == main or one not in (*action.asides, *action.on_the_way)]
    at, found = [fields.index(name) for name in names], dict[tuple[Any, ...], int]()
    for outcome, weight in dist.weights.items():
        left = tuple(outcome[nth] for nth in at)
        found[left] = found.get(left, 0) + weight
    some = {left: weight for left, weight in found.items() if any(value not in NOTHING for value in left)}
    likeliest = nlargest(MOST, some.items(), key=itemgetter(1))
    rows = tuple((_named(names, left), Fraction(weight, dist.total)) for left, weight in likeliest)
    return EffectOdds(Fraction(sum(some.values()), dist.total), rows, tuple(names))


def each_effect(action: Action, dist: Dist, main: str | None, spend: Spend = freely) -> dict[str, Fraction]:
    """The chance of any of each effect, the likeliest first; of an action that has none, that of its main number."""
    spend(len(dist.weights))
    fields: tuple[str, ...] = next(iter(dist.weights))._fields
    on_the_way = set(fields) & set(action.on_the_way)
    names = [one for one in fields if one == main or (on_the_way and one not in (*action.asides, *action.on_the_way))]
    found = {
        name: Fraction(
            sum(weight for outcome, weight in dist.weights.items() if outcome[at] not in NOTHING), dist.total
        )
        for name in names
        for at in (fields.index(name),)
    }
    return dict(sorted(((name, chance) for name, chance in found.items() if chance), key=lambda one: -one[1]))


def _named(names: list[str], left: tuple[Any, ...]) -> dict[str, Any]:
    values = zip(names, left, strict=True)
    return cast("dict[str, Any]", plain({name: value for name, value in values if value not in NOTHING}))
