"""What of a battle's record counts as a test: morale checks, by whether the unit stood; a rally is none."""

from __future__ import annotations

from rules.after_battle import AfterBattle
from rules.entry import Play, Throwing


def _stood(play: Play, throw: Throwing) -> bool | None:
    """A check within a shot is passed by whoever does not fall back (Falling Back)."""
    if not throw.key.startswith("morale_check"):
        return None
    for name, stands in (("fell_back", False), ("passed", True)):
        if isinstance(value := play.outcome.get(name), bool):
            return value is stands
    return throw.successes > 0


AFTER_BATTLE = AfterBattle(passed=_stood)
