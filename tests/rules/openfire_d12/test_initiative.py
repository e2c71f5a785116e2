"""Initiative: as many dice each as there are players, ties again."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kernel.wording import ENGLISH
from tests.rules.openfire_d12.table import chances, faulty, outcome, play


def test_each_player_throws_as_many_dice_as_there_are_players() -> None:
    steps = play("initiative", {"players": 3}, (1, 1, 1, 2, 2, 2, 3, 3, 3)).played.steps
    assert [len(step.faces) for step in steps] == [3, 3, 3]
    assert [step.throw.side for step in steps] == [0, 1, 2]
    assert all(step.throw.sides == 12 for step in steps)


def test_the_highest_sum_comes_first() -> None:
    found = outcome("initiative", {"players": 3}, (1, 1, 1, 12, 2, 2, 3, 3, 3))
    assert found == {"order": [1, 2, 0], "totals": [3, 16, 9]}


def test_only_the_tied_throw_again_the_highest_first() -> None:
    dice = (1, 1, 1, 1, 9, 9, 9, 9, 1, 1, 1, 1, 9, 9, 9, 9, 1, 1, 1, 2, 1, 1, 1, 3, 5, 5, 5, 5, 4, 4, 4, 4)
    found = outcome("initiative", {"players": 4}, dice)
    assert found == {"order": [3, 1, 0, 2], "totals": [20, 5, 16, 6]}


def test_players_are_called_by_name() -> None:
    found = play("initiative", {"players": 2, "names": ["Red", "Blue"]}, (1, 1, 2, 2))
    assert ENGLISH(found.text) == "Blue goes first, then Red."
    assert [ENGLISH(step.throw.label) for step in found.played.steps] == ["initiative of Red", "initiative of Blue"]
    assert [step.throw.key for step in found.played.steps] == ["initiative 1", "initiative 2"]


@pytest.mark.parametrize("players", [1, 7, True, 2.0])
def test_two_to_six_players(players: object) -> None:
    faulty("initiative", {"players": players}, "players")


def test_as_many_names_as_players() -> None:
    faulty("initiative", {"players": 2, "names": ["Red"]}, "names")


def test_odds_of_as_many_players_as_may_play() -> None:
    found = chances("initiative", {"players": 6})
    assert len(found) == 720
    assert set(found.values()) == {Fraction(1, 720)}
