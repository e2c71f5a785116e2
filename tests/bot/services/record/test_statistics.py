"""Statistics as values: records of players, courses, totals of units, and the bounds of a mean."""

from __future__ import annotations

from bot.services.record.statistics import (
    PlayerRecord,
    Statistics,
    TurnStrength,
    UnitStatistics,
    UnitTotals,
    mean_with_interval,
)
from tests.rows import for_each


def test_the_records_of_a_player_are_added_up_from_nothing() -> None:
    two = PlayerRecord(games=2, won=1, lost=0, drawn=1, losses_inflicted=7, losses=4, shots=20, hits=9, tests=3)
    assert PlayerRecord().merge(two) == two
    assert two.merge(PlayerRecord(games=1, lost=1, tests=2)) == PlayerRecord(
        games=3, won=1, lost=1, drawn=1, losses_inflicted=7, losses=4, shots=20, hits=9, tests=5
    )


@for_each(
    ("winner", "over", "came"),
    [("Red", True, (1, 0, 0)), ("Blue", True, (0, 1, 0)), (None, True, (0, 0, 1)), (None, False, (0, 0, 0))],
)
def test_a_game_is_won_lost_drawn_or_not_over(winner: str | None, over: bool, came: tuple[int, int, int]) -> None:
    found = PlayerRecord.of_side((), winner, "Red", over)
    assert (found.won, found.lost, found.drawn, found.tests, found.losses_inflicted) == (*came, 0, 0)


@for_each(("ends", "changes"), [((8, 8), False), ((8, 7), True), ((8,), False), ((), False)])
def test_only_a_strength_that_changes_has_a_course(ends: tuple[int, ...], changes: bool) -> None:
    """Two flat lines were drawn, and their numbers repeated."""
    strength = tuple(TurnStrength(turn, {"Red": 9, "Blue": end}) for turn, end in enumerate(ends))
    assert Statistics(sides=("Red", "Blue"), strength=strength).has_course is changes


def test_units_that_survived_are_counted_by_the_models_that_are_left() -> None:
    totals = UnitTotals("Marines")
    for end in (1, 0):
        totals.add(UnitStatistics("u1", "Marines", "Red", 5, end, losses=5 - end, losses_inflicted=2))
    assert totals == UnitTotals("Marines", [True, False], [2, 2], [4, 5])


def test_the_bounds_of_a_mean_are_those_of_student_and_not_below_zero() -> None:
    mean, low, high = mean_with_interval([1, 2, 3, 4, 5])
    assert (mean, round(low, 3), round(high, 3)) == (3.0, 1.042, 4.958), "t of 4 is 2.776"
    assert mean_with_interval([2, 2, 2]) == (2.0, 2.0, 2.0)
    assert [round(one, 2) for one in mean_with_interval([0, 3])] == [1.5, 0.0, 16.07]
