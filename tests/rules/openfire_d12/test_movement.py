"""Moves: inches by action, suppression and ground, and leaving an enemy."""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import Need
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.openfire_d12.table import expect_refusal, faulty, needs_and_dice, outcome, play, text_of_play, unit


def _move(action: str = "advance", **more: Any) -> dict[str, Any]:
    return {"unit": unit(), "action": action} | more


def _inches(action: str = "advance", **more: Any) -> int:
    return outcome("movement", _move(action, **more))["inches"]


@for_each(("action", "tokens"), [("advance", 2), ("rush", 1), ("rush", 2), ("assault", 1), ("assault", 2)])
def test_tokens_forbid(action: str, tokens: int) -> None:
    expect_refusal("movement", _move(action, unit=unit(suppression=tokens)), "suppression token")


def test_vehicles_do_not_rush() -> None:
    expect_refusal("movement", _move("rush", unit=unit(vehicle=True)), "vehicle")
    assert _inches("assault", unit=unit(vehicle=True)) == 9


def test_slow_ground_takes_two_off_whatever_else() -> None:
    assert _inches(terrain=["slow"]) == 4
    assert _inches(unit=unit(suppression=1), terrain=["slow", "rough"]) == 2


@for_each(("up", "down", "inches"), [(1, 0, 5), (3, 0, 3), (0, 1, 6), (0, 2, 5), (0, 3, 5), (0, 4, 4), (2, 2, 3)])
def test_climbing_costs_an_inch_a_level_up_and_an_inch_for_two_down(up: int, down: int, inches: int) -> None:
    assert _inches(terrain=["climb"], levels_up=up, levels_down=down) == inches


@for_each(("down", "one_free", "as_up"), [(1, 6, 5), (2, 5, 5), (3, 5, 4), (4, 4, 4)])
def test_br_climb_down_a_ruling_sets_the_cost_of_a_single_level(down: int, one_free: int, as_up: int) -> None:
    facts = _move(levels_down=down)
    for ruling, inches in (("one_free", one_free), ("as_up", as_up)):
        played = play("movement", facts, climb_down=ruling)
        assert played.played.outcome.inches == inches
        assert played.rulings_used == (("climb_down",) if down % 2 else ())
    assert not play("movement", _move(levels_down=1, unit=unit(flying=True))).rulings_used


def test_no_move_is_below_nothing() -> None:
    assert _inches("rush", unit=unit(mov=1)) == 0


def test_the_ledger_adds_up() -> None:
    facts = _move("rush", unit=unit(mov=2), terrain=["slow"], levels_up=1)
    why = play("movement", facts).detail["why"]
    assert [(ENGLISH(line["why"]), line["value"]) for line in why] == [
        ("MOV", 2),
        ("Rush", -2),
        ("slow ground", -2),
        ("1 level up", -1),
        ("never below 0″", 3),
    ]
    assert all(line["rule"] for line in why)


def test_terrain_does_not_affect_flying_units() -> None:
    flying = unit(flying=True)
    facts = _move(unit=flying, terrain=["slow", "rough", "dangerous", "climb"], levels_up=4, levels_down=4)
    assert text_of_play("movement", facts) == "Up to 6″."


def test_ground_that_asks_for_more_says_so() -> None:
    text = text_of_play("movement", _move(terrain=["rough", "climb", "dangerous"]))
    assert text.endswith(
        "It may not end on rough ground. It must end on clear ground, or climb on with a second move. "
        "Dangerous ground: one die per model."
    )


def test_an_enemy_that_is_left_decides_on_a_free_attack_first() -> None:
    facts = _move(leaves_assault_range=True)
    let_go = play("movement", facts)
    assert [made[:3] for made in let_go.played.made] == [("free_attack", "defender", "no")]
    assert text_of_play("movement", facts, (), ["free_attack=yes"]).startswith("First the enemy's free attack.")
    assert play("movement", _move()).played.made == ()


def test_no_rush_out_of_an_assault_range() -> None:
    expect_refusal("movement", _move("rush", leaves_assault_range=True), "assault range")


def test_shapes() -> None:
    faulty("movement", _move("dash"), "action")
    faulty("movement", _move(terrain=["lava"]), "terrain")
    faulty("movement", _move(levels_up=-1), "levels_up")
    expect_refusal("movement", _move(unit=unit(hp=[0])), "no models left")


# Dangerous ground: a die a model, a hit for each natural 12.


def test_every_living_model_rolls_a_die() -> None:
    assert needs_and_dice("dangerous", {"unit": unit(hp=[0, 2, 1, 2])}, 11) == {"dangerous_ground": (Need(12), 3)}


def test_a_hit_asks_a_plain_defence_test_and_does_one_damage() -> None:
    found = outcome("dangerous", {"unit": unit(3, max_hp=1) | {"def": 8}}, (12, 12, 11, 7, 8))
    assert found == {"hits": 2, "failed": 1, "damage": 1, "models_lost": 1, "hp": [0, 1, 1]}


def test_heavy_armour_changes_nothing_about_damage_one_and_no_piercing() -> None:
    assert outcome("dangerous", {"unit": unit(1, heavy_armour=3)}, (12, 6))["damage"] == 1


def test_it_is_the_units_own_roll_and_choice() -> None:
    found = play("dangerous", {"unit": unit(3)}, (12, 1, 1, 1), ["casualty_order=1"])
    assert found.played.outcome.hp == (2, 1, 2)
    assert {step.throw.by for step in found.played.steps} == {"unit"}
    assert [made[:3] for made in found.played.made] == [("casualty_order", "unit", "1")]
    assert found.effects == (("unit", "hp", -1, "2,1,2"),)


def test_a_flying_unit_rolls_nothing() -> None:
    found = play("dangerous", {"unit": unit(flying=True)})
    assert found.played.outcome == (0, 0, 0, 0, (2, 2, 2, 2))
    assert "flies" in ENGLISH(found.text)


@for_each(
    ("dice", "text"),
    [
        ((1, 11), "No hits."),
        ((12, 1, 7), "1 hit: no damage."),
        ((12, 12, 1, 1), "2 hits: 2 damage, 1 model lost."),
    ],
)
def test_the_text_of_a_dangerous_terrain_test_names_its_result(dice: tuple[int, ...], text: str) -> None:
    assert text_of_play("dangerous", {"unit": unit(2)}, dice) == text


def test_a_unit_that_is_gone_crosses_nothing() -> None:
    expect_refusal("dangerous", {"unit": unit(hp=[])}, "no models left")
