"""Chances in words: the mean, at least so many, and the likeliest outcomes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from bot.services.odds import Chances
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.sampling import GAMES
from rules.serialise import means, plain
from rules.text import Joined, Listed, Term, Text, amount

MOST_ROWS = 10
NOTHING = (False, None, 0, "none", [])
"""Values that say that something did not happen."""
RARE = Fraction(1, 20)
"""A number that is less than that on average is not told by itself."""


def odds_reply(words: Reader, found: list[Chances], private: bool) -> Reply:
    """Each action's numbers."""
    pieces = [line for one in found for line in _one(words, one, several=len(found) > 1)]
    games = Text("Estimated from {games:,} games", games=GAMES)
    about = Text("Exact") if all(one.exact for one in found) else games
    footer = words.plain.say("{about}; nothing is recorded.", about=about)
    return Reply(words.say("Odds: {title}", title=found[0].title), "\n".join(pieces), footer, private=private)


def _one(words: Reader, one: Chances, several: bool) -> list[str]:
    lines = [f"**{words(one.action.title)}**"] if several else []
    lines += [words.say("Assuming: {assumed}.", assumed=Joined(one.assumed, ", "))] if one.assumed else []
    same = _same(one)
    if not _only_once(one, same):
        averages = _averages(one, same)
        lines += [words.say("On average: {averages}", averages=averages)] if averages else []
        lines += [words(_at_least(one, name)) for name in _counted_fields(one)]
    lines += [words.say("Most likely:")]
    ranked, total = _ranked(one, same), one.dist.total
    lines += [f"`{words(percent(Fraction(w, total))):>6}` {words(outcome)}" for outcome, w in ranked[:MOST_ROWS]]
    if len(ranked) > MOST_ROWS:
        rest = Fraction(sum(weight for _, weight in ranked[MOST_ROWS:]), total)
        others = words.say("any of {others} others", others=len(ranked) - MOST_ROWS)
        lines.append(f"`{words(percent(rest)):>6}` {others}")
    return lines


def _ranked(one: Chances, same: set[str]) -> list[tuple[Text, int]]:
    """The outcomes with their weights, likeliest first; those that say the same are one."""
    found: dict[Text, int] = {}
    weighed = [(plain(outcome), weight) for outcome, weight in one.dist.weights.items()]
    for outcome, weight in sorted(weighed, key=lambda row: (-row[1], json.dumps(row[0]))):
        told = _outcome(_without(outcome, same))
        found[told] = found.get(told, 0) + weight
    return sorted(found.items(), key=lambda row: -row[1])


def _same(one: Chances) -> set[str]:
    """Fields that are the same whatever happens, and so say nothing; and the action's asides."""
    first, *others = (outcome._asdict() for outcome in one.dist.weights)
    same = {name for name, value in first.items() if all(other[name] == value for other in others)} if others else set()
    return {*same, *one.action.asides}


def _without(found: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if name not in names}


def _only_once(one: Chances, same: set[str]) -> bool:
    """Whether each of several things happens once or not at all: then the list of outcomes says everything."""
    counts = [_without(outcome._asdict(), same).values() for outcome in one.dist.weights]
    return all(len(values) > 1 and all(type(value) is int and value <= 1 for value in values) for values in counts)


def _averages(one: Chances, same: set[str]) -> Text:
    averages = _without(means(one.action, one.dist), same).items()
    return Listed([Text("{n:.2f} {things}", n=_decimal(value), things=Term(name)) for name, value in averages if value])


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def _counted_fields(one: Chances) -> list[str]:
    """The numbers that vary from play to play."""
    found: dict[str, set[Any]] = {}
    for outcome in one.dist.weights:
        for name, value in outcome._asdict().items():
            if isinstance(value, int) and name not in (*one.action.indices, *one.action.asides):
                found.setdefault(name, set()).add(value)
    averages = means(one.action, one.dist)
    return [name for name, values in found.items() if len(values) > 1 and averages.get(name, 1) > RARE]


def _at_least(one: Chances, name: str) -> Text:
    """The chance of at least so many, for as many as there can be."""
    weights: dict[int, int] = {}
    for outcome, weight in one.dist.weights.items():
        value = int(getattr(outcome, name))
        weights[value] = weights.get(value, 0) + weight
    total = one.dist.total
    if isinstance(getattr(next(iter(one.dist.weights)), name), bool):
        return Text("{what}: {chances}", what=Term(name), chances=percent(Fraction(weights.get(1, 0), total)))
    parts = [
        Text("{n}+ {chance}", n=n, chance=percent(Fraction(sum(w for v, w in weights.items() if v >= n), total)))
        for n in sorted(weights)[1:7]
    ]
    return Text("{what}: {chances}", what=Term(name), chances=Joined(parts, ", "))


def percent(p: Fraction) -> Text:
    """A chance in percent; certain and impossible are said only of what is so."""
    if p in (0, 1):
        return Text("{n} %", n=int(p * 100))
    return Text("{n:.1f} %", n=min(Decimal("99.9"), max(Decimal("0.1"), _decimal(p) * 100)))


def _outcome(outcome: Mapping[str, Any]) -> Text:
    shown = [_value(name, value) for name, value in outcome.items() if value not in NOTHING]
    return Listed(shown) if shown else Text("nothing")


def _value(name: str, value: Any) -> Text:
    if value is True:
        return Term(name)
    if isinstance(value, str):
        return Text("{name}: {value}", name=Term(name), value=Term(value))
    if isinstance(value, list):
        each = [_outcome(one) if isinstance(one, dict) else str(one) for one in value]
        return Text("{name} {values}", name=Term(name), values=Joined(each, "/"))
    return amount(value, name)
