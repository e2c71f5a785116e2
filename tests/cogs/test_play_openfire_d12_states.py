"""Rounds of the Open Fire core rules through Discord: the side to act, the end of a round, and losses."""

from __future__ import annotations

from tests.cogs.beginnings import beginning
from tests.cogs.components.play.test_control_row import board
from tests.cogs.table import Table
from tests.cogs.undoing import undo_entry

FAR = {"situation": "no_enemy_within_12"}
STRIKE = "A free attack before it moves"
RED = ("Line squad", "Veteran squad", "Second squad", "Heavy trooper")
BLUE = ("Scout pair", "Raiders", "Howling band", "Turncoats")


async def _red_first(core: Table) -> None:
    await core.done(core.bob, "/act", action="scout", unit="Scout pair")
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")


@beginning
async def assaulted(core: Table) -> None:
    """The Raiders have assaulted the Line squad."""
    await core.done(core.bob, "/assault", attacker="Raiders", target="Line squad", distance="4")


@beginning
async def first(core: Table) -> None:
    """Red has won the initiative."""
    await core.done(core.bob, "/act", action="scout", unit="Scout pair")
    await core.done(core.ann, "/initiative", dice="12 12 / 1 1")


@beginning
async def last(first: Table) -> None:
    """The Line squad and the Raiders are the only units that have not been activated."""
    await _only(first, "Line squad", "Raiders")


async def _only(core: Table, *names: str) -> None:
    """All other units have had their activation."""
    for name in (*RED, *BLUE):
        if name not in names:
            who = core.ann if name in RED else core.bob
            await core.done(who, "/marker set", unit=name, marker="activated", count=1)


async def _truck(core: Table) -> None:
    """Ann makes a vehicle for six out of the Heavy trooper, and the Line squad gets in."""
    for field, value in (("vehicle", "yes"), ("transport", "6"), ("name", "Truck")):
        await core.done(core.ann, "/unit edit", unit="Heavy trooper", field=field, value=value)
    await core.done(core.ann, "/act", action="board", unit="Line squad", target="Truck")


async def _may(core: Table, unit: str) -> str:
    """Return the possible actions in `/unit show`."""
    shown = (await core.done(core.ann, "/unit show", unit=unit)).lines
    return next((line for line in shown if line.startswith("Options: ")), "")


# The end of a round, and passing


async def test_a_game_lasts_until_the_last_unit_has_had_its_actions(core: Table) -> None:
    await core.done(core.ann, "/rulings set", name="rounds", value="1")
    await _red_first(core)
    await core.done(core.ann, "/score", side="Red", points=1, why="The mast")
    await _only(core, "Scout pair")
    await core.done(core.bob, "/activate", unit="Scout pair")
    assert "has won" not in (await core.done(core.ann, "/game victory")).text
    warned = await core.warned(core.ann, "/turn next")
    assert "Scout pair has actions left and forfeits 2 actions" in warned.text
    await core.done(core.bob, "/turn end")
    assert "**Red has won.**" in (await core.done(core.ann, "/game victory")).text


async def test_a_game_that_is_over_is_ended_from_its_last_result_the_board_and_the_warning_of_a_next_round(
    core: Table,
) -> None:
    core.services.details.usual = "short"
    await core.done(core.ann, "/rulings set", name="rounds", value="1")
    await _red_first(core)
    await core.done(core.ann, "/score", side="Red", points=1, why="The mast")
    await _only(core, "Raiders")
    await core.done(core.bob, "/move", unit="Raiders")
    told = await core.done(core.bob, "/move", unit="Raiders", action="rush")
    assert "Every unit has been activated: the game is over." in told.text
    assert told.buttons[0] == "End the game …"
    assert "Next round" not in told.buttons
    assert (await board(core)).buttons[0] == "End the game …"
    asked = await core.click(core.bob, told, "End the game …")
    assert "Red, ahead" in asked.buttons
    warned = await core.say(core.ann, "/turn next")
    assert warned.warned
    assert "/game victory" not in warned.whole
    assert warned.buttons == ("End the game …", "Next round anyway", "Cancel")
    ended = await core.click(core.ann, await core.click(core.ann, warned, "End the game …"), "Red, ahead")
    assert not ended.refused


async def test_a_side_whose_units_are_all_aboard_may_pass(last: Table) -> None:
    await _truck(last)
    await last.done(last.ann, "/turn end")
    assert (await last.live()).game.holder == "Blue"


# D6 to D9: messages


async def test_recover_asks_how_near_the_nearest_enemy_is(core: Table) -> None:
    await core.done(core.bob, "/marker set", unit="Raiders", marker="suppression", count=2)
    asked = await core.say(core.bob, "/morale", unit="Raiders", situation="friend_within_6")
    assert "How near is the nearest enemy?" in asked.text
    core.dice.next(1)
    told = await core.click(core.bob, asked, "An enemy within 6″")
    assert "Failed" in told.text
    assert "friend within 6″ −2" in told.text
    assert "no enemy" not in told.text
    told = await core.done(core.bob, "/morale", unit="Raiders", **FAR, dice="6")
    assert "no enemy within 6″ −1, no enemy within 12″ −1" in told.text
    await core.done(core.bob, "/marker set", unit="Raiders", marker="suppression", count=1)
    both = await core.refused(core.bob, "/morale", unit="Raiders", situation="enemy_within_6, no_enemy_within_12")
    assert "at the same time" in both


async def test_an_enemy_in_assault_range_is_not_asked_for(assaulted: Table) -> None:
    await assaulted.done(assaulted.ann, "/marker set", unit="Raiders", marker="suppression", count=1)
    told = await assaulted.done(assaulted.bob, "/morale", unit="Raiders", dice="5")
    assert "in an enemy's assault range −2" in told.text


async def test_a_unit_aboard_is_offered_its_legal_actions(core: Table) -> None:
    await _truck(core)
    assert await _may(core, "Line squad") == "Options: get out"
    told = await core.done(core.ann, "/activate", unit="Line squad")
    assert "Two actions for Line squad: get out." in told.text
    await core.done(core.ann, "/act", action="leave", unit="Line squad")
    assert "advance 6″" in await _may(core, "Line squad")


async def test_nothing_is_offered_to_who_is_not_to_go(core: Table) -> None:
    assert await _may(core, "Scout pair") == "Options: be placed"
    await _red_first(core)
    assert not await _may(core, "Raiders")
    await core.done(core.ann, "/activate", unit="Line squad")
    assert not await _may(core, "Second squad")
    assert "attack (service rifle 24″)" in await _may(core, "Line squad")


async def test_free_attacks_are_offered_to_who_has_them(assaulted: Table) -> None:
    assert "Options: free attack by Impact; " in await _may(assaulted, "Raiders")
    assaulted.dice.next(*(1,) * 12)
    await assaulted.done(assaulted.bob, "/fire", attacker="Raiders", target="Line squad", situation="impact")
    assert "Impact" not in await _may(assaulted, "Raiders")
    await assaulted.done(assaulted.bob, "/act", action="interact", unit="Raiders", weapon="hatch")
    asked = await assaulted.done(assaulted.ann, "/move", unit="Line squad", extra="leaves_assault_range")
    await assaulted.click(assaulted.bob, asked, STRIKE)
    assert await _may(assaulted, "Raiders") == "Options: free attack at Line squad"


# Neighbours: the fallen, those aboard, markers by hand


async def test_the_fallen_have_no_markers_and_hold_no_unit(assaulted: Table) -> None:
    await assaulted.done(assaulted.ann, "/marker set", unit="Raiders", marker="suppression", count=1)
    await assaulted.done(assaulted.ann, "/unit edit", unit="Raiders", field="models", value="0")
    assert await assaulted.states("Raiders") == {}
    assert await assaulted.states("Line squad") == {}
    await undo_entry(assaulted)
    assert "in_assault_range_of" in await assaulted.states("Line squad")


async def test_impact_is_for_the_enemy_that_was_assaulted(assaulted: Table) -> None:
    await assaulted.done(assaulted.ann, "/unit remove", unit="Line squad")
    other = {"attacker": "Raiders", "target": "Second squad", "situation": "impact"}
    assert "has no enemy left in its assault range" in (await assaulted.warned(assaulted.bob, "/fire", **other)).text


async def test_a_unit_out_of_the_game_holds_no_enemy(assaulted: Table) -> None:
    await assaulted.done(assaulted.bob, "/act", action="interact", unit="Raiders", weapon="hatch")
    await assaulted.anyway(assaulted.bob, "/assault", attacker="Howling band", target="Line squad", distance="4")
    await assaulted.done(assaulted.bob, "/unit remove", unit="Raiders")
    band = await assaulted.unit("Howling band")
    assert (await assaulted.unit("Line squad")).words("in_assault_range_of") == (band.id,)


async def test_who_was_aboard_a_lost_transport_is_not_aboard(core: Table) -> None:
    await _truck(core)
    await core.done(core.ann, "/unit edit", unit="Truck", field="hp", value="1")
    shot = {"attacker": "Turncoats", "target": "Truck", "distance": "5", "firers": "1 service_rifle"}
    told = await core.done(core.bob, "/fire", **shot, dice="12 1 / 1")
    assert "Place the models of Line squad where Truck was." in told.text
    assert await core.states("Line squad") == {}
    await core.click(core.ann, await core.click(core.bob, told, "Undo"), "Agree")
    assert (await core.unit("Line squad")).word("aboard") == (await core.unit("Truck")).id
    await core.done(core.ann, "/unit remove", unit="Truck")
    assert await core.states("Line squad") == {}


async def test_the_next_side_goes_when_the_active_unit_falls(assaulted: Table) -> None:
    await assaulted.done(assaulted.bob, "/act", action="interact", unit="Raiders", weapon="hatch")
    await assaulted.done(assaulted.ann, "/unit edit", unit="Line squad", field="hp", value="0 0 0 0 1")
    await assaulted.done(assaulted.ann, "/unit edit", unit="Line squad", field="models", value="1")
    await _red_first(assaulted)
    asked = await assaulted.done(assaulted.ann, "/move", unit="Line squad", extra="leaves_assault_range")
    told = await assaulted.click(assaulted.bob, asked, STRIKE)
    assaulted.dice.next(*(12,) * 12, *(1,) * 12)
    told = await assaulted.click(assaulted.bob, told, "Raiders: free attack")
    assert "📌 Line squad is wiped out: remove it and its markers.\n" in told.text
    assert (await assaulted.live()).game.holder == "Blue"


async def test_a_side_whose_last_waiting_unit_is_gone_is_passed_over(last: Table) -> None:
    await last.done(last.ann, "/unit remove", unit="Line squad")
    assert (await last.live()).game.holder == "Blue"
    await last.done(last.bob, "/marker set", unit="Raiders", marker="activated", count=1)
    assert (await last.live()).game.holder is None
    asked = await last.done(last.ann, "/marker set", unit="Second squad", marker="activated", count=0)
    await last.click(last.bob, asked, "Agree")
    assert (await last.live()).game.holder == "Red"


async def test_an_activation_marker_means_the_same_by_hand(core: Table) -> None:
    await core.done(core.ann, "/marker set", unit="Line squad", marker="activated", count=1)
    assert not await _may(core, "Line squad")
    assert "has no action left" in (await core.warned(core.ann, "/move", unit="Line squad")).text
    await core.done(core.ann, "/marker set", unit="Line squad", marker="activated", count=0)
    assert not {"actions_left", "actions_done"} & set(await core.states("Line squad"))
    assert "advance 6″, " in (await core.done(core.ann, "/activate", unit="Line squad")).text


async def test_more_tokens_than_there_can_be_are_two(core: Table) -> None:
    await core.done(core.ann, "/marker set", unit="Raiders", marker="suppression", count=5)
    assert await core.states("Raiders") == {"suppression": 2}
    told = await core.done(core.bob, "/morale", unit="Raiders", **FAR, dice="1")
    assert "Failed: 1 token removed, 1 left." in told.text
    assert (await core.states("Raiders"))["suppression"] == 1
