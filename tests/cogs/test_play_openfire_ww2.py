"""Open Fire WW2 through the bot: fire, orders, manoeuvres, shells, assault, the turn and its Terror tests."""

from __future__ import annotations

from rules.command.turn_steps import turn_steps
from tests.cogs.table import Table, Told

CHARGE = {"attacker": "Engineers", "target": "Rifle team (Blue)", "distance": "7"}
SHOOT, HOLD = "Shoot first", "Hold fire"


# Fire


async def test_a_shot_out_of_range_hidden_harmless_by_another_or_after_a_move_is_refused_and_a_second_warned_of(
    ww2: Table,
) -> None:
    shot = {"attacker": "Conscript team", "target": "Rifle squad"}
    assert "the range is 24″" in await ww2.refused(ww2.bob, "/fire", **shot, distance="25")
    assert "Terrain hides" in await ww2.refused(ww2.bob, "/fire", **shot, distance="9", situation="hidden")
    said = await ww2.refused(ww2.bob, "/fire", attacker="Sniper", target="Medium tank", distance="9")
    assert "harms no tank" in said
    before = await ww2.last()
    assert (await ww2.say(ww2.bob, "/fire", attacker="Rifle squad", target="MG team", distance="9")).refused
    assert await ww2.last() == before
    shot = {"attacker": "Sniper", "target": "Rifle squad", "distance": "30"}
    await ww2.done(ww2.bob, "/fire", **shot, dice="1")
    assert "has already fought this turn" in (await ww2.warned(ww2.bob, "/fire", **shot, dice="1")).text
    await ww2.done(ww2.bob, "/move", unit="MG team")
    said = await ww2.refused(ww2.bob, "/fire", attacker="MG team", target="Rifle squad", distance="9")
    assert "a heavy weapon may not fire after it moved" in said


async def test_a_six_at_the_front_takes_the_main_gun_and_an_undo_gives_it_back(ww2: Table) -> None:
    shot = {
        "attacker": "Heavy tank",
        "target": "Medium tank",
        "distance": "20",
        "situation": "front",
        "firers": "1 88mm gun",
    }
    told = await ww2.done(ww2.bob, "/fire", **shot, dice="3 / 6")
    assert "Medium tank has lost its 75mm gun." in told.text
    assert "88mm gun, 1 hit: who else is within 1″ of the target?" in told.text
    back = {"attacker": "Medium tank", "target": "Heavy tank", "distance": "20"}
    assert "Nothing fires" in await ww2.refused(ww2.ann, "/fire", **back)
    await ww2.click(ww2.ann, await ww2.click(ww2.bob, told, "↩"), "Agree")
    tank = await ww2.unit("Medium tank")
    assert (tank.hp, tank.has("weapons_lost")) == ((3,), False)


# Grenades and blasts


async def test_a_grenade_bursts_among_neighbours_and_there_is_one_a_turn(ww2: Table) -> None:
    """The grenade of this turn leaves the list until the next."""
    throw = {"attacker": "Engineers", "target": "MG team", "distance": "5", "firers": "1 hand grenade"}
    assert "1 hand grenade" in await _offered_weapons(ww2)
    told = await ww2.done(ww2.ann, "/fire", **throw, dice="5 / 1")
    assert "Hand grenade, 1 hit: who else is within 1″ of the target?" in told.text
    told = await ww2.done(
        ww2.ann, "/act", action="blast", unit="Engineers", target="Sniper, Rifle team (Blue)", dice="4 1"
    )
    assert "Sniper: 1 casualty." in told.text
    assert "Rifle team (Blue): no casualties." in told.text
    assert not (await ww2.unit("Sniper")).alive
    assert "thrown its grenade" in await ww2.refused(ww2.ann, "/fire", **throw)
    assert await _offered_weapons(ww2) == ["2 SMGs"]
    await ww2.anyway(ww2.ann, "/turn next")
    assert "1 hand grenade" in await _offered_weapons(ww2)


async def _offered_weapons(ww2: Table) -> list[str]:
    """Return the weapons that are offered to the engineers."""
    engineers = (await ww2.unit("Engineers")).id
    return [label for label, _ in await ww2.type(ww2.ann, "/fire", "firers", attacker=engineers)]


# Orders, manoeuvres, shells


async def test_concentrate_fire_names_the_target_and_tests_every_unit(ww2: Table) -> None:
    told = await ww2.done(
        ww2.ann,
        "/act",
        action="concentrate_fire",
        unit="Company HQ",
        target="Rifle squad, Rifle team, MG team",
        distance="6",
        dice="3 4 / 6 6",
    )
    assert "Rifle squad passed (7, needed 9 or less)" in told.text
    assert "Rifle team failed (12, needed 9 or less)" in told.text
    assert "Rifle squad: **Rifle squad" not in told.text, "issue 45: a unit that passed was named twice"
    assert (await ww2.states("Rifle squad"))["concentrate_fire"] == (await ww2.unit("MG team")).id
    assert await ww2.states("Rifle team") == {"acted": 1}
    told = await ww2.warned(ww2.ann, "/fire", attacker="Rifle squad", target="Sniper", distance="9")
    assert "must fire at MG team" in told.text


async def test_orders_reach_twelve_inches_and_need_an_officer(ww2: Table) -> None:
    order = {"action": "hold_the_line", "target": "Rifle team"}
    said = await ww2.refused(ww2.ann, "/act", **order, unit="Company HQ", distance="13")
    assert "orders reach 12″" in said
    assert "not an officer" in await ww2.refused(ww2.ann, "/act", **order, unit="Rifle squad")


async def test_set_up_position_protects_and_holds_in_place(ww2: Table) -> None:
    await ww2.done(ww2.bob, "/act", action="set_up_position", unit="MG team", dice="3 4")
    assert await ww2.states("MG team") == {"acted": 1, "set_up_position": 1}
    shot = {"attacker": "Rifle team", "target": "MG team", "distance": "9"}
    told = await ww2.anyway(ww2.ann, "/fire", **shot, dice="5")
    assert "Set Up Position, full cover" in told.text
    assert "no hits" in told.text


async def test_unfired_shells_are_warned_of(ww2: Table) -> None:
    told = await ww2.warned(ww2.ann, "/act", action="artillery", unit="Mortar team", target="MG team")
    assert "has not fired" in told.text


# Assault


async def _charge(ww2: Table, dice: str = "") -> Told:
    told = await ww2.done(ww2.ann, "/assault", **CHARGE, **({"dice": dice} if dice else {}))
    assert told.title == "Bob: Shoot before contact?"
    assert told.buttons == (SHOOT, HOLD, "Cancel")
    return told


async def test_only_the_defender_says_whether_it_shoots(ww2: Table) -> None:
    await ww2.done(ww2.cyd, "/game join", side="Red")
    asked = await _charge(ww2)
    before = await ww2.last()
    assert (await ww2.click(ww2.cyd, asked, SHOOT)).refused
    assert await ww2.last() == before
    ww2.dice.next(4, 1, 1, 1, 1, 1, 1, 1, 1)
    told = await ww2.click(ww2.bob, asked, SHOOT)
    assert "Rifle team (Blue) before contact: to hit" in told.text
    assert (await ww2.entry()).plays[0].decisions[0].value == "yes"


async def test_a_charge_beyond_its_reach_is_warned_of_and_one_at_a_tank_without_the_means_refused(ww2: Table) -> None:
    told = await ww2.warned(ww2.ann, "/assault", **(CHARGE | {"distance": "12"}))
    assert "reaches 7″" in told.text
    said = await ww2.refused(ww2.ann, "/assault", attacker="Rifle team", target="Heavy tank", distance="5")
    assert "harms no tank" in said


# The turn


async def test_each_side_tests_as_its_turn_starts_and_when_all_have_had_theirs_only_the_next_can_come(
    ww2: Table,
) -> None:
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    assert "combat phase" in (await ww2.warned(ww2.ann, "/move", unit="Rifle team")).text
    assert "It is Red's turn" in await ww2.refused(ww2.bob, "/turn end")
    await ww2.done(ww2.ann, "/marker set", unit="MG team", marker="pinned", count=1)
    await ww2.done(ww2.ann, "/marker set", unit="Sniper", marker="pinned", count=1)
    ww2.dice.next(3, 4, 6, 6)
    told = await ww2.done(ww2.ann, "/turn end")
    assert "MG team: its nerve holds (7, 7 or less)." in told.text
    assert "Sniper: it is pinned (12, 7 or less)." in told.text
    assert "Blue's turn" in told.text
    assert "pinned" not in await ww2.states("MG team")
    assert (await ww2.states("Sniper"))["pinned"] == 1
    told = await ww2.done(ww2.bob, "/turn end")
    assert "Every side has had its turn." in told.text
    assert "Every side has had its turn" in await ww2.refused(ww2.ann, "/turn phase", phase="combat")
    assert "Every side has had its turn" in await ww2.refused(ww2.bob, "/turn end")


async def test_two_turns_with_the_majority_of_objectives_win(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/place add", kind="objective", label="Chapel")
    await ww2.done(ww2.ann, "/objective hold", label="Chapel")
    told = await ww2.anyway(ww2.ann, "/turn next")
    assert "Red has held most objectives for 1 turn" in told.text
    await ww2.anyway(ww2.ann, "/turn next")
    told = await ww2.done(ww2.bob, "/game victory")
    assert "Red has held most objectives for 2 turns." in told.text


# Knowing


async def test_odds_leave_out_impossible_results(ww2: Table) -> None:
    told = await ww2.done(
        ww2.ann, "/odds", attacker="Medium tank", target="Heavy tank", distance="20", situation="side"
    )
    assert "none" not in told.text
    assert "[]" not in told.text
    assert "others" not in told.text


# Explosions

GRENADED = {"attacker": "AT gun", "target": "Half-track, Medium tank", "distance": "20", "situation": "blast, side"}


async def test_so_does_fire_at_one_with_others_near(ww2: Table) -> None:
    told = await ww2.done(ww2.bob, "/fire", **GRENADED, dice="6 / 1 / 6")
    assert "Medium tank: 1 HP lost (2 left) and 1 weapon destroyed" in told.text
    assert "Medium tank has lost its 75mm gun." in told.text


async def test_thumb_players_choose_who_begins_and_a_phase_is_not_offered_while_it_lasts(table: Table) -> None:
    """The page has no roll for it; a tap on a phase begins the turn of that player's side."""
    await table.done(table.ann, "/game demo", system="openfire_ww2")
    assert "the first to tap a phase begins" in (await table.done(table.ann, "/game status")).text
    await table.done(table.ann, "/turn phase", phase="combat")
    offered = [one.label.msgid for one in turn_steps((await table.live()).board, "Red")]
    assert "Combat phase" not in offered
    assert "Movement phase" in offered
