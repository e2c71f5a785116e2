"""How well a play went: the share of possible results that is better, and half of those as good; and tests passed.

Worked out from what the record keeps of a play: its facts, the choices that were made, and the outcome.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rules.command.system import System
from rules.game.entry import Entry
from rules.kernel.action import Aim, Book, Rank
from rules.kernel.errors import RulesError
from rules.kernel.facts import checked
from rules.kernel.odds import Dist, Odds, Spend, TooMuchWork, at_most, freely
from rules.kernel.plays import Play
from rules.kernel.throw_kinds import unit_throwing

MOST_DICE = 20
"""Dice of one side in a play that is ranked before the answer."""
MOST_WAYS = 400
"""Results added up for a rank before the answer: less than a millisecond."""


def rank_at_once(system: System, book: Book, play: Play) -> Fraction | None:
    """The rank where it takes less than a millisecond; None for larger plays, as for those that have none."""
    if any(dice > MOST_DICE for dice in _dice(play).values()):
        return None
    try:
        return rank(system, book, play, at_most(MOST_WAYS))
    except TooMuchWork:
        return None


def rank(system: System, book: Book, play: Play, spend: Spend = freely) -> Fraction | None:
    """The chance of this well or better, by exact odds under the choices that were made; ties count half.

    None for a play without one main outcome, without dice or with dice that decide nothing, too large for exact odds,
    or of rules that have changed since. Raises what `spend` raises.
    """
    action = system.actions.get(play.action)
    if action is None or not play.throws:
        return None
    try:
        plan = action.plan(checked(action.facts, play.facts), book)
        aim = action.aim(plan)
        if aim is None or action.too_big(plan):
            return None
        dist = Odds(_made(play), spend).of(action.rule, plan)
        mine = aim.key(action.outcome(**{name: play.outcome[name] for name in action.outcome._fields}))
        return share(aim, dist, mine, spend)
    except (RulesError, LookupError, ValueError):
        return None


def share(aim: Aim, dist: Dist, mine: Rank, spend: Spend = freely) -> Fraction | None:
    """The share of a distribution that is better than `mine`, and half of what is as good; None where all is equal."""
    spend(len(dist.weights))
    better = level = 0
    for outcome, weight in dist.weights.items():
        other = aim.key(outcome)
        if other > mine:
            better += weight
        elif other == mine:
            level += weight
    return Fraction(2 * better + level, 2 * dist.total) if level < dist.total else None


def _made(play: Play) -> Mapping[str, list[str]]:
    """The choices of the play by name; of several, the last one stands for those that other dice would have asked."""
    return {made.name: [made.value] for made in play.decisions}


def _dice(play: Play) -> Mapping[str, int]:
    """How many dice each part of a play threw."""
    found: dict[str, int] = {}
    for throw in play.throws:
        found[throw.by] = found.get(throw.by, 0) + len(throw.faces)
    return found


# Tests of nerve and of activation in an entry: whose they were, and whether they were passed.

_TESTS = ("morale", "activation")


def tests_of(entry: Entry, system: System) -> Iterator[tuple[str, bool]]:
    """Each unit that was tested with whether it passed; dice that were thrown again count as they lie in the end."""
    for play in entry.plays:
        found: list[tuple[str, bool]] = []
        for throw in play.throws:
            unit, kind = unit_throwing(play, throw), system.throws.of(throw)
            if unit and kind.tests and kind.kind in _TESTS:
                if throw.rerolled and found and found[-1][0] == unit:
                    found.pop()
                found.append((unit, system.after_battle.passed(play, throw)))
        yield from found
