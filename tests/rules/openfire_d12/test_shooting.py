"""Attackers, targets, weapons, and the faces needed."""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import Need
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.openfire_d12.table import armed, attack, expect_refusal, needs, needs_and_dice, play, unit


def _skill(*groups: dict[str, Any], **more: Any) -> int:
    return needs("fire", attack(*groups, **more), "skill_tests")


def test_modifiers_add_up_and_a_twelve_still_hits() -> None:
    assert _skill(attacker=unit(suppression=1), los="obscured", target=unit(stealth=4)) == 12


def test_a_longshot_within_its_range_is_like_any_weapon() -> None:
    near = attack(armed(2, rng=20, att=3, longshot=True), distance=20)
    assert needs_and_dice("fire", near)["skill_tests"] == (Need(7), 6)


@for_each(
    ("group", "distance"),
    [
        (armed(rng=24), 24.1),
        (armed(rng=24, longshot=True), 48.1),
        (armed(rng=24, rng_min=6), 5.9),
    ],
)
def test_a_weapon_out_of_range_refuses_the_attack_and_is_named(group: dict[str, Any], distance: float) -> None:
    expect_refusal("fire", attack(group, distance=distance), "Weapon 1 is out of range")
    named = {"weapon": group["weapon"] | {"name": "long gun"}, "models": 1}
    expect_refusal("fire", attack(named, distance=distance), "Long gun is out of range")


@for_each(("group", "distance"), [(armed(), 24), (armed(rng_min=6), 6), (armed(longshot=True), 48)])
def test_at_its_range_to_the_inch_a_weapon_reaches(group: dict[str, Any], distance: float) -> None:
    assert needs_and_dice("fire", attack(group, distance=distance))


def test_an_unused_weapon_need_not_reach() -> None:
    assert list(needs_and_dice("fire", attack(armed(), armed(0, rng=2)), 1)) == ["skill_tests"]


def test_no_weapon_at_all_is_refused() -> None:
    expect_refusal("fire", attack(armed(0)), "No weapon attacks")


@for_each("free", [False, True])
def test_two_tokens_bar_every_attack_free_ones_too(free: bool) -> None:
    expect_refusal("fire", attack(attacker=unit(suppression=2), free=free), "2 suppression tokens")


def test_with_an_enemy_in_assault_range_only_range_one_is_used() -> None:
    expect_refusal("fire", attack(distance=1, in_assault_range=True), "range 1")
    assert needs_and_dice("fire", attack(armed(rng=1), distance=1, in_assault_range=True))


def test_a_model_uses_one_weapon() -> None:
    expect_refusal("fire", attack(armed(2), armed(3), attacker=unit(hp=[0, 2, 2, 2, 2])), "5 models attack")
    assert needs_and_dice("fire", attack(armed(2), armed(2), attacker=unit(hp=[0, 2, 2, 2, 2])))


@for_each("who", ["attacker", "target"])
def test_units_that_are_gone_neither_attack_nor_are_attacked(who: str) -> None:
    expect_refusal("fire", attack(**{who: unit(hp=[0, 0])}), f"The {who} has no models left")


def test_every_modifier_is_in_the_ledger_with_its_section() -> None:
    facts = attack(
        armed(2, rng=20, att=3, longshot=True),
        distance=21,
        attacker=unit(suppression=1, skl=2),
        target=unit(stealth=2),
        los="obscured",
    )
    [step] = play("fire", facts, (1, 1)).played.steps
    assert [(ENGLISH(line.why), line.value, line.of) for line in step.throw.ledger] == [
        ("SKL", 2, "needed"),
        ("suppressed", 3, "needed"),
        ("obscured line of sight", 3, "needed"),
        ("Stealth 2", 2, "needed"),
        ("Longshot", 1, "needed"),
        ("2 × ATT 1 (Longshot beyond 20″)", 2, "dice"),
    ]
    assert step.throw.needed == Need(11)
