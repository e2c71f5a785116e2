"""How a battle's record says that a test was passed: by whether the unit stood."""

from __future__ import annotations

from rules.after_battle import AfterBattle
from rules.entry import Play, Throwing


def _stood(play: Play, throw: Throwing) -> bool:
    """A check within a shot is passed by whoever does not fall back (Falling Back)."""
    for name, stands in (("fell_back", False), ("passed", True)):
        if isinstance(value := play.outcome.get(name), bool):
            return value is stands
    return throw.successes > 0


AFTER_BATTLE = AfterBattle(passed=_stood)
