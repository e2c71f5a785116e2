"""Fire as it is played: the order of the dice, results, stray shots, effects and words."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.errors import BadDice, BadFacts
from rules.kernel.facts import validate
from rules.kernel.plays import Effect
from rules.kernel.resolve import resolve, ruleset_of
from rules.kernel.table import DecisionNeeded, DiceNeeded, Given
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.bayonet.table import SYSTEM, figure, keys, outcome, play, shot

IN_COMBAT: dict[str, Any] = {"into_combat": "overlap", "bystanders": [figure(), figure(physical_cf=6)]}


def _rows(facts: dict[str, Any], dice: tuple[int, ...], **more: Any) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in play("fire", facts, dice, **more).detail["results"]]


def _labels(facts: dict[str, Any], dice: tuple[int, ...], **more: Any) -> list[tuple[str, str]]:
    return [(ENGLISH(step.throw.label), step.throw.by) for step in play("fire", facts, dice, **more).played.steps]


def test_one_shot_rolls_attack_then_target() -> None:
    assert _labels(shot(), (1, 2)) == [("attack", "attacker"), ("target", "defender")]
    assert keys(play("fire", shot(), (1, 2))) == ["attack", "target"]


def test_a_burst_rolls_pair_by_pair() -> None:
    facts = shot(split=[2, 1], targets=[{"figure": figure()}] * 2)
    assert [label for label, _ in _labels(facts, (1, 2, 3, 4))] == [
        "attack on target 1",
        "target 1",
        "attack on target 2",
        "target 2",
    ]
    assert keys(play("fire", facts, (1, 2, 3, 4))) == ["attack 1", "target 1", "attack 2", "target 2"]
    assert _rows(facts, (6, 1, 6, 6)) == [(8, 4, "flee", False), (7, 9, "none", False)]


def test_an_area_rolls_one_attack_die_and_nothing_beyond_its_greatest_radius() -> None:
    targets = [{"figure": figure(), "ring_distance": away} for away in (0, 3, 1.5)]
    facts = shot(area={"max_radius": 2}, targets=targets)
    assert [label for label, _ in _labels(facts, (6, 1, 1))] == ["attack", "target 1", "target 3"]
    assert keys(play("fire", facts, (6, 1, 1))) == ["attack", "target 1", "target 3"]
    assert _rows(facts, (6, 1, 1)) == [
        (9, 4, "downed", False),
        (None, None, "none", False),
        (6, 4, "suppressed", False),
    ]
    assert outcome("fire", facts, (6, 1, 1))["none"] == 1


def test_the_attack_die_of_an_area_is_rolled_even_without_targets() -> None:
    facts = shot(area={"max_radius": 1}, targets=[{"figure": figure(), "ring_distance": 2}])
    assert [label for label, _ in _labels(facts, (6,))] == ["attack"]


def test_the_outcome_counts_results_over_all_targets() -> None:
    facts = shot(shooter=figure(range_cf=4), split=[2, 1, 1], targets=[{"figure": figure()}] * 3)
    counts = outcome("fire", facts, (6, 1, 5, 1, 1, 6))
    assert {name: counts[name] for name in ("none", "suppressed", "flee", "downed", "strays")} == {
        "none": 1,
        "suppressed": 1,
        "flee": 1,
        "downed": 0,
        "strays": 0,
    }


@for_each(("attack", "target", "strays"), [(1, 3, 1), (1, 2, 0), (2, 5, 1), (2, 4, 0)])
def test_a_shot_into_combat_strays_at_half_of_the_target_or_less(attack: int, target: int, strays: int) -> None:
    assert outcome("fire", shot(into_combat="overlap"), (attack, target))["strays"] == strays


def test_a_shot_that_is_not_into_combat_never_strays() -> None:
    assert outcome("fire", shot(bystanders=[figure()]), (1, 6), choose=["stray=0"])["strays"] == 0


def test_another_attack_is_rolled_at_the_first_bystander_by_default() -> None:
    resolution = play("fire", shot(**IN_COMBAT), (1, 6, 6, 1))
    assert [(made.name, made.by, made.value) for made in resolution.played.made] == [("stray", "defender", "0")]
    assert resolution.played.outcome == (1, 0, 1, 0, 1)


def test_no_attack_without_an_enemy_near() -> None:
    resolution = play("fire", shot(**IN_COMBAT), (1, 6), choose=["stray=none"])
    assert resolution.played.outcome == (1, 0, 0, 0, 1)
    assert len(resolution.detail["results"]) == 1


def test_a_stray_shot_has_a_row_of_its_own_last() -> None:
    assert _rows(shot(**IN_COMBAT), (1, 6, 6, 1), choose=["stray=0"]) == [(3, 9, "none", False), (8, 4, "flee", True)]
    assert outcome("fire", shot(**IN_COMBAT), (1, 6, 6, 1), choose=["stray=0"])["flee"] == 1


def test_a_stray_shot_keeps_its_modifiers_and_meets_the_cover_of_whom_it_hits() -> None:
    facts = shot(
        shooter=figure(officer=True),
        aiding=1,
        targets=[{"figure": figure(), "cover": 3}],
        into_combat="hand_to_hand",
        bystanders=[figure(armour=1), figure(cover=2)],
    )
    assert _rows(facts, (1, 6, 2, 2), choose=["stray=0"])[1][:2] == (2 + 3 + 1 + 1 - 2, 2 + 3 + 1)
    assert _rows(facts, (1, 6, 2, 2), choose=["stray=1"])[1][:2] == (2 + 3 + 1 + 1 - 2, 2 + 3 + 2)


def test_a_stray_of_a_burst_has_the_full_factor() -> None:
    facts = shot(split=[2, 1], targets=[{"figure": figure()}] * 2, **IN_COMBAT)
    assert _rows(facts, (6, 1, 1, 6, 1, 1), choose=["stray=0"])[2] == (1 + 3 - 1, 4, "none", True)


def test_a_stray_of_an_area_is_at_its_full_factor_too() -> None:
    facts = shot(area={}, targets=[{"figure": figure(), "ring_distance": 1.5}], **IN_COMBAT)
    assert _rows(facts, (1, 1, 1, 1), choose=["stray=0"]) == [(1 + 3 - 3 - 1, 4, "none", False), (3, 4, "none", True)]


AREA_INTO_COMBAT: dict[str, Any] = {
    "area": {},
    "targets": [{"figure": figure(), "ring_distance": 0}, {"figure": figure(), "ring_distance": 0}],
    **IN_COMBAT,
}


def test_br_an_area_shot_strays_once_off_the_first_that_it_strays_off() -> None:
    facts = shot(**AREA_INTO_COMBAT)
    resolution = play("fire", facts, (1, 6, 6, 3, 3))
    assert keys(resolution) == ["attack", "target 1", "target 2", "stray_attack 1", "bystander 1"]
    assert resolution.played.outcome.strays == 1
    assert resolution.rulings_used == ("area_stray",)
    assert resolution.played.steps[3].throw.part == "target 1"
    second = play("fire", facts, (2, 1, 6, 3, 3))
    assert second.played.steps[3].throw.part == "target 2"
    assert "area_stray" not in second.rulings_used


def test_br_an_area_shot_strays_off_each_by_ruling() -> None:
    facts = shot(**AREA_INTO_COMBAT)
    resolution = play("fire", facts, (1, 6, 6, 3, 3, 3, 3), area_stray="once_a_target")
    assert [step.throw.part for step in resolution.played.steps] == [
        "",
        "target 1",
        "target 2",
        "target 1",
        "bystander 1",
        "target 2",
        "bystander 1",
    ]
    assert (resolution.played.outcome.strays, resolution.rulings_used) == (2, ("area_stray",))
    assert play("fire", facts, (6, 1, 1), area_stray="once_a_target").rulings_used == ("results",)


def test_br_a_burst_strays_shot_by_shot_whatever_is_ruled_on_areas() -> None:
    facts = shot(split=[2, 1], targets=[{"figure": figure()}] * 2, **IN_COMBAT)
    for ruling in ("once_a_shot", "once_a_target"):
        resolution = play("fire", facts, (1, 6, 1, 6, 3, 3, 3, 3), area_stray=ruling)
        assert (resolution.played.outcome.strays, resolution.rulings_used) == (2, ())


def test_a_stray_shot_never_strays_again() -> None:
    facts = shot(**IN_COMBAT)
    assert outcome("fire", facts, (1, 6, 1, 6), choose=["stray=1"])["strays"] == 1


def test_every_pair_is_rolled_before_the_first_stray() -> None:
    facts = shot(split=[2, 1], targets=[{"figure": figure()}] * 2, **IN_COMBAT)
    labels = _labels(facts, (1, 6, 1, 6, 3, 3, 3, 3), choose=["stray=0", "stray=1"])
    assert [label for label, _ in labels[:4]] == ["attack on target 1", "target 1", "attack on target 2", "target 2"]
    assert [label for label, _ in labels[4:]] == [
        "stray attack on bystander 1",
        "bystander 1",
        "stray attack on bystander 2",
        "bystander 2",
    ]


def test_a_bystander_that_is_hit_twice_has_rolls_of_its_own_for_each_shot() -> None:
    facts = shot(split=[2, 1], targets=[{"figure": figure()}] * 2, **IN_COMBAT)
    resolution = play("fire", facts, (1, 6, 1, 6, 3, 3, 3, 3), choose=["stray=0"])
    assert keys(resolution)[4:] == ["stray_attack 1", "bystander 1", "stray_attack 1 2", "bystander 1 2"]


def test_each_stray_is_chosen_for_itself() -> None:
    facts = shot(split=[2, 1], targets=[{"figure": figure()}] * 2, **IN_COMBAT)
    rows = _rows(facts, (1, 6, 1, 6, 3, 3), choose=["stray=none", "stray=1"])
    assert rows[2] == (3 + 3 - 1, 3 + 6, "none", True)


def test_a_bystander_beyond_the_last_is_the_last() -> None:
    assert _rows(shot(**IN_COMBAT), (1, 6, 6, 1), choose=["stray=9"])[1][:2] == (8, 7)


def test_without_a_bystander_there_is_nothing_to_choose() -> None:
    resolution = play("fire", shot(into_combat="overlap"), (1, 6), choose=["stray=0"])
    assert resolution.played.made == ()
    assert resolution.played.outcome.strays == 1


@for_each("value", ["stray=first", "stray=-1", "stray=", "stray=1.5", "stray=²"])
def test_a_stray_is_none_or_a_number(value: str) -> None:
    with pytest.raises(BadFacts, match="choose none"):
        play("fire", shot(**IN_COMBAT), (1, 6), choose=[value])


def test_the_targets_player_rolls_for_a_stray_unless_the_ruling_says_the_shooter() -> None:
    dice = (1, 6, 6, 1)
    assert _labels(shot(**IN_COMBAT), dice, choose=["stray=0"])[2:] == [
        ("stray attack on bystander 1", "defender"),
        ("bystander 1", "defender"),
    ]
    resolution = play("fire", shot(**IN_COMBAT), dice, choose=["stray=0"], stray_dice="shooter")
    assert resolution.played.steps[2].throw.by == "attacker"
    assert resolution.rulings_used == ("results", "stray_dice")
    assert play("fire", shot(**IN_COMBAT), (1, 6), choose=["stray=none"], stray_dice="shooter").rulings_used == ()


def test_the_owner_is_asked_with_every_bystander_on_offer() -> None:
    action = SYSTEM.actions["fire"]
    facts = validate(action.facts, shot(**IN_COMBAT))
    with pytest.raises(DecisionNeeded) as asked:
        resolve(SYSTEM, action, facts, ruleset_of(SYSTEM), Given([1, 6]), ask=True)
    offers = asked.value.decision.offers(*asked.value.situation)
    assert [offer.value for offer in offers] == ["0", "1", "none"]


def test_results_are_a_ruling_only_where_a_side_came_off_worse() -> None:
    assert play("fire", shot(), (3, 3)).rulings_used == ()
    assert play("fire", shot(), (4, 2)).rulings_used == ("results",)
    assert play("fire", shot(aiding=1), (1, 6)).rulings_used == ("aid_each",)


def test_double_knows_no_flight() -> None:
    assert outcome("fire", shot(), (5, 1), results="double")["downed"] == 1
    assert outcome("fire", shot(), (4, 2), results="double")["suppressed"] == 1


@for_each(
    ("dice", "effects"),
    [
        ((3, 3), ()),
        ((4, 2), (Effect("target", "suppressed", 1),)),
        ((5, 1), (Effect("target", "fleeing", 1),)),
        ((6, 1), (Effect("target", "downed", 1), Effect("target", "models", -1))),
    ],
)
def test_effects_are_the_states_of_the_page(dice: tuple[int, ...], effects: tuple[Effect, ...]) -> None:
    assert play("fire", shot(), dice).effects == effects


def test_effects_name_each_target_and_the_bystander() -> None:
    facts = shot(split=[2, 1], targets=[{"figure": figure()}] * 2, **IN_COMBAT)
    effects = play("fire", facts, (4, 1, 1, 6, 6, 1), choose=["stray=0"]).effects
    assert [(effect.unit, effect.effect) for effect in effects] == [
        ("target 1", "suppressed"),
        ("bystander 1", "fleeing"),
    ]


def test_words_say_every_comparison() -> None:
    assert ENGLISH(play("fire", shot(), (4, 2)).text) == "Target: 7 against 5, suppressed."
    strayed = play("fire", shot(**IN_COMBAT), (1, 6), choose=["stray=none"]).text
    assert ENGLISH(strayed) == "Target: 3 against 9, no effect. 1 shot strayed and hit nobody else."
    chosen = play("fire", shot(**IN_COMBAT), (1, 6, 6, 1), choose=["stray=0"]).text
    assert ENGLISH(chosen) == "Target: 3 against 9, no effect. Stray shot at bystander 1: 8 against 4, it flees."
    beyond = shot(area={"max_radius": 1}, targets=[{"figure": figure(), "ring_distance": 2}])
    assert ENGLISH(play("fire", beyond, (6,)).text) == "Target: beyond the effect."


def test_faces_that_cannot_be_name_their_roll() -> None:
    with pytest.raises(BadDice, match=r"^target: 7 is not a face of a d6"):
        play("fire", shot(), (1, 7))
    with pytest.raises(BadDice, match=r"^1 face too many after target"):
        play("fire", shot(), (1, 1, 1))
    with pytest.raises(DiceNeeded, match=r"^target: 1 d6 needed"):
        play("fire", shot(), (1,))
