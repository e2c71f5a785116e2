"""The summary of a distribution equals the enumeration of all outcomes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from data import SYSTEMS
from rules.command.system import System
from rules.kernel.action import Action
from rules.kernel.distribution import (
    MOST_ROWS,
    MOST_STEPS,
    RARE,
    AtLeast,
    Summary,
    chance_of_each_effect,
    effect_odds,
    summary,
)
from rules.kernel.facts import validate
from rules.kernel.odds import Dist
from rules.kernel.resolve import odds, ruleset_of
from rules.kernel.serialise import means, to_plain
from tests.rows import for_each
from tests.rules.test_every_system import cases

LITTLE = 3000


def one_by_one(action: Action, dist: Dist) -> Summary:
    """Return the same, the long way."""
    outcomes = {outcome: to_plain(outcome) for outcome in dist.weights}
    names = [name for name in next(iter(outcomes.values())) if name not in action.hidden_fields]
    values = {name: [json.dumps(found[name]) for found in outcomes.values()] for name in names}
    told = [name for name in names if len(outcomes) == 1 or len(set(values[name])) > 1]
    rows: Counter[str] = Counter()
    ranked = sorted(dist.weights.items(), key=lambda row: (-row[1], json.dumps(outcomes[row[0]])))
    for outcome, weight in ranked:
        rows[json.dumps({name: outcomes[outcome][name] for name in told})] += weight
    most = sorted(rows.items(), key=lambda row: -row[1])
    likeliest = tuple((json.loads(row), Fraction(weight, dist.total)) for row, weight in most[:MOST_ROWS])
    rest = sum((Fraction(weight, dist.total) for _, weight in most[MOST_ROWS:]), Fraction(0))
    assert rest == 1 - sum(p for _, p in likeliest)
    found = summary(action, dist)
    flags = [all(type(o._asdict()[n]) is int and o._asdict()[n] <= 1 for o in outcomes) for n in told]
    if len(told) > 1 and all(flags):
        return Summary((), (), likeliest, len(most[MOST_ROWS:]), rest)
    averages = {name: mean for name, mean in means(action, dist).items() if name in told and mean}
    for name, chances in found.at_least:
        assert means(action, dist).get(name, Fraction(1)) > RARE
        assert len(chances) <= MOST_STEPS
        for n, p in chances:
            assert p == sum(q for o, q in dist.fractions().items() if o._asdict()[name] >= (1 if n is None else n))
    return Summary(tuple(averages.items()), found.at_least, likeliest, len(most[MOST_ROWS:]), rest)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_a_summary_agrees_with_its_outcomes(system: System) -> None:
    for key, action in system.actions.items():
        if not action.outcome.__annotations__:
            continue
        for facts in cases(system)[key]:
            dist = odds(action, validate(action.facts, facts), ruleset_of(system))
            if len(dist.weights) < LITTLE:
                assert summary(action, dist) == one_by_one(action, dist), (key, facts)


def test_every_field_that_varies_has_a_chance_of_at_least() -> None:
    fubar: Any = next(one for one in SYSTEMS if one.key == "fubar")
    action, facts = fubar.actions["fire"], cases(fubar)["fire"][0]
    found = summary(action, odds(action, validate(action.facts, facts), ruleset_of(fubar)))
    assert [name for name, n in found.averages if n > RARE] == [name for name, _ in found.at_least]


# Effects: the result on the table, whatever the path.


class Hits(NamedTuple):
    hits: int


def summed_hits(weights: Mapping[int, int]) -> Summary:
    """Return the summary of a distribution of hits, with these weights in this order."""
    fire = next(one for one in SYSTEMS if one.key == "fubar").actions["fire"]
    return summary(fire, Dist({Hits(n): weight for n, weight in weights.items()}, sum(weights.values())))


@for_each(("misses", "told"), [(19, ()), (18, (AtLeast("hits", ((1, Fraction(1, 19)),)),))])
def test_a_number_of_a_twentieth_on_average_has_no_chances_of_at_least(misses: int, told: tuple[AtLeast, ...]) -> None:
    assert summed_hits({0: misses, 1: 1}).at_least == told


@for_each(("many", "first"), [(1000, 0), (1001, 1000)])
def test_of_a_thousand_equally_likely_outcomes_the_first_are_those_of_the_first_words(many: int, first: int) -> None:
    """To sort more of them takes too long: they are in the order in which they were found."""
    found = summed_hits(dict.fromkeys(reversed(range(many)), 1))
    assert (found.likeliest[0], len(found.likeliest), found.others) == (
        ({"hits": first}, Fraction(1, many)),
        10,
        many - 10,
    )
    assert [len(chances) for _, chances in found.at_least] == [6]


def changes_nothing(action: Action, name: str, value: Any) -> bool:
    kept = {"passed": "failed", "failed": "passed"}.get(action.name_of(name).changes, "passed")
    return value in (False, None, 0, "none", (), kept)


def effects_one_by_one(action: Action, dist: Dist, main: str | None) -> Counter[str]:
    """Return the chances of the remaining effects, as JSON without zeros."""
    found: Counter[str] = Counter()
    for outcome, weight in dist.weights.items():
        names = [
            one for one in outcome._fields if one == main or one not in (*action.hidden_fields, *action.on_the_way)
        ]
        left = {
            name: to_plain(getattr(outcome, name))
            for name in names
            if not changes_nothing(action, name, getattr(outcome, name))
        }
        found[json.dumps(left)] += weight
    return found


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
def test_the_chances_of_effects_are_those_of_the_outcomes_that_leave_them(system: System) -> None:
    for key, action in system.actions.items():
        for facts in cases(system)[key]:
            given, book = validate(action.facts, facts), ruleset_of(system)
            dist = odds(action, given, book)
            aim = action.aim(action.plan(given, book))
            main = aim.what if aim else None
            found, single = effect_odds(action, dist, main), chance_of_each_effect(action, dist, main)
            fields = next(iter(dist.weights))._fields if action.outcome.__annotations__ else ()
            leads = bool({*fields} & {*action.on_the_way})
            assert (found is not None) == leads
            names = found.names if found else [name for name in fields if name == main]
            shares = {name: _share(action, dist, name) for name in names}
            assert single == {name: share for name, share in shares.items() if share}
            assert list(single.values()) == sorted(single.values(), reverse=True)
            if found is None:
                continue
            each = effects_one_by_one(action, dist, main)
            assert found.some == 1 - Fraction(each.pop("{}", 0), dist.total)
            assert [chance * dist.total for _, chance in found.likeliest] == [n for _, n in each.most_common(3)]
            assert all(each[json.dumps(row)] == chance * dist.total for row, chance in found.likeliest)


def _share(action: Action, dist: Dist, name: str) -> Fraction:
    kept = [p for outcome, p in dist.fractions().items() if not changes_nothing(action, name, getattr(outcome, name))]
    return sum(kept, Fraction(0))
