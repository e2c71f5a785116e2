"""Assault: every weapon that may fight does, losses of the first blow do not, and the side that is struck."""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import Need
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.openfire_ww2.table import (
    Fields,
    effects,
    expect_refusal,
    faulty,
    outcome,
    play,
    rifle,
    shell,
    squad,
    tank,
    text_of_play,
    weapon,
)

MG, GUN = rifle(rof=3), weapon(pen=8)


def armed(unit: Fields, *kinds: tuple[Fields, int], **more: Any) -> Fields:
    """Return a side of an assault with several kinds of weapon, each with its teams."""
    groups = [{"weapon": one, "teams": teams} for one, teams in kinds]
    return {name: value for name, value in unit.items() if name != "weapons"} | {"wpn": 5, "weapons": groups} | more


def sides(attacker: Fields, defender: Fields, **more: Any) -> Fields:
    return {"attacker": attacker, "defender": defender} | more


def dice_of(facts: Fields, *faces: int, **rulings: Any) -> dict[str, int]:
    """Return the number of dice of each roll."""
    return {step.throw.key: len(step.faces) for step in play("assault", facts, faces, **rulings).played.steps}


TEAM = armed(squad(), (MG, 1), (rifle(), 2))


def test_every_weapon_strikes_and_shoots_kind_by_kind() -> None:
    found = dice_of(sides(TEAM, TEAM), *(1,) * 15)
    assert found == {
        "shots_to_hit 1": 3,
        "shots_to_hit 2": 2,
        "attacker_to_hit 1": 3,
        "attacker_to_hit 2": 2,
        "defender_to_hit 1": 3,
        "defender_to_hit 2": 2,
    }


def test_all_to_hit_then_all_to_kill_in_the_same_order() -> None:
    facts = sides(TEAM, armed(squad()))
    keys = [step.throw.key for step in play("assault", facts, (4, 1, 1, 4, 1, 4, 1, 1, 1)).played.steps]
    assert keys[:4] == ["attacker_to_hit 1", "attacker_to_hit 2", "attacker_to_kill 1", "attacker_to_kill 2"]


def test_men_left_take_up_the_weapons_in_their_order() -> None:
    few = armed(squad(men=2), (MG, 1), (rifle(), 2))
    assert dice_of(sides(few, armed(squad())), 1, 1, 1, 1) == {"attacker_to_hit 1": 3, "attacker_to_hit 2": 1}
    after = dice_of(sides(TEAM, few, defender_shoots=False), 4, 1, 1, 1, 1, 4, 1, 1, 1, 3, 4)
    assert after["defender_to_hit 1"] == 3
    assert "defender_to_hit 2" not in after


def test_one_die_a_man_shares_the_men_out_among_the_teams() -> None:
    found = dice_of(sides(TEAM, armed(squad())), *(1,) * 6, melee_rof="one")
    assert found == {"attacker_to_hit 1": 2, "attacker_to_hit 2": 4}
    odd = armed(squad(men=5), (MG, 1), (rifle(), 2))
    assert dice_of(sides(odd, armed(squad())), *(1,) * 5, melee_rof="one") == {
        "attacker_to_hit 1": 2,
        "attacker_to_hit 2": 3,
    }


def test_a_weapon_of_no_use_is_left_out_and_the_others_strike() -> None:
    attacker = armed(squad(), (rifle(), 1), (GUN, 1), (weapon(mobility="artillery"), 1))
    assert dice_of(sides(attacker, armed(tank())), 1) == {"attacker_to_hit 2": 1}


def test_one_kind_may_still_be_given_by_itself() -> None:
    one = squad() | {"wpn": 5, "weapon": rifle(rof=2), "teams": 2}
    listed = armed(squad(), (rifle(rof=2), 2))
    assert dice_of(sides(one, one), *(1,) * 12) == dice_of(sides(listed, listed), *(1,) * 12)
    faulty("assault", sides(one | {"weapons": listed["weapons"]}, one), "weapon")
    faulty("assault", sides({name: value for name, value in one.items() if name != "teams"}, one), "teams")
    faulty("assault", sides(armed(tank(), (GUN | {"pen": 0}, 1)), one), "pen")
    faulty("assault", sides(armed(tank(), weapons_left=3) | {"weapons": 3}, one), "weapons_left")


@for_each("unit", [squad(), tank()])
def test_a_unit_without_a_weapon_can_be_assaulted_and_does_not_strike(unit: Fields) -> None:
    done = play("assault", sides(armed(squad(), (GUN, 1)), armed(unit)), (4, 1))
    assert (done.played.made, done.played.outcome.attacker_casualties) == ((), 0)
    assert [step.throw.by for step in done.played.steps] == ["attacker", "attacker"]
    for none in (armed(unit), armed(unit, (GUN, 0)), armed(unit, (GUN | {"rof": 0}, 1))):
        expect_refusal("assault", sides(none, armed(squad())), "no weapon left")


def test_who_has_nothing_but_artillery_does_not_charge() -> None:
    mortar = armed(squad(), (weapon(mobility="artillery"), 1))
    expect_refusal("assault", sides(mortar, armed(squad())), "scatters")


def test_a_gun_lost_to_the_first_blow_does_not_strike_back() -> None:
    facts = sides(armed(tank(), (GUN, 1)), armed(tank(hp=4), (GUN, 1), (weapon(rof=2), 1)), defender_shoots=False)
    assert dice_of(facts, 4, 6, 1, 1) == {"attacker_to_hit": 1, "attacker_to_kill": 1, "defender_to_hit 2": 2}
    assert dice_of(facts, 4, 5, 1, 1, 1)["defender_to_hit 1"] == 1


def test_a_gun_lost_to_the_shots_before_contact_does_not_strike() -> None:
    facts = sides(armed(tank(), (GUN, 1), (weapon(rof=2), 1)), armed(tank(hp=4), (GUN, 1)))
    found = dice_of(facts, 4, 6, 1, 1, 1)
    assert "attacker_to_hit 1" not in found
    assert found["attacker_to_hit 2"] == 2
    done = play("assault", facts, (4, 6, 1, 1, 1))
    assert effects(done) == {("attacker", "hp"): "2", ("attacker", "weapons_lost"): 1}


def test_by_ruling_a_second_six_takes_all_the_others() -> None:
    defender = armed(tank(hp=4), (GUN, 1), (weapon(), 1), (weapon(), 1))
    facts = sides(armed(tank(), (GUN, 2)), defender, defender_shoots=False)
    assert dice_of(facts, 4, 4, 6, 6, front_six="all_others") == {"attacker_to_hit": 2, "attacker_to_kill": 2}
    assert dice_of(facts, 4, 4, 6, 6, 1)["defender_to_hit 3"] == 1
    used = play("assault", facts, (4, 4, 6, 6, 1)).rulings_used
    assert "front_six" in used
    assert "vehicle_hp" not in used, "every hit has taken a point"


@for_each(
    ("facing", "arm", "state"),
    [("side", 6, "immobilised"), ("rear", 5, "engine_damaged"), ("top", 5, "engine_damaged")],
)
def test_the_side_of_a_vehicle_that_is_struck_counts(facing: str, arm: int, state: str) -> None:
    infantry, hull = armed(squad(), (weapon(pen=5), 1)), armed(tank(), (GUN, 1), facing=facing)
    done = play("assault", sides(infantry, hull, defender_shoots=False), (4, 6, 1))
    to_kill = done.played.steps[1].throw
    assert (to_kill.needed, ENGLISH(to_kill.ledger[-1].why)) == (Need(4), f"grid (PEN 5, ARM {arm})")
    assert effects(done) == {("defender", "hp"): "2", ("defender", state): 1}
    charged = play("assault", sides(hull, armed(squad(), (weapon(pen=5), 1))), (4, 6, 1, 1))
    assert effects(charged) == {("attacker", "hp"): "2", ("attacker", state): 1}


def test_damage_to_a_vehicle_is_described() -> None:
    hull = armed(tank(), (GUN, 1), facing="side")
    said = text_of_play("assault", sides(armed(squad(), (GUN, 1)), hull, defender_shoots=False), (4, 6, 1))
    assert said == "The attacker loses no men, the defender loses 1 HP. Defender: 1 HP lost (2 left) and immobilised."


def test_one_grenade_a_side_and_by_ruling_it_kills_for_sure() -> None:
    grenade = shell(pen=4, domain="infantry_weapon", mobility="light", grenade=True)
    expect_refusal("assault", sides(armed(squad(), (grenade, 2)), armed(squad())), "one grenade")
    facts = sides(armed(squad(), (grenade, 1)), armed(squad(states=["holds_the_line"])))
    assert outcome("assault", facts, (4, 3))["defender_casualties"] == 0
    sure = play("assault", facts, (4,), grenade_kill="sure")
    assert (sure.played.outcome.defender_casualties, sure.rulings_used) == (1, ("melee_rof", "grenade_kill"))


def test_by_ruling_hits_cost_a_vehicle_hit_points_and_the_ruling_is_named() -> None:
    facts = sides(armed(squad(), (GUN, 1), (rifle(), 1)), armed(tank()))
    done = play("assault", facts, (4, 1), vehicle_hp="hit")
    assert done.played.outcome.defender_casualties == 1
    assert "vehicle_hp" in done.rulings_used


@for_each(("left", "lost", "strikes_back"), [(3, 2, ()), (1, 1, ()), (0, 0, (1,))])
def test_the_weapons_of_a_vehicle_can_be_given_as_the_number_it_could_lose(
    left: int, lost: int, strikes_back: tuple[int, ...]
) -> None:
    hull = tank(hp=4, weapons=left) | {"wpn": 5, "weapon": rifle(), "teams": 1}
    facts = sides(armed(squad(), (GUN, 2)), hull, defender_shoots=False)
    done = play("assault", facts, (4, 4, 6, 6, *strikes_back))
    assert effects(done).get(("defender", "weapons_lost"), 0) == lost
