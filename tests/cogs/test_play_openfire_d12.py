"""The commands of the Open Fire core rules through Discord: rounds, activations, moves, and other actions."""

from __future__ import annotations

from tests.cogs.table import Table

SHOT = {"attacker": "Line squad", "target": "Turncoats", "distance": "5"}


async def _red_first(core: Table) -> None:
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")


async def _tokens(core: Table, unit: str, count: int) -> None:
    await core.done(core.ann, "/marker set", unit=unit, marker="suppression", count=count)


# Before the first round


async def test_setup_lists_its_steps_and_the_scouts_that_wait(core: Table) -> None:
    told = await core.done(core.ann, "/game setup")
    assert "Missing: Scout pair. `/act scout`" in told.text
    told = await core.done(core.bob, "/act", action="scout", unit="Scout pair")
    assert told.title == "Scout pair: placed"
    assert await core.states("Scout pair") == {}
    assert "Waiting" not in (await core.done(core.ann, "/game setup", step="scouts")).text
    assert "already on the table" in await core.refused(core.bob, "/act", action="scout", unit="Scout pair")


async def test_a_scout_that_waits_is_warned_of(core: Table) -> None:
    assert "not on the table yet" in (await core.warned(core.bob, "/activate", unit="Scout pair")).text


async def test_a_roll_off_is_rolled_by_both_sides(core: Table) -> None:
    told = await core.done(core.ann, "/act", action="roll_off", dice="5 / 5 / 3 / 9")
    assert "**Blue wins the roll-off.**" in told.text
    assert [len(throw.faces) for throw in (await core.entry()).plays[0].throws] == [1] * 4


async def test_initiative_orders_the_sides_and_is_rolled_once(core: Table) -> None:
    told = await core.done(core.ann, "/initiative", dice="1 2 / 12 3")
    assert "Blue's turn, 4 units left." in told.text
    game = (await core.live()).game
    assert (game.order, game.holder) == (("Blue", "Red"), "Blue")
    assert "has already been rolled" in (await core.warned(core.ann, "/initiative")).text
    assert "no initiative modifiers" in await core.refused(core.ann, "/initiative", modifier=1)


# Activations


async def test_a_unit_has_two_actions_and_then_the_other_side_goes(core: Table) -> None:
    await _red_first(core)
    told = await core.done(core.ann, "/activate", unit="Heavy trooper")
    assert "advance 5″, rush 3″, assault 8″, attack (autocannon 6–30″) or interact" in told.text
    told = await core.done(core.ann, "/move", unit="Heavy trooper")
    assert "Heavy trooper has 1 action left: rush 3″" in told.text
    told = await core.done(core.ann, "/move", unit="Heavy trooper", action="rush", terrain="slow")
    assert "Up to 1″ (MOV 5, Rush −2, slow ground −2)." in told.text
    assert "Blue's turn" in told.text
    assert (await core.states("Heavy trooper"))["actions_done"] == "advance,rush"
    assert (await core.live()).game.holder == "Blue"


async def test_repeated_and_third_actions_and_those_out_of_turn_are_warned_of(core: Table) -> None:
    await _red_first(core)
    assert "Red activates a unit now" in (await core.warned(core.bob, "/move", unit="Raiders")).text
    await core.done(core.ann, "/move", unit="Line squad")
    assert "only Recover is repeated" in (await core.warned(core.ann, "/move", unit="Line squad")).text
    assert "Line squad has 1 action left" in await core.refused(core.ann, "/move", unit="Second squad")
    await core.done(core.ann, "/move", unit="Line squad", action="rush")
    told = await core.anyway(core.ann, "/assault", attacker="Line squad", target="Raiders", distance="3")
    assert "Done anyway: Line squad has no action left" in told.text


async def test_no_player_activates_the_units_of_another(core: Table) -> None:
    assert "you play Blue" in await core.refused(core.bob, "/activate", unit="Line squad")
    assert "/game join" in await core.refused(core.cyd, "/activate", unit="Line squad")


async def test_ending_a_turn_forfeits_remaining_actions(core: Table) -> None:
    assert "Roll for initiative first" in await core.refused(core.ann, "/turn end")
    await _red_first(core)
    await core.done(core.ann, "/move", unit="Line squad")
    assert "not Blue" in await core.refused(core.bob, "/turn end")
    told = await core.done(core.ann, "/turn end")
    assert "Line squad forfeits 1 action.\nBlue's turn" in told.text
    assert "actions_left" not in await core.states("Line squad")


async def test_a_new_round_collects_the_markers_and_the_last_one_ends_it(core: Table) -> None:
    await core.done(core.ann, "/rulings set", name="rounds", value="2")
    await core.done(core.ann, "/move", unit="Line squad")
    await core.anyway(core.ann, "/move", unit="Veteran squad")
    told = await core.anyway(core.ann, "/turn next")
    assert "Veteran squad forfeits 1 action." in told.text
    assert "📌 Remove activated markers (Line squad and Veteran squad)." in told.text
    assert "This is the last of 2 rounds." in told.text
    assert await core.states("Line squad") == {}
    assert "Round 2 was the last" in (await core.warned(core.ann, "/turn next")).text


async def test_the_most_points_win(core: Table) -> None:
    await core.done(core.bob, "/score", side="Blue", points=3, why="the mast")
    assert "**Blue is ahead.** Points: Blue 3." in (await core.done(core.ann, "/game victory")).text


async def test_there_are_no_phases(core: Table) -> None:
    assert "no phases" in await core.refused(core.ann, "/turn phase", phase="fire")


# Everything else


async def test_recover_takes_tokens_off_and_may_give_an_action(core: Table) -> None:
    await _tokens(core, "Raiders", 2)
    near = {"unit": "Raiders", "situation": "enemy_within_6"}
    told = await core.done(core.bob, "/morale", **near, dice="6")
    assert "Failed: 1 token removed, 1 left." in told.text
    assert (await core.states("Raiders"))["actions_left"] == 1
    told = await core.done(core.bob, "/act", action="recover", **near, dice="12")
    assert "Critical: 1 token removed, 0 left. It may take one more action." in told.text
    assert (await core.states("Raiders"))["actions_left"] == 1
    assert "no suppression token" in await core.refused(core.bob, "/morale", unit="Raiders")


async def test_a_critical_takes_both_tokens_off(core: Table) -> None:
    await _tokens(core, "Raiders", 2)
    assert (
        "Critical: 2 tokens removed"
        in (await core.done(core.bob, "/morale", unit="Raiders", situation="no_enemy_within_12", dice="12")).text
    )


async def test_dangerous_ground_is_rolled_for_with_dice_off_the_table(core: Table) -> None:
    await core.done(core.ann, "/game dice", mode="physical")
    asked = await core.done(core.ann, "/move", unit="Line squad", terrain="dangerous")
    assert "roll 5d12: dangerous ground" in asked.messages[0].embeds[0].title
    asked = await core.fill(core.ann, await core.click(core.ann, asked, "Enter dice"), throw0="12 4 12 9 1")
    told = await core.fill(core.ann, await core.click(core.ann, asked, "Enter dice"), throw0="3 9")
    assert "2 hits: 1 damage, no models lost." in told.text
    assert (await core.unit("Line squad")).hp == (1, 2, 2, 2, 2)
    told = await core.done(core.ann, "/act", action="dangerous", unit="Line squad", dice="1 1 1 1 1")
    assert "**No hits.**" in told.text


async def test_rough_ground_and_climbs_are_warned_of(core: Table) -> None:
    climb = {"terrain": "climb", "extra": "levels_up=2, ends_climbing"}
    assert "ends on a climb" in (await core.warned(core.ann, "/move", unit="Line squad", **climb)).text
    told = await core.anyway(core.ann, "/move", unit="Line squad", terrain="rough", extra="ends_rough")
    assert "Done anyway: Line squad may not end its move on rough ground" in told.text


async def test_an_objective_is_secured_with_or_without_a_test(core: Table) -> None:
    second = {"action": "interact", "unit": "Second squad"}
    assert "name the object" in await core.refused(core.ann, "/act", **second)
    await core.done(core.bob, "/place add", kind="objective", label="Radio mast")
    told = await core.done(core.ann, "/act", action="interact", unit="Line squad", weapon="radio mast")
    assert "Red holds Radio mast." in told.text
    raiders = {"action": "interact", "unit": "Raiders", "weapon": "Radio mast", "situation": "cmd, minus=2"}
    told = await core.click(core.ann, await core.anyway(core.bob, "/act", **raiders), "Done")
    assert "CMD 7, −2 on the die +2" in told.text
    asked = await core.say(core.ann, "/act", **second)
    assert asked.form
    which = asked.form["components"][0]["component"]
    assert [one["value"] for one in which["options"]] == ["Radio mast"]
    warned = await core.fill(core.ann, asked, **{"weapon:": ["Radio mast"]})
    told = await core.click(core.bob, await core.click(core.ann, warned, "Anyway"), "Done")
    assert told.title == "Second squad: Radio mast"
    assert "Red holds Radio mast." in told.text


async def test_a_test_by_hand(core: Table) -> None:
    told = await core.done(core.ann, "/act", action="test", unit="Line squad", situation="skl", count=3, dice="7 6 12")
    assert "2 successes of 3, 1 critical." in told.text
    assert "skl, def or cmd" in await core.refused(core.ann, "/act", action="test", unit="Line squad")


async def test_a_vehicle_without_passengers_says_so(core: Table) -> None:
    board = {"action": "board", "unit": "Line squad", "target": "Heavy trooper"}
    assert "room for no models" in await core.refused(core.ann, "/act", **board)
    assert "is not inside another unit" in await core.refused(core.ann, "/act", action="leave", unit="Line squad")


async def test_an_undone_shot_leaves_the_units_as_before(core: Table) -> None:
    before = (await core.live()).game.units
    told = await core.done(core.ann, "/fire", **SHOT)
    asked = await core.click(core.ann, told, "Undo")
    assert (await core.click(core.bob, asked, "Agree")).title.startswith("Undone")
    assert (await core.live()).game.units == before
