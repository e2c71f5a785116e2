"""Recover: the Command test and the tokens that it removes."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.kernel.errors import RuleError
from rules.kernel.wording import ENGLISH
from rules.openfire_d12.recover import RecoverFacts
from tests.rows import for_each
from tests.rules.openfire_d12.table import (
    Named,
    board,
    carry_out,
    expect_refusal,
    marked,
    needs,
    outcome,
    plan_command,
    play,
    text_of_play,
    unit,
)

NEAR = {"enemy_within_6": True, "enemy_within_12": True}


def _facts(tokens: int = 1, **more: Any) -> dict[str, Any]:
    return {"unit": unit(suppression=tokens, cmd=8)} | NEAR | more


@for_each(
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


def test_without_an_enemy_both_bonuses_count_as_the_defaults_have_it() -> None:
    assert needs("recover", {"unit": unit(suppression=1, cmd=8)}, "cmd_test") == 6


@for_each("tokens", [1, 2])
def test_passed_one_token_goes_and_an_action_comes(tokens: int) -> None:
    found = play("recover", _facts(tokens), (8,))
    assert found.played.outcome == (True, False, tokens - 1, True)
    assert found.effects == (("unit", "suppression", -1, None), ("unit", "actions_left", 1, None))


def test_a_natural_twelve_takes_all_off() -> None:
    found = play("recover", _facts(2), (12,))
    assert found.played.outcome == (True, True, 0, True)
    assert ENGLISH(found.text) == "Critical: 2 tokens removed, 0 left. It may take one more action."


def test_without_a_token_there_is_nothing_to_recover_from() -> None:
    expect_refusal("recover", _facts(0), "no suppression token")
    expect_refusal("recover", {"unit": unit(hp=[0], suppression=1)}, "no models left")


def test_a_fearless_unit_tries_again_and_keeps_the_second_die() -> None:
    facts = {"unit": unit(suppression=2, cmd=8, fearless=True)} | NEAR
    assert outcome("recover", facts, (7, 12))["suppression"] == 0
    assert outcome("recover", facts, (7, 7)) == outcome("recover", facts, (7,), ["reroll=no"])
    again = play("recover", facts, (2, 9)).played.steps
    assert [step.faces for step in again] == [(2,), (9,)]
    assert again[1].throw.again == again[0].throw.key


def test_the_text_of_a_recovery_counts_the_tokens() -> None:
    assert text_of_play("recover", _facts(2), (7,)) == "Failed: 1 token removed, 1 left."
    assert text_of_play("recover", _facts(1), (8,)) == "Passed: 1 token removed, 0 left. It may take one more action."


# `/morale` and `/act recover`: the same order.

TWO = marked(board(("Red", "veteran_squad"), ("Blue", "raiders")), "u1", suppression=2)


@for_each("command", ["morale", "recover"])
def test_tokens_come_off_the_board(command: str) -> None:
    came_to = carry_out(TWO, command, (5,), unit="u1", situation="no_enemy_within_12")
    assert came_to.board.unit("u1").count("suppression") == 1
    assert came_to.title == "Veteran squad: recover"


def test_the_situation_names_units_that_are_near() -> None:
    facts = cast(
        RecoverFacts,
        plan_command(TWO, "recover", unit="u1", situation=("enemy_within_12", "friend_within_6")).plays[0].facts,
    )
    assert (facts.in_assault_range, facts.enemy_within_6, facts.enemy_within_12) == (False, False, True)
    assert facts.friend_within_6


@for_each("situation", [("in_assault_range",), ()])
def test_an_enemy_in_assault_range_is_within_six_and_twelve_inches(situation: tuple[str, ...]) -> None:
    near = TWO if situation else marked(TWO, "u1", in_assault_range_of="u2")
    facts = cast(RecoverFacts, plan_command(near, "recover", unit="u1", situation=situation).plays[0].facts)
    assert (facts.in_assault_range, facts.enemy_within_6, facts.enemy_within_12) == (True, True, True)


def test_within_six_is_within_twelve() -> None:
    facts = cast(RecoverFacts, plan_command(TWO, "recover", unit="u1", situation="enemy_within_6").plays[0].facts)
    assert (facts.enemy_within_6, facts.enemy_within_12) == (True, True)


def test_fearless_units_roll_again() -> None:
    assert len(carry_out(TWO, "recover", (1, 12), unit="u1", situation="no_enemy_within_12").plays[0].played.steps) == 2


def test_without_tokens_it_is_refused() -> None:
    with pytest.raises(RuleError) as caught:
        plan_command(TWO, "recover", unit="u2")
    assert Named(TWO)(caught.value.text) == "Raiders has no suppression token to remove."
    expect_refusal("recover", _facts(0), "The unit has no suppression token to remove")
