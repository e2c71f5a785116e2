"""The source text, paragraph by paragraph; the README beside this file has the list."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from rules.game.events import ObjectPlaced
from rules.game.tabletop import TableObject
from rules.kernel.errors import RuleError
from tests.rows import for_each
from tests.rules.bayonet.table import (
    board,
    carry_out,
    figure,
    keys,
    labels,
    marked,
    outcome,
    plan_command,
    play,
    shot,
    warnings_of,
)


def _row(facts: dict[str, Any], dice: tuple[int, ...], **more: Any) -> dict[str, Any]:
    return outcome("fire", facts, dice, **more)["results"][0]


def test_1_most_figures_carry_one_range_weapon_and_one_without_cannot_shoot() -> None:
    with pytest.raises(RuleError, match="no Range Combat Factor"):
        play("fire", shot(shooter=figure(range_cf=None)))


@for_each("sight", ["blocked", "figure_between", "out_of_arc"])
def test_2_direct_fire_goes_at_one_enemy_in_sight_and_arc_with_no_model_between(sight: str) -> None:
    with pytest.raises(RuleError, match="no direct fire"):
        play("fire", shot(sight=sight))
    with pytest.raises(RuleError, match="One shot has one target"):
        play("fire", shot(targets=[{"figure": figure()}] * 2))


def test_2_no_direct_fire_by_a_figure_in_combat_but_sensible_exceptions_go_on_with_a_reason() -> None:
    fighting = marked(board(("Blue", "gi"), ("Red", "gi")), "u1", in_hand_to_hand=1)
    order = plan_command(fighting, "fire", unit="u1", target="u2", situation=("figure_between",))
    assert len(order.warnings) == 2


def test_3_mountings_such_as_turrets_widen_the_arc() -> None:
    turret = board(("Blue", "light_tank"), ("Red", "gi"))
    assert not plan_command(turret, "fire", unit="u1", target="u2", situation=("out_of_arc",)).warnings


@for_each("sight", ["blocked", "figure_between", "out_of_arc"])
def test_4_indirect_fire_goes_over_terrain_and_fighters(sight: str) -> None:
    assert _row(shot(sight=sight, indirect=True), (4, 2))["result"] == "suppressed"


def test_5_one_shot_a_bound_and_big_guns_wait() -> None:
    guns = board(("Blue", "gi"), ("Blue", "light_mortar"), ("Red", "gi"))
    shot_once = carry_out(guns, "fire", (1, 6), unit="u1", target="u3").board
    assert "one shot or burst per bound" in warnings_of(shot_once, "fire", unit="u1", target="u3")[0]
    at = {"target": "u3", "distance": (Decimal(20), Decimal(0))}
    waiting = carry_out(carry_out(guns, "initiative", (1, 6)).board, "fire", (1, 6), unit="u2", **at).board
    waiting = carry_out(waiting, "turn next").board
    assert "reloading" in warnings_of(waiting, "fire", unit="u2", **at)[0]


def test_6_a_burst_divides_the_factor_between_targets_or_rolls() -> None:
    facts = shot(shooter=figure(range_cf=5), split=[3, 2], targets=[{"figure": figure()}] * 2)
    assert [row["score"] for row in outcome("fire", facts, (1, 1, 1, 1))["results"]] == [4, 3]
    with pytest.raises(RuleError, match="add up to 6"):
        play("fire", facts | {"split": [3, 3]})


def test_7_an_area_strikes_every_figure_within_the_radius_friend_and_foe() -> None:
    inside = [{"figure": figure(), "ring_distance": away} for away in (0, 1)]
    rows = outcome("fire", shot(area={}, targets=inside), (6, 1, 1))["results"]
    assert [row["score"] for row in rows] == [9, 9]
    both = board(("Blue", "light_mortar"), ("Blue", "gi"), ("Red", "gi"))
    assert plan_command(both, "fire", unit="u1", target=("u2", "u3"), distance=(Decimal(20), Decimal(0), Decimal(0)))


def test_7_an_area_effect_usually_needs_sight() -> None:
    facts = shot(area={}, targets=[{"figure": figure(), "ring_distance": 0}], sight="blocked")
    with pytest.raises(RuleError, match="no direct fire"):
        play("fire", facts)


@for_each(("away", "less"), [(1, 0), (1.01, 3), (2, 3), (2.01, 6), (3.5, 9)])
def test_8_each_further_multiple_of_the_radius_takes_three(away: float, less: int) -> None:
    facts = shot(area={}, targets=[{"figure": figure(), "ring_distance": away}])
    assert _row(facts, (6, 1))["score"] == 9 - less


def test_8_some_weapons_reach_no_further_than_a_greatest_radius() -> None:
    facts = shot(area={"max_radius": 2}, targets=[{"figure": figure(), "ring_distance": 2.01}])
    assert _row(facts, (6,)) == {"score": None, "target_score": None, "result": "none", "stray": False}


def test_9_gas_may_stay_and_close_an_area() -> None:
    men = board(("Blue", "gi"), ("Red", "gi"))
    lying = men.after([ObjectPlaced(thing=TableObject(kind="gas", label="cloud", turns=1, keywords=("cf=4",)))])
    assert "gas" in carry_out(lying, "move", unit="u1", terrain=("gas",)).notes[0]
    assert not carry_out(lying, "gas", (6, 1), target="u1").board.unit("u1").alive
    assert not carry_out(lying, "turn next").board.game.things


def test_10_opportunity_fire_needs_more_than_half_of_the_move_exposed() -> None:
    with pytest.raises(RuleError, match="more than half"):
        play("fire", shot(opportunity="known", exposed_move=False))


@for_each(("position", "less"), [("known", 1), ("unknown", 2)])
def test_10_opportunity_fire_is_worse_at_one_that_set_out_unseen(position: str, less: int) -> None:
    assert _row(shot(opportunity=position), (6, 1))["score"] == 9 - less


@for_each(("combat", "less"), [("overlap", 1), ("hand_to_hand", 2)])
def test_11_a_shot_into_combat_is_worse(combat: str, less: int) -> None:
    assert _row(shot(into_combat=combat, aiding=1), (6, 1))["score"] == 9 + 1 - less


def test_12_at_half_or_less_the_targets_player_picks_another_and_rolls() -> None:
    facts = shot(into_combat="overlap", bystanders=[figure()])
    stray = play("fire", facts, (1, 3, 6, 1), ["stray=0"])
    assert [row.stray for row in stray.detail["results"]] == [False, True]
    assert stray.played.made[0].by == "defender"
    assert stray.played.steps[2].throw.by == "defender"
    assert play("fire", facts, (1, 2), ["stray=0"]).played.made == ()


def test_13_those_who_aid_make_no_roll_of_their_own() -> None:
    assert len(play("fire", shot(aiding=3), (1, 1)).played.steps) == 2


@for_each(("kind", "factor"), [("physical", 3), ("abc", 5), ("psi", 7)])
def test_14_a_shot_is_range_factor_against_physical_abc_or_psi(kind: str, factor: int) -> None:
    row = _row(shot(kind=kind, targets=[{"figure": figure(abc_cf=5, psi_cf=7)}]), (2, 1))
    assert (row["score"], row["target_score"]) == (2 + 3, 1 + factor)


def test_15_an_area_rolls_once_and_each_target_once() -> None:
    targets = [{"figure": figure(), "ring_distance": 0}] * 3
    resolution = play("fire", shot(area={}, targets=targets), (6, 1, 1, 1))
    assert labels(resolution) == keys(resolution) == ["attack", "target 1", "target 2", "target 3"]


def test_16_friends_at_one_enemy_aid_instead_of_shooting_too() -> None:
    friends = board(("Blue", "gi"), ("Blue", "gi"), ("Red", "gi"))
    once = marked(carry_out(friends, "fire", (1, 6), unit="u1", target="u3").board, "u3", acted=1)
    assert "could have aided then" in warnings_of(once, "fire", unit="u2", target="u3")[0]
    together = carry_out(friends, "fire", (3, 2), unit=("u1", "u2"), target="u3")
    assert together.plays[0].detail["results"][0].score == 3 + 3 + 1


def test_17_a_shooter_takes_no_harm() -> None:
    resolution = play("fire", shot(), (1, 6))
    assert resolution.played.outcome == (1, 0, 0, 0, 0)
    assert resolution.effects == ()
