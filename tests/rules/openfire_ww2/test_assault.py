"""Assault: shots at the charger, blows, blows back, nerve."""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import Need
from rules.kernel.wording import ENGLISH
from rules.openfire_ww2.assault import WW2AssaultOutcome
from tests.rows import for_each
from tests.rules.openfire_ww2.table import (
    SYSTEM,
    effects,
    expect_refusal,
    faulty,
    fighter,
    outcome,
    play,
    rifle,
    squad,
    tank,
    text_of_play,
    throws,
    weapon,
)

HOLD = ("stand_and_shoot=no",)


def clash(
    attacker: dict[str, Any] | None = None, defender: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    return {"attacker": attacker or fighter(), "defender": defender or fighter()} | more


def test_the_order_of_the_dice() -> None:
    sides = clash(fighter(squad(men=10, starting=10)), fighter(squad(men=10, starting=10)))
    steps = play("assault", sides, (4, 4, 1, 1, 4, 4, 4, 4, 1, 1, 1, 1)).played.steps
    assert [(step.throw.key, ENGLISH(step.throw.label), step.throw.by) for step in steps] == [
        ("shots_to_hit", "defender shoots first: to hit", "defender"),
        ("shots_to_kill", "defender shoots first: to kill", "defender"),
        ("attacker_terror", "attacker's Terror", "attacker"),
        ("attacker_to_hit", "attacker strikes: to hit", "attacker"),
        ("attacker_to_kill", "attacker strikes: to kill", "attacker"),
        ("defender_to_hit", "defender strikes: to hit", "defender"),
        ("defender_to_kill", "defender strikes: to kill", "defender"),
        ("attacker_terror_after_contact", "attacker's Terror, after contact", "attacker"),
        ("defender_terror", "defender's Terror", "defender"),
    ]


def test_the_defender_may_hold_its_fire_or_be_unable_to_fire() -> None:
    assert outcome("assault", clash(), (3, 3), HOLD)["charge"] == "contact"
    assert play("assault", clash(), (3, 3), HOLD).played.made[0].value == "no"
    unable = play("assault", clash(defender_shoots=False), (3, 3))
    assert unable.played.made == ()
    assert outcome("assault", clash(), (3, 3, 3))["attacker_casualties"] == 0


@for_each("men", [6, 3])
def test_a_charger_pinned_or_driven_back_is_stopped_by_ruling(men: int) -> None:
    facts = clash(fighter(squad(men=men)))
    done = play("assault", facts, (4, 4, 6, 6))
    result = "pinned" if men == 6 else "falls_back"
    assert done.played.outcome == (1, 0, "stopped", result, "none")
    assert done.rulings_used == ("charge_stopped",)
    gone_in = play("assault", facts, (4, 4, 6, 6, 3, 3), charge_stopped="goes_in")
    assert gone_in.played.outcome == (1, 0, "contact", result, "none")
    assert "charge_stopped" in gone_in.rulings_used


def test_a_charger_that_is_wiped_out_is_stopped() -> None:
    done = play("assault", clash(fighter(squad(men=1))), (4, 4))
    assert done.played.outcome == (1, 0, "stopped", "none", "none")
    assert done.rulings_used == ()


def test_who_is_left_strikes_back() -> None:
    one = clash(defender=fighter(squad(men=1)), defender_shoots=False)
    assert outcome("assault", one, (4, 4))["defender_casualties"] == 1
    teams = clash(fighter(teams=3), fighter(squad(men=3, starting=3), teams=3), defender_shoots=False)
    steps = play("assault", teams, (4, 4, 1, 4, 1, 1, 1, 1, 1)).played.steps
    assert [len(step.faces) for step in steps if step.throw.key == "defender_to_hit"] == [2]


def test_dice_are_rof_a_team_or_one_a_man() -> None:
    sides = clash(fighter(weapon=weapon(rof=2), teams=2), fighter(weapon=weapon(rof=3)), defender_shoots=False)
    dice = [len(step.faces) for step in play("assault", sides, (1,) * 7).played.steps]
    assert dice == [4, 3]
    ruled = play("assault", sides, (1,) * 12, melee_rof="one")
    assert ([len(step.faces) for step in ruled.played.steps], ruled.rulings_used) == ([6, 6], ("melee_rof",))


def test_shots_before_contact_have_their_rof_under_either_ruling() -> None:
    sides = clash(defender=fighter(weapon=weapon(rof=3)))
    steps = play("assault", sides, (1,) * 3 + (1,) * 12, melee_rof="one").played.steps
    assert len(steps[0].faces) == 3


def test_in_contact_neither_cover_nor_acc_counts_but_rank_does() -> None:
    pinned = squad(pinned=True, rank="veteran")
    sides = clash(fighter(weapon=weapon(acc=2)), fighter(pinned, states=["set_up_position"]), defender_shoots=False)
    found = {step.throw.key: step.throw.needed for step in play("assault", sides, (1, 1)).played.steps}
    assert found == {"attacker_to_hit": Need(5), "defender_to_hit": Need(3)}


def test_shots_before_contact_are_like_any_shooting() -> None:
    sides = clash(fighter(squad(rank="conscript", pinned=True)), fighter(weapon=weapon(acc=-1)))
    assert play("assault", sides, (1, 1, 1)).played.steps[0].throw.needed == Need(5)


def test_the_last_terror_result_of_a_side_counts() -> None:
    done = play("assault", clash(), (4, 4, 1, 1, 1, 4, 4, 6, 6))
    assert done.played.outcome == (2, 0, "contact", "pinned", "none")
    assert effects(done) == {("attacker", "models"): -2, ("attacker", "pinned"): 1}


def test_the_second_test_counts_all_that_were_lost() -> None:
    sides = clash(fighter(squad(men=5)))
    second = play("assault", sides, (4, 4, 1, 1, 1, 4, 4, 1, 1)).played.steps[-1].throw
    assert second.needed == Need(5, at_most=True)


def test_a_charger_pinned_on_its_way_in_has_less_mor_in_contact() -> None:
    done = play("assault", clash(), (4, 4, 6, 6, 1, 4, 4, 1, 1), charge_stopped="goes_in")
    assert done.played.steps[-1].throw.needed == Need(7, at_most=True)
    assert done.played.outcome.attacker_terror == "passed"
    passed = play("assault", clash(fighter(squad(pinned=True))), (5, 4, 1, 1, 1, 4, 4, 1, 1))
    assert passed.played.steps[-1].throw.needed == Need(8, at_most=True)


def test_a_side_that_holds_the_line_passes_without_dice() -> None:
    sides = clash(defender=fighter(states=["holds_the_line"]), defender_shoots=False)
    assert outcome("assault", sides, (4, 4, 3))["defender_terror"] == "passed"
    twice = outcome("assault", clash(fighter(states=["holds_the_line"])), (4, 4, 1, 4, 4))
    assert (twice["attacker_casualties"], twice["attacker_terror"]) == (2, "passed")


def test_vehicles_lose_hit_points_on_the_front() -> None:
    sides = clash(fighter(weapon=weapon(pen=8)), fighter(tank(hp=1)), defender_shoots=False)
    done = play("assault", sides, (4, 6))
    assert done.played.outcome == (0, 1, "contact", "none", "none")
    assert effects(done) == {("defender", "hp"): "0", ("defender", "weapons_lost"): 1, ("defender", "knocked_out"): 1}
    by_hits = outcome("assault", sides, (4, 1), vehicle_hp="hit")
    assert by_hits["defender_casualties"] == 1


def test_a_vehicle_strikes_back_with_all_it_has_while_it_lives() -> None:
    sides = clash(fighter(weapon=weapon(pen=8)), fighter(tank(), weapon=weapon(rof=2), teams=2), defender_shoots=False)
    assert len(play("assault", sides, (4, 4, 1, 1, 1, 1)).played.steps[-1].faces) == 4


def test_artillery_scatters_and_neither_shoots_at_a_charger_nor_strikes() -> None:
    sides = clash(defender=fighter(weapon=weapon(mobility="artillery")))
    assert play("assault", sides, (1,)).played.made == ()


def test_a_defender_that_cannot_harm_the_charger_rolls_nothing() -> None:
    sides = clash(fighter(tank(), weapon=weapon()), fighter(weapon=rifle()))
    assert throws(play("assault", sides, (1,))) == [("attacker_to_hit", "attacker strikes: to hit")]


def test_heavy_fire_may_pin_a_charger() -> None:
    sides = clash(defender=fighter(weapon=weapon(mobility="heavy")))
    done = play("assault", sides, (4, 3), heavy_fire_pins="always")
    assert done.played.outcome == (0, 0, "stopped", "pinned", "none")
    assert set(done.rulings_used) == {"heavy_fire_pins", "charge_stopped"}
    assert "heavy_fire_pins" in play("assault", sides, (4, 3, 3, 3)).rulings_used


@for_each("sight", ["hidden", "smoke"])
def test_refused_without_sight(sight: str) -> None:
    expect_refusal("assault", clash(sight=sight), "hides")


def test_refused_when_the_attacker_can_harm_nothing() -> None:
    expect_refusal("assault", clash(fighter(weapon=rifle()), fighter(tank())), "no tank")


def test_faults_and_unknown_choices() -> None:
    faulty("assault", clash(squad()), "wpn")
    faulty("assault", {"attacker": fighter()}, "defender")


def test_the_words_of_an_assault() -> None:
    assert text_of_play("assault", clash(), (4, 4, 6, 6)) == (
        "The attacker loses 1 man to the shots of the defender. The charge is stopped. Attacker: it is pinned."
    )
    assert text_of_play("assault", clash(), (3, 3, 3)) == "No losses."


def test_the_deciding_roll_is_found_by_its_key_and_not_by_its_name() -> None:
    """Two units of one name: their rolls are called alike, and one of them alone stops a charge."""
    sides = clash(fighter(squad(name="Able")), fighter(squad(name="Able")))
    done = play("assault", sides, (4, 4, 6, 6))
    assert throws(done)[-1] == ("attacker_terror", "Terror of Able")
    assert done.played.steps[-1].throw.needed == Need(8, at_most=True)
    assert "charge_stopped" in done.rulings_used
    shaken = play("assault", sides, (3, 4, 4, 3, 6, 6))
    assert throws(shaken)[-1] == ("defender_terror", "Terror of Able")
    assert shaken.rulings_used == ("melee_rof",)


def test_rolls_are_called_by_the_names_of_the_units() -> None:
    sides = clash(fighter(squad(name="Able")), fighter(squad(name="Baker")))
    assert throws(play("assault", sides, (4, 4, 6, 6))) == [
        ("shots_to_hit", "Baker before contact: to hit"),
        ("shots_to_kill", "Baker before contact: to kill"),
        ("attacker_terror", "Terror of Able"),
    ]
    assert throws(play("assault", sides, (3, 3, 3)))[1] == ("attacker_to_hit", "Able in contact: to hit")


@for_each(("attacker", "defender", "won", "lost"), [(1, 2, True, False), (2, 2, False, False), (2, 1, False, True)])
def test_the_side_that_loses_more_has_lost_the_fight(attacker: int, defender: int, won: bool, lost: bool) -> None:
    result = WW2AssaultOutcome(attacker, defender, "contact", "none", "none")
    assert [(ENGLISH(text), so(result)) for text, so in SYSTEM.actions["assault"].fight] == [
        ("it loses more", won),
        ("you do", lost),
    ]
