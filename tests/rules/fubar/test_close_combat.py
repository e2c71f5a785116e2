"""Close combat: both at once, suppressed figures last, casualties only (Close Combat)."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

from rules.kernel.dice import Need, total
from tests.rows import for_each
from tests.rules.fubar import icepool_table
from tests.rules.fubar.table import chances, expect_refusal, faulty, keys, labels, needs_and_dice, outcome, play, unit

NEEDS = {"green": 6, "seasoned": 5, "veteran": 4, "elite": 4}
ARMOUR = {"none": None, "light": 6, "medium": 5, "heavy": 4, "power": 3, "battlesuit": 2}


def fight(attacker: dict[str, Any], defender: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"attacker": attacker, "defender": defender} | more


Fighters = tuple[str, int, int, str]
"""Level, figures, suppressed ones among them, armour."""


def _unsaved_hits(dice: int, level: str, armour: str) -> dict[int, Fraction]:
    """Return the distribution of unsaved hits: each die passes with its own chance, so it is binomial."""
    save = ARMOUR[armour]
    one = Fraction(7 - NEEDS[level], 6) * (1 if save is None else Fraction(save - 1, 6))
    return {n: comb(dice, n) * one**n * (1 - one) ** (dice - n) for n in range(dice + 1)}


def count_losses(attacker: Fighters, defender: Fighters) -> dict[tuple[int, int], Fraction]:
    """Return (attackers, defenders lost), by the page alone: standing figures at once, then suppressed ones."""
    (one, n, lie, worn), (other, m, prone, clad) = attacker, defender
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (hit, p), (hurt, q) in product(
        _unsaved_hits(n - lie, one, clad).items(), _unsaved_hits(m - prone, other, worn).items()
    ):
        down, lost = min(hit, m), min(hurt, n)
        late, back = min(lie, n - lost) if m > down else 0, min(prone, m - down) if n > lost else 0
        for (more, r), (again, s) in product(
            _unsaved_hits(late, one, clad).items(), _unsaved_hits(back, other, worn).items()
        ):
            found[min(n, lost + again), min(m, down + more)] += p * q * r * s
    return dict(found)


def losses(facts: dict[str, Any], dice: list[int]) -> tuple[int, int]:
    result = outcome("close_combat", facts, dice)
    return result["attacker_casualties"], result["defender_casualties"]


def rolls_of(facts: dict[str, Any], dice: list[int]) -> list[tuple[str, int]]:
    return keys(play("close_combat", facts, dice))


@for_each("level", NEEDS)
def test_one_die_per_figure_against_expertise(level: str) -> None:
    facts = fight(unit(level, 3), unit("green", 2))
    assert needs_and_dice("close_combat", facts) == {
        "attacker_strikes": (Need(NEEDS[level]), 3),
        "defender_strikes": (Need(6), 2),
    }


def test_both_strike_at_once() -> None:
    assert losses(fight(unit("elite", 2), unit("elite", 2)), [6, 6, 6, 6]) == (2, 2)


def test_dice_in_the_order_of_the_page() -> None:
    facts = fight(unit("veteran", 2, armour="light"), unit("veteran", 3, suppressed=1, armour="medium"))
    assert rolls_of(facts, [4, 4, 5, 6, 5, 1, 1, 1]) == [
        ("attacker_strikes", 2),
        ("defender_strikes", 2),
        ("defender_saves", 2),
        ("attacker_saves", 2),
    ]
    late = play("close_combat", facts, [4, 4, 5, 1, 5, 1, 1, 6, 6])
    assert keys(late) == [
        ("attacker_strikes", 2),
        ("defender_strikes", 2),
        ("defender_saves", 2),
        ("attacker_saves", 1),
        ("defender_late_strikes", 1),
        ("attacker_late_saves", 1),
    ]
    assert labels(late) == [
        "strikes of attacker",
        "strikes of defender",
        "saves of defender",
        "saves of attacker",
        "late strikes of defender",
        "late saves of attacker",
    ]


@for_each("armour", [name for name in ARMOUR if name != "none"])
def test_armour_saves(armour: str) -> None:
    facts = fight(unit("elite", 1), unit("green", 1, armour=armour))
    assert needs_and_dice("close_combat", facts)["defender_saves"] == (Need(ARMOUR[armour]), 1)


def test_casualties_only() -> None:
    effects = play("close_combat", fight(unit("elite", 3), unit("elite", 3)), [6, 6, 1, 6, 1, 1]).effects
    assert [(e.unit, e.effect, e.change) for e in effects] == [("attacker", "models", -1), ("defender", "models", -2)]


def test_no_more_fall_than_there_are() -> None:
    assert losses(fight(unit("elite", 5), unit("elite", 2)), [6] * 7) == (2, 2)


def test_suppressed_attackers_strike_last_too() -> None:
    """Order: standing attackers and defenders, their saves; then suppressed figures on both sides, and their saves."""
    facts = fight(unit("veteran", 3, suppressed=1, armour="medium"), unit("veteran", 3, suppressed=2, armour="light"))
    assert rolls_of(facts, [4, 1, 4, 1, 1, 4, 4, 1, 1, 1]) == [
        ("attacker_strikes", 2),
        ("defender_strikes", 1),
        ("defender_saves", 1),
        ("attacker_saves", 1),
        ("attacker_late_strikes", 1),
        ("defender_late_strikes", 2),
        ("defender_late_saves", 1),
        ("attacker_late_saves", 1),
    ]


def test_late_strikes_of_both_sides_fall_together() -> None:
    """One attacker and one defender are suppressed, and each kills the other."""
    facts = fight(unit("elite", 1, suppressed=1), unit("elite", 1, suppressed=1))
    assert losses(facts, [4, 4]) == (1, 1)


def test_late_strikes_need_an_enemy() -> None:
    facts = fight(unit("elite", 2, suppressed=1), unit("elite", 1))
    assert rolls_of(facts, [6, 1]) == [("attacker_strikes", 1), ("defender_strikes", 1)]


def test_fallen_attackers_take_their_markers_along() -> None:
    facts = fight(unit("elite", 3, suppressed=2), unit("elite", 3))
    effects = play("close_combat", facts, [1, 6, 6, 1, 1]).effects
    assert {(e.unit, e.effect, e.change) for e in effects} == {
        ("attacker", "models", -2),
        ("attacker", "suppressed", -1),
    }


def test_the_suppressed_strike_after_all_others() -> None:
    facts = fight(unit("elite", 2), unit("elite", 3, suppressed=2))
    assert losses(facts, [1, 1, 1, 6, 6]) == (2, 0)
    assert rolls_of(facts, [1, 1, 1, 6, 6])[-1] == ("defender_late_strikes", 2)


def test_those_who_fell_strike_no_more() -> None:
    facts = fight(unit("elite", 3), unit("elite", 3, suppressed=2))
    assert losses(facts, [6, 6, 1, 1, 6]) == (1, 2)
    late = play("close_combat", facts, [6, 6, 1, 1, 6]).played.steps[-1]
    assert (total(late.throw.ledger, "dice"), len(late.faces)) == (1, 1)
    assert losses(facts, [6, 6, 6, 1]) == (0, 3)


def test_casualties_fall_on_standing_figures_first() -> None:
    effects = play("close_combat", fight(unit("elite", 3), unit("elite", 3, suppressed=2)), [6, 6, 1, 1, 1]).effects
    assert {(e.effect, e.change) for e in effects} == {("models", -2), ("suppressed", -1)}


def test_without_attackers_no_late_strike_happens() -> None:
    assert rolls_of(fight(unit("elite", 1), unit("elite", 2, suppressed=1)), [1, 6])[-1] == ("defender_strikes", 1)


def test_all_suppressed_defenders_strike_late() -> None:
    facts = fight(unit("green", 2), unit("elite", 2, suppressed=2))
    assert rolls_of(facts, [1, 1, 6, 6]) == [("attacker_strikes", 2), ("defender_late_strikes", 2)]


def test_only_those_in_contact_fight() -> None:
    facts = fight(unit("green", 5), unit("green", 5, suppressed=2), attacker_fighting=2, defender_fighting=4)
    assert rolls_of(facts, [1] * 6) == [
        ("attacker_strikes", 2),
        ("defender_strikes", 3),
        ("defender_late_strikes", 1),
    ]


def test_refusals() -> None:
    expect_refusal("close_combat", fight(unit(figures=0, starting=3), unit()), "attacker has no figures")
    expect_refusal("close_combat", fight(unit(), unit(figures=0, starting=3)), "defender has no figures")
    expect_refusal("close_combat", fight(unit(figures=3), unit(), attacker_fighting=4), "4 cannot fight")
    expect_refusal("close_combat", fight(unit(), unit(figures=3), defender_fighting=4), "4 cannot fight")


def test_facts_that_cannot_be() -> None:
    faulty("close_combat", fight(unit(), unit(), attacker_fighting=-1), "attacker_fighting")
    faulty("close_combat", fight(unit(), unit(), cover="soft"), "cover")


@for_each("armour", ARMOUR)
@for_each("level", NEEDS)
def test_odds_are_those_of_icepool(level: str, armour: str) -> None:
    facts = fight(unit(level, 3, armour=armour), unit("veteran", 4, armour="light"))
    oracle = icepool_table.close_combat(3, 4, (NEEDS[level], 4), (ARMOUR[armour], 6))
    assert chances("close_combat", facts) == icepool_table.chances(oracle)


def test_odds_of_twenty_against_twenty_are_those_of_icepool() -> None:
    facts = fight(unit("veteran", 20, armour="medium"), unit("seasoned", 20, armour="light"))
    oracle = icepool_table.close_combat(20, 20, (4, 5), (5, 6))
    assert chances("close_combat", facts) == icepool_table.chances(oracle)


SMALL = (("elite", 2, 1, "none"), ("veteran", 2, 2, "medium"), ("green", 2, 0, "none"), ("seasoned", 1, 1, "none"))


@for_each("attacker", SMALL)
@for_each("defender", SMALL)
def test_odds_are_those_of_a_count_of_all_rolls(attacker: Fighters, defender: Fighters) -> None:
    """Every number of hits and of saves of every stage, written out by hand."""
    facts = fight(
        *(unit(level, figures, suppressed=down, armour=armour) for level, figures, down, armour in (attacker, defender))
    )
    assert chances("close_combat", facts) == count_losses(attacker, defender)


def test_odds_of_sixty_a_side_are_exact() -> None:
    facts = fight(unit("elite", 60, suppressed=4), unit("elite", 60, suppressed=4, armour="light"))
    assert sum(chances("close_combat", facts).values()) == 1
