"""The results of matches of the opponent."""

from __future__ import annotations

from bot.simulation.duel_matches import EVEN, won_by
from tests.rows import for_each


@for_each(("lead", "red", "blue"), [(0.1, 1, 0), (-0.1, 0, 1), (EVEN, 1, 0), (EVEN / 2, 0.5, 0.5)])
def test_a_match_is_won_by_the_side_with_a_lead(lead: float, red: float, blue: float) -> None:
    assert (won_by("Red", lead), won_by("Blue", lead)) == (red, blue)
