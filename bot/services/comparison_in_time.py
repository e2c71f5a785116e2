"""The chances of many shots side by side, within the time of one question (see `odds_in_time`)."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

from bot.errors import Refusal
from bot.services.comparison import Compared, Comparison, Pair, Policy, Shots, why_none
from bot.services.odds_in_time import EXACT, IN_ALL, Choices, Clock, TimeIsUp, Work
from rules.kernel.action import MainOutcome, main_outcome
from rules.kernel.odds import Odds
from rules.kernel.table import Decision

MOST_POLICIES = 4
"""Ways to make one decision that have a column each."""


class ComparisonWork(Work):
    """Finds the shots, works out their odds, and those under each policy of whoever is shot at."""

    def __init__(self, find: Callable[[], Shots], cards: tuple[str, ...], clock: Clock = thread_time) -> None:
        super().__init__(clock)
        self._find, self._cards = find, cards
        self._begun, self._left = 0.0, 0.0

    def answers(self) -> Comparison:
        """For a thread of its own; raises Refusal where there is no shot, or when the question was dropped."""
        self._begun = self._clock()
        found = self._find()
        if not found.pairs:
            raise Refusal(why_none(found))
        self._left = (IN_ALL - EXACT) / len(found.pairs)
        rows = sorted((self._compared(pair) for pair in found.pairs), key=lambda row: row.worth, reverse=True)
        return Comparison(tuple(rows), tuple(found.refused), self._cards, found.distance, found.said)

    def _compared(self, pair: Pair) -> Compared:
        main, games, odds = self._main(pair)
        each: dict[Policy, MainOutcome] = {}
        for one in _theirs(odds):
            for value in _ways(one):
                known = value == one.default
                each[Policy(one.name, value)] = main if known else self._main(pair, {one.name: [value]})[0]
        return Compared(pair.attacker, pair.target, pair.assumed, main, games, each)

    def _main(self, pair: Pair, choices: Choices | None = None) -> tuple[MainOutcome, int, Odds]:
        """The main outcome, the games it was estimated from (0: it is exact), and whatever had to be decided."""
        aim = pair.action.aim(pair.plan)
        assert aim
        try:
            dist, odds = self.exact(pair.action, pair.plan, self._begun + EXACT, choices)
            return main_outcome(aim, dist, self.spend), 0, odds
        except TimeIsUp:
            dist, odds = self.estimated(pair.action, pair.plan, self._left / 2, choices)
            return main_outcome(aim, dist), dist.total, odds


def _theirs(odds: Odds) -> list[Decision[object]]:
    """The decisions of whoever is shot at that came up."""
    found = [decision for _, decision in odds.known_choices.values()]
    return list({one.name: one for one in found if one.asked and one.by == "defender"}.values())


def _ways(decision: Decision[object]) -> tuple[str, ...]:
    """The ways to make a decision that are the same in every situation, the default first; none where it has but one.

    What stands in capitals is filled in at the table: a number, a name.
    """
    fixed = [option for option in decision.options if option == option.lower() and "…" not in option]
    ways = dict.fromkeys([decision.default, *fixed] if decision.default in fixed else fixed)
    return tuple(ways)[:MOST_POLICIES] if len(ways) > 1 else ()
