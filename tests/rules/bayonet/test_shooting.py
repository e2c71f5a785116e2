"""A shot in numbers: the totals of each side's ledger, and shots refused before any die."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.dice import total
from rules.kernel.errors import RuleError
from tests.rows import for_each
from tests.rules.bayonet.cases import CASES
from tests.rules.bayonet.table import chances, figure, outcome, play, shot


def _scores(dice: tuple[int, ...] = (1, 1), **more: Any) -> tuple[int, int]:
    row = outcome("fire", shot(**more), dice)["results"][0]
    return row["score"], row["target_score"]


def _target(**more: Any) -> list[dict[str, Any]]:
    cover = more.pop("cover", 0)
    return [{"figure": figure(**more), "cover": cover}]


@for_each(("quality", "worth"), [("inferior", -1), ("ordinary", 0), ("superior", 1), ("exceptional", 2)])
def test_quality_counts_on_its_own_side(quality: str, worth: int) -> None:
    assert _scores(shooter=figure(quality=quality)) == (4 + worth, 4)
    assert _scores(targets=_target(quality=quality)) == (4, 4 + worth)


def test_officer_adds_one_on_either_side() -> None:
    assert _scores(shooter=figure(officer=True), targets=_target(officer=True)) == (5, 5)


@for_each("armour", [1, 2])
def test_armour_counts_for_the_target_alone(armour: int) -> None:
    assert _scores(shooter=figure(armour=armour)) == (4, 4)
    assert _scores(targets=_target(armour=armour)) == (4, 4 + armour)


def test_armour_is_ignored_from_behind_and_the_ledger_says_so() -> None:
    assert _scores(targets=_target(armour=2), from_behind=True) == (4, 4)
    ledger = play("fire", shot(targets=_target(armour=2), from_behind=True), (1, 1)).played.steps[1].throw.ledger
    assert [line.value for line in ledger if line.value] == [3, 2, -2]


@for_each("cover", [1, 2, 3])
def test_cover_adds_its_number_to_the_target(cover: int) -> None:
    assert _scores(targets=_target(cover=cover)) == (4, 4 + cover)


def test_abc_attack_meets_the_abc_factor_and_the_mask_not_the_armour() -> None:
    assert _scores(kind="abc", targets=_target(abc_cf=1, mask=3, armour=2)) == (4, 5)


def test_mask_counts_against_abc_only() -> None:
    assert _scores(targets=_target(mask=3)) == (4, 4)


@for_each(("aided", "scores"), [(None, [1 + 2 + 2, 1 + 1 + 2]), (0, [1 + 2 + 2, 1 + 1]), (1, [1 + 2, 1 + 1 + 2])])
def test_friends_aid_against_one_target_of_a_burst(aided: int | None, scores: list[int]) -> None:
    facts = shot(split=[2, 1], targets=_target() * 2, aiding=2, aided=aided)
    assert [row["score"] for row in outcome("fire", facts, (1, 6, 1, 6))["results"]] == scores


def test_friends_aid_against_one_target_of_an_area_and_a_stray_has_all_their_help() -> None:
    targets = [{"figure": figure(), "ring_distance": away} for away in (0, 1.5)]
    facts = shot(area={}, targets=targets, aiding=5, aided=1)
    played = play("fire", facts, (1, 6, 6))
    assert [row.score for row in played.detail["results"]] == [4, 4 - 3 + 3]
    assert total(played.played.steps[2].throw.ledger, "attack") == 0
    assert played.rulings_used == ("aid_each", "aid_max")
    stray = facts | {"into_combat": "overlap", "bystanders": [figure()]}
    assert play("fire", stray, (1, 6, 6, 1, 1)).detail["results"][2].score == 1 + 3 + 3 - 1


def test_friends_aid_against_an_enemy_who_is_shot_at() -> None:
    with pytest.raises(RuleError, match="against one of the targets"):
        play("fire", shot(aiding=1, aided=1), (1, 1))


def test_br_armour_counts_against_psi_unless_the_ruling_says_not() -> None:
    psi = {"kind": "psi", "targets": _target(psi_cf=2, armour=2)}
    assert _scores(**psi) == (4, 5)
    assert play("fire", shot(**psi), (1, 1)).rulings_used == ("armour_against_psi",)
    bare = play("fire", shot(**psi), (1, 1), armour_against_psi="not")
    assert bare.detail["results"][0][:2] == (4, 3)
    assert bare.rulings_used == ("armour_against_psi", "results")
    assert "armour" not in str(bare.played.steps[1].throw.ledger)


@for_each(
    "more",
    [
        {"targets": _target(armour=2)},
        {"kind": "psi", "targets": _target(psi_cf=2)},
        {"kind": "psi", "targets": _target(psi_cf=2, armour=2), "from_behind": True},
    ],
)
def test_br_the_ruling_on_psi_decides_nothing_where_no_armour_counts_against_it(more: dict[str, Any]) -> None:
    for ruling in ("counts", "not"):
        assert "armour_against_psi" not in play("fire", shot(**more), (1, 6), armour_against_psi=ruling).rulings_used


def test_br_the_armour_of_whom_a_stray_hits_is_ruled_on_too() -> None:
    facts = shot(
        kind="psi",
        targets=_target(psi_cf=3),
        into_combat="overlap",
        bystanders=[figure(psi_cf=3), figure(psi_cf=3, armour=1)],
    )
    assert "armour_against_psi" not in play("fire", facts, (1, 6, 1, 6), ["stray=0"]).rulings_used
    hit = play("fire", facts, (1, 6, 1, 6), ["stray=1"], armour_against_psi="not")
    assert (hit.detail["results"][1].target_score, hit.rulings_used) == (9, ("armour_against_psi",))


def test_psi_attack_meets_the_psi_factor() -> None:
    assert _scores(kind="psi", targets=_target(psi_cf=5)) == (4, 6)


def test_modifiers_pile_up() -> None:
    everything = {
        "shooter": figure(quality="superior", officer=True),
        "aiding": 2,
        "opportunity": "unknown",
        "targets": _target(quality="inferior", armour=1, cover=3),
    }
    assert _scores((6, 1), **everything) == (6 + 3 + 1 + 1 + 2 - 2, 1 + 3 - 1 + 1 + 3)


def test_aid_stops_at_the_most_and_the_ledger_says_so() -> None:
    ledger = play("fire", shot(aiding=5), (1, 1)).played.steps[0].throw.ledger
    assert [(line.value, line.of) for line in ledger if line.value] == [(3, "total"), (5, "total"), (-2, "total")]


def test_part_of_a_burst_replaces_the_factor_and_leaves_the_rest_whole() -> None:
    facts = shot(shooter=figure(range_cf=5, officer=True), split=[3, 2], targets=[{"figure": figure()}] * 2, aiding=1)
    results = outcome("fire", facts, (1, 1, 1, 1))["results"]
    assert [row["score"] for row in results] == [1 + 3 + 1 + 1, 1 + 2 + 1 + 1]


def test_the_ring_is_given_with_the_target_and_subtracted_from_the_attack() -> None:
    facts = shot(area={}, targets=[{"figure": figure(), "ring_distance": 2.5}])
    played = play("fire", facts, (6, 1))
    assert played.detail["results"][0].score == 6 + 3 - 6
    assert total(played.played.steps[1].throw.ledger, "attack") == -6


def _dice(facts: dict[str, Any]) -> tuple[int, ...]:
    """Dice that answer one of the cases, the stray shot of the last one included."""
    if facts.get("into_combat"):
        return (6, 1, 6, 5, 2) if facts.get("area") else (2, 5, 3, 3)
    if facts.get("area"):
        return (6, 3, 2)[: 1 + len(facts["targets"])]
    return {1: (2, 5), 2: (2, 5, 4, 1)}[len(facts["targets"])]


@for_each("facts", CASES["fire"])
def test_ledgers_add_up_to_the_scores(facts: dict[str, Any]) -> None:
    played = play("fire", facts, _dice(facts))
    scores = {step.throw.key: step.got + total(step.throw.ledger, "total") for step in played.played.steps}
    rows = played.detail["results"]
    for at, row in enumerate(rows, 1):
        many = len(facts["targets"]) > 1
        target = f"target {at}" if many else "target"
        attack = f"attack {at}" if facts.get("split") else "attack"
        if row.score is None:
            continue
        if row.stray:
            assert (scores["stray_attack 1"], scores["bystander 1"]) == row[:2]
            continue
        [step] = [step for step in played.played.steps if step.throw.key == target]
        assert scores[target] == row.target_score
        assert scores[attack] + total(step.throw.ledger, "attack") == row.score


AT_TWO = [{"figure": figure()}] * 2
REFUSED = [
    ({"opportunity": "known", "exposed_move": False}, "more than half"),
    ({"targets": AT_TWO}, "One shot has one target"),
    ({"targets": AT_TWO, "split": [3]}, "one target for each part"),
    ({"split": [2, 1]}, "one target for each part"),
    ({"targets": AT_TWO, "split": [2, 2]}, "add up to 4"),
    ({"area": {}, "split": [3]}, "cannot be split"),
    ({"area": {}}, "ring_distance"),
    ({"shooter": figure(range_cf=None)}, "^The shooter has no Range Combat Factor\\.$"),
    ({"shooter": figure(range_cf=None), "split": [3]}, "no Range Combat Factor"),
    ({"targets": _target(physical_cf=None)}, "^The target has no Physical Combat Factor\\.$"),
    ({"kind": "abc"}, "no ABC Combat Factor"),
    ({"kind": "psi"}, "no Psi Combat Factor"),
    ({"into_combat": "overlap", "bystanders": [figure(physical_cf=None)]}, "^Bystander 1 has no Physical"),
]


@for_each(("more", "sentence"), REFUSED)
def test_refused_before_any_die(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence) as refused:
        play("fire", shot(**more))
    assert refused.value.rule
    with pytest.raises(RuleError, match=sentence):
        chances("fire", shot(**more))


def test_an_unneeded_factor_may_be_missing() -> None:
    away = [{"figure": figure(), "ring_distance": 0}, {"figure": figure(physical_cf=None), "ring_distance": 3}]
    play("fire", shot(area={"max_radius": 2}, targets=away), (1, 1))
    play("fire", shot(bystanders=[figure(physical_cf=None)]), (1, 1))
    play("fire", shot(shooter=figure(physical_cf=None)), (1, 1))


@for_each("facts", CASES["fire"])
def test_every_roll_is_one_d6_that_is_added_up(facts: dict[str, Any]) -> None:
    throws = [step.throw for step in play("fire", facts, _dice(facts)).played.steps]
    assert {(throw.sides, throw.needed) for throw in throws} == {(6, None)}
