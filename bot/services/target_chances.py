"""How a shot would go at each of several targets, for whoever chooses one: exact, and within a moment or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from time import thread_time
from typing import NamedTuple

from bot.services.comparison import Pair, shots
from bot.services.odds_in_time import Clock, TimeIsUp, Work
from rules.command.system import Board, Command
from rules.kernel.action import MainOutcome, main_outcome
from rules.kernel.distribution import each_effect
from rules.kernel.request import Request
from rules.kernel.text import Term, Text

MOMENT = 0.25
"""Seconds of work for all targets together: a form has to open within three seconds."""
MOST = 24
"""Targets that are looked at; of more, the first."""


class TargetChance(NamedTuple):
    """How much of the main number is to be expected, and the chance of any of each effect, the likeliest first."""

    worth: Fraction
    effects: tuple[tuple[Text, Fraction], ...]


class TargetWork(Work):
    """The chances at targets, one after the other, for as long as there is time."""

    def __init__(
        self, board: Board, command: Command, request: Request, targets: Sequence[str], clock: Clock = thread_time
    ) -> None:
        super().__init__(clock)
        self._board, self._command, self._request, self._targets = board, command, request, tuple(targets)[:MOST]

    def answers(self) -> dict[str, TargetChance]:
        """For a thread of its own."""
        until, found = self._clock() + MOMENT, dict[str, TargetChance]()
        try:
            for pair in shots(self._board, self._command, self._request, self._targets).pairs:
                found[pair.target] = self._chance(pair, until)
        except TimeIsUp:
            pass
        return found

    def _chance(self, pair: Pair, until: float) -> TargetChance:
        dist, _ = self.exact(pair.action, pair.plan, until)
        aim = pair.action.aim(pair.plan)
        assert aim
        main = main_outcome(aim, dist, self.spend)
        if main.steps:
            return TargetChance(main.mean, _degree(main))
        each = each_effect(pair.action, dist, main.what, self.spend)
        return TargetChance(main.mean, tuple((Term(name), chance) for name, chance in each.items()))


def _degree(main: MainOutcome) -> tuple[tuple[Text, Fraction], ...]:
    """Of degrees the likeliest that is any; the first of them is none."""
    found = {n: main.chance(n) for n in range(1, len(main.steps)) if main.chance(n)}
    likeliest = max(found, key=lambda n: found[n], default=None)
    return () if likeliest is None else ((main.steps[likeliest], found[likeliest]),)
