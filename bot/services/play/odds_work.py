"""The work on the odds of one action, off the event loop: exact if time allows, else from simulated games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import thread_time
from typing import NamedTuple

from bot.dice.provable import chance
from bot.errors import Refusal
from rules.kernel.action import Action, MainOutcome, Plan, main_outcome
from rules.kernel.distribution import EffectOdds, Summary, effect_odds, summary
from rules.kernel.odds import Budget, Dist, Odds, allow_any_work
from rules.kernel.sampling import sample
from rules.kernel.text import Text

EXACT = 0.55
"""Seconds of work allowed for exact odds, for all actions of a command together."""
IN_ALL = 0.7
"""Seconds of work allowed in total; simulated games use the time that exact odds leave."""
SELDOM = 2000
"""Number of results added up between two readings of the clock; they take about a millisecond."""
DROPPED = Text("You have asked for other odds since, so these were dropped.")
Choices = Mapping[str, Sequence[str]]
Clock = Callable[[], float]
"""Returns the seconds of work done so far."""


class ActionOdds(NamedTuple):
    """The odds of one action, with the number of simulated games (0: exact odds) and the assumptions made.

    `main` is None for an action without one main outcome.
    """

    summary: Summary
    games: int
    assumed: tuple[Text, ...]
    main: MainOutcome | None = None
    effects: EffectOdds | None = None


class TimeIsUp(Exception):
    """Raised if exact odds take too long."""


class Work:
    """The work on one person's question; it stops when its time is up or it is `dropped`."""

    def __init__(self, clock: Clock = thread_time) -> None:
        self.dropped = False
        self._clock = clock
        self._seen = 0
        self._until = 0.0

    def exact_odds(self, action: Action, plan: Plan, until: float, choices: Choices | None = None) -> tuple[Dist, Odds]:
        """Return exact odds.

        Raises TimeIsUp if the action declares itself too large, or if the work takes longer than `until`.
        """
        if action.too_big(plan) is not None:
            raise TimeIsUp
        self._until = until
        odds = Odds(choices, self.spend)
        return odds.of(action.rule, plan), odds

    def simulated_odds(
        self, action: Action, plan: Plan, seconds: float, choices: Choices | None = None
    ) -> tuple[Dist, Odds]:
        """Return odds from as many simulated games as time allows, but at least one."""
        odds, until = Odds(choices), self._clock() + seconds

        def enough() -> bool:
            self._require_wanted()
            return self._clock() > until

        return sample(action, plan, chance(), odds, enough=enough), odds

    def spend(self, work: int) -> None:
        """Count work done; raise TimeIsUp when time is up, and Refusal when the question was dropped."""
        self._seen += work
        if self._seen >= SELDOM:
            self._seen = 0
            self._require_wanted()
            if self._clock() > self._until:
                raise TimeIsUp

    def _require_wanted(self) -> None:
        if self.dropped:
            raise Refusal(DROPPED)


class OddsWork(Work):
    """The work on the odds of all actions of one command."""

    def __init__(self, actions: list[tuple[Action, Plan]], clock: Clock = thread_time) -> None:
        super().__init__(clock)
        self._actions = actions

    def answers(self) -> list[ActionOdds]:
        """Return the odds of every action; raise Refusal if the question was dropped.

        Runs in its own thread.
        """
        begun = self._clock()
        found: list[ActionOdds | None] = []
        for action, plan in self._actions:
            try:
                dist, odds = self.exact_odds(action, plan, begun + EXACT)
                found.append(_answer(action, plan, dist, odds, 0, self.spend))
            except TimeIsUp:
                found.append(None)
        each = (begun + IN_ALL - self._clock()) / max(1, found.count(None))
        answers: list[ActionOdds] = []
        for answer, (action, plan) in zip(found, self._actions, strict=True):
            if answer is None:
                dist, odds = self.simulated_odds(action, plan, each)
                answer = _answer(action, plan, dist, odds, dist.total)
            answers.append(answer)
        return answers


def _answer(
    action: Action, plan: Plan, dist: Dist, odds: Odds, games: int, spend: Budget = allow_any_work
) -> ActionOdds:
    main = main_of(action, plan, dist, spend)
    effects = effect_odds(action, dist, main and main.what, spend)
    return ActionOdds(summary(action, dist, spend), games, odds.assumed_choices(), main, effects)


def main_of(action: Action, plan: Plan, dist: Dist, spend: Budget = allow_any_work) -> MainOutcome | None:
    """Return the main outcome of an action; None if it has none."""
    aim = action.aim(plan)
    return aim and main_outcome(aim, dist, spend)
