"""Roll-offs: the highest sum wins, those tied for it roll again."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.openfire_d12.table import chances, faulty, outcome, play


def test_the_highest_die_wins() -> None:
    assert outcome("roll_off", {"sides": 3}, (4, 9, 8)) == {"winner": 1}


def test_several_dice_are_added_up() -> None:
    assert outcome("roll_off", {"sides": 2, "dice": 3}, (12, 1, 1, 5, 5, 5)) == {"winner": 1}


def test_only_those_tied_for_the_highest_roll_again() -> None:
    found = play("roll_off", {"sides": 3}, (9, 2, 9, 4, 4, 1, 6))
    assert found.played.outcome.winner == 2
    assert [step.throw.side for step in found.played.steps] == [0, 1, 2, 0, 2, 0, 2]
    assert len({ENGLISH(step.throw.label) for step in found.played.steps}) == 7


@for_each(("sides", "dice"), [(2, 1), (2, 5), (3, 1), (5, 2)])
def test_it_is_fair(sides: int, dice: int) -> None:
    assert set(chances("roll_off", {"sides": sides, "dice": dice}).values()) == {Fraction(1, sides)}


@for_each(("sides", "dice"), [(2, 1), (2, 3), (3, 1), (4, 1), (3, 2)])
def test_every_way_followed_it_is_fair_as_well(sides: int, dice: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.kernel.odds.EXACT", {})
    assert set(chances("roll_off", {"sides": sides, "dice": dice}).values()) == {Fraction(1, sides)}


def test_many_sides_and_many_dice_are_weighed_at_once() -> None:
    assert len(chances("roll_off", {"sides": 20, "dice": 100})) == 20


def test_sides_are_called_by_name() -> None:
    found = play("roll_off", {"sides": 2, "names": ["Red", "Blue"]}, (3, 2))
    assert ENGLISH(found.text) == "Red wins the roll-off."


def test_bounds() -> None:
    faulty("roll_off", {"sides": 1}, "sides")
    faulty("roll_off", {"sides": 2, "dice": 0}, "dice")
    faulty("roll_off", {"sides": 2, "names": ["Red"]}, "names")
