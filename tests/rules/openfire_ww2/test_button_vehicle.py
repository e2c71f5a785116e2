"""Fire at vision slits: to hit only, and more than half must."""

from __future__ import annotations

from rules.kernel.dice import Need
from tests.rows import for_each
from tests.rules.openfire_ww2.table import effects, expect_refusal, outcome, play, rifle, shot, squad, tank, weapon


@for_each(("dice", "hits", "buttoned"), [((4, 4, 3, 3), 2, False), ((4, 4, 4, 3), 3, True)])
def test_more_than_half_of_the_shots_must_hit(dice: tuple[int, ...], hits: int, buttoned: bool) -> None:
    done = play("button_vehicle", shot(tank(), rifle(rof=4)), dice)
    assert done.played.outcome == (hits, buttoned)
    assert effects(done) == ({("target", "buttoned"): 1} if buttoned else {})


def test_any_infantry_weapon_in_range_whatever_it_could_harm() -> None:
    facts = shot(tank(kind="heavy_tank"), rifle(), rifle(mobility="light"), weapon(rof=5), rifle(rng=9))
    assert outcome("button_vehicle", facts, (4, 4)) == {"hits": 2, "buttoned": True}
    expect_refusal("button_vehicle", shot(tank(), weapon()), "only infantry weapons")


def test_automatic_hits_count_and_impossible_ones_are_no_shots() -> None:
    easy = shot(tank(trn=1), rifle(rof=3), shooter={"wpn": 8, "rank": "trained"})
    assert outcome("button_vehicle", easy) == {"hits": 3, "buttoned": True}
    hard = shot(tank(trn=10), rifle(rof=3), shooter={"wpn": 4, "rank": "trained"})
    assert outcome("button_vehicle", hard) == {"hits": 0, "buttoned": False}


def test_only_vehicles_and_only_in_sight() -> None:
    expect_refusal("button_vehicle", shot(squad(), rifle()), "Only vehicles")
    expect_refusal("button_vehicle", shot(tank(), rifle(), sight="smoke"), "Smoke")
    expect_refusal("button_vehicle", shot(tank(), rifle(mobility="heavy"), moved="this_turn"), "heavy weapon")
    expect_refusal("button_vehicle", shot(tank(), rifle(mobility="artillery")), "scatter")


def test_cover_and_states_count_as_in_any_shooting() -> None:
    done = play("button_vehicle", shot(tank(), rifle(), cover="full"), (6,))
    assert done.played.steps[0].throw.needed == Need(6)
