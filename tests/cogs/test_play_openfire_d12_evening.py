"""An evening of the Open Fire core rules through Discord: cases missing from the scripted battle and other tests."""

from __future__ import annotations

from typing import Any

from tests.cogs.table import Table, Told

TAKE_IT = "Do not evade"
EVADE = "Evade: +2 Defence, then 1 suppression token"


async def _tokens(core: Table, unit: str, count: int) -> None:
    await core.done(core.ann, "/marker set", unit=unit, marker="suppression", count=count)


async def _assault(core: Table) -> Told:
    return await core.done(core.bob, "/assault", attacker="Raiders", target="Line squad", distance="8")


async def _truck(core: Table) -> None:
    """Ann makes a vehicle for six out of the Heavy trooper."""
    for field, value in (("vehicle", "yes"), ("transport", "6"), ("name", "Truck")):
        await core.done(core.ann, "/unit edit", unit="Heavy trooper", field=field, value=value)


# Assault range


async def test_a_unit_that_stays_is_reminded_of_whom_it_stays_near(core: Table) -> None:
    await _assault(core)
    stays = "stays_in_assault_range"
    told = await core.done(core.bob, "/move", unit="Raiders", extra=stays)
    assert "It stays within 1″ of Line squad." in told.text
    assert "in_assault_range_of" in await core.states("Raiders")
    on = {"attacker": "Line squad", "target": "Turncoats", "distance": "4", "situation": stays}
    told = await core.done(core.ann, "/assault", **on)
    assert "It stays within 1″ of Raiders." in told.text


async def test_an_assault_that_leaves_another_enemy_is_warned_of(core: Table) -> None:
    await _assault(core)
    away = {"attacker": "Line squad", "target": "Turncoats", "distance": "4", "situation": "leaves_assault_range"}
    assert "may not leave the assault range of Raiders" in (await core.warned(core.ann, "/assault", **away)).text


async def test_an_assault_goes_over_slow_ground_and_levels(core: Table) -> None:
    ground = {"attacker": "Raiders", "target": "Line squad", "situation": "slow, levels_up=2"}
    assert "Assault moves 6″" in await core.refused(core.bob, "/assault", **ground, distance="8")
    told = await core.done(core.bob, "/assault", **ground, distance="7")
    assert "Up to 6″ (MOV 7, Assault +3, slow ground −2, 2 levels up −2)" in told.text


async def test_who_has_no_weapon_of_range_1_is_not_asked_for_a_free_attack(core: Table) -> None:
    await _assault(core)
    told = await core.done(core.bob, "/move", unit="Raiders", extra="leaves_assault_range")
    assert "Line squad makes no free attack: it has 2 suppression tokens or no weapon of range 1″." in told.text
    assert told.buttons[-2:] == ("Undo", "Why?")


async def test_two_enemies_that_are_left_have_a_free_attack_each(core: Table) -> None:
    await _assault(core)
    await core.anyway(core.bob, "/assault", attacker="Howling band", target="Line squad", distance="8")
    told = await core.anyway(core.ann, "/move", unit="Line squad", extra="leaves_assault_range=0")
    told = await core.click(core.bob, told, "Done")
    for _ in range(2):
        told = await core.click(core.bob, told, "A free attack before it moves")
    assert "free attack by Raiders and Howling band" in told.text
    core.dice.next(*(1,) * 24)
    for name in ("Raiders", "Howling band"):
        attack = await core.pick(core.bob, told, f"{name}: free attack", "react")
        assert attack.title == f"{name} → Line squad"
        left = ["Howling band: free attack"] if name == "Raiders" else []
        assert [label for label in attack.buttons if "free attack" in label] == left
    assert "Too late to react" in (await core.pick(core.bob, told, "Raiders: free attack", "react")).whole


# Decisions and dice


async def test_a_question_and_the_dice_after_it_outlive_a_restart(core: Table) -> None:
    await core.done(core.bob, "/game dice", mode="physical")
    asked = await core.done(core.ann, "/fire", attacker="Line squad", target="Turncoats", distance="14")
    await core.restart()
    assert "Evade with Turncoats?" in (await core.done(core.bob, "/waiting")).text
    core.dice.next(12, 12, 1, 1, 1, 1, 1, 1, 1, 1)
    asked = await core.click(core.bob, asked, EVADE)
    assert "roll 2d12: Defence tests on 6+" in asked.messages[0].embeds[0].title
    await core.restart()
    form = await core.click(core.bob, asked, "Enter dice")
    told = await core.fill(core.bob, form, throw0="5 6")
    assert "2 hits, 1 failed Defence test. 1 × DMG 1 = 1 damage" in told.text
    assert (await core.unit("Turncoats")).count("suppression") == 1


async def test_only_the_side_that_is_shot_at_answers(core: Table) -> None:
    asked = await core.done(core.bob, "/fire", attacker="Howling band", target="Heavy trooper", distance="9")
    assert asked.text.startswith(f"<@{core.ann.id}>")
    for who in (core.bob, core.cyd):
        assert "This question is for" in (await core.click(who, asked, TAKE_IT)).whole
    core.dice.next(*(1,) * 6)
    told = await core.click(core.ann, asked, TAKE_IT)
    assert "**No hits.**" in told.text
    assert "6 dice (6 pistols × ATT 1)" in told.text


async def test_wrong_faces_are_refused_and_the_question_stays(core: Table) -> None:
    await core.done(core.bob, "/game dice", mode="physical")
    asked = await core.done(core.bob, "/fire", attacker="Howling band", target="Heavy trooper", distance="5")
    form = await core.click(core.bob, asked, "Enter dice")
    told = await core.fill(core.bob, form, throw0="13 1 1 1 1 1")
    assert told.refused
    told = await core.fill(core.bob, await core.click(core.bob, asked, "Enter dice"), throw0="0 hits")
    assert "**No hits.**" in told.whole


async def test_heavy_armour_takes_off_damage_and_piercing(core: Table) -> None:
    shot = {"attacker": "Scout pair", "target": "Heavy trooper", "distance": "20"}
    core.dice.next(6, 7, 5, 6)
    told = await core.click(core.ann, await core.anyway(core.bob, "/fire", **shot), TAKE_IT)
    assert "6+ (DEF 5, PRC 2 +2, Heavy Armour 1 against PRC −1)" in told.text
    assert "1 × DMG 1 = 1 damage, no models lost." in told.text
    assert (await core.unit("Heavy trooper")).hp == (5,)


async def test_part_of_a_target_seen_or_in_cover(core: Table) -> None:
    shot = {"attacker": "Line squad", "target": "Turncoats", "distance": "5", "cover": "heavy"}
    misses = " ".join(["1"] * 10)
    seen = "seen_obscured=3, seen_clear=2, covered=3"
    told = await core.done(core.ann, "/fire", **shot, situation=seen, dice=misses)
    assert "10+ (SKL 7, obscured line of sight +3)" in told.text
    told = await core.anyway(core.ann, "/fire", **shot, situation="covered=2", dice=f"12 {misses[2:]} / 8")
    assert "8+ (DEF 7, PRC 1 +1)\n" in told.text
    assert "harder (piercing), most (mixed cover)" in told.text
    more = await core.refused(core.ann, "/fire", **shot, situation="covered=6")
    assert "6 of 5 models cannot be in cover" in more


async def test_a_forgotten_cover_is_put_right_with_the_same_dice(core: Table) -> None:
    dice = "12 12 1 1 1 1 1 1 1 1 / 7 8"
    shot = {"attacker": "Line squad", "target": "Turncoats", "distance": "5"}
    told = await core.done(core.ann, "/fire", **shot, dice=dice)
    assert "2 hits, 1 failed Defence test." in told.text
    told = await core.done(core.ann, "/amend", cover="light")
    assert told.title == "Amended: Line squad → Turncoats (entry 6)"
    assert "2 hits, no failed Defence tests." in told.text
    assert (await core.unit("Turncoats")).hp == (2,) * 5


async def test_a_shot_that_hurt_the_enemy_is_undone_only_with_their_consent(core: Table) -> None:
    shot = {"attacker": "Line squad", "target": "Turncoats", "distance": "5"}
    told = await core.done(core.ann, "/fire", **shot, dice="12 1 1 1 1 1 1 1 1 1 / 1")
    asked = await core.click(core.bob, told, "Undo")
    refused = await core.click(core.ann, asked, "No")
    assert refused.title == "Ann does not agree"
    assert "Bob wants to undo the shot at Turncoats. Not agreed: nothing changes" in refused.text
    assert (await core.unit("Turncoats")).hp == (1, 2, 2, 2, 2)


# Out of turn, and other acts


async def test_going_on_out_of_turn_names_the_forfeited_actions(core: Table) -> None:
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")
    await core.done(core.ann, "/move", unit="Line squad")
    warned = await core.warned(core.bob, "/activate", unit="Raiders")
    assert "Line squad has actions left and forfeits 1 action (Alternate Activations)." in warned.text
    assert "Red activates a unit now, not Blue (Alternate Activations)." in warned.text
    asked = await core.click(core.bob, warned, "Anyway")
    assert "Line squad has 1 action left." in asked.title
    await core.click(core.ann, asked, "Done")
    assert "actions_left" not in await core.states("Line squad")


async def test_a_scout_that_waits_is_no_target_without_a_warning(core: Table) -> None:
    shot = {"attacker": "Line squad", "target": "Scout pair", "distance": "5"}
    assert "Scout pair is a scout and not on the table yet" in (await core.warned(core.ann, "/fire", **shot)).text
    close = {"attacker": "Line squad", "target": "Scout pair", "distance": "5"}
    assert "Scout pair is a scout and not on the table yet" in (await core.warned(core.ann, "/assault", **close)).text


async def test_a_transport_takes_a_unit_in_and_sets_it_down(core: Table) -> None:
    await _truck(core)
    board = {"action": "board", "unit": "Line squad", "target": "Truck"}
    told = await core.done(core.ann, "/act", **board)
    assert told.title == "Line squad: into Truck"
    assert "Remove the models of Line squad from the table.\n📌 The rules do not say what that costs" in told.text
    assert "get out" in await core.refused(core.ann, "/move", unit="Line squad")
    full = {"action": "board", "unit": "Veteran squad", "target": "Truck"}
    assert "Truck has room for 1 model, Veteran squad has 4." in await core.refused(core.ann, "/act", **full)
    told = await core.done(core.ann, "/act", action="leave", unit="Line squad")
    assert "Place its models beside Truck." in told.text
    assert await core.states("Line squad") == {}


async def test_a_vehicle_does_not_rush(core: Table) -> None:
    await _truck(core)
    assert "A vehicle may not rush." in await core.refused(core.ann, "/move", unit="Truck", action="rush")


async def test_an_object_is_known_by_the_beginning_of_its_label(core: Table) -> None:
    """Of two that fit neither is meant."""
    for name in ("Radio mast", "Ruin"):
        await core.done(core.ann, "/place add", kind="objective", label=name)
    await core.done(core.ann, "/act", action="interact", unit="Line squad", weapon="R")
    assert (await core.live()).game.things["Radio mast"].holder is None
    await core.anyway(core.ann, "/act", action="interact", unit="Second squad", weapon="Radio")
    assert (await core.live()).game.things["Radio mast"].holder == "Red"


async def test_objects_and_weapons_are_suggested_for_an_act(core: Table) -> None:
    await core.done(core.ann, "/place add", kind="objective", label="Radio mast")
    line = (await core.unit("Line squad")).id
    given: dict[str, Any] = {"action": "interact", "unit": line}
    assert await core.type(core.ann, "/act", "weapon", "", **given) == [
        ("objective Radio mast", "Radio mast"),
        ("service rifle", "service_rifle"),
    ]
    assert await core.type(core.ann, "/act", "weapon", "mast", action="interact") == [
        ("objective Radio mast", "Radio mast")
    ]


async def test_a_failed_test_secures_nothing(core: Table) -> None:
    await core.done(core.ann, "/place add", kind="objective", label="Radio mast")
    door = {"action": "interact", "unit": "Line squad", "weapon": "Radio mast", "situation": "skl, plus=1"}
    told = await core.done(core.ann, "/act", **door, dice="5")
    assert "**Radio mast: the test fails, nothing happens.**" in told.text
    assert "6+ (SKL 7, +1 on the die −1)" in told.text
    assert (await core.live()).game.things["Radio mast"].holder is None


async def test_no_activation_ends_when_all_have_been_activated(core: Table) -> None:
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")
    for name in ("Line squad", "Raiders", "Second squad", "Howling band", "Veteran squad", "Turncoats"):
        who = core.ann if name.endswith("squad") else core.bob
        await core.done(who, "/activate", unit=name)
        await core.done(who, "/turn end")
    await core.done(core.ann, "/activate", unit="Heavy trooper")
    await core.done(core.ann, "/turn end")
    await core.done(core.bob, "/act", action="scout", unit="Scout pair")
    await core.done(core.bob, "/activate", unit="Scout pair")
    assert "Every unit has been activated." in (await core.done(core.bob, "/turn end")).text
    assert "Every unit has been activated: `/turn next`." in await core.refused(core.bob, "/turn end")
