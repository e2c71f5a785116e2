"""The activation roll and what failing means (Units, Activation, Suppression, Vehicles)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from data import system_of
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.fubar.table import chances, expect_refusal, faulty, outcome, play, unit
from tests.rules.opponent.test_decide import to_go

NUMBERS = {"green": 5, "seasoned": 4, "veteran": 3, "elite": 2}


def number_needed(of: dict[str, Any], **more: Any) -> int:
    return outcome("activate", {"unit": of} | more, [6])["needed"]


def is_passed(face: int, of: dict[str, Any], **more: Any) -> bool:
    return outcome("activate", {"unit": of} | more, [face])["passed"]


def failed_result(of: dict[str, Any], **more: Any) -> tuple[str, str | None]:
    result = outcome("activate", {"unit": of} | more, [1])
    return result["result"], result["withdraw_to"]


@for_each("level", NUMBERS)
def test_the_number_of_its_training(level: str) -> None:
    need = NUMBERS[level]
    assert number_needed(unit(level)) == need
    assert is_passed(need, unit(level))
    assert not is_passed(need - 1, unit(level))


@for_each(("leader", "need"), [(None, 4), ("green", 4), ("seasoned", 4), ("veteran", 3), ("elite", 2)])
def test_a_better_leader_counts(leader: str | None, need: int) -> None:
    assert number_needed(unit("seasoned", leader_level=leader)) == need


def test_each_suppressed_figure_takes_one_off() -> None:
    assert [number_needed(unit("veteran", suppressed=n)) for n in range(4)] == [3, 4, 5, 6]


def test_each_figure_out_of_touch_takes_one_off() -> None:
    assert [number_needed(unit("elite"), out_of_touch=n) for n in range(4)] == [2, 3, 4, 5]


def test_no_visible_enemy_adds_one() -> None:
    assert number_needed(unit("seasoned"), no_visible_enemy=True) == 3


def test_a_stunned_crew_takes_two_off() -> None:
    assert number_needed(unit("veteran", 1), stunned=True) == 5


def test_all_modifiers_together() -> None:
    of = unit("green", suppressed=1, leader_level="elite")
    assert number_needed(of, out_of_touch=1, no_visible_enemy=True, stunned=True) == 5


def test_a_natural_six_always_passes() -> None:
    of = unit("green", suppressed=8)
    assert number_needed(of, out_of_touch=100, stunned=True) == 6
    assert is_passed(6, of, out_of_touch=100)
    assert not is_passed(5, of, out_of_touch=100)


def test_a_natural_one_always_fails() -> None:
    assert number_needed(unit("elite"), no_visible_enemy=True) == 2
    assert not is_passed(1, unit("elite"), no_visible_enemy=True)


def test_the_ledger_adds_up_with_its_clamp() -> None:
    facts = {"unit": unit("green", suppressed=2), "stunned": True}
    [step] = play("activate", facts, [3]).played.steps
    assert [line.value for line in step.throw.ledger] == [5, 2, 2, -3]
    assert step.throw.ledger[-1].rule == "Six-sided Dice Conventions"


def test_passed_it_is_activated() -> None:
    result = outcome("activate", {"unit": unit()}, [4])
    assert (result["passed"], result["result"], result["withdraw_to"]) == (True, "activated", None)


@for_each(
    ("figures", "starting", "result"),
    [
        (8, 8, "on_guard"),
        (4, 8, "on_guard"),
        (3, 8, "withdraw"),
        (4, 7, "on_guard"),
        (3, 7, "withdraw"),
        (1, 2, "on_guard"),
    ],
)
def test_failed_on_guard_or_with_more_than_half_lost_withdraws(figures: int, starting: int, result: str) -> None:
    assert failed_result(unit(figures=figures, starting=starting))[0] == result


def test_withdraws_from_the_nearest_enemy_or_to_its_deployment_point() -> None:
    worn = unit(figures=2) | {"starting": 8}
    assert failed_result(worn) == ("withdraw", "away")
    assert failed_result(worn, no_visible_enemy=True) == ("withdraw", "deployment_point")
    assert failed_result(unit(), no_visible_enemy=True) == ("on_guard", None)


@for_each("face", [1, 6])
def test_passed_or_failed_the_suppressed_stand_up(face: int) -> None:
    resolution = play("activate", {"unit": unit(suppressed=3)}, [face])
    assert resolution.played.outcome.stood_up == 3
    assert [(e.unit, e.effect, e.change) for e in resolution.effects] == [("unit", "suppressed", -3)]
    assert play("activate", {"unit": unit()}, [face]).effects == ()


def test_a_unit_without_figures_is_refused() -> None:
    expect_refusal("activate", {"unit": unit(figures=0, starting=5)}, "no figures")


def test_more_out_of_touch_than_figures_is_no_refusal() -> None:
    assert number_needed(unit("elite", 2), out_of_touch=3) == 5


@for_each(
    ("more", "field"),
    [({"out_of_touch": -1}, "out_of_touch"), ({"stunned": 1}, "stunned"), ({"no_visible_enemy": None}, "no_visible")],
)
def test_facts_that_cannot_be(more: dict[str, Any], field: str) -> None:
    faulty("activate", {"unit": unit()} | more, field)


@for_each("suppressed", range(4))
@for_each("level", NUMBERS)
def test_odds_are_sixths(level: str, suppressed: int) -> None:
    need = min(6, NUMBERS[level] + suppressed)
    found = chances("activate", {"unit": unit(level, suppressed=suppressed)})
    assert sum(p for result, p in found.items() if result.passed) == Fraction(7 - need, 6)


# How far units and vehicles move (Activation; Cover; Vehicles).

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


@for_each("action", MOVES)
def test_each_action_has_its_move(action: str) -> None:
    assert inches(action) == MOVES[action]


@for_each("cover", ["soft", "moderate", "hard"])
def test_infantry_crosses_cover_at_normal_speed(cover: str) -> None:
    assert inches("walk", cover=cover) == 6


@for_each("armour", ["none", "light", "medium", "heavy", "very_heavy"])
def test_vehicles_12_in_the_open_6_in_soft_cover(armour: str) -> None:
    assert inches("walk", vehicle=armour) == 12
    assert inches("walk", vehicle=armour, cover="soft") == 6


@for_each("armour", ["heavy", "very_heavy"])
def test_tanks_through_moderate_cover_without_firing(armour: str) -> None:
    resolution = play("movement", {"action": "walk", "vehicle": armour, "cover": "moderate"})
    assert resolution.played.outcome.inches == 6
    assert "cannot fire" in ENGLISH(resolution.text)


@for_each("armour", ["none", "light", "medium"])
def test_others_do_not_enter_it(armour: str) -> None:
    expect_refusal("movement", {"action": "walk", "vehicle": armour, "cover": "moderate"}, "tanks")


@for_each("armour", ["none", "light", "medium", "heavy", "very_heavy"])
def test_no_vehicle_enters_hard_cover(armour: str) -> None:
    expect_refusal("movement", {"action": "walk", "vehicle": armour, "cover": "hard"}, "hard cover")


@for_each("action", ["on_guard", "aimed_fire"])
def test_a_standing_vehicle_stays_where_it_is_in_any_terrain(action: str) -> None:
    assert inches(action, vehicle="light", cover="hard") == 0


def test_the_reasons_add_up() -> None:
    found = outcome("movement", {"action": "walk", "vehicle": "light", "cover": "soft"})
    assert sum(line["value"] for line in found["why"]) == found["inches"]
    assert all(line["why"] and line["rule"] for line in found["why"])


def test_no_dice_are_rolled() -> None:
    assert play("movement", {"action": "run"}).played.steps == ()


def test_moves_that_cannot_be() -> None:
    faulty("movement", {"action": "fly"}, "action")
    faulty("movement", {}, "action")
    faulty("movement", {"action": "walk", "vehicle": "power"}, "vehicle")


def test_no_unit_assaults_one_of_its_own_side() -> None:
    board, assault = to_go(system_of("fubar")), Request("move", ("u1",), ("u2",), action="assault")
    move = board.system.commands["move"]
    with pytest.raises(RuleError, match=r"^u2 is on the same side as u1\.$"):
        move.plan(board, assault)
    assert [one.action for one in move.plan(board, replace(assault, target=("u5",))).plays] == ["movement"]
