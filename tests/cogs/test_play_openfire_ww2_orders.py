"""Open Fire WW2 through the bot: every order and manoeuvre, shells, mines, towing, and own dice."""

from __future__ import annotations

from tests.cogs.table import Table
from tests.cogs.undoing import agree


async def _mark_pinned(ww2: Table, unit: str, *markers: str) -> None:
    for marker in markers:
        await ww2.done(ww2.ann, "/marker set", unit=unit, marker=marker, count=1)


# Officers


async def test_hold_the_line_passes_terror_without_dice_until_the_officers_next_turn(ww2: Table) -> None:
    order = {"action": "hold_the_line", "unit": "Company HQ (Blue)", "target": "Conscript team, MG team"}
    await ww2.done(ww2.bob, "/act", **order, distance="12", dice="4 5")
    told = await ww2.anyway(
        ww2.ann, "/fire", attacker="Rifle team", target="Conscript team", distance="9", dice="6 / 6"
    )
    assert "1 casualty, the nearest to the shooter first; 4 left. Its nerve holds." in told.text
    assert "Terror" not in told.text
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    assert "holds_the_line" in await ww2.states("MG team")
    await ww2.done(ww2.ann, "/turn end")
    assert "holds_the_line" not in await ww2.states("MG team")


async def test_those_who_rally_pass_at_their_turn_start_and_go_to_the_officer(ww2: Table) -> None:
    await _mark_pinned(ww2, "Rifle team", "retreating", "pinned")
    order = {"action": "rally_on_me", "unit": "Company HQ", "target": "Rifle team", "distance": "9"}
    await ww2.done(ww2.ann, "/act", **order, dice="1 1")
    told = await ww2.done(ww2.ann, "/move", unit="Rifle team")
    assert "Up to 5″" in told.text
    assert "Rifle team is rallying: move it toward the officer." in told.text
    told = await ww2.anyway(ww2.ann, "/turn next")
    assert "Without dice, by order: Rifle team." in told.text
    assert not {"retreating", "pinned", "rallying"} & set(await ww2.states("Rifle team"))


async def test_fall_back_says_who_goes_to_the_nearest_terrain(ww2: Table) -> None:
    order = {"action": "fall_back", "unit": "Company HQ", "target": "Rifle team, Medium tank", "distance": "9"}
    told = await ww2.done(ww2.ann, "/act", **order, dice="1 1")
    assert "Move to the nearest terrain, if not in cover: Rifle team." in told.text


async def test_supporting_fire_is_three_shells_of_its_own_in_either_phase(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/turn phase", phase="movement")
    await ww2.done(ww2.ann, "/act", action="supporting_fire", unit="Company HQ", dice="3 3")
    aim = {"action": "scatter", "unit": "Company HQ", "target": "Heavy tank"}
    told = await ww2.done(ww2.ann, "/act", **aim, dice="1 2 / 3 4 / 8 6")
    assert "2″ straight on, 4″ right and 6″ forward left" in told.text
    shells = {"action": "artillery", "unit": "Company HQ", "target": "Heavy tank"}
    told = await ww2.done(ww2.ann, "/act", **shells, dice="6")
    assert "Heavy tank: 1 HP lost (3 left) and engine damaged" in told.text
    assert "no artillery" in await ww2.refused(ww2.ann, "/act", **shells)


# Manoeuvres


async def test_hit_the_dirt_is_cover_a_row_less_and_half_a_move(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/act", action="hit_the_dirt", unit="Rifle team", dice="1 1")
    shot = {"attacker": "MG team", "target": "Rifle team", "distance": "9"}
    told = await ww2.anyway(ww2.bob, "/fire", **shot, dice="4 4 4 4 4 4")
    assert "target has Hit the Dirt −1" in told.text
    assert "Hit the Dirt, partial cover +1" in told.text
    assert "no hits" in told.text
    told = await ww2.anyway(ww2.ann, "/move", unit="Rifle team")
    assert "Up to 2″ (infantry 5, Hit the Dirt: half −3)." in told.text
    assert "hit_the_dirt" not in await ww2.states("Rifle team")


async def test_a_sprint_may_move_in_the_combat_phase(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    await ww2.done(ww2.ann, "/act", action="sprint", unit="Rifle team", dice="1 1")
    told = await ww2.done(ww2.ann, "/move", unit="Rifle team")
    assert "Up to 7″ (infantry 5, Sprint +2)." in told.text
    assert "has already moved this turn" in (await ww2.warned(ww2.ann, "/move", unit="Rifle team")).text


async def test_overdrive_is_farther_and_worse_fire(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/act", action="overdrive", unit="Half-track", dice="1 1")
    assert "Up to 21″" in (await ww2.done(ww2.ann, "/move", unit="Half-track", terrain="road")).text
    shot = {"attacker": "Half-track", "target": "MG team", "distance": "9"}
    assert "Overdrive −1" in (await ww2.done(ww2.ann, "/fire", **shot, dice="1 1 1 1 1")).text
    told = await ww2.anyway(ww2.ann, "/turn next")
    assert "📌 Remove overdrive marker (Half-track)." in told.text


async def test_a_hull_down_vehicle_stays_until_it_gives_that_up(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/act", action="hull_down", unit="Medium tank", dice="1 1")
    told = await ww2.done(ww2.ann, "/move", unit="Medium tank")
    assert "No move: hull down." in told.text
    assert "It may give up" in told.text
    await ww2.done(ww2.ann, "/move", unit="Medium tank", extra="leave_position")
    assert "hull_down" not in await ww2.states("Medium tank")


async def test_a_vehicle_is_buttoned_for_its_next_turn(ww2: Table) -> None:
    await ww2.done(ww2.ann, "/turn phase", phase="movement")
    button = {"action": "button_vehicle", "unit": "Rifle team"}
    await ww2.done(ww2.ann, "/act", **button, dice="1 1")
    asked = await ww2.say(ww2.ann, "/act", **button)
    told = await ww2.fill(ww2.ann, asked, target=[(await ww2.unit("Heavy tank")).id], distance="9")
    await agree(ww2, await ww2.click(ww2.ann, told, "Undo"))
    told = await ww2.done(ww2.ann, "/act", **button, target="Heavy tank", distance="9", dice="6")
    told = await agree(ww2, told) if "Agree" in told.buttons else told
    assert "1 hit of 1 shot: buttoned up" in told.text
    await ww2.done(ww2.ann, "/turn end")
    shot = {"attacker": "Heavy tank", "target": "Medium tank", "distance": "9"}
    assert "buttoned up: no move and no shots" in await ww2.refused(ww2.bob, "/fire", **shot)
    await ww2.done(ww2.bob, "/turn end")
    assert "buttoned" not in await ww2.states("Heavy tank")


# Shells, smoke, mines, guns


async def test_a_barrage_is_three_shells_then_silence_for_a_turn(ww2: Table) -> None:
    """The move of the same turn stays; in the next turn the team neither fires nor moves, and then does again."""
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    await ww2.done(ww2.ann, "/act", action="barrage", unit="Mortar team", dice="1 1")
    aim = {"action": "scatter", "unit": "Mortar team", "target": "MG team", "distance": "30"}
    await ww2.done(ww2.ann, "/act", **aim, dice="1 1 / 1 1 / 1 1")
    assert "has already fought this turn" in (await ww2.warned(ww2.ann, "/act", **aim)).text
    under = {"target": "MG team, Heavy tank, MG team"}
    told = await ww2.done(ww2.ann, "/act", action="artillery", unit="Mortar team", **under, dice="1 / 1")
    assert "MG team: no casualties." in told.text
    assert "Heavy tank: no damage; an infantry weapon harms no tank." in told.text
    await ww2.done(ww2.ann, "/turn phase", phase="movement")
    assert "Options: move 5″ in the open" in (await ww2.done(ww2.ann, "/unit show", unit="Mortar team")).text
    assert "Up to 5″" in (await ww2.done(ww2.ann, "/move", unit="Mortar team")).text
    await ww2.done(ww2.ann, "/turn end")
    await ww2.anyway(ww2.ann, "/turn next")
    await ww2.done(ww2.ann, "/turn phase", phase="movement")
    assert "No move: barraged" in (await ww2.done(ww2.ann, "/move", unit="Mortar team")).text
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    assert "has fired a barrage" in await ww2.refused(ww2.ann, "/act", **aim)
    await ww2.done(ww2.ann, "/turn end")
    assert "barraged" not in await ww2.states("Mortar team")
    await ww2.anyway(ww2.ann, "/turn next")
    await ww2.done(ww2.ann, "/turn phase", phase="combat")
    await ww2.done(ww2.ann, "/act", **aim, dice="1 1")


async def test_smoke_lies_on_the_table_for_its_turns(ww2: Table) -> None:
    told = await ww2.done(ww2.ann, "/act", action="smoke", unit="Mortar team", distance="20", dice="4 / 4")
    assert "Smoke, radius 2″ for 1 turn, 4″ back right from the point of aim" in told.text
    assert "Smoke 1" in (await ww2.live()).game.things
    await ww2.anyway(ww2.ann, "/turn next")
    assert not (await ww2.live()).game.things
    assert "no smoke rounds" in await ww2.refused(ww2.bob, "/act", action="smoke", unit="Sniper")


async def test_mines_kill_men_stop_vehicles_and_are_found_by_sweepers(ww2: Table) -> None:
    told = await ww2.done(ww2.bob, "/act", action="minefield", unit="Rifle team (Blue)", dice="5 1 2")
    assert "1 man killed by mines." in told.text
    assert "has lost men: Terror." in told.text
    told = await ww2.done(ww2.bob, "/act", action="minefield", unit="Heavy tank")
    assert "immobilised, 1 HP lost" in told.text
    assert (await ww2.unit("Heavy tank")).hp == (3,)
    assert "none goes off" in (await ww2.done(ww2.ann, "/act", action="minefield", unit="Engineers")).text


async def test_a_gun_in_tow_moves_with_its_tractor_and_is_silent(ww2: Table) -> None:
    tow = {"action": "tow", "unit": "AT gun"}
    assert "cannot tow" in await ww2.refused(ww2.bob, "/act", **tow, target="Heavy tank")
    await ww2.done(ww2.bob, "/act", **tow, target="Tractor")
    told = await ww2.done(ww2.bob, "/move", unit="Tractor")
    assert "Up to 10″" in told.text, "not the tractor's 12″, beside 10″ for its gun"
    assert "Moves with it: AT gun." in told.text
    shot = {"attacker": "AT gun", "target": "Medium tank", "distance": "20"}
    assert "in tow" in await ww2.refused(ww2.bob, "/fire", **shot)
    await ww2.done(ww2.bob, "/act", action="unhitch", unit="AT gun")
    assert "after it moved this turn" in await ww2.refused(ww2.bob, "/fire", **shot)


# Dice and decisions


async def test_a_volley_lists_the_weapons_for_each_target(ww2: Table) -> None:
    volley = {"target": "Conscript team, Conscript team 2", "distance": "9 / 12", "cover": "none / full"}
    told = await ww2.done(
        ww2.ann, "/fire", attacker="Veteran rifle team", firers="smg / rifle", dice="1 1 1 / 1", **volley
    )
    assert "Fired: 1 SMG, at Conscript team." in told.text
    assert "Fired: 1 bolt action rifle, at Conscript team 2." in told.text
    assert await ww2.states("Veteran rifle team") == {"fired": 1}


async def test_the_caller_rolls_for_the_objectives(ww2: Table) -> None:
    await ww2.done(ww2.bob, "/game dice", mode="physical")
    asked = await ww2.say(ww2.bob, "/act", action="objectives")
    assert asked.title == "Bob, roll 1d6: objectives"
    form = await ww2.click(ww2.bob, asked, "Enter dice")
    assert "4 objectives:" in (await ww2.fill(ww2.bob, form, throw0="4")).text
    assert "objectives (bot)" in (await ww2.done(ww2.ann, "/act", action="objectives")).text


async def test_terror_on_its_own_is_for_squads(ww2: Table) -> None:
    await _mark_pinned(ww2, "Rifle team", "pinned")
    told = await ww2.done(ww2.ann, "/morale", unit="Rifle team", dice="3 4")
    assert "Rifle team: its nerve holds (7, 7 or less)." in told.text
    assert "pinned" not in await ww2.states("Rifle team")
    assert "take no Terror test" in await ww2.refused(ww2.ann, "/morale", unit="Medium tank")
