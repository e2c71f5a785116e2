"""The exact chances of a shot at each of several targets, to help choose one; omitted if they take too long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from time import thread_time
from typing import Any, NamedTuple

from bot.services.play.comparison import Clock, Pair, TimeIsUp, Work, shots
from rules.command.order import Command
from rules.command.system import Board
from rules.kernel.action import main_outcome
from rules.kernel.distribution import chance_of_each_effect
from rules.kernel.odds import Dist
from rules.kernel.request import Request
from rules.kernel.text import Text

MOMENT = 0.25
"""Seconds of work for all targets together, because a form has to open within three seconds."""
MOST = 24
"""Maximum number of targets examined; if there are more, only the first ones are."""


class TargetChance(NamedTuple):
    """The expected value of the main number, the chance of any of each effect, likeliest first, and the distance."""

    worth: Fraction
    effects: tuple[tuple[Text, Fraction], ...]
    distance: Decimal | None = None


class TargetWork(Work):
    """The work on the chances at each target in turn, for as long as there is time."""

    def __init__(
        self, board: Board, command: Command, request: Request, targets: Sequence[str], clock: Clock = thread_time
    ) -> None:
        super().__init__(clock)
        self._board, self._command, self._request, self._targets = board, command, request, tuple(targets)[:MOST]

    def answers(self) -> dict[str, TargetChance]:
        """Return the chances by target.

        Runs in its own thread.
        """
        until, found = self._clock() + MOMENT, dict[str, TargetChance]()
        try:
            every = shots(self._board, self._command, self._request, self._targets)
            for pair in every.pairs:
                found[pair.target] = self._chance(pair, until)._replace(distance=every.distance)
        except TimeIsUp:
            pass
        return found

    def _chance(self, pair: Pair, until: float) -> TargetChance:
        dist, _ = self.exact_odds(pair.action, pair.plan, until)
        if pair.action.fight:
            self.spend(len(dist.weights))
            ends = tuple((text, _chance(dist, so)) for text, so in pair.action.fight)
            return TargetChance(ends[0][1], ends)
        aim = pair.action.aim(pair.plan)
        assert aim
        main = main_outcome(aim, dist, self.spend)
        if main.steps:
            # Any degree except "none", and the worst: one alone would make a target look harder the worse it is.
            possible = [n for n in range(1, len(main.steps)) if main.chance(n)]
            some = [(Text("some effect"), main.at_least(1))] if len(possible) > 1 else []
            return TargetChance(main.mean, (*some, *((main.steps[n], main.chance(n)) for n in possible[-1:])))
        each = chance_of_each_effect(pair.action, dist, main.what, self.spend)
        names = pair.action.name_of
        return TargetChance(main.mean, tuple((names(name).effect, chance) for name, chance in each.items()))


def _chance(dist: Dist, so: Callable[[Any], bool]) -> Fraction:
    """Return the chance of outcomes for which `so` is True."""
    return Fraction(sum(weight for outcome, weight in dist.weights.items() if so(outcome)), dist.total)
