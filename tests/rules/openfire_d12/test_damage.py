"""Casualties: damaged models first, then those the owner picks, the leader last and alone."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import BadFacts
from tests.rows import for_each
from tests.rules.openfire_d12.table import armed, attack, outcome, play


def _after(hp: list[int], damage: int, *choose: str, full: int = 2) -> tuple[tuple[int, ...], int]:
    """Hit points, and models lost, after one failed test by a weapon of that damage."""
    target: dict[str, Any] = {"skl": 7, "def": 7, "cmd": 7, "mov": 6, "hp": hp, "max_hp": full}
    found = outcome("fire", attack(armed(1, dmg=damage), target=target), (12, 1), choose)
    return tuple(found["hp"]), found["models_lost"]


@for_each(
    ("hp", "damage", "after", "lost"),
    [
        ([2, 2, 2], 1, (1, 2, 2), 0),
        ([2, 2, 2], 2, (0, 2, 2), 1),
        ([2, 2, 2], 3, (0, 1, 2), 1),
        ([2, 2, 2], 5, (0, 0, 1), 2),
        ([2, 2, 2], 6, (0, 0, 0), 3),
        ([2, 2, 2], 9, (0, 0, 0), 3),
    ],
)
def test_excess_carries_over_from_model_to_model(hp: list[int], damage: int, after: tuple[int, ...], lost: int) -> None:
    assert _after(hp, damage) == (after, lost)


def test_a_damaged_model_comes_first() -> None:
    assert _after([2, 2, 1, 2], 1) == ((2, 2, 0, 2), 1)
    assert _after([2, 2, 1, 2], 2) == ((1, 2, 0, 2), 1)


def test_of_several_damaged_models_the_lowest_index_comes_first() -> None:
    assert _after([3, 2, 1, 3], 2, full=3) == ((3, 0, 1, 3), 1)
    assert _after([3, 2, 1, 3], 3, full=3) == ((3, 0, 0, 3), 2)


def test_the_leader_is_hit_only_when_alone_even_if_damaged() -> None:
    assert _after([2, 2, 1], 1) == ((1, 2, 1), 0)
    assert _after([2, 2, 1], 4) == ((0, 0, 1), 2)
    assert _after([0, 0, 1], 1) == ((0, 0, 0), 1)


def test_models_that_are_gone_take_nothing() -> None:
    assert _after([0, 2, 2], 1) == ((0, 1, 2), 0)


def test_a_unit_whose_leader_is_gone_has_no_figure_to_wait() -> None:
    assert _after([2, 2, 0], 3) == ((0, 1, 0), 1)


def test_the_owner_picks_among_undamaged_models() -> None:
    assert _after([2, 2, 2, 2], 3, "casualty_order=2,0") == ((1, 2, 0, 2), 1)
    assert _after([2, 2, 1, 2], 2, "casualty_order=1") == ((2, 1, 0, 2), 1)


@for_each("order", ["3,1", "999,1", "1,1", "1,0,2,3"])
def test_whatever_the_order_damaged_models_come_first_and_the_leader_last(order: str) -> None:
    assert _after([1, 2, 2, 2], 2, f"casualty_order={order}") == ((0, 1, 2, 2), 1)


@for_each("order", ["", "1,", "-1", "1000", "²", "１", "first"])
def test_an_order_of_models_is_a_list_of_their_numbers(order: str) -> None:
    with pytest.raises(BadFacts):
        _after([2, 2, 2, 2], 3, f"casualty_order={order}")


def test_no_choice_is_asked_for_where_there_is_none() -> None:
    one_way = [([2, 2, 1, 2], 1), ([2, 2, 2], 4), ([2, 2], 1), ([1, 2, 2], 1)]
    for hp, damage in one_way:
        target = {"skl": 7, "def": 7, "cmd": 7, "mov": 6, "hp": hp, "max_hp": 2}
        assert play("fire", attack(armed(1, dmg=damage), target=target), (12, 1)).played.made == ()


def test_a_choice_is_the_defenders() -> None:
    [made] = play("fire", attack(), (12, 1)).played.made
    assert made[:3] == ("casualty_order", "defender", "as_listed")


def test_effects_are_hit_points_and_models() -> None:
    effects = play("fire", attack(armed(1, dmg=3)), (12, 1)).effects
    assert effects == (("target", "hp", -3, "0,1,2,2"), ("target", "models", -1, None))
    assert play("fire", attack(), (12, 12)).effects == ()
