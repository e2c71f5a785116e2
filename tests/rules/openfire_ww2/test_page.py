"""The source text, paragraph by paragraph; the README beside this file has the list."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from rules.kernel.wording import ENGLISH
from rules.openfire_ww2.facts import WW2Profile
from rules.openfire_ww2.tables import Kind
from tests.rules.openfire_ww2.table import (
    PAGE_FIELD as FIELD,
)
from tests.rules.openfire_ww2.table import (
    SYSTEM,
    board_with_objectives,
    carry_out,
    expect_refusal,
    fighter,
    first_needed,
    inches,
    marked,
    needed,
    outcome,
    plan_command,
    play,
    rifle,
    shell,
    shot,
    squad,
    states,
    tank,
    throws,
    weapon,
)

PASS, FAIL = (1, 1), (6, 6)


def test_2_two_phases_in_either_order_each_for_one_thing_and_manoeuvres_in_both() -> None:
    assert SYSTEM.phases == ("movement", "combat")
    for phase, other in (("movement", "combat"), ("combat", "movement")):
        on = carry_out(FIELD, "turn phase", action=phase, side="Red").board
        moving, fighting = (
            plan_command(on, "move", unit="u2").warnings,
            plan_command(on, "fire", unit="u2", target="u5", distance=9).warnings,
        )
        assert (bool(moving), bool(fighting)) == (phase == "combat", phase == "movement")
        assert not plan_command(on, "hit_the_dirt", unit="u2").warnings
        assert not plan_command(on, "supporting_fire", unit="u1").warnings
        assert carry_out(on, "turn phase", action=other, side="Red").board.game.phase == other


def test_3_a_target_hidden_wholly_is_neither_shot_at_nor_assaulted() -> None:
    expect_refusal("fire", shot(sight="hidden"), "choose another target")
    expect_refusal("assault", {"attacker": fighter(), "defender": fighter(), "sight": "hidden"}, "hides")
    assert outcome("fire", shot(cover="full"), (1,))["shots"] == 1


def test_4_squads_have_mor_and_vehicles_hit_points() -> None:
    assert {"wpn", "arm", "mor", "trn"} <= set(WW2Profile.model_fields)
    assert SYSTEM.units["medium_tank"].hp
    with pytest.raises(ValueError, match="mor"):
        WW2Profile.model_validate({"kind": "tank", "wpn": 5, "arm": 7, "trn": 5, "mor": 8})
    with pytest.raises(ValueError, match="mor"):
        WW2Profile.model_validate({"kind": "infantry", "wpn": 5, "arm": 4, "trn": 5})


def test_5_five_kinds_of_unit_and_men_who_stand_alone() -> None:
    assert get_args(Kind) == ("infantry", "gun", "light_vehicle", "tank", "heavy_tank")
    assert {unit.profile.get("kind", "infantry") for unit in SYSTEM.units.values()} == set(get_args(Kind))
    assert SYSTEM.units["sniper"].models == 1


def test_6_ranks_change_the_die_of_who_shoots_and_mor() -> None:
    faces = {rank: first_needed("fire", shot(squad(rank=rank))) for rank in ("conscript", "trained", "veteran")}
    assert faces == {"conscript": "3+", "trained": "4+", "veteran": "5+"}
    tests = {
        rank: (
            outcome("initiative_test", {"unit": {"mor": 7, "rank": rank}, "order": "sprint"}, PASS)["needed"],
            outcome("morale", {"unit": {"mor": 7, "rank": rank, "men": 6, "starting": 6}}, PASS)["needed"],
        )
        for rank in faces
    }
    assert tests == {"conscript": (7, 7), "trained": (8, 7), "veteran": (8, 8)}


def test_7_weapon_types_say_what_may_fire_when_and_at_whom() -> None:
    light, heavy = rifle(mobility="light"), rifle(mobility="heavy")
    expect_refusal("fire", shot(squad(arm=5), light), "ARM 4 or less")
    expect_refusal("fire", shot(squad(kind="gun"), light), "only infantry")
    assert outcome("fire", shot(None, rifle(), moved="last_turn"), (1,))["shots"] == 1
    expect_refusal("fire", shot(None, heavy, moved="last_turn"), "moved last turn")
    assert outcome("fire", shot(None, heavy | {"mounted": True}, moved="last_turn"), (1,))["shots"] == 1
    expect_refusal("fire", shot(None, rifle(mobility="artillery")), "scatters")
    assert needed("fire", shot(tank(kind="light_vehicle", arm=3), rifle()))["to_kill"][0] == "4+"
    expect_refusal("fire", shot(tank(), rifle()), "no tank")
    assert needed("fire", shot(tank(), weapon(pen=7)))["to_kill"][0] == "4+"


def test_8_each_player_has_an_edge_and_a_zone_of_12_inches() -> None:
    assert "12″" in next(ENGLISH(step.text) for step in SYSTEM.setup if step.key == "edges")


def test_9_moves_by_kind_faster_on_roads_slower_through_terrain() -> None:
    assert [inches(kind) for kind in get_args(Kind)] == [5, 5, 12, 10, 8]
    assert inches("gun", extra=("towed",)) == 10
    assert (inches("tank", "road"), inches("infantry", "trench"), inches("tank", "trench")) == (15, 7, 10)
    assert [inches("tank", ground) for ground in ("river", "ruins", "forest")] == [5, 5, 5]


def test_10_range_and_harm_first_then_rof_dice_with_acc_on_each() -> None:
    expect_refusal("fire", shot(distance=25), "range is 24″")
    assert needed("fire", shot(None, weapon(rof=3, acc=2)), 1) == {"to_hit": ("2+", 3)}


def test_11_the_grid_is_read_by_wpn_and_trn() -> None:
    assert first_needed("fire", shot(squad(trn=7), shooter={"wpn": 3, "rank": "trained"})) == "6+"
    assert needed("fire", shot(squad(trn=2), shooter={"wpn": 9, "rank": "trained"})) == {"to_kill": ("4+", 1)} | {
        "terror": ("8 or less", 2)
    }
    assert outcome("fire", shot(squad(trn=10), shooter={"wpn": 4, "rank": "trained"}))["shots"] == 0


def test_12_a_kill_roll_a_hit_and_a_casualty_a_kill_the_nearest_first() -> None:
    done_ = play("fire", shot(None, weapon(rof=3)), (4, 4, 1, 4, 3, *PASS))
    assert done_.played.outcome.men_left == 5
    assert "the nearest to the shooter first" in ENGLISH(done_.text)


def test_13_shells_that_hit_also_hit_every_model_within_an_inch() -> None:
    found = outcome("fire", shot(None, shell(), bystanders=[squad()]), (4, 1, 2, *PASS))
    assert found["others"][0]["kills"] == 1
    assert outcome("fire", shot(None, shell(), bystanders=[squad()]), (3,))["others"][0]["kills"] == 0


def test_14_one_grenade_a_squad_and_it_explodes() -> None:
    grenade = rifle(mobility="light", grenade=True)
    expect_refusal("fire", shot(None, grenade, grenade), "one grenade")
    assert outcome("fire", shot(None, grenade, bystanders=[squad()]), (4, 1, 4, *PASS))["others"][0]["kills"] == 1


def test_15_artillery_scatters_and_hits_everything_within_2_inches() -> None:
    shells = play("scatter", {"rounds": 1}, (5, 3))
    assert (shells.detail["rounds"], "within 2″" in ENGLISH(shells.text)) == ([{"direction": 5, "inches": 3}], True)
    found = outcome("artillery", {"weapon": shell(mobility="artillery"), "targets": [[squad(), squad()]]}, (1, 1))
    assert len(found["others"]) == 2


def test_16_smoke_is_aimed_like_shells_and_blocks_sight() -> None:
    smoke = carry_out(FIELD, "smoke", (1, 3), unit="u4", target="u5", distance=20)
    assert [thing.kind for thing in smoke.board.game.things.values()] == ["smoke"]
    expect_refusal("fire", shot(sight="smoke"), "Smoke")


def test_17_facing_hit_points_and_the_effect_of_a_6() -> None:
    gun = weapon(pen=7)
    assert needed("fire", shot(tank(), gun, facing="side"))["to_kill"][0] == "3+"
    assert outcome("fire", shot(tank(), gun, facing="side"), (4, 6))["immobilised"]
    assert outcome("fire", shot(tank(), gun, facing="rear"), (4, 6))["engine_damaged"]
    assert outcome("fire", shot(tank(), gun, facing="top"), (4, 6))["engine_damaged"]
    assert inches("tank", extra=("engine_damaged",)) == 5
    assert outcome("fire", shot(tank(), gun), (4, 6))["weapons_destroyed"] == 1
    dead = outcome("fire", shot(tank(hp=1), gun), (4, 4))
    assert (dead["hp_lost"], dead["knocked_out"]) == (1, True)


def test_18_a_charge_is_2_inches_more_the_assaulted_may_shoot_the_attacker_hits_first() -> None:
    assert inches("infantry", extra=("charge",)) == 7
    sides = {"attacker": fighter(), "defender": fighter()}
    assert throws(play("assault", sides, (1, 1, 1))) == [
        ("shots_to_hit", "defender shoots first: to hit"),
        ("attacker_to_hit", "attacker strikes: to hit"),
        ("defender_to_hit", "defender strikes: to hit"),
    ]


def test_32_terror_after_losses_harder_from_half_on_and_again_every_turn() -> None:
    assert outcome("fire", shot(), (4, 4, 4, 5))["terror"] == "pinned"
    assert outcome("fire", shot(squad(men=4)), (4, 4, 3, 3))["terror"] == "falls_back"
    assert outcome("fire", shot(squad(men=4)), (4, 4, 3, 2))["terror"] == "passed"
    on = marked(carry_out(FIELD, "turn phase", action="combat", side="Red").board, "u5", retreating=1)
    again = carry_out(on, "turn end", FAIL)
    assert states(again.board, "u5")["retreating"] == 1
    steady = carry_out(on, "turn end", PASS)
    assert states(steady.board, "u5") == {"nerve_tested": 3}


def test_33_pinned_squads_do_not_move_have_cover_and_less_mor_and_heavy_fire_may_pin() -> None:
    assert inches("infantry", extra=("pinned",)) == 0
    assert first_needed("fire", shot(squad(pinned=True))) == "5+"
    facts = {"unit": {"mor": 8, "rank": "trained", "men": 6, "starting": 6, "pinned": True}}
    assert outcome("morale", facts, PASS)["needed"] == 7
    heavy = shot(None, weapon(mobility="heavy"))
    assert outcome("fire", heavy, (4, 3))["terror"] == "none"
    assert outcome("fire", heavy, (4, 3), heavy_fire_pins="always")["terror"] == "pinned"


def test_34_cover_by_how_much_is_hidden_and_moves_rounded_down() -> None:
    faces: dict[str, Any] = {cover: first_needed("fire", shot(cover=cover)) for cover in ("none", "partial", "full")}
    assert faces == {"none": "4+", "partial": "5+", "full": "6+"}
    assert (inches("infantry", "swamp"), inches("infantry", "road")) == (2, 7)


def test_35_mines() -> None:
    assert outcome("minefield", {"kind": "infantry", "models": 2, "trn": 5}, (4, 3))["killed"] == 1
    assert outcome("minefield", {"kind": "tank", "models": 1, "trn": 5})["immobilised"]
    assert outcome("minefield", {"kind": "infantry", "models": 2, "trn": 5, "minesweeper": True})["killed"] == 0


def test_36_objectives_by_a_d6_the_majority_for_two_turns_or_the_last_man_standing() -> None:
    assert outcome("objectives", {}, (5,)) == {"count": 5}
    twice = carry_out(carry_out(board_with_objectives(FIELD, Mill="Blue"), "turn next").board, "turn next").board
    assert SYSTEM.victory(twice)[::2] == ("Blue", True)
    gone = marked(marked(FIELD, "u5", models=0), "u6", models=0)
    assert SYSTEM.victory(gone)[::2] == ("Red", True)
    pinned = carry_out(
        board_with_objectives(FIELD, Mill="Blue"),
        "fire",
        (4, 1, 1, 1, 1, 1, 1, 3, *FAIL),
        unit="u2",
        target="u5",
        distance=9,
    )
    assert "did it hold Mill?" in pinned.notes[-1]
