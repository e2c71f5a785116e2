"""Explosions: those within 1 inch are hit as often as the target was, during the shot or asked for after it."""

from __future__ import annotations

from fractions import Fraction

from rules.kernel.wording import ENGLISH
from tests.rules.openfire_ww2.table import (
    chances,
    effects,
    needed,
    outcome,
    play,
    rifle,
    shell,
    shot,
    squad,
    tank,
    text_of_play,
    throws,
    weapon,
)


def test_bystanders_take_a_kill_die_for_every_hit_then_all_test_their_nerve() -> None:
    facts = shot(None, shell(rof=2), bystanders=[squad(), squad(arm=10)])
    done = play("fire", facts, (4, 4, 2, 1, 2, 2, 4, 5, 1, 2, 3, 3, 6, 6))
    assert throws(done) == [
        ("to_hit", "to hit"),
        ("to_kill", "to kill"),
        ("to_kill_bystander 1", "to kill bystander 1"),
        ("to_kill_bystander 2", "to kill bystander 2"),
        ("terror", "Terror of the target"),
        ("terror_bystander 1", "Terror of bystander 1"),
        ("terror_bystander 2", "Terror of bystander 2"),
    ]
    assert [tuple(other) for other in done.played.outcome.others] == [(2, 4, 0, "passed"), (1, 5, 0, "pinned")]
    assert effects(done)[("bystander 2", "pinned")] == 1


def test_only_explosive_weapons_reach_them() -> None:
    facts = shot(None, weapon(rof=2), shell(), rifle(mobility="light", grenade=True), bystanders=[squad()])
    assert throws(play("fire", facts, (4, 4, 4, 4, 1, 1, 1, 1, 1, 1)))[-2:] == [
        ("to_kill_bystander 1 2", "to kill bystander 1, weapon 2"),
        ("to_kill_bystander 1 3", "to kill bystander 1, weapon 3"),
    ]


def test_no_hit_by_them_spares_all() -> None:
    facts = shot(None, weapon(), shell(), bystanders=[squad(), tank()])
    assert outcome("fire", facts, (4, 3, 3))["others"] == [
        {"kills": 0, "men_left": 6, "hp_lost": 0, "terror": "none"},
        {"kills": 0, "men_left": 0, "hp_lost": 0, "terror": "none"},
    ]
    quiet = shot(None, weapon(), bystanders=[squad()])
    assert outcome("fire", quiet, (4, 3))["others"] == [{"kills": 0, "men_left": 6, "hp_lost": 0, "terror": "none"}]


def test_a_vehicle_nearby_is_struck_on_the_front_where_a_6_takes_a_weapon() -> None:
    done = play("fire", shot(None, shell(), bystanders=[tank(hp=1)]), (4, 1, 6))
    assert done.played.outcome.others == ((1, 0, 1, "none"),)
    assert effects(done) == {
        ("bystander 1", "hp"): "0",
        ("bystander 1", "weapons_lost"): 1,
        ("bystander 1", "knocked_out"): 1,
    }


def test_the_target_may_be_a_vehicle() -> None:
    done = play("fire", shot(tank(), shell(), bystanders=[squad()]), (4, 1, 2, 3, 3))
    assert done.played.outcome.others == ((1, 5, 0, "passed"),)


def test_weapons_that_cannot_harm_a_bystander_roll_no_die_at_it() -> None:
    grenade = rifle(mobility="light", grenade=True)
    assert outcome("fire", shot(None, grenade, bystanders=[tank()]), (4, 1))["others"][0]["kills"] == 0


def test_grenades_may_be_sure_of_bystanders_too() -> None:
    facts = shot(None, rifle(mobility="light", grenade=True), bystanders=[squad()])
    found = outcome("fire", facts, (4, 3, 3, 3, 3), grenade_kill="sure")
    assert (found["kills"], found["others"][0]["kills"]) == (1, 1)


def test_heavy_shells_pin_those_nearby_by_ruling() -> None:
    facts = shot(None, shell(mobility="heavy"), bystanders=[squad()])
    found = outcome("fire", facts, (4, 1, 1), heavy_fire_pins="always")
    assert (found["terror"], found["others"][0]["terror"]) == ("pinned", "pinned")


def test_a_blast_asked_for_after_the_hit_is_the_same_blast() -> None:
    found = play("blast", {"weapon": shell(), "hits": 2, "bystanders": [squad(), tank()]}, (2, 1, 4, 4, 6, 6))
    assert [one.short_form for one in found.played.outcome.others] == [(1, 5, 0, "pinned"), (2, 0, 2, "none")]
    assert ENGLISH(found.text) == "Bystander 1: 1 casualty; it is pinned. Bystander 2: 2 HP lost (1 left)."


def test_a_blast_without_hits_hurts_no_unit() -> None:
    assert (
        text_of_play("blast", {"weapon": shell(), "hits": 0, "bystanders": [squad()]}) == "Bystander 1: no casualties."
    )


def test_rulings_behind_a_blast() -> None:
    grenade = {"weapon": rifle(mobility="light", grenade=True), "hits": 1, "bystanders": [squad()]}
    assert play("blast", grenade, (1,)).rulings_used == ("grenade_kill",)
    heavy = {"weapon": shell(mobility="heavy"), "hits": 1, "bystanders": [squad()]}
    assert play("blast", heavy, (1,)).rulings_used == ("heavy_fire_pins",)
    unhurt = {"weapon": shell(), "hits": 1, "bystanders": [tank()]}
    assert play("blast", unhurt, (1,)).rulings_used == ("blast_facing", "vehicle_hp")


NEAR_A_TANK = {"weapon": shell(), "hits": 2, "bystanders": [tank()]}


def test_a_6_on_a_vehicle_nearby_is_in_outcome_and_words() -> None:
    done = play("blast", NEAR_A_TANK, (6, 6))
    other = done.played.outcome.others[0]
    assert (other.hp_lost, other.weapons_destroyed, other.engine_damaged) == (2, 2, False)
    assert ENGLISH(done.text) == "Bystander 1: 2 HP lost (1 left) and 2 weapons destroyed."
    beside = play("fire", shot(None, shell(), bystanders=[tank()]), (4, 1, 6))
    assert "Bystander 1: 1 HP lost (2 left) and 1 weapon destroyed." in ENGLISH(beside.text)
    assert chances("blast", NEAR_A_TANK)[done.played.outcome] == Fraction(1, 36)


def test_br_blast_facing_says_which_side_of_a_vehicle_is_struck() -> None:
    weak = NEAR_A_TANK | {"weapon": shell(pen=7)}
    assert needed("blast", weak) == {"to_kill_bystander 1": ("4+", 2)}
    assert needed("blast", weak, blast_facing="top") == {"to_kill_bystander 1": ("3+", 2)}
    done = play("blast", NEAR_A_TANK, (6, 6), blast_facing="top")
    other = done.played.outcome.others[0]
    assert (other.hp_lost, other.weapons_destroyed, other.engine_damaged) == (2, 0, True)
    assert effects(done)[("bystander 1", "engine_damaged")] == 1
    assert "blast_facing" in done.rulings_used
    beside = play("fire", shot(None, shell(), bystanders=[tank()]), (4, 1, 6), blast_facing="top")
    assert ("bystander 1", "engine_damaged") in effects(beside)
    assert "blast_facing" in beside.rulings_used
    spared = {"weapon": rifle(explosive=True), "hits": 1, "bystanders": [tank()]}
    assert "blast_facing" not in play("blast", spared).rulings_used


def test_a_burst_that_harms_no_tank_takes_no_hit_points_off_it_by_any_ruling() -> None:
    grenade = rifle(explosive=True)
    done = play("blast", {"weapon": grenade, "hits": 2, "bystanders": [tank(name="Tiger")]}, (), vehicle_hp="hit")
    assert done.played.outcome.others[0].hp_lost == 0
    assert ENGLISH(done.text) == "Tiger: no damage; an infantry weapon harms no tank."
