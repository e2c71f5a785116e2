"""Breaking off close combat and the follow-up (Close Combat)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rules.kernel.dice import Need
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.fubar.table import chances, expect_refusal, needs_and_dice, outcome, play, unit

BOTH: dict[str, Any] = {"unit": unit(), "pursuer": unit()}


@for_each(
    ("dice", "result"),
    [
        ([3], (False, 0, False, False)),
        ([4, 5, 3], (True, 5, False, False)),
        ([4, 5, 4, 4], (True, 5, True, False)),
        ([4, 5, 4, 5], (True, 5, True, True)),
        ([4, 5, 6, 6], (True, 5, True, True)),
    ],
)
def test_activation_then_a_die_then_the_enemy(dice: list[int], result: tuple[Any, ...]) -> None:
    assert tuple(outcome("withdraw", BOTH, dice).values()) == result


def test_the_enemy_may_let_them_go() -> None:
    assert outcome("withdraw", BOTH, [4, 2], ["pursue=no"]) == {
        "passed": True,
        "inches": 2,
        "pursued": False,
        "caught": False,
    }


def test_who_rolls() -> None:
    steps = play("withdraw", BOTH, [4, 2, 4, 1]).played.steps
    assert [(step.throw.key, ENGLISH(step.throw.label), step.throw.by) for step in steps] == [
        ("activation_to_break_off", "activation to break off", "attacker"),
        ("withdrawal", "withdrawal", "attacker"),
        ("activation_to_follow", "activation to follow", "defender"),
        ("follow_up", "follow-up", "defender"),
    ]


def test_suppressed_figures_and_leaders_count_in_both_rolls() -> None:
    facts = {"unit": unit("green", suppressed=1, leader_level="elite"), "pursuer": unit("veteran", suppressed=2)}
    found = needs_and_dice("withdraw", facts)
    assert (found["activation_to_break_off"], found["activation_to_follow"]) == ((Need(3), 1), (Need(5), 1))


def test_a_failed_unit_does_not_ask_for_a_pursuit() -> None:
    assert play("withdraw", BOTH, [1], ["pursue=yes"]).played.made == ()


def test_units_without_figures_are_refused() -> None:
    gone = unit(figures=0, starting=4)
    expect_refusal("withdraw", {"unit": gone, "pursuer": unit()}, "The unit")
    expect_refusal("withdraw", {"unit": unit(), "pursuer": gone}, "The pursuer")


def test_odds_in_closed_form() -> None:
    found = chances("withdraw", {"unit": unit("elite"), "pursuer": unit("green")})
    caught = sum(p for result, p in found.items() if result.caught)
    assert caught == Fraction(5, 6) * Fraction(2, 6) * Fraction(21, 36)
    assert sum(p for result, p in found.items() if not result.passed) == Fraction(1, 6)
    assert sum(p for result, p in found.items() if result.inches == 3) == Fraction(5, 36)


def test_odds_without_a_pursuer() -> None:
    found = chances("withdraw", BOTH, ["pursue=no"])
    assert found == {(False, 0, False, False): Fraction(1, 2)} | {
        (True, inches, False, False): Fraction(1, 12) for inches in range(1, 7)
    }


def test_each_figure_stands_up_after_its_roll() -> None:
    """This holds after a pass and after a failure; a pursuer that does not roll stays suppressed."""
    facts = {"unit": unit(suppressed=1), "pursuer": unit(suppressed=2)}

    def stood_up(dice: list[int], *choose: str) -> dict[str, int]:
        return {effect.unit: effect.change for effect in play("withdraw", facts, dice, choose).effects}

    assert stood_up([1]) == {"unit": -1}
    assert stood_up([6, 3], "pursue=no") == {"unit": -1}
    assert stood_up([6, 3, 1]) == {"unit": -1, "pursuer": -2}
    assert stood_up([6, 3, 6, 1]) == {"unit": -1, "pursuer": -2}
