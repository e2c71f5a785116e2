"""Shots at figures in combat: their states, the figures beside them, and the remaining fighters."""

from __future__ import annotations

from typing import Any, cast

from rules.bayonet.facts import BayonetFireFacts
from rules.command.system import Board
from tests.rules.bayonet.table import MANY, TWO, carry_out, marked, plan_command, warnings_of


def _facts(on: Board, **given: Any) -> BayonetFireFacts:
    return cast(BayonetFireFacts, plan_command(on, "fire", **given).plays[0].facts)


def test_the_state_of_the_target_says_that_it_is_in_combat() -> None:
    assert _facts(marked(TWO, "u2", overlapping=1), unit="u1", target="u2").into_combat == "overlap"
    assert (
        _facts(marked(TWO, "u2", overlapping=1, in_hand_to_hand=1), unit="u1", target="u2").into_combat
        == "hand_to_hand"
    )


def test_any_figure_with_the_factor_may_be_hit_those_of_the_combat_first() -> None:
    fighting = MANY
    for id in ("u3", "u5", "u8", "u4"):
        fighting = marked(fighting, id, in_hand_to_hand=1)
    order = plan_command(fighting, "fire", unit="u1", target="u4")
    assert list(order.plays[0].roles.values()) == ["u1", "u4", "u8", "u3", "u5", "u2", "u6", "u9"]
    assert list(plan_command(MANY, "fire", unit="u1", target="u4").plays[0].roles) == ["attacker", "target"]


def test_an_unmarked_combat_has_its_bystanders_too() -> None:
    shot = {"unit": "u1", "target": "u4", "situation": ("hand_to_hand",)}
    assert len(_facts(MANY, **shot).bystanders) == len(MANY.game.units) - 3
    assert list(plan_command(MANY, "fire", **shot).plays[0].roles.values())[2:5] == ["u2", "u3", "u8"]


def test_a_cover_after_the_last_targets_is_that_of_whom_a_stray_shot_hits() -> None:
    shot = {"unit": "u1", "target": "u4", "situation": ("hand_to_hand",)}
    facts = _facts(MANY, **shot, cover=("cover", "partial"))
    assert facts.targets[0].cover == 2
    assert {one.cover for one in facts.bystanders} == {1}
    assert {one.cover for one in _facts(MANY, **shot, cover=("cover",)).bystanders} == {0}


def test_a_stray_shot_marks_the_bystander() -> None:
    fighting = marked(marked(MANY, "u4", in_hand_to_hand=1), "u2", in_hand_to_hand=1)
    came_to = carry_out(fighting, "fire", (1, 6, 6, 1), {"stray": ["0"]}, unit="u1", target="u4")
    assert came_to.board.unit("u2").has("suppressed")
    assert not came_to.board.unit("u4").has("suppressed")


def test_who_flees_or_falls_leaves_its_combat() -> None:
    fighting = marked(TWO, "u2", overlapping=1)
    assert not carry_out(fighting, "fire", (6, 2), unit="u1", target="u2").board.unit("u2").has("overlapping")
    assert carry_out(fighting, "fire", (5, 3), unit="u1", target="u2").board.unit("u2").has("overlapping")


def test_a_falling_unit_leaves_none_fighting_alone() -> None:
    alone = marked(marked(MANY, "u1", in_hand_to_hand=1), "u4", in_hand_to_hand=1)
    assert not carry_out(alone, "fire", (6, 1), unit="u2", target="u4").board.unit("u1").has("in_hand_to_hand")
    two_on_one = marked(alone, "u5", in_hand_to_hand=1)
    two_on_one = carry_out(two_on_one, "assault", (1, 2), unit="u1", target="u5").board
    assert carry_out(two_on_one, "fire", (6, 1), unit="u2", target="u4").board.unit("u1").states == {
        "in_hand_to_hand": 1,
        "fights": "u5",
        "acted": 1,
    }


def test_a_figure_in_combat_has_no_direct_fire() -> None:
    fighting = marked(TWO, "u1", overlapping=1)
    assert "in combat itself" in warnings_of(fighting, "fire", unit="u1", target="u2")[0]
