"""A vehicle drives into infantry (Vehicles)."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

from rules.kernel.dice import Need
from tests.rows import for_each
from tests.rules.fubar.table import chances, expect_refusal, faulty, needs_and_dice, outcome, play, unit


def ram(in_path: int = 3, **of: Any) -> dict[str, Any]:
    return {"unit": unit(**of), "in_path": in_path}


def test_they_dodge_with_an_activation_roll() -> None:
    assert outcome("ram", ram(), [4]) == {"dodged": True, "casualties": 0}


def test_or_each_figure_in_the_path_is_hit() -> None:
    assert outcome("ram", ram(3), [3]) == {"dodged": False, "casualties": 3}


def test_saves_apply() -> None:
    assert outcome("ram", ram(3, armour="medium"), [1, 5, 4, 6]) == {"dodged": False, "casualties": 1}


@for_each(("suppressed", "need"), [(0, 4), (1, 5), (3, 6)])
def test_suppressed_figures_make_it_harder(suppressed: int, need: int) -> None:
    assert needs_and_dice("ram", ram(suppressed=suppressed))["activation_to_dodge"] == (Need(need), 1)


def test_effects() -> None:
    effects = play("ram", ram(3, figures=4, suppressed=2), [1]).effects
    assert {(e.effect, e.change) for e in effects} == {("models", -3), ("suppressed", -2)}
    assert play("ram", ram(), [6]).effects == ()


def test_refusals_and_faults() -> None:
    expect_refusal("ram", ram(9), "9 cannot be hit")
    expect_refusal("ram", ram(0, figures=0, starting=4), "no figures")
    faulty("ram", ram(-1), "in_path")


def test_odds_in_closed_form() -> None:
    found = chances("ram", ram(4, level="veteran", armour="heavy"))
    failed = {(False, n): Fraction(1, 3) * Fraction(comb(4, n), 16) for n in range(5)}
    assert found == failed | {(True, 0): Fraction(2, 3)}


def test_those_who_got_out_of_the_way_stand_up() -> None:
    effects = play("ram", ram(3, figures=4, suppressed=2), [6]).effects
    assert [(e.effect, e.change) for e in effects] == [("suppressed", -2)]
