"""Rounds that scatter, shells and smoke; and the number of objectives."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kernel.resolve import book_of
from rules.kernel.wording import ENGLISH
from rules.openfire_ww2.artillery import ScatterOutcome
from tests.rules.openfire_ww2.table import SYSTEM, chances, faulty, outcome, play, told


def test_a_scatter_die_and_inches_round_by_round() -> None:
    done = play("scatter", {"rounds": 3}, (1, 4, 8, 6, 3, 1))
    assert done.detail["rounds"] == [
        {"direction": 1, "inches": 4},
        {"direction": 8, "inches": 6},
        {"direction": 3, "inches": 1},
    ]
    assert [step.throw.sides for step in done.played.steps] == [8, 6] * 3
    assert ENGLISH(done.text).startswith("The shells land 4″ straight on, 6″ forward left and 1″ right from the point")


def test_twelve_directions_or_an_arrow_that_players_read() -> None:
    assert outcome("scatter", {"rounds": 1}, (12, 2), scatter_directions=12)["rounds"] == [
        {"direction": 12, "inches": 2}
    ]
    assert "2″ at 12 o'clock" in told("scatter", {"rounds": 1}, (1, 2), scatter_directions=12)
    assert "2″ at 3 o'clock" in told("scatter", {"rounds": 1}, (4, 2), scatter_directions=12)
    arrow = play("scatter", {"rounds": 2}, (2, 5), scatter_directions="arrow")
    assert [one["inches"] for one in arrow.detail["rounds"]] == [2, 5]
    assert [one["direction"] for one in arrow.detail["rounds"]] == [None, None]
    assert arrow.leaned == ("scatter_directions",)


def test_where_shells_land_is_detail_and_no_part_of_the_odds() -> None:
    assert chances("scatter", {"rounds": 3}) == {ScatterOutcome(): Fraction(1)}


def test_smoke_scatters_alike_and_has_a_size_by_ruling() -> None:
    done = play("smoke", {"rounds": 1}, (1, 3), smoke_radius=3, smoke_turns=2)
    assert (
        ENGLISH(done.text)
        == "Smoke, radius 3″ for 2 turns, 3″ straight on from the point aimed at, as the gun sees it."
    )
    assert done.leaned == ("scatter_directions", "smoke_radius", "smoke_turns")


@pytest.mark.parametrize("rounds", [0, 4, "1", None])
def test_one_to_three_rounds(rounds: object) -> None:
    faulty("scatter", {"rounds": rounds}, "rounds")


def test_objectives_are_a_d6() -> None:
    assert outcome("objectives", {}, (4,)) == {"count": 4}
    assert {one.count: p for one, p in chances("objectives", {}).items()} == {n: Fraction(1, 6) for n in range(1, 7)}
    assert book_of(SYSTEM).tables is SYSTEM.tables
