"""Assault: it gets there, or it is no assault."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.wording import ENGLISH
from tests.rules.openfire_d12.table import outcome, play, refused, unit


def _assault(distance: float, **more: Any) -> dict[str, Any]:
    return {"unit": unit(), "target": unit(), "distance": distance} | more


@pytest.mark.parametrize("distance", [0, 1, 5.5, 10])
def test_a_move_of_mov_and_three_into_the_last_inch(distance: float) -> None:
    found = outcome("assault", _assault(distance))
    assert (found["inches"], found["reached"]) == (9, True)


def test_out_of_reach_is_another_action() -> None:
    refused("assault", _assault(10.1), "Choose another action")


def test_slow_ground_and_climbing_shorten_it() -> None:
    refused("assault", _assault(9, terrain=["slow"]), "moves 7″")
    refused("assault", _assault(9, levels_up=2), "moves 7″")
    assert outcome("assault", _assault(8, terrain=["slow"]))["inches"] == 7


@pytest.mark.parametrize("tokens", [1, 2])
def test_no_assault_with_a_token(tokens: int) -> None:
    refused("assault", _assault(2, unit=unit(suppression=tokens)), "Assault action")


@pytest.mark.parametrize("who", ["unit", "target"])
def test_nobody_assaults_or_is_assaulted_when_gone(who: str) -> None:
    refused("assault", _assault(2, **{who: unit(hp=[0])}), "no models left")


def test_the_ledger_and_the_text() -> None:
    found = play("assault", _assault(7.5))
    assert [line["value"] for line in found.detail["why"]] == [6, 3]
    assert (
        ENGLISH(found.text) == "It moves up to 9″ (MOV 6, Assault +3) and ends in the enemy's assault range, 6.5″ away."
    )
