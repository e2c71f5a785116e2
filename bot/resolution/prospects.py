"""What each option of a decision comes to on average, for whoever has to decide."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from rules.kernel.action import Action
from rules.kernel.odds import Odds, Spend, TooMuchWork, at_most
from rules.kernel.serialise import means
from rules.kernel.table import DecisionNeeded, Offer
from rules.kernel.text import Listed, Term, Text

MOST_WEIGHED = 8
"""Options whose prospects are worked out."""
MOST_WAYS = 10_000
"""Results added up for the prospects of all options: some 10 ms, while everybody waits."""


def prospects(action: Action, needed: DecisionNeeded, choices: Mapping[str, list[str]]) -> dict[str, Text]:
    """What each option comes to on average from here, in the numbers that differ; nothing where that takes too long."""
    try:
        return _weighed(action, needed, choices, at_most(MOST_WAYS))
    except TooMuchWork:
        return {}


def _weighed(action: Action, needed: DecisionNeeded, choices: Mapping[str, list[str]], spend: Spend) -> dict[str, Text]:
    values = [offer.value for offer in offers(needed)]
    if needed.frame is None or len(values) > MOST_WEIGHED:
        return {}
    weighed: dict[str, dict[str, Fraction]] = {}
    open_ended = False
    for value in values:
        dist = Odds({**choices, needed.decision.name: [value]}, spend).after(needed.frame)
        open_ended |= len(dist.weights) > 1
        weighed[value] = means(action, dist)
    if not open_ended:
        return {}
    first, *rest = weighed.values()
    told = [name for name in first if name not in action.asides]
    differ = [name for name in told if any(other.get(name) != first[name] for other in rest)]
    return {value: Listed([average(name, found[name]) for name in differ]) for value, found in weighed.items()}


def average(name: str, value: Fraction) -> Text:
    """So many of something on average: "2 hits", "1.5 casualties"."""
    if value.denominator == 1:
        return Text("{n} {things}", n=int(value), things=Term(name))
    return Text("{n:.1f} {things}", n=Decimal(value.numerator) / value.denominator, things=Term(name))


def offers(needed: DecisionNeeded) -> tuple[Offer, ...]:
    decision = needed.decision
    return decision.offers(*needed.situation) or tuple(Offer(option, Term(option)) for option in decision.options)
