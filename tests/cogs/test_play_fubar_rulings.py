"""The rulings of FUBAR in play: the effect of each option, and its mention where it decides."""

from __future__ import annotations

import pytest

from tests.cogs.table import Table, Told
from tests.cogs.test_play_fubar_fights import roll_labels

RAM = {"action": "ram", "unit": "IFV", "target": "Militia", "count": 4}


async def _set_ruling(demo: Table, name: str, value: str) -> None:
    await demo.done(demo.ann, "/rulings set", name=name, value=value)


async def test_br_every_ruling_of_the_third_reading_is_shown(demo: Table) -> None:
    shown = (await demo.done(demo.ann, "/rulings show")).text
    defaults = {
        "ram damage": "casualties",
        "behind vehicle saves": "both",
        "best weapon survives": "yes",
        "initiative by": "side",
        "half strength of": "battle",
        "fire from inside": "no",
    }
    for name, value in defaults.items():
        assert f"**{name}** = {value} (or " in shown


# ram_damage


async def _ram(demo: Table, dice: str) -> Told:
    await demo.done(demo.ann, "/activate", unit="IFV", dice="6")
    return await demo.done(demo.ann, "/act", **RAM, dice=dice)


async def test_br_ram_damage_is_casualties(demo: Table) -> None:
    told = await _ram(demo, "1")
    assert "4 casualties" in told.text
    assert "casualties (ram damage)" in told.text
    assert (await demo.unit("Militia")).models == 4


async def test_br_ram_damage_is_taken_as_that_of_fire(demo: Table) -> None:
    """Green figures may have one suppressed; figures that were down have stood up before."""
    await _set_ruling(demo, "ram_damage", "as_fire")
    await demo.done(demo.bob, "/marker set", unit="Militia", marker="suppressed", count=1)
    told = await _ram(demo, "1")
    assert "1 suppressed, 3 casualties" in told.text
    assert "as fire (ram damage)" in told.text
    militia = await demo.unit("Militia")
    assert (militia.models, militia.count("suppressed")) == (5, 1)


async def test_br_ram_damage_as_fire_is_the_owners_choice_where_it_is_asked(demo: Table) -> None:
    await _set_ruling(demo, "ram_damage", "as_fire")
    await _set_ruling(demo, "allocation", "ask")
    asked = await _ram(demo, "1")
    assert asked.title == "Bob: How are the unsaved hits taken?"
    told = await demo.click(demo.bob, asked, "0 suppressed, 4 casualties")
    assert (await demo.unit("Militia")).models == 4
    assert "4 casualties" in told.text


async def _take_two_hits(demo: Table, choice: str) -> Told:
    """Hit a target twice, and take the hits as chosen."""
    await _set_ruling(demo, "allocation", "ask")
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10", "firers": "1 assault_rifle"}
    asked = await demo.say(demo.ann, "/fire", **shot, dice="6 6")
    assert "suppress=" not in asked.text
    return await demo.click(demo.bob, asked, choice)


async def test_a_decision_is_written_in_words_everywhere(demo: Table) -> None:
    """Reports of the game too."""
    demo.services.details.usual = "full"
    told = await _take_two_hits(demo, "1 suppressed, 1 casualty")
    assert (await demo.entry()).plays[0].decisions[0].value == "suppress=1"
    why = await demo.say(demo.bob, "/why")
    assert "Decision, allocation: 1 suppressed, 1 casualty" in why.text
    assert not any("suppress=" in one.text for one in (told, why, await demo.say(demo.bob, "/log show")))
    for format in ("html", "markdown"):
        told = await demo.done(demo.ann, "/export", format=format)
        (content,) = [(await one.read()).decode() for message in told.messages for one in message.attachments]
        assert "1 suppressed, 1 casualty" in content
        assert "suppress=" not in content


async def test_br_a_ram_that_is_dodged_leans_on_no_ruling(demo: Table) -> None:
    assert "Ruling" not in (await _ram(demo, "6")).text


# behind_vehicle_saves


@pytest.mark.parametrize(
    ("ruling", "saves"), [("both", ["vehicle saves: 2", "armour saves: 2"]), ("vehicle", ["vehicle saves: 2"])]
)
async def test_br_those_behind_a_vehicle_save_with_it_and_by_ruling_by_themselves(
    demo: Table, ruling: str, saves: list[str]
) -> None:
    await _set_ruling(demo, "behind_vehicle_saves", ruling)
    shot = {"attacker": "HMG team", "target": "Marines", "distance": "10", "situation": "behind_light"}
    dice = "6 6 1 1 / 1 1 / 5 5" if ruling == "both" else "6 6 1 1 / 1 1"
    told = await demo.done(demo.bob, "/fire", **shot, dice=dice)
    assert roll_labels(told) == ["to hit: 4", *saves]
    assert f"{ruling} (behind vehicle saves)" in told.text


async def test_br_without_armour_of_their_own_nothing_is_ruled(demo: Table) -> None:
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10", "situation": "behind_light"}
    told = await demo.done(demo.ann, "/fire", **shot, firers="1 assault_rifle", dice="6 6 / 1 1")
    assert "behind vehicle saves" not in told.text


# best_weapon_survives


async def test_br_the_survivors_have_the_best_weapons(demo: Table) -> None:
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="2")
    told = await demo.done(demo.ann, "/fire", attacker="Marines", target="Militia", distance="20")
    assert "Fired: 1 RPG, 1 assault rifle." in told.text
    assert "yes (best weapon survives)" in told.text


async def test_br_by_ruling_the_owner_chooses_the_weapons_of_the_fallen(demo: Table) -> None:
    await _set_ruling(demo, "best_weapon_survives", "no")
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="2")
    asked = await demo.say(demo.ann, "/fire", attacker="Marines", target="Militia", distance="20")
    assert asked.form
    told = await demo.fill(demo.ann, asked, firers="2 assault_rifle")
    assert "Fired: 2 assault rifles." in told.text
    assert "no (best weapon survives)" in told.text


async def test_br_no_question_while_all_stand_or_all_carry_the_same(demo: Table) -> None:
    await _set_ruling(demo, "best_weapon_survives", "no")
    told = await demo.done(demo.ann, "/fire", attacker="Marines", target="HMG team", distance="20")
    assert "best weapon survives" not in told.text
    await demo.done(demo.bob, "/unit edit", unit="Militia", field="models", value="3")
    told = await demo.done(demo.bob, "/fire", attacker="Militia", target="Commandos", distance="20")
    assert "Fired: 3 infantry rifles." in told.text


# initiative_by


async def test_br_the_initiative_is_a_die_a_player(demo: Table) -> None:
    """Cyd plays Blue as well: the better of two dice counts for a side."""
    await _set_ruling(demo, "initiative_by", "player")
    await demo.done(demo.cyd, "/game join", side="Blue")
    told = await demo.done(demo.ann, "/initiative", dice="4 1 5")
    assert "Blue 2 goes first, then Red, then Blue 1." in told.text
    assert "player (initiative by)" in told.text
    live = await demo.live()
    assert (live.game.order, live.game.holder) == (("Blue", "Red"), "Blue")


async def test_br_the_initiative_is_a_die_a_side(demo: Table) -> None:
    await demo.done(demo.cyd, "/game join", side="Blue")
    told = await demo.done(demo.ann, "/initiative", dice="4 1")
    assert "Red goes first, then Blue." in told.text
    assert "side (initiative by)" in told.text


async def test_br_each_player_rolls_for_the_initiative_with_their_sides_dice(demo: Table) -> None:
    await _set_ruling(demo, "initiative_by", "player")
    await demo.done(demo.cyd, "/game join", side="Blue")
    await demo.done(demo.bob, "/game dice", mode="physical", side="Blue")
    asked = await demo.done(demo.ann, "/initiative")
    assert "initiative of Blue 1" in asked.title + asked.text


# half_strength_of


@pytest.mark.parametrize(("ruling", "says"), [("battle", "On Guard now."), ("full", "It withdraws 6″")])
async def test_br_more_than_half_is_of_those_who_came_or_of_the_full_unit(demo: Table, ruling: str, says: str) -> None:
    """Four of the eight fought in this battle, and one has fallen."""
    await _set_ruling(demo, "half_strength_of", ruling)
    for field, value in (("models", "4"), ("full", "8"), ("starting", "4"), ("models", "3")):
        await demo.done(demo.bob, "/unit edit", unit="Militia", field=field, value=value)
    shown = await demo.say(demo.bob, "/unit show", unit="Militia")
    assert "Full strength 8, 4 in this battle" in shown.text
    told = await demo.done(demo.bob, "/activate", unit="Militia", dice="1")
    assert says in told.text
    assert f"{ruling} (half strength of)" in told.text


async def test_br_half_strength_is_not_ruled_of_a_unit_that_came_whole(demo: Table) -> None:
    await demo.done(demo.bob, "/unit edit", unit="Militia", field="models", value="3")
    told = await demo.done(demo.bob, "/activate", unit="Militia", dice="1")
    assert "It withdraws 6″" in told.text
    assert "half strength" not in told.text


# fire_from_inside


async def _inside(demo: Table) -> dict[str, str]:
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    return {"attacker": "Marines", "target": "Militia", "distance": "12"}


async def test_fire_from_inside_a_vehicle_is_warned_of_by_a_ruling(demo: Table) -> None:
    shot = await _inside(demo)
    told = await demo.warned(demo.ann, "/fire", **shot)
    assert "Marines is inside a vehicle, and those inside do not fire (ruling: fire from inside)." in told.text
    assert "Vehicles" not in told.text
    told = await demo.click(demo.ann, told, "Anyway")
    assert "no (fire from inside)" in told.text


async def test_by_ruling_those_inside_fire(demo: Table) -> None:
    await _set_ruling(demo, "fire_from_inside", "yes")
    shot = await _inside(demo)
    shown = await demo.say(demo.ann, "/unit show", unit="Marines")
    assert "fire from inside, +1 to hit" in shown.text
    assert "get out" in shown.text
    told = await demo.done(demo.ann, "/fire", **shot)
    assert "yes (fire from inside)" in told.text
    assert "fire from inside" not in (await demo.say(demo.ann, "/unit show", unit="Marines")).text


async def test_no_unit_fires_at_passengers_anyway(demo: Table) -> None:
    await _set_ruling(demo, "fire_from_inside", "yes")
    await demo.done(demo.ann, "/act", action="board", unit="Marines", target="IFV")
    said = await demo.refused(demo.bob, "/fire", attacker="HMG team", target="Marines", distance="10")
    assert "fire at the vehicle" in said


# fire_into_close_combat and withdraw_after_round

INTO = "Militia is in close combat with Marines. By ruling nobody fires into that (fire into close combat)."
LATE = "Marines has fought its round this turn, and breaks off from the next turn on (ruling: withdraw after round)."


async def _in_close_combat(demo: Table) -> dict[str, str]:
    """Fight a round between Marines and Militia without losses; the Commandos may fire."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.done(demo.ann, "/activate", unit="Marines", action="assault", dice="6")
    dice = "1 1 1 1 1 / 1 1 1 1 1 1 1 1"
    await demo.done(demo.ann, "/assault", attacker="Marines", target="Militia", distance="4", dice=dice)
    await demo.done(demo.ann, "/activate", unit="Commandos", dice="6")
    return {"attacker": "Commandos", "target": "Militia", "distance": "10"}


async def test_fire_into_close_combat_is_warned_of_and_who_has_fought_may_break_off(demo: Table) -> None:
    told = await demo.warned(demo.ann, "/fire", **await _in_close_combat(demo))
    assert INTO in told.text
    told = await demo.click(demo.ann, told, "Anyway")
    assert "warned (fire into close combat)" in told.text
    told = await demo.done(demo.ann, "/act", action="withdraw", unit="Marines", dice="1")
    assert "allowed (withdraw after round)" in told.text


async def test_fire_into_close_combat_is_refused_by_ruling_but_a_reaction_is_none(demo: Table) -> None:
    """A reaction is fired while its target moves, before the two are in contact."""
    await _set_ruling(demo, "fire_into_close_combat", "refused")
    shot = await _in_close_combat(demo)
    assert INTO in await demo.refused(demo.ann, "/fire", **shot)
    await demo.done(demo.bob, "/marker set", unit="HMG team", marker="on_guard", count=1)
    reaction = {"attacker": "HMG team", "target": "Marines", "distance": "10", "situation": "reaction"}
    await demo.done(demo.bob, "/fire", **reaction)
    await demo.done(demo.ann, "/fire", **{**shot, "target": "HMG team"})


async def test_fire_into_close_combat_is_free_by_ruling(demo: Table) -> None:
    await _set_ruling(demo, "fire_into_close_combat", "free")
    told = await demo.done(demo.ann, "/fire", **await _in_close_combat(demo))
    assert "free (fire into close combat)" in told.text


async def test_by_ruling_who_has_fought_breaks_off_from_the_next_turn_on(demo: Table) -> None:
    await _set_ruling(demo, "withdraw_after_round", "next_turn")
    await _in_close_combat(demo)
    assert "break off" not in (await demo.say(demo.ann, "/unit show", unit="Marines")).text
    told = await demo.warned(demo.ann, "/act", action="withdraw", unit="Marines")
    assert LATE in told.text
    await demo.anyway(demo.ann, "/turn next")
    assert "break off" in (await demo.say(demo.ann, "/unit show", unit="Marines")).text
    told = await demo.done(demo.ann, "/act", action="withdraw", unit="Marines", dice="1")
    assert "withdraw after round" not in told.text
