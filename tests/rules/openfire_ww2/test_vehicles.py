"""Shooting at vehicles: hit points, and the effect of a 6 on each side."""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import Need
from tests.rows import for_each
from tests.rules.openfire_ww2.table import effects, needed, outcome, play, shot, tank, text_of_play, weapon

GUN = weapon(pen=7)
SURE = weapon(pen=10)


def _at(facing: str, dice: tuple[int, ...], arm: dict[str, Any] = GUN, **rulings: Any) -> dict[str, Any]:
    teams = len(dice) // 2
    facts = shot(tank(), facing=facing, weapons=[{"weapon": arm, "teams": teams}])
    return outcome("fire", facts, dice, **rulings)


@for_each(
    ("facing", "field"),
    [("side", "immobilised"), ("rear", "engine_damaged"), ("top", "engine_damaged"), ("front", "weapons_destroyed")],
)
def test_a_6_by_facing(facing: str, field: str) -> None:
    special = ("immobilised", "engine_damaged", "weapons_destroyed")
    found = _at(facing, (6, 6))
    assert {name: bool(found[name]) for name in special} == {name: name == field for name in special}
    assert not any(_at(facing, (6, 5))[name] for name in special)


def test_each_kill_costs_a_hit_point_and_the_last_one_knocks_it_out() -> None:
    found = _at("front", (4, 4, 4, 4, 4, 4, 4, 4))
    assert (found["kills"], found["hp_lost"], found["knocked_out"]) == (4, 3, True)
    assert (found["men_left"], found["terror"]) == (0, "none")


def test_a_6_after_the_last_hit_point_still_counts() -> None:
    found = _at("side", (4, 4, 4, 4, 4, 4, 4, 6))
    assert (found["knocked_out"], found["immobilised"]) == (True, True)


def test_a_natural_6_counts_only_on_a_kill_roll_that_succeeds() -> None:
    weak = shot(tank(arm=10), weapon(pen=4))
    assert needed("fire", weak) == {"to_hit": ("4+", 1)}


def test_on_an_automatic_cell_a_die_looks_for_the_6() -> None:
    facts = shot(tank(arm=3), SURE, facing="side")
    done = play("fire", facts, (4, 1))
    assert (done.played.outcome.hp_lost, done.played.outcome.immobilised) == (1, False)
    assert done.played.steps[1].throw.needed == Need(1)
    assert outcome("fire", facts, (4, 6))["immobilised"]


@for_each(("ruling", "sixes", "lost"), [("one_by_one", 2, 2), ("all_others", 2, 3), ("all_others", 1, 1)])
def test_a_second_six_at_the_front_destroys_weapons_as_ruled(ruling: str, sixes: int, lost: int) -> None:
    dice = (6,) * sixes + (6,) * sixes
    assert _at("front", dice, front_six=ruling)["weapons_destroyed"] == lost


def test_weapons_destroyed_never_above_those_it_has() -> None:
    facts = shot(tank(weapons=1), weapons=[{"weapon": GUN, "teams": 3}])
    assert outcome("fire", facts, (6, 6, 6, 6, 6, 6))["weapons_destroyed"] == 1
    assert outcome("fire", shot(tank(weapons=0), GUN), (6, 6))["weapons_destroyed"] == 0


def test_vehicle_hp_by_hits() -> None:
    done = play("fire", shot(tank(), GUN), (4, 3), vehicle_hp="hit")
    assert (done.played.outcome.kills, done.played.outcome.hp_lost, done.rulings_used) == (0, 1, ("vehicle_hp",))
    assert play("fire", shot(tank(), GUN), (4, 3)).rulings_used == ("vehicle_hp",)
    assert play("fire", shot(tank(), GUN), (4, 4)).rulings_used == ()


def test_front_six_is_leaned_on_only_where_it_decided() -> None:
    three = shot(tank(), weapons=[{"weapon": GUN, "teams": 3}])
    assert play("fire", three, (6, 6, 6, 6, 6, 5)).rulings_used == ("front_six",)
    assert play("fire", three, (6, 6, 6, 6, 5, 5)).rulings_used == ()
    assert play("fire", three, (6, 6, 6, 6, 6, 6)).rulings_used == ()


def test_the_markers_of_a_vehicle() -> None:
    facts = shot(tank(hp=1), GUN, facing="side")
    assert effects(play("fire", facts, (4, 6))) == {
        ("target", "hp"): "0",
        ("target", "immobilised"): 1,
        ("target", "knocked_out"): 1,
    }
    assert effects(play("fire", shot(tank(), GUN), (4, 6))) == {("target", "hp"): "2", ("target", "weapons_lost"): 1}
    assert effects(play("fire", shot(tank(), GUN, facing="rear"), (4, 6)))[("target", "engine_damaged")] == 1


def test_the_words_for_a_vehicle() -> None:
    assert (
        text_of_play("fire", shot(tank(), GUN, facing="side"), (4, 6))
        == "1 shot, 1 hit: 1 HP lost (2 left) and immobilised."
    )
    assert text_of_play("fire", shot(tank(), GUN), (4, 3)) == "1 shot, 1 hit: no damage."
    assert text_of_play("fire", shot(tank(), GUN), (3,)) == "1 shot, no hits."
