"""Dangerous ground: a die a model, a hit for each natural 12."""

from __future__ import annotations

import pytest

from rules.kernel.dice import Need
from rules.kernel.wording import ENGLISH
from tests.rules.openfire_d12.table import outcome, play, refused, thrown, told, unit


def test_every_living_model_throws_a_die() -> None:
    assert thrown("dangerous", {"unit": unit(hp=[0, 2, 1, 2])}, 11) == {"dangerous_ground": (Need(12), 3)}


def test_a_hit_asks_a_plain_defence_test_and_does_one_damage() -> None:
    found = outcome("dangerous", {"unit": unit(3, max_hp=1) | {"def": 8}}, (12, 12, 11, 7, 8))
    assert found == {"hits": 2, "failed": 1, "damage": 1, "models_lost": 1, "hp": [0, 1, 1]}


def test_heavy_armour_changes_nothing_about_damage_one_and_no_piercing() -> None:
    assert outcome("dangerous", {"unit": unit(1, heavy_armour=3)}, (12, 6))["damage"] == 1


def test_it_is_the_units_own_throw_and_choice() -> None:
    found = play("dangerous", {"unit": unit(3)}, (12, 1, 1, 1), ["casualty_order=1"])
    assert found.played.outcome.hp == (2, 1, 2)
    assert {step.throw.by for step in found.played.steps} == {"unit"}
    assert [made[:3] for made in found.played.made] == [("casualty_order", "unit", "1")]
    assert found.effects == (("unit", "hp", -1, "2,1,2"),)


def test_a_flying_unit_throws_nothing() -> None:
    found = play("dangerous", {"unit": unit(flying=True)})
    assert found.played.outcome == (0, 0, 0, 0, (2, 2, 2, 2))
    assert "flies" in ENGLISH(found.text)


@pytest.mark.parametrize(
    ("dice", "text"),
    [
        ((1, 11), "No hits."),
        ((12, 1, 7), "1 hit: all held."),
        ((12, 12, 1, 1), "2 hits: 2 damage, 1 model lost."),
    ],
)
def test_what_is_said(dice: tuple[int, ...], text: str) -> None:
    assert told("dangerous", {"unit": unit(2)}, dice) == text


def test_a_unit_that_is_gone_crosses_nothing() -> None:
    refused("dangerous", {"unit": unit(hp=[])}, "no models left")
