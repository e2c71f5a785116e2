"""Chances in words: the mean, at least so many, and the likeliest outcomes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from bot.services.odds import Chances
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.summary import AtLeast
from rules.text import Joined, Listed, Term, Text, amount

NOTHING = (False, None, 0, "none", [])
"""Values that say that something did not happen."""


def odds_reply(words: Reader, found: Sequence[Chances], private: bool) -> Reply:
    """Each action's numbers."""
    pieces = [line for one in found for line in _one(words, one, several=len(found) > 1)]
    games = min((one.games for one in found if one.games), default=0)
    about = Text("Estimated from {games:,} games", games=games) if games else Text("Exact")
    footer = words.plain.say("{about}; nothing is recorded.", about=about)
    return Reply(words.say("Odds: {title}", title=found[0].title), "\n".join(pieces), footer, private=private)


def _one(words: Reader, one: Chances, several: bool) -> list[str]:
    lines, found = [f"**{words(one.action.title)}**"] if several else [], one.summary
    lines += [words.say("Assuming: {assumed}.", assumed=Joined(one.assumed, ", "))] if one.assumed else []
    if found.averages:
        averages = [Text("{n:.2f} {things}", n=_decimal(n), things=Term(name)) for name, n in found.averages]
        lines += [words.say("On average: {averages}", averages=Listed(averages))]
    lines += [words(_at_least(field)) for field in found.at_least]
    lines += [words.say("Most likely:")]
    lines += [f"`{words(percent(p)):>6}` {words(_outcome(outcome))}" for outcome, p in found.likeliest]
    if found.others:
        others = words.say("any of {others} others", others=found.others)
        lines.append(f"`{words(percent(found.of_others)):>6}` {others}")
    return lines


def _at_least(field: AtLeast) -> Text:
    """The chance of at least so many, for as many as there can be."""
    parts = [percent(p) if n is None else Text("{n}+ {chance}", n=n, chance=percent(p)) for n, p in field.chances]
    return Text("{what}: {chances}", what=Term(field.name), chances=Joined(parts, ", "))


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


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
