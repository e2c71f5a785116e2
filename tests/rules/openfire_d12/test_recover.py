"""Recover: the Command test and what it takes off."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.wording import ENGLISH
from tests.rules.openfire_d12.table import needs, outcome, play, refused, told, unit

NEAR = {"enemy_within_6": True, "enemy_within_12": True}


def _facts(tokens: int = 1, **more: Any) -> dict[str, Any]:
    return {"unit": unit(suppression=tokens, cmd=8)} | NEAR | more


@pytest.mark.parametrize(
    ("more", "needed"),
    [
        ({}, 8),
        ({"in_assault_range": True}, 6),
        ({"enemy_within_6": False}, 7),
        ({"enemy_within_6": False, "enemy_within_12": False}, 6),
        ({"friend_within_6": True}, 6),
        ({"in_assault_range": True, "friend_within_6": True}, 4),
    ],
)
def test_company_and_distance_help_the_command_test(more: dict[str, bool], needed: int) -> None:
    assert needs("recover", _facts(**more), "cmd_test") == needed


def test_with_nobody_about_both_bonuses_count_as_the_defaults_have_it() -> None:
    assert needs("recover", {"unit": unit(suppression=1, cmd=8)}, "cmd_test") == 6


@pytest.mark.parametrize("tokens", [1, 2])
def test_failed_one_token_goes(tokens: int) -> None:
    assert outcome("recover", _facts(tokens), (7,)) == {
        "passed": False,
        "critical": False,
        "suppression": tokens - 1,
        "extra_action": False,
    }


@pytest.mark.parametrize("tokens", [1, 2])
def test_passed_one_token_goes_and_an_action_comes(tokens: int) -> None:
    found = play("recover", _facts(tokens), (8,))
    assert found.played.outcome == (True, False, tokens - 1, True)
    assert found.effects == (("unit", "suppression", -1, None), ("unit", "actions_left", 1, None))


def test_a_natural_twelve_takes_all_off() -> None:
    found = play("recover", _facts(2), (12,))
    assert found.played.outcome == (True, True, 0, True)
    assert ENGLISH(found.text) == "Critical: 2 tokens off, 0 left. It may take one more action."


def test_without_a_token_there_is_nothing_to_recover_from() -> None:
    refused("recover", _facts(0), "no suppression token")
    refused("recover", {"unit": unit(hp=[0], suppression=1)}, "no models left")


def test_a_fearless_unit_tries_again_and_keeps_the_second_die() -> None:
    facts = {"unit": unit(suppression=2, cmd=8, fearless=True)} | NEAR
    assert outcome("recover", facts, (7, 12))["suppression"] == 0
    assert outcome("recover", facts, (7, 7)) == outcome("recover", facts, (7,), ["reroll=no"])
    again = play("recover", facts, (2, 9)).played.steps
    assert [step.faces for step in again] == [(2,), (9,)]
    assert again[1].throw.again == again[0].throw.key


def test_what_is_said() -> None:
    assert told("recover", _facts(2), (7,)) == "Failed: 1 token off, 1 left."
    assert told("recover", _facts(1), (8,)) == "Passed: 1 token off, 0 left. It may take one more action."
