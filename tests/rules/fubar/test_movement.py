"""How far units and vehicles move (Activation; Cover; Vehicles)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.wording import ENGLISH
from tests.rules.fubar.table import faulty, outcome, play, refused

MOVES = {
    "walk": 6,
    "run": 12,
    "duck_and_weave": 8,
    "on_guard": 0,
    "gone_to_ground": 3,
    "aimed_fire": 0,
    "assault": 8,
}


def inches(action: str, **more: Any) -> int:
    return outcome("movement", {"action": action} | more)["inches"]


@pytest.mark.parametrize("action", MOVES)
def test_each_action_has_its_move(action: str) -> None:
    assert inches(action) == MOVES[action]


@pytest.mark.parametrize("cover", ["soft", "moderate", "hard"])
def test_infantry_crosses_cover_at_normal_speed(cover: str) -> None:
    assert inches("walk", cover=cover) == 6


@pytest.mark.parametrize("armour", ["none", "light", "medium", "heavy", "very_heavy"])
def test_vehicles_12_in_the_open_6_in_soft_cover(armour: str) -> None:
    assert inches("walk", vehicle=armour) == 12
    assert inches("walk", vehicle=armour, cover="soft") == 6


@pytest.mark.parametrize("armour", ["heavy", "very_heavy"])
def test_tanks_through_moderate_cover_without_firing(armour: str) -> None:
    resolution = play("movement", {"action": "walk", "vehicle": armour, "cover": "moderate"})
    assert resolution.played.outcome.inches == 6
    assert "cannot fire" in ENGLISH(resolution.text)


@pytest.mark.parametrize("armour", ["none", "light", "medium"])
def test_others_do_not_enter_it(armour: str) -> None:
    refused("movement", {"action": "walk", "vehicle": armour, "cover": "moderate"}, "tanks")


@pytest.mark.parametrize("armour", ["none", "light", "medium", "heavy", "very_heavy"])
def test_no_vehicle_enters_hard_cover(armour: str) -> None:
    refused("movement", {"action": "walk", "vehicle": armour, "cover": "hard"}, "hard cover")


@pytest.mark.parametrize("action", ["on_guard", "aimed_fire"])
def test_a_standing_vehicle_stands_anywhere(action: str) -> None:
    assert inches(action, vehicle="light", cover="hard") == 0


def test_the_reasons_add_up() -> None:
    found = outcome("movement", {"action": "walk", "vehicle": "light", "cover": "soft"})
    assert sum(line["value"] for line in found["why"]) == found["inches"]
    assert all(line["why"] and line["rule"] for line in found["why"])


def test_no_dice_are_thrown() -> None:
    assert play("movement", {"action": "run"}).played.steps == ()


def test_facts_that_cannot_be() -> None:
    faulty("movement", {"action": "fly"}, "action")
    faulty("movement", {}, "action")
    faulty("movement", {"action": "walk", "vehicle": "power"}, "vehicle")
