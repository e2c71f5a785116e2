"""The chances of actions, worked out off the event loop: exact where there is time for it, else from games played.

Time is that of the thread which does the work, so that a busy machine changes no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import thread_time
from typing import NamedTuple

from bot.dice.provable import chance
from bot.errors import Refusal
from rules.kernel.action import Action, MainOutcome, Plan, main_outcome
from rules.kernel.distribution import EffectOdds, Summary, effect_odds, summary
from rules.kernel.odds import Dist, Odds, Spend, freely
from rules.kernel.sampling import sampled
from rules.kernel.text import Text

EXACT = 0.55
"""Seconds of work that exact odds may take: all actions of a command together."""
IN_ALL = 0.7
"""Seconds that all of it may take: what exact odds leave of them goes to the playing of games."""
SELDOM = 2000
"""Results added up between two looks at the clock: about a millisecond."""

DROPPED = Text("You asked for other odds meanwhile, so these were dropped.")
Choices = Mapping[str, Sequence[str]]
Clock = Callable[[], float]
"""Seconds of work that were done so far."""


class Answer(NamedTuple):
    """What is told of one action, how many games it was estimated from (0: it is exact), and what was assumed.

    `main` is None for an action without one main outcome.
    """

    summary: Summary
    games: int
    assumed: tuple[Text, ...]
    main: MainOutcome | None = None
    effects: EffectOdds | None = None


class TimeIsUp(Exception):
    """Exact odds take too long here."""


class Work:
    """One question of one person: work that stops by itself when its time is up, or when it is `dropped`."""

    def __init__(self, clock: Clock = thread_time) -> None:
        self.dropped = False
        self._clock = clock
        self._seen = 0
        self._until = 0.0

    def exact(self, action: Action, plan: Plan, until: float, choices: Choices | None = None) -> tuple[Dist, Odds]:
        """Raises TimeIsUp for what is too large by its own account, and for what takes longer than `until`."""
        if action.too_big(plan) is not None:
            raise TimeIsUp
        self._until = until
        odds = Odds(choices, self.spend)
        return odds.of(action.rule, plan), odds

    def estimated(
        self, action: Action, plan: Plan, seconds: float, choices: Choices | None = None
    ) -> tuple[Dist, Odds]:
        """So many games as there is time for; at least one."""
        odds = Odds(choices)
        return sampled(action, plan, chance(), odds, enough=self._over(self._clock() + seconds)), odds

    def spend(self, work: int) -> None:
        """Raises TimeIsUp, and Refusal when the question was dropped."""
        self._seen += work
        if self._seen >= SELDOM:
            self._seen = 0
            self._go_on()
            if self._clock() > self._until:
                raise TimeIsUp

    def _over(self, until: float) -> Callable[[], bool]:
        def enough() -> bool:
            self._go_on()
            return self._clock() > until

        return enough

    def _go_on(self) -> None:
        if self.dropped:
            raise Refusal(DROPPED)


class OddsWork(Work):
    """The chances of the actions of one command."""

    def __init__(self, actions: list[tuple[Action, Plan]], clock: Clock = thread_time) -> None:
        super().__init__(clock)
        self._actions = actions

    def answers(self) -> list[Answer]:
        """For a thread of its own; raises Refusal when the question was dropped."""
        begun = self._clock()
        found = [self._exact(action, plan, begun + EXACT) for action, plan in self._actions]
        each = (begun + IN_ALL - self._clock()) / max(1, found.count(None))
        every = zip(found, self._actions, strict=True)
        return [answer or self._estimated(action, plan, each) for answer, (action, plan) in every]

    def _exact(self, action: Action, plan: Plan, until: float) -> Answer | None:
        """None for what takes too long."""
        try:
            dist, odds = self.exact(action, plan, until)
            main = main_of(action, plan, dist, self.spend)
            effects = effect_odds(action, dist, main and main.what, self.spend)
            return Answer(summary(action, dist, self.spend), 0, odds.assumed(), main, effects)
        except TimeIsUp:
            return None

    def _estimated(self, action: Action, plan: Plan, seconds: float) -> Answer:
        dist, odds = self.estimated(action, plan, seconds)
        main = main_of(action, plan, dist)
        effects = effect_odds(action, dist, main and main.what)
        return Answer(summary(action, dist), dist.total, odds.assumed(), main, effects)


def main_of(action: Action, plan: Plan, dist: Dist, spend: Spend = freely) -> MainOutcome | None:
    """The main outcome of an action, where it has one."""
    aim = action.aim(plan)
    return aim and main_outcome(aim, dist, spend)
