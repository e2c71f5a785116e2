"""The roll to hit and the roll to kill: rows, columns and what changes the die."""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import Need
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.openfire_ww2.table import first_needed, needed, outcome, play, rifle, shot, squad, tank, weapon


@for_each(
    ("more", "face"),
    [
        ({}, "4+"),
        ({"cover": "partial"}, "5+"),
        ({"cover": "full"}, "6+"),
        ({"shooter_state": ["concentrate_fire"]}, "3+"),
        ({"shooter_state": ["set_up_position"]}, "3+"),
        ({"shooter_state": ["hull_down"]}, "3+"),
        ({"shooter_state": ["overdrive"]}, "4+"),
        ({"shooter_state": ["overdrive", "hull_down"]}, "4+"),
        ({"target_state": ["hit_the_dirt"]}, "5+"),
        ({"target_state": ["set_up_position"]}, "6+"),
        ({"target_state": ["hull_down"]}, "5+"),
        ({"target_state": ["set_up_position"], "cover": "partial"}, "6+"),
        ({"target_state": ["hull_down"], "cover": "full"}, "6+"),
        ({"target_state": ["holds_the_line", "rallying"]}, "4+"),
    ],
)
def test_cover_and_states(more: dict[str, Any], face: str) -> None:
    assert first_needed("fire", shot(**more)) == face


@for_each(
    ("rank", "acc", "face"),
    [("trained", 0, "4+"), ("conscript", 0, "3+"), ("veteran", 0, "5+"), ("trained", 2, "2+"), ("trained", -2, "6+")],
)
def test_rank_of_the_target_and_accuracy(rank: str, acc: int, face: str) -> None:
    assert first_needed("fire", shot(squad(rank=rank), weapon(acc=acc))) == face


def test_overdrive_costs_a_row() -> None:
    assert first_needed("fire", shot(squad(trn=6), shooter_state=["overdrive"])) == "5+"
    assert first_needed("fire", shot(squad(trn=6))) == "4+"


def test_a_pinned_target_has_partial_cover_and_the_best_cover_alone_counts() -> None:
    assert first_needed("fire", shot(squad(pinned=True))) == "5+"
    assert first_needed("fire", shot(squad(pinned=True), cover="full")) == "6+"


def test_a_6_at_minus_2_is_a_4() -> None:
    facts = shot(squad(trn=5), cover="full", shooter={"wpn": 3, "rank": "trained"})
    assert first_needed("fire", facts) == "7+"
    assert outcome("fire", facts, (6,))["hits"] == 0
    assert outcome("fire", facts, (6,))["shots"] == 1


def test_no_natural_1_rule() -> None:
    facts = shot(squad(trn=1, rank="conscript"), weapon(acc=2, pen=1))
    assert first_needed("fire", facts) == "-1+"
    assert outcome("fire", facts, (1, 1))["hits"] == 1


def test_automatic_hits_take_no_dice_whatever_the_modifiers() -> None:
    facts = shot(squad(trn=1), weapon(rof=3), shooter={"wpn": 8, "rank": "trained"}, cover="full")
    found = outcome("fire", facts, (1, 2, 3))
    assert (found["shots"], found["hits"], found["kills"]) == (3, 3, 0)


def test_impossible_shots_are_no_shots_whatever_the_modifiers() -> None:
    facts = shot(squad(trn=10, rank="conscript"), weapon(rof=3, acc=2), shooter={"wpn": 4, "rank": "trained"})
    found = outcome("fire", facts)
    assert (found["shots"], found["hits"], found["kills"], found["terror"]) == (0, 0, 0, "none")


def test_row_changes_may_make_a_shot_possible_or_impossible() -> None:
    poor = {"wpn": 1, "rank": "conscript"}
    assert outcome("fire", shot(squad(trn=6), shooter=poor))["shots"] == 0
    assert first_needed("fire", shot(squad(trn=6), shooter=poor, shooter_state=["concentrate_fire"])) == "6+"
    assert outcome("fire", shot(squad(trn=1), shooter=poor, target_state=["hit_the_dirt"]))["shots"] == 0


@for_each(("pen", "arm", "kill"), [(4, 4, "4+"), (10, 4, "2+"), (1, 5, "6+")])
def test_to_kill_is_pen_against_arm_without_modifiers(pen: int, arm: int, kill: str) -> None:
    facts = shot(squad(arm=arm, rank="veteran"), weapon(pen=pen), cover="partial")
    assert needed("fire", facts)["to_kill"] == (kill, 1)


def test_kills_may_be_automatic_or_impossible_and_take_no_dice_then() -> None:
    sure = outcome("fire", shot(squad(arm=1), weapon(pen=8)), (4, 2, 2))
    assert (sure["hits"], sure["kills"], sure["terror"]) == (1, 1, "passed")
    never = outcome("fire", shot(squad(arm=10), weapon(pen=4)), (4,))
    assert (never["shots"], never["hits"], never["kills"]) == (1, 1, 0)


def test_an_infantry_weapon_loses_a_pen_at_a_light_vehicle() -> None:
    car = tank(kind="light_vehicle", arm=2)
    assert needed("fire", shot(car, rifle(pen=3)))["to_kill"][0] == "4+"
    assert needed("fire", shot(car, weapon(pen=3)))["to_kill"][0] == "3+"
    assert outcome("fire", shot(tank(kind="light_vehicle", arm=1), rifle(pen=1)), (6,))["kills"] == 0


@for_each(("facing", "kill"), [("front", "4+"), ("side", "3+"), ("rear", "3+"), ("top", "3+")])
def test_a_vehicles_armour_by_facing(facing: str, kill: str) -> None:
    assert needed("fire", shot(tank(), weapon(pen=7), facing=facing))["to_kill"][0] == kill


def test_armour_never_falls_below_column_1() -> None:
    assert needed("fire", shot(tank(arm=1), weapon(pen=2), facing="rear"))["to_kill"][0] == "3+"


def test_facing_means_nothing_to_squads() -> None:
    assert needed("fire", shot(squad(arm=4), weapon(), facing="rear"))["to_kill"][0] == "4+"


def test_the_ledger_shows_the_row_and_the_die() -> None:
    facts = shot(squad(rank="veteran"), weapon(acc=1), shooter_state=["concentrate_fire"], cover="partial")
    throw = play("fire", facts, (1,)).played.steps[0].throw
    assert [(ENGLISH(line.why), line.value, line.of) for line in throw.ledger] == [
        ("WPN", 5, "row"),
        ("Concentrate Fire", 1, "row"),
        ("grid (WPN 6, TRN 5)", 3, "needed"),
        ("accurate weapon (ACC)", -1, "needed"),
        ("veteran target", 1, "needed"),
        ("partial cover", 1, "needed"),
        ("1 team × ROF 1", 1, "dice"),
    ]
    assert throw.needed == Need(4)
