"""Fire: the units that may fire, the number and order of their dice, and the effects."""

from __future__ import annotations

from typing import Any

from rules.kernel.facts import validate
from rules.kernel.resolve import ruleset_of
from rules.kernel.wording import ENGLISH
from rules.openfire_ww2.fire import WW2Fire
from tests.rows import for_each
from tests.rules.openfire_ww2.table import (
    SYSTEM,
    chances,
    effects,
    expect_refusal,
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

HEAVY = weapon(mobility="heavy")


def test_dice_are_rof_for_each_team() -> None:
    facts = shot(weapons=[{"weapon": weapon(rof=3), "teams": 2}])
    assert needed("fire", facts, 1) == {"to_hit": ("4+", 6)}


def test_to_hit_weapon_by_weapon_then_to_kill_in_the_same_order_then_terror() -> None:
    facts = shot(squad(men=10, starting=10), weapon(rof=2), weapon(rof=1, pen=6), weapon(rof=3, acc=1))
    steps = play("fire", facts, (4, 5, 6, 1, 1, 3, 1, 4, 4, 1, 3, 4)).played.steps
    assert [(step.throw.key, ENGLISH(step.throw.label), len(step.faces)) for step in steps] == [
        ("to_hit 1", "to hit, weapon 1", 2),
        ("to_hit 2", "to hit, weapon 2", 1),
        ("to_hit 3", "to hit, weapon 3", 3),
        ("to_kill 1", "to kill, weapon 1", 2),
        ("to_kill 2", "to kill, weapon 2", 1),
        ("to_kill 3", "to kill, weapon 3", 1),
        ("terror", "Terror of the target", 2),
    ]


def test_kills_never_above_men_though_every_hit_has_its_die() -> None:
    found = outcome("fire", shot(squad(men=2), weapon(rof=4)), (6, 6, 6, 6, 6, 6, 6, 6))
    assert (found["hits"], found["kills"], found["men_left"], found["terror"]) == (4, 2, 0, "none")


def test_no_terror_without_losses() -> None:
    assert outcome("fire", shot(), (4, 3))["terror"] == "none"
    assert outcome("fire", shot(), (3,))["terror"] == "none"


@for_each(("dice", "terror"), [((4, 4), "passed"), ((4, 5), "pinned")])
def test_terror_of_the_target(dice: tuple[int, int], terror: str) -> None:
    done = play("fire", shot(), (4, 4, *dice))
    assert done.played.outcome.terror == terror
    assert effects(done) == {("target", "models"): -1} | ({("target", "pinned"): 1} if terror == "pinned" else {})


def test_a_squad_that_falls_back_retreats() -> None:
    done = play("fire", shot(squad(men=3)), (4, 4, 3, 2))
    assert done.played.outcome.terror == "falls_back"
    assert effects(done) == {("target", "models"): -1, ("target", "retreating"): 1}
    assert "falls back 5″" in ENGLISH(done.text)


def test_passing_ends_being_pinned() -> None:
    done = play("fire", shot(squad(pinned=True)), (5, 4, 3, 3))
    assert effects(done) == {("target", "models"): -1, ("target", "pinned"): -1}


@for_each("state", ["holds_the_line", "rallying"])
def test_terror_passes_without_dice(state: str) -> None:
    done = play("fire", shot(target_state=[state]), (4, 4))
    assert done.played.outcome.terror == "passed"
    assert effects(done) == {("target", "models"): -1} | ({("target", "rallying"): -1} if state == "rallying" else {})


def test_refused_out_of_range_and_silent_beside_others() -> None:
    expect_refusal("fire", shot(distance=24.5), "range is 24″, the target is 24.5″ away")
    facts = shot(None, weapon(rng=9), weapon(rng=10, rof=2))
    done = play("fire", facts, (1, 1))
    assert done.played.outcome.shots == 2
    assert "Weapon 1 does not fire: the range is 9″, the target is 10″ away." in ENGLISH(done.text)


@for_each(
    ("arm", "target", "word"),
    [
        (rifle(), tank(), "no tank"),
        (rifle(), tank(kind="heavy_tank"), "no tank"),
        (weapon(mobility="light"), tank(), "only infantry"),
        (weapon(mobility="light"), squad(kind="gun"), "only infantry"),
        (weapon(mobility="light"), squad(arm=5), "ARM 4 or less"),
    ],
)
def test_refused_when_nothing_can_harm_it(arm: dict[str, Any], target: dict[str, Any], word: str) -> None:
    expect_refusal("fire", shot(target, arm), word)
    beside = shot(target, arm, weapon())
    assert outcome("fire", beside, (1,))["shots"] == 1


@for_each(
    ("arm", "target"),
    [
        (rifle(), squad(kind="gun")),
        (rifle(), tank(kind="light_vehicle", arm=2)),
        (weapon(mobility="light"), squad(arm=4)),
        (weapon(), tank(kind="heavy_tank")),
    ],
)
def test_a_weapon_fires_at_a_target_it_can_harm(arm: dict[str, Any], target: dict[str, Any]) -> None:
    assert outcome("fire", shot(target, arm), (1,))["shots"] == 1


@for_each("moved", ["this_turn", "last_turn"])
def test_a_heavy_weapon_is_silent_after_moving(moved: str) -> None:
    expect_refusal("fire", shot(None, HEAVY, moved=moved), f"after it moved {moved.replace('_', ' ')}")
    assert outcome("fire", shot(None, HEAVY, weapon(), moved=moved), (1,))["shots"] == 1
    assert outcome("fire", shot(None, weapon(mobility="heavy", mounted=True), moved=moved), (1,))["shots"] == 1
    assert outcome("fire", shot(None, weapon(mobility="light"), moved=moved), (1,))["shots"] == 1


def test_heavy_after_move_last_lets_it_fire_after_this_turns_move() -> None:
    done = play("fire", shot(None, HEAVY, moved="this_turn"), (1,), heavy_after_move="last")
    assert done.rulings_used == ("heavy_after_move",)
    expect_refusal("fire", shot(None, HEAVY, moved="last_turn"), "heavy weapon", heavy_after_move="last")


@for_each("arm", [weapon(), weapon(mobility="heavy", mounted=True)])
def test_mobile_after_move_next_turn_silences_it_this_turn(arm: dict[str, Any]) -> None:
    expect_refusal("fire", shot(None, arm, moved="this_turn"), "fires in the next", mobile_after_move="next_turn")
    assert outcome("fire", shot(None, arm, moved="last_turn"), (1,), mobile_after_move="next_turn")["shots"] == 1
    assert play("fire", shot(None, arm, moved="this_turn"), (1,)).rulings_used == ("mobile_after_move",)


def test_artillery_does_not_fire_here() -> None:
    expect_refusal("fire", shot(None, weapon(), weapon(mobility="artillery")), "scatter")


def test_one_grenade_a_squad() -> None:
    grenade = rifle(mobility="light", grenade=True)
    expect_refusal("fire", shot(None, grenade, grenade), "one grenade")
    expect_refusal("fire", shot(weapons=[{"weapon": grenade, "teams": 2}]), "one grenade")


@for_each("given", [{"weapon": weapon(), "teams": 0}, {"weapon": weapon(rof=0), "teams": 1}])
def test_refused_without_firers(given: dict[str, Any]) -> None:
    expect_refusal("fire", shot(weapons=[given]), "No weapon fires")


def test_grenades_that_kill_for_sure() -> None:
    facts = shot(None, rifle(mobility="light", grenade=True))
    assert play("fire", facts, (4, 3)).rulings_used == ("grenade_kill",)
    sure = play("fire", facts, (4, 1, 1), grenade_kill="sure")
    assert (sure.played.outcome.kills, sure.rulings_used) == (1, ("grenade_kill",))
    assert play("fire", facts, (3,)).rulings_used == ()


@for_each(
    ("ruling", "dice", "terror"),
    [
        ("off", (4, 3), "none"),
        ("terror", (4, 3, 6, 3), "pinned"),
        ("terror", (4, 3, 6, 2), "passed"),
        ("always", (4, 3), "pinned"),
    ],
)
def test_heavy_fire_that_hits_without_killing(ruling: str, dice: tuple[int, ...], terror: str) -> None:
    done = play("fire", shot(None, HEAVY), dice, heavy_fire_pins=ruling)
    assert (done.played.outcome.terror, done.rulings_used) == (terror, ("heavy_fire_pins",))


def test_heavy_fire_without_kills_pins_only_by_hits_of_heavy_weapons() -> None:
    facts = shot(None, weapon(), HEAVY)
    assert outcome("fire", facts, (4, 3, 3), heavy_fire_pins="always")["terror"] == "none"
    assert outcome("fire", facts, (3, 4, 3), heavy_fire_pins="always")["terror"] == "pinned"
    assert outcome("fire", facts, (4, 4, 4, 3, 4, 4), heavy_fire_pins="always")["terror"] == "passed"
    holding = shot(None, HEAVY, target_state=["holds_the_line"])
    assert outcome("fire", holding, (4, 3), heavy_fire_pins="terror")["terror"] == "passed"


def test_the_words_say_who_falls() -> None:
    assert text_of_play("fire", shot(), (4, 4, 3, 3)) == (
        "1 shot, 1 hit: 1 casualty, the nearest to the shooter first; 5 left. Its nerve holds."
    )


def test_shells_spare_those_who_are_not_there() -> None:
    assert outcome("fire", shot(None, shell()), (4, 1))["others"] == []


def test_machine_guns_without_kills_pin_as_heavy_weapons_do_and_the_ruling_is_named() -> None:
    gun = rifle(machine_gun=True)
    done = play("fire", shot(None, gun), (4, 3), heavy_fire_pins="always")
    assert (done.played.outcome.terror, done.rulings_used) == ("pinned", ("heavy_fire_pins",))
    assert outcome("fire", shot(None, rifle()), (4, 3), heavy_fire_pins="always")["terror"] == "none"
    cannon = {"weapon": shell(machine_gun=True), "hits": 1, "bystanders": [squad()]}
    near = play("blast", cannon, (1,), heavy_fire_pins="always")
    assert (near.played.outcome.others[0].terror, near.rulings_used) == ("pinned", ("heavy_fire_pins",))


def test_a_passed_test_is_no_better_for_the_shooter_than_none() -> None:
    """The odds of this rank add up everything that is at least as bad."""
    passed, none = (play("fire", shot(), dice).played.outcome for dice in ((4, 4, 4, 4), (4, 3)))
    assert (passed.terror, none.terror) == ("passed", "none")
    aim = WW2Fire.action.aim(WW2Fire.action.plan(validate(WW2Fire.action.facts, shot()), ruleset_of(SYSTEM, {})))
    assert aim is not None
    assert aim.finer(passed) == aim.finer(none)


@for_each("grenade", [False, True])
def test_by_ruling_a_grenade_kills_for_sure_and_no_other_weapon_does(grenade: bool) -> None:
    facts = shot(squad(), shell(rng=6, mobility="light", grenade=grenade), distance=4)
    assert (chances("fire", facts) == chances("fire", facts, grenade_kill="sure")) is not grenade


def test_rulings_on_moves_are_named_for_weapons_that_fire_and_reach() -> None:
    facts = shot(None, rifle(rng=9), HEAVY | {"rng": 11}, moved="this_turn")
    both = ("heavy_after_move", "mobile_after_move")
    groups = [{"weapon": facts["weapons"][0]["weapon"], "teams": 1}, {"weapon": HEAVY, "teams": 0}]
    last = {"heavy_after_move": "last"}
    assert play("fire", facts, (1,), **last).rulings_used == ("heavy_after_move",)
    assert play("fire", facts | {"distance": 9}, (1, 1), **last).rulings_used == both
    assert play("fire", facts | {"distance": 9, "weapons": groups}, (1,), **last).rulings_used == ("mobile_after_move",)


def test_the_terror_test_names_its_unit() -> None:
    done = play("fire", shot(squad(name="Blues")), (6, 6, 1, 1))
    assert [label for _, label in throws(done)] == ["to hit", "to kill", "Terror of Blues"]
