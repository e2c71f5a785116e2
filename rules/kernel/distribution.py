"""Summaries of a distribution for readers: the expected value of each number, and the likeliest outcomes.

All is computed in whole numbers over one total; only the values shown become fractions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from heapq import nlargest
from operator import itemgetter
from typing import Any, NamedTuple, cast

from rules.kernel.action import Action
from rules.kernel.odds import Budget, Dist, allow_any_work
from rules.kernel.serialise import to_plain

MOST_ROWS = 10
MOST_STEPS = 6
MOST_LEVEL = 1000
"""Limit up to which equally likely outcomes are sorted; beyond it, the first found are shown."""
RARE = Fraction(1, 20)
"""A number with a lower average is not listed by itself."""


class AtLeast(NamedTuple):
    """Chances to reach each count `n` of something; for a flag, one chance with `n` None."""

    name: str
    chances: tuple[tuple[int | None, Fraction], ...]


class Summary(NamedTuple):
    """Summary of the chances of one action."""

    averages: tuple[tuple[str, Fraction], ...]
    at_least: tuple[AtLeast, ...]
    likeliest: tuple[tuple[Mapping[str, object], Fraction], ...]
    """Outcomes as plain values, without the fields that are the same in all of them."""
    others: int
    """Number of further outcomes; `of_others` is the chance of any of them."""
    of_others: Fraction


Marginals = dict[str, dict[Any, int]]
"""Weights of the values of each field of an outcome; the type of a value depends on the action."""


def summary(action: Action, dist: Dist, spend: Budget = allow_any_work) -> Summary:
    """Summarise a distribution in one pass per field, without sorting thousands of outcomes."""
    names = next(iter(dist.weights))._fields
    fields = {
        name: _value_weights(dist, at, spend) for at, name in enumerate(names) if name not in action.hidden_fields
    }
    told = {name: values for name, values in fields.items() if len(values) > 1 or len(dist.weights) == 1}
    likeliest, others = _likeliest_outcomes(dist, list(told), spend)
    left = dist.total - sum(weight for _, weight in likeliest)
    rows = tuple((outcome, Fraction(weight, dist.total)) for outcome, weight in likeliest)
    if len(told) > 1 and all(type(value) is int and value <= 1 for values in told.values() for value in values):
        return Summary((), (), rows, others, Fraction(left, dist.total))
    numbers = {name: values for name, values in fields.items() if name not in action.indices}
    means = {
        name: Fraction(sum(value * weight for value, weight in values.items()), dist.total)
        for name, values in numbers.items()
        if all(type(value) is int for value in values)
    }
    averages = tuple((name, value) for name, value in means.items() if value and name in told)
    at_least: list[AtLeast] = []
    for name, values in numbers.items():
        if len(values) > 1 and all(isinstance(value, int) for value in values) and means.get(name, 1) > RARE:
            steps = ((n, sum(w for v, w in values.items() if v >= n)) for n in sorted(values)[1 : MOST_STEPS + 1])
            at_least.append(AtLeast(name, tuple((None if n is True else n, Fraction(w, dist.total)) for n, w in steps)))
    return Summary(averages, tuple(at_least), rows, others, Fraction(left, dist.total))


def _value_weights(dist: Dist, at: int, spend: Budget) -> dict[Any, int]:
    spend(len(dist.weights))
    found: dict[object, int] = {}
    for outcome, weight in dist.weights.items():
        value = outcome[at]
        found[value] = found.get(value, 0) + weight
    return found


def _likeliest_outcomes(dist: Dist, told: list[str], spend: Budget) -> tuple[list[tuple[dict[str, object], int]], int]:
    """Return the likeliest outcomes with their weights, and the number of others; outcomes that read alike are one."""
    spend(2 * len(dist.weights))
    names: Sequence[str] = next(iter(dist.weights))._fields
    at, weights = [names.index(name) for name in told], dict[tuple[object, ...], int]()
    key: Callable[[Any], tuple[object, ...]]
    key = itemgetter(*at) if len(at) > 1 else lambda outcome: tuple(outcome[n] for n in at)
    for outcome, weight in dist.weights.items():
        of = key(outcome)
        weights[of] = weights.get(of, 0) + weight
    ranked = nlargest(MOST_ROWS, weights.items(), key=itemgetter(1))
    least = ranked[-1][1]
    members: dict[tuple[object, ...], list[Any]] = {of: [] for of, weight in weights.items() if weight >= least}
    for outcome in dist.weights:
        if key(outcome) in members:
            members[key(outcome)].append(outcome)
    if len(members) <= MOST_LEVEL:  # the likeliest first, equal chances in the order of their JSON
        first = {
            of: min((-dist.weights[one], json.dumps(to_plain(one))) for one in alike) for of, alike in members.items()
        }
        ranked = [(of, weights[of]) for of in sorted(members, key=lambda of: (-weights[of], first[of]))]
    rows = [
        (cast("dict[str, object]", to_plain(dict(zip(told, of, strict=True)))), weight)
        for of, weight in ranked[:MOST_ROWS]
    ]
    return rows, max(0, len(weights) - MOST_ROWS)


# The chances of effects: outcomes that leave the same on the table are one.

MOST = 3
"""Number of the likeliest effects that are shown."""


class EffectOdds(NamedTuple):
    """Chance of any effect, the likeliest effects, and the names of all possible ones."""

    some: Fraction
    likeliest: tuple[tuple[Mapping[str, object], Fraction], ...]
    names: tuple[str, ...]


def effect_odds(action: Action, dist: Dist, main: str | None, spend: Budget = allow_any_work) -> EffectOdds | None:
    """Return the chances of effects on the table; None for an action whose outcomes have no further effect.

    `main` is the number that counts most. It is an effect even if its name is among the intermediate fields.
    """
    spend(len(dist.weights))
    fields: tuple[str, ...] = next(iter(dist.weights))._fields
    if not set(fields) & set(action.on_the_way):
        return None
    names = [one for one in fields if one == main or one not in (*action.hidden_fields, *action.on_the_way)]
    at, found = [fields.index(name) for name in names], dict[tuple[object, ...], int]()
    is_nothing = [action.name_of(name).leaves_nothing for name in names]
    for outcome, weight in dist.weights.items():
        left = tuple(outcome[nth] for nth in at)
        found[left] = found.get(left, 0) + weight
    some = {
        left: weight
        for left, weight in found.items()
        if not all(nothing(value) for nothing, value in zip(is_nothing, left, strict=True))
    }
    likeliest = nlargest(MOST, some.items(), key=itemgetter(1))
    rows = tuple(
        (
            {
                name: to_plain(value)
                for name, nothing, value in zip(names, is_nothing, left, strict=True)
                if not nothing(value)
            },
            Fraction(weight, dist.total),
        )
        for left, weight in likeliest
    )
    return EffectOdds(Fraction(sum(some.values()), dist.total), rows, tuple(names))


def chance_of_each_effect(
    action: Action, dist: Dist, main: str | None, spend: Budget = allow_any_work
) -> dict[str, Fraction]:
    """Return the chance of each effect, the likeliest first; for an action without any, the chance of `main`."""
    spend(len(dist.weights))
    fields: tuple[str, ...] = next(iter(dist.weights))._fields
    on_the_way = set(fields) & set(action.on_the_way)
    names = [
        one for one in fields if one == main or (on_the_way and one not in (*action.hidden_fields, *action.on_the_way))
    ]
    found = {
        name: Fraction(sum(weight for outcome, weight in dist.weights.items() if not nothing(outcome[at])), dist.total)
        for name in names
        for at, nothing in ((fields.index(name), action.name_of(name).leaves_nothing),)
    }
    return dict(sorted(((name, chance) for name, chance in found.items() if chance), key=lambda one: -one[1]))
