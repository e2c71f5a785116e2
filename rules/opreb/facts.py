"""Passed tests in the record of a battle."""

from __future__ import annotations

from rules.game.after_battle import AfterBattle
from rules.kernel.plays import Play, RecordedRoll


def _is_passed(play: Play, roll: RecordedRoll) -> bool:
    """True if the test was passed; a check within a shot is passed unless the unit falls back (Falling Back)."""
    for name, stands in (("fell_back", False), ("passed", True)):
        if isinstance(value := play.outcome.get(name), bool):
            return value is stands
    return roll.successes > 0


AFTER_BATTLE = AfterBattle(passed=_is_passed)
