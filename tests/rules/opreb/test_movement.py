"""Tiers, cover by majority, and where a unit ends that falls back (Damage conversion; Terrain)."""

from __future__ import annotations

from itertools import product

import pytest

from rules.kernel.serialise import rulings_json
from rules.kernel.wording import ENGLISH
from rules.opreb.movement import majority_cover
from tests.rules.opreb.cases import fire, target
from tests.rules.opreb.playing import chances, outcome, play, the_system

BASE = {"open": 0, "light": 1, "hard": 2}


@pytest.mark.parametrize(("cover", "shifts"), list(product(BASE, product((False, True), repeat=3))))
def test_shifts_add_up_and_then_the_tier_is_kept_within_0_and_3(cover: str, shifts: tuple[bool, bool, bool]) -> None:
    in_position, hidden, lowered = shifts
    facts = fire(target=target(cover=cover, in_position=in_position, hidden=hidden), lowers_tier=lowered)
    expected = max(0, min(3, BASE[cover] + in_position + hidden - lowered))
    stays = [one for one in chances("fire", facts) if not one.fell_back]
    assert {one.tier for one in stays} == {expected}


@pytest.mark.parametrize(
    ("models", "light", "hard", "cover"),
    [
        (6, 4, 0, "light"),
        (6, 3, 0, "open"),
        (6, 0, 4, "hard"),
        (6, 0, 3, "open"),
        (6, 1, 3, "light"),
        (6, 2, 1, "open"),
        (5, 0, 3, "hard"),
        (5, 1, 2, "light"),
        (1, 0, 0, "open"),
    ],
)
def test_a_unit_has_the_cover_that_more_than_half_of_its_models_have(
    models: int, light: int, hard: int, cover: str
) -> None:
    assert majority_cover(models, light, hard) == cover


FAILED = ["morale=fail"]
HIT = (5, 5, 1, 1, 1, 1, 1)


@pytest.mark.parametrize(("distance", "reached"), [(6, True), (6.1, False), (0, True), (5.9, True)])
def test_cover_is_reached_when_the_tac_move_is_as_long_as_the_way(distance: float, reached: bool) -> None:
    facts = fire(nearest_cover={"kind": "light", "distance": distance})
    conversion = (1, 1) if reached else ()
    got = outcome("fire", facts, (*HIT, 5, 1, 1, *conversion), FAILED)
    assert (got["fall_back_inches"], got["cover"]) == (6, "light" if reached else "open")


def test_short_of_cover_the_unit_has_the_cover_it_is_said_to_have_there() -> None:
    facts = fire(nearest_cover={"kind": "hard", "distance": 10}, short_of_it="light")
    assert outcome("fire", facts, (*HIT, 1, 1, 1, 1, 1), FAILED)["cover"] == "light"


def test_from_light_cover_a_unit_that_does_not_get_there_still_has_light_cover() -> None:
    facts = fire(target=target(cover="light"), nearest_cover={"kind": "hard", "distance": 10})
    got = outcome("fire", facts, (5, 5, 1, 1, *(1,) * 7, 1, 1, 1, 1, 1), ["fall_back=go"])
    assert (got["fell_back"], got["cover"], got["tier"]) == (True, "light", 1)


def test_a_flanked_unit_in_hard_cover_may_fall_back_toward_other_hard_cover() -> None:
    facts = fire(target=target(cover="hard"), flanked=True, nearest_cover={"kind": "hard", "distance": 3})
    got = outcome("fire", facts, (5, 5, 1, 1, *(1,) * 7, 1, 1, 1, 1, 1), ["fall_back=go"])
    assert (got["cover"], got["tier"]) == ("hard", 2)


def test_without_cover_near_a_broken_unit_falls_back_all_the_same() -> None:
    resolution = play("fire", fire(), (*HIT, 5, 5, 1), FAILED)
    assert resolution.played.outcome.fall_back_inches == 7
    assert ENGLISH(resolution.text).endswith("; it ends in the open. The target at tier 0 (in the open): 2 wounds.")


def test_falling_back_ends_in_position_and_hidden() -> None:
    facts = fire(target=target(in_position=True, hidden=True))
    resolution = play("fire", facts, (*HIT, 1, 1, 1), FAILED)
    assert resolution.played.outcome.tier == 0
    changes = {one.effect: one.change for one in resolution.effects}
    assert changes == {"wounds": 2, "in_position": -1, "hidden": -1}


def test_a_unit_that_stays_keeps_its_position() -> None:
    facts = fire(target=target(in_position=True, hidden=True))
    resolution = play("fire", facts, (*HIT, 5, 1, 1, 1, 1))
    assert resolution.played.outcome.tier == 2
    assert {one.effect for one in resolution.effects} == {"pinned"}


def test_the_text_tells_direction_inches_and_what_was_reached() -> None:
    near = {"kind": "hard", "distance": 7.5}
    far = ENGLISH(play("fire", fire(nearest_cover=near), (*HIT, 1, 1, 1), FAILED).text)
    assert "Move it 3″ toward hard cover 7.5″ off, away from the enemy, first of all from the shooter" in far
    assert "it ends short of it, in the open" in far
    there = ENGLISH(play("fire", fire(nearest_cover=near), (*HIT, 5, 5, 5, 1, 1), FAILED).text)
    assert "it reaches hard cover 7.5″ off." in there


def test_every_ruling_is_ours() -> None:
    assert all(ruling["house"] for ruling in rulings_json(the_system()))
