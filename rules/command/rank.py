"""Ranks of plays (the chance of an equal or better result) and passed tests.

They are computed from the record of a play: its facts, its decisions and its outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from rules.command.system import System
from rules.game.entry import Entry
from rules.kernel.action import Aim, Rank, Ruleset
from rules.kernel.errors import RulesError
from rules.kernel.facts import validate
from rules.kernel.odds import Budget, Dist, Odds, TooMuchWork, allow_any_work, work_limit
from rules.kernel.plays import Play
from rules.kernel.roll_kinds import rolling_unit

MOST_DICE = 20
"""Most dice of one side in a play that is ranked before the answer."""
MOST_WAYS = 400
"""Most results added up for a rank before the answer: less than a millisecond."""


def rank_at_once(system: System, book: Ruleset, play: Play) -> Fraction | None:
    """Return the rank if it takes less than a millisecond; None for larger plays and those without a rank."""
    dice = Counter[str]()
    for roll in play.throws:
        dice[roll.by] += len(roll.faces)
    if max(dice.values(), default=0) > MOST_DICE:
        return None
    try:
        return rank(system, book, play, work_limit(MOST_WAYS))
    except TooMuchWork:
        return None


def rank(system: System, book: Ruleset, play: Play, spend: Budget = allow_any_work) -> Fraction | None:
    """Return the chance of this result or better, by exact odds under the decisions made.

    Return None for a play without a main outcome, without dice or with dice that decide nothing, too large for exact
    odds, or of rules that have changed since. Raises what `spend` raises.
    """
    action = system.actions.get(play.action)
    if action is None or not play.throws:
        return None
    try:
        plan = action.plan(validate(action.facts, play.facts), book)
        aim = action.aim(plan)
        if aim is None or action.too_big(plan):
            return None
        dist = Odds({made.name: [made.value] for made in play.decisions}, spend).of(action.rule, plan)
        mine = aim.key(action.outcome(**{name: play.outcome[name] for name in action.outcome._fields}))
        return share(aim, dist, mine, spend)
    except (RulesError, LookupError, ValueError):
        return None


def share(aim: Aim, dist: Dist, mine: Rank, spend: Budget = allow_any_work) -> Fraction | None:
    """Return the share of a distribution that equals or beats `mine`; None if all is equal."""
    spend(len(dist.weights))
    keys = {outcome: aim.key(outcome) for outcome in dist.weights}
    if all(key == mine for key in keys.values()):
        return None
    return Fraction(sum(weight for outcome, weight in dist.weights.items() if keys[outcome] >= mine), dist.total)


# Morale and activation tests in an entry, with their units and results.

_TESTS = ("morale", "activation")


def tests_of(entry: Entry, system: System) -> Iterator[tuple[str, bool]]:
    """Yield each tested unit, with True if it passed; of re-rolled dice, the final result counts."""
    for play in entry.plays:
        found: list[tuple[str, bool]] = []
        for roll in play.throws:
            unit, kind = rolling_unit(play, roll), system.throws.of(roll)
            if unit and kind.tests and kind.kind in _TESTS:
                if roll.rerolled and found and found[-1][0] == unit:
                    found.pop()
                found.append((unit, system.after_battle.passed(play, roll)))
        yield from found
