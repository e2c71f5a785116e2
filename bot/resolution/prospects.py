"""The average result of each option of a decision, for the player who decides."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction

from rules.kernel.action import Action
from rules.kernel.odds import Budget, Odds, TooMuchWork, work_limit
from rules.kernel.serialise import means
from rules.kernel.table import DecisionNeeded, Offer
from rules.kernel.text import Listed, Role, Term, Text

MOST_WEIGHED = 8
"""Maximum options whose prospects are computed."""
MOST_WAYS = 10_000
"""Maximum results added up for the prospects of all options; they take about 10 ms, while all other work waits."""


def prospects(action: Action, needed: DecisionNeeded, choices: Mapping[str, list[str]]) -> dict[str, Text]:
    """Return the average result of each option, only for numbers that differ; empty if that takes too long."""
    try:
        return _weigh_options(action, needed, choices, work_limit(MOST_WAYS))
    except TooMuchWork:
        return {}


def _weigh_options(
    action: Action, needed: DecisionNeeded, choices: Mapping[str, list[str]], spend: Budget
) -> dict[str, Text]:
    values = [offer.value for offer in offers(needed)]
    if needed.frame is None or len(values) > MOST_WEIGHED:
        return {}
    weighed: dict[str, dict[str, Fraction]] = {}
    stake = action.at_stake(*needed.frame.numbers) if needed.frame.rule is action.rule else None
    points: dict[str, Text] = {}
    open_ended = False
    for value in values:
        dist = Odds({**choices, needed.decision.name: [value]}, spend).after(needed.frame)
        open_ended |= len(dist.weights) > 1
        weighed[value] = means(action, dist)
        if stake:
            total = sum(stake.lost(outcome) * weight for outcome, weight in dist.weights.items())
            lost = Fraction(total, dist.total)
            points[value] = Text(
                "{n:.1f} of {whole} hit points", n=Decimal(lost.numerator) / lost.denominator, whole=stake.whole
            )
    if not open_ended:
        return {}
    first, *rest = weighed.values()
    told = [name for name in first if name not in (*action.hidden_fields, *action.on_the_way)] or list(first)
    # Averages are shown to a tenth: "0.0 casualties" of each option would say nothing.
    shown = [{name: round(value, 1) for name, value in found.items()} for found in (first, *rest)]
    differ = [name for name in told if any(other.get(name) != shown[0][name] for other in shown[1:])]
    if stake is None or not (stake.single or _MODELS not in differ):
        points = {}
    elif stake.single:
        differ = [name for name in differ if name != _MODELS]
    if not (differ or points):
        return {}
    return {
        value: Listed([*([points[value]] if value in points else []), *(average(name, found[name]) for name in differ)])
        for value, found in weighed.items()
    }


_MODELS = "models_lost"
_PARTS = ("attacker", "defender")
"""Parts with which the names of outcomes begin that count the same for both units."""


def average(name: str, value: Fraction) -> Text:
    """Return an average in words: "2 hits", "1.5 casualties of Engineers"."""
    part, _, rest = name.partition("_")
    things = Text("{things} of {unit}", things=Term(rest), unit=Role(part)) if part in _PARTS else Term(name)
    if value.denominator == 1:
        return Text("{n} {things}", n=int(value), things=things)
    return Text("{n:.1f} {things}", n=Decimal(value.numerator) / value.denominator, things=things)


def offers(needed: DecisionNeeded) -> tuple[Offer, ...]:
    decision = needed.decision
    return decision.offers(*needed.situation) or tuple(Offer(option, Term(option)) for option in decision.options)
