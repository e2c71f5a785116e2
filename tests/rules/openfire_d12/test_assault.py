"""Assault: a unit that does not reach its enemy makes no assault."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import RuleError
from rules.kernel.facts import MissingFacts
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.openfire_d12.table import (
    board,
    carry_out,
    expect_refusal,
    forbidden,
    marked,
    outcome,
    plan_command,
    play,
    unit,
    warnings_of,
)


def _assault(distance: float, **more: Any) -> dict[str, Any]:
    return {"unit": unit(), "target": unit(), "distance": distance} | more


def test_slow_ground_and_climbing_shorten_it() -> None:
    expect_refusal("assault", _assault(9, terrain=["slow"]), "moves 7″")
    expect_refusal("assault", _assault(9, levels_up=2), "moves 7″")
    assert outcome("assault", _assault(8, terrain=["slow"]))["inches"] == 7


@for_each("who", ["unit", "target"])
def test_no_lost_unit_assaults_or_is_assaulted(who: str) -> None:
    expect_refusal("assault", _assault(2, **{who: unit(hp=[0])}), "no models left")


def test_the_ledger_and_the_text() -> None:
    found = play("assault", _assault(7.5))
    assert [line["value"] for line in found.detail["why"]] == [6, 3]
    assert ENGLISH(found.text) == "Up to 9″ (MOV 6, Assault +3), into assault range: 6.5″ away."


# `/assault`: into assault range, and its effects.

MANY = board(("Red", "line_squad"), ("Red", "veteran_squad"), ("Blue", "raiders"))
CLOSE = marked(marked(MANY, "u1", in_assault_range_of="u3"), "u3", in_assault_range_of="u1")


def test_both_are_in_each_others_assault_range() -> None:
    came_to = carry_out(MANY, "assault", unit="u3", target="u1", distance=11)
    assert came_to.board.unit("u3").states == {
        "activated": 1,
        "actions_left": 1,
        "actions_done": "assault",
        "moved": 1,
        "in_assault_range_of": "u1",
    }
    assert came_to.board.unit("u1").states == {"in_assault_range_of": "u3"}
    assert came_to.title == "Assault: Raiders → Line squad"


def test_impact_offers_its_free_attack() -> None:
    note = carry_out(MANY, "assault", unit="u3", target="u1", distance=5).notes[0]
    assert note == "Impact: a free attack at Line squad with the blade."
    assert "Impact" not in carry_out(MANY, "assault", unit="u1", target="u3", distance=5).notes[0]


def test_out_of_reach_and_with_a_token_it_is_refused() -> None:
    with pytest.raises(RuleError, match="Choose another action"):
        carry_out(MANY, "assault", unit="u3", target="u1", distance=11.5)
    with pytest.raises(RuleError, match="moves 8″"):
        carry_out(MANY, "assault", unit="u3", target="u1", distance=10, situation="slow")
    with pytest.raises(RuleError, match="suppression token"):
        carry_out(marked(MANY, "u3", suppression=1), "assault", unit="u3", target="u1", distance=3)


def test_a_climb_costs_inches() -> None:
    up = ("levels_up=2", "levels_down=2")
    assert (
        carry_out(MANY, "assault", unit="u3", target="u1", distance=8, situation=up).plays[0].played.outcome.inches == 7
    )


def test_an_enemy_in_assault_range_is_attacked_not_assaulted() -> None:
    forbidden(CLOSE, "assault", "attack it with", unit="u3", target="u1", distance=1)


def test_a_second_enemy_may_be_reached_without_leaving_the_first() -> None:
    both = carry_out(CLOSE, "assault", unit="u3", target="u2", distance=2, situation="stays_in_assault_range")
    assert not both.warnings
    assert both.board.unit("u3").words("in_assault_range_of") == ("u1", "u2")


def test_leaving_an_assault_range_by_it_is_warned() -> None:
    left = carry_out(CLOSE, "assault", unit="u3", target="u2", distance=2, situation="leaves_assault_range")
    assert left.warnings == ("An Assault may not leave the assault range of Line squad (Assault).",)
    assert left.board.unit("u3").words("in_assault_range_of") == ("u2",)
    assert not left.board.unit("u1").has("in_assault_range_of")


def test_an_assault_is_an_action() -> None:
    done_once = marked(MANY, "u3", activated=1, actions_done="assault", actions_left=1)
    assert "has taken Assault" in warnings_of(done_once, "assault", unit="u3", target="u1", distance=3)[0]


def test_whose_range_is_left_is_asked_before_the_dice_also_of_an_order_that_is_warned_of() -> None:
    """It was asked for only after the assault, if that was the second of the round."""
    again = marked(CLOSE, "u3", activated=1, actions_done="assault", actions_left=1)
    with pytest.raises(MissingFacts, match="Does u3 leave"):
        plan_command(again, "assault", unit="u3", target="u2", distance=2)


def test_friends_are_not_assaulted() -> None:
    forbidden(MANY, "assault", "same side", unit="u1", target="u2", distance=3)
