"""A limit counts all work, and ends odds that need more."""

from __future__ import annotations

import pytest

from rules.kernel.dice import Roll, Successes
from rules.kernel.odds import Odds, TooMuchWork, work_limit
from rules.kernel.table import Table
from rules.kernel.text import Text


def _throw(table: Table, dice: int) -> int:
    return table.roll(Roll("to_hit", Text("to hit"), "attacker", 6, Successes(4)), dice)


def test_work_adds_up_to_the_limit_and_no_further() -> None:
    spend = work_limit(10)
    spend(4)
    spend(6)
    with pytest.raises(TooMuchWork):
        spend(1)


def test_odds_within_a_limit_are_those_without_and_end_beyond_it() -> None:
    assert Odds(spend=work_limit(4)).of(_throw, 3) == Odds().of(_throw, 3)
    with pytest.raises(TooMuchWork):
        Odds(spend=work_limit(3)).of(_throw, 3)
