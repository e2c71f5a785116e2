"""Trial games, decisions and dice that were rolled again, as lines of a terminal."""

from __future__ import annotations

from rules.files.trial import TrialCheck
from rules.kernel.plays import RecordedRoll
from rules.kernel.text import Text
from rules.terminal.lines import roll_lines, trial_lines
from tests.rows import for_each


@for_each("faults", [0, 1, 5, 6, 7])
def test_the_first_five_faults_of_a_property_are_shown_and_the_others_counted(faults: int) -> None:
    found = [TrialCheck("orders are carried out", 12, [f"fault {n}" for n in range(faults)])]
    assert list(trial_lines(found)) == [
        f"  {'not held' if faults else 'held'}: orders are carried out (12 looked at)",
        *(f"    fault {n}" for n in range(min(faults, 5))),
        *([f"    … and {faults - 5} more"] if faults > 5 else []),
    ]


def test_dice_that_were_rolled_again_are_shown_as_they_fell_before() -> None:
    roll = RecordedRoll(key="hit", label=Text("to hit"), by="unit", sides=6, faces=(5, 6), source="bot", result=2)
    assert list(roll_lines(roll)) == ["  to hit (unit, bot): 5 6 → 2"]
    again = roll.model_copy(update={"rerolled": (1, 2), "result": None})
    assert list(roll_lines(again)) == ["  to hit (unit, bot): 5 6 (before: 1 2)"]
