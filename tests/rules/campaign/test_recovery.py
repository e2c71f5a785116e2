"""Figures lost in a battle: back at once, recovering, or lost for good (Aftermath › Recovery)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import CAMPAIGN
from rules.campaign.recovery import Recovery, RecoveryOutcome
from rules.kernel.resolve import book_of
from tests.rules.campaign.table import chances, faulty, outcome, play, told

WHERE = [(False, False), (True, False), (False, True), (True, True)]
LOST = st.lists(st.integers(1, 6), max_size=12)
FLAG = st.booleans()


def came_to(faces: list[int], held: bool, medic: bool) -> tuple[int, int, int]:
    found = outcome("recovery", {"lost": len(faces), "held_field": held, "medic": medic}, faces)
    return found["back"], found["recovering"], found["lost"]


@pytest.mark.parametrize(("held", "medic"), WHERE)
@pytest.mark.parametrize("face", range(1, 7))
def test_each_face_with_what_is_added(face: int, held: bool, medic: bool) -> None:
    score = face + held + medic
    assert came_to([face], held, medic) == (score >= 5, 3 <= score <= 4, score <= 2)


@given(LOST, FLAG, FLAG)
def test_every_figure_has_one_fate(faces: list[int], held: bool, medic: bool) -> None:
    assert sum(came_to(faces, held, medic)) == len(faces)


@given(LOST, FLAG)
def test_holding_the_field_and_a_medic_help_alike_and_never_hurt(faces: list[int], other: bool) -> None:
    without, with_one = came_to(faces, other, False), came_to(faces, other, True)
    assert with_one == came_to(faces, True, other)
    assert with_one[0] >= without[0]
    assert with_one[2] <= without[2]


@given(LOST, FLAG, FLAG)
def test_it_is_the_dice_that_count_and_not_their_order(faces: list[int], held: bool, medic: bool) -> None:
    assert came_to(faces, held, medic) == came_to(sorted(faces), held, medic)


@pytest.mark.parametrize(("held", "medic"), WHERE)
def test_odds_are_multinomial(held: bool, medic: bool) -> None:
    found = chances("recovery", {"lost": 5, "held_field": held, "medic": medic})
    back, lost = Fraction(2 + held + medic, 6), Fraction(2 - held - medic, 6)
    for (first, second, third), p in found.items():
        ways = comb(5, first) * comb(5 - first, second)
        assert p == ways * back**first * (1 - back - lost) ** second * lost**third
    assert sum(found.values()) == 1


def test_nobody_lost_needs_no_die() -> None:
    assert play("recovery", {"lost": 0}).played.steps == ()
    assert told("recovery", {"lost": 0}) == "Nobody was lost."


def test_the_ledger_says_what_was_added() -> None:
    [step] = play("recovery", {"lost": 1, "held_field": True, "medic": True}, [3]).played.steps
    assert step.throw.needed
    assert step.throw.needed.face == 3
    assert [(line.value, line.of) for line in step.throw.ledger] == [
        (5, "needed"),
        (-1, "needed"),
        (-1, "needed"),
        (3, "recovering_from"),
        (-1, "recovering_from"),
        (-1, "recovering_from"),
    ]


def test_it_is_told_in_a_sentence() -> None:
    assert told("recovery", {"lost": 3}, [6, 3, 1]) == (
        "Of 3 figures: 1 back at once, 1 misses the next battle and 1 lost for good."
    )


@pytest.mark.parametrize("lost", [-1, 101, 1.5, "2", True, None])
def test_losses_that_cannot_be(lost: object) -> None:
    faulty("recovery", {"lost": lost}, "lost")


def test_losses_have_to_be_given() -> None:
    faulty("recovery", {}, "lost")
    faulty("recovery", {"lost": 1, "medics": 1}, "medics")


def test_the_better_recovery_has_more_back_at_once_and_then_fewer_lost() -> None:
    action = CAMPAIGN.actions["recovery"]
    aim = action.aim(action.plan(Recovery(lost=3), book_of(CAMPAIGN)))
    assert aim is not None
    ranked = [RecoveryOutcome(0, 0, 3), RecoveryOutcome(1, 0, 2), RecoveryOutcome(1, 2, 0), RecoveryOutcome(2, 0, 1)]
    assert [aim.key(one) for one in ranked] == sorted(map(aim.key, ranked))
    assert (aim.what, [aim.value(one) for one in ranked]) == ("back", [0, 1, 1, 2])
