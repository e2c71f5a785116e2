"""`/initiative`, `/activate`, `/turn …`: the side to act, and the effect of the roll (FUBAR › Initiative)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.cogs.shown import Told
from tests.cogs.table import Table

RED = ("Regular section", "Marines", "Commandos", "IFV")
BLUE = ("Militia", "Planet defence squad", "HMG team", "Technical")


async def test_a_die_a_side_decides_who_begins(demo: Table) -> None:
    """Red sat down first: 5 for Red, 2 for Blue."""
    told = await demo.done(demo.ann, "/initiative", dice="5 2")
    assert "Red goes first, then Blue." in told.text
    assert "Red's turn, 4 units left." in told.text
    assert (await demo.live()).game.holder == "Red"


async def test_ties_are_rolled_again(demo: Table) -> None:
    told = await demo.done(demo.ann, "/initiative", dice="3 3 / 1 6")
    assert "Blue goes first, then Red." in told.text


async def test_a_tie_asks_for_the_dice_that_decide_it(demo: Table) -> None:
    """Hers, that is: the bot rolls for Blue."""
    asked = await demo.done(demo.ann, "/initiative", dice="3 3")
    assert asked.title == "Ann, roll 1d6: initiative of Red (2)"
    assert not (await demo.live()).game.order
    demo.dice.next(6)
    told = await demo.click(demo.ann, asked, "1")
    assert "Blue goes first, then Red." in told.text


async def test_the_scenario_modifier_is_for_the_callers_side(demo: Table) -> None:
    told = await demo.done(demo.bob, "/initiative", modifier=3, dice="5 3")
    assert "Blue goes first, then Red." in told.text


async def test_rolling_twice_in_a_turn_is_warned_of(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative")
    told = await demo.warned(demo.ann, "/initiative")
    assert "has already been rolled" in told.text


async def test_one_side_alone_has_no_initiative(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    await table.done(table.ann, "/force load", force="raiders", side="Red")
    assert "two sides" in await table.refused(table.ann, "/initiative")


async def test_an_activated_unit_lists_its_actions(demo: Table) -> None:
    told = await demo.done(demo.ann, "/activate", unit="Marines", dice="3")
    assert "activation, 3+ (own die): **3**" in told.text
    assert "Marines may now: Walk 6″, small arms fire; Run 12″" in told.text.replace(", Run", "; Run")
    assert (await demo.states("Marines")) == {"tried": 1, "activated": 1}


async def test_suppressed_figures_count_and_stand_up_when_it_fails(demo: Table) -> None:
    """Seasoned, two suppressed: 4 is not enough; On Guard, both stand up."""
    await demo.done(demo.ann, "/marker set", unit="Regular section", marker="suppressed", count=2)
    told = await demo.done(demo.ann, "/activate", unit="Regular section", dice="4")
    assert "Failed. On Guard now. 2 suppressed figures stand up." in told.text
    assert "remove 2 suppressed" in told.text
    states = await demo.states("Regular section")
    assert "suppressed" not in states
    assert states["on_guard"] == 1
    assert "activated" not in states


async def test_suppressed_figures_stand_up_when_it_passes(demo: Table) -> None:
    await demo.done(demo.ann, "/marker set", unit="Regular section", marker="suppressed", count=2)
    told = await demo.done(demo.ann, "/activate", unit="Regular section", action="run", dice="6")
    assert "Activated. 2 suppressed figures stand up." in told.text
    assert await demo.states("Regular section") == {"tried": 1, "activated": 1, "action": "run"}


async def test_a_unit_below_half_withdraws_when_it_fails(demo: Table) -> None:
    await demo.done(demo.ann, "/unit edit", unit="Marines", field="models", value="2")
    told = await demo.done(demo.ann, "/activate", unit="Marines", dice="1")
    assert "Move Marines by 6″ away from the nearest visible enemy." in told.text
    assert "on_guard" not in await demo.states("Marines")


@pytest.mark.parametrize(("situation", "needed"), [("no_visible_enemy", "2+"), ("out_of_touch=2", "5+")])
async def test_situations_change_the_number(demo: Table, situation: str, needed: str) -> None:
    told = await demo.done(demo.ann, "/activate", unit="Marines", situation=situation)
    assert f"activation, {needed}" in told.text


async def test_a_leaders_number_counts_if_better(demo: Table) -> None:
    told = await demo.done(demo.bob, "/activate", unit="Planet defence squad")
    assert "4+ (seasoned leader activation)" in told.text


async def test_a_failed_activation_passes_the_initiative(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    told = await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert "Red's turn, 3 units left." in told.text
    told = await demo.done(demo.ann, "/activate", unit="Commandos", dice="1")
    assert "Blue's turn, 4 units left." in told.text
    told = await demo.done(demo.bob, "/activate", unit="Militia", dice="1")
    assert "Red's turn, 2 units left." in told.text


async def test_activating_out_of_turn_is_warned_of(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    told = await demo.warned(demo.bob, "/activate", unit="Militia")
    assert "Red has the initiative, not Blue" in told.text


async def test_a_unit_that_acts_before_the_initiative_of_a_new_turn_is_warned_of_at_a_table_that_rolls(
    demo: Table,
) -> None:
    """At any table this holds before a second unit of a side acts."""
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    told = await demo.warned(demo.ann, "/activate", unit="Commandos", dice="6")
    assert "Roll for the initiative of turn 1 first" in told.text
    await demo.anyway(demo.ann, "/turn next")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.done(demo.ann, "/initiative", dice="6 1")
    await demo.anyway(demo.ann, "/turn next")
    told = await demo.warned(demo.ann, "/activate", unit="Marines", dice="6")
    assert "Roll for the initiative of turn 3 first" in told.text
    told = await demo.warned(demo.ann, "/fire", attacker="Commandos", target="Militia", distance="10")
    assert "Commandos has not been activated this turn" in told.text
    await demo.anyway(demo.ann, "/activate", unit="Marines", dice="6")
    await demo.anyway(demo.bob, "/activate", unit="Militia", dice="6")
    await demo.anyway(demo.ann, "/turn next")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")


async def test_a_second_try_is_warned_of(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", dice="1")
    told = await demo.warned(demo.ann, "/activate", unit="Marines", dice="6")
    assert "Marines has already tried to activate this turn" in told.text


async def test_a_side_without_units_to_try_is_passed_over(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    answers = [await demo.done(demo.ann, "/activate", unit=name, dice="6") for name in RED]
    assert "Blue's turn, 4 units left." in answers[-1].text
    told = await demo.done(demo.bob, "/activate", unit=BLUE[0], dice="1")
    assert "Blue's turn, 3 units left." in told.text


async def test_when_all_have_tried_the_next_turn_is_due(demo: Table) -> None:
    await demo.done(demo.ann, "/initiative", dice="6 1")
    units = [(demo.ann, name) for name in RED] + [(demo.bob, name) for name in BLUE]
    answers = [await demo.done(who, "/activate", unit=name, dice="6") for who, name in units]
    assert "Then the turn is over." in answers[-1].text
    told = await demo.done(demo.ann, "/turn next")
    assert told.title == "Turn 2"
    assert "Roll for the initiative." in told.text


async def test_the_next_turn_lists_who_has_not_acted_and_waits(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    told = await demo.warned(demo.ann, "/turn next")
    assert "7 units have not acted this turn" in told.text
    assert "Marines" not in told.text


async def test_a_new_turn_clears_states_that_end_with_it_and_keeps_the_rest(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="on_guard", dice="6")
    await demo.done(demo.bob, "/marker set", unit="Militia", marker="suppressed", count=1)
    told = await demo.anyway(demo.ann, "/turn next")
    assert await demo.states("Marines") == {"on_guard": 1, "action": "on_guard"}
    assert (await demo.states("Militia"))["suppressed"] == 1
    assert "📌 Remove activated marker (Marines)." in told.text
    game = (await demo.live()).game
    assert (game.turn, game.holder, game.order) == (2, None, ())


async def test_an_action_lasts_until_the_next_activation(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="run", dice="6")
    await demo.anyway(demo.ann, "/turn next")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert "action" not in await demo.states("Marines")


async def test_stunned_is_counted_once_and_gone(demo: Table) -> None:
    await demo.done(demo.ann, "/marker set", unit="IFV", marker="stunned", count=1)
    told = await demo.done(demo.ann, "/activate", unit="IFV", dice="5")
    assert "crew stunned +2" in told.text
    assert "stunned" not in await demo.states("IFV")


async def test_ending_a_go_hands_over(demo: Table) -> None:
    assert "Roll for initiative first" in await demo.refused(demo.ann, "/turn end")
    await demo.done(demo.ann, "/initiative", dice="6 1")
    assert "Red has the initiative" in await demo.refused(demo.bob, "/turn end")
    told = await demo.done(demo.ann, "/turn end")
    assert "Blue's turn, 4 units left." in told.text


async def test_no_side_can_pass_after_the_last_activation(demo: Table) -> None:
    """Once every unit has had its try the next turn is all that is left: nothing else is offered."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    game = (await demo.live()).game
    told, left = Told(), {side: [unit.name for unit in game.units_of_side(side)] for side in ("Red", "Blue")}
    while (holder := (await demo.live()).game.holder) is not None:
        who = demo.ann if holder == "Red" else demo.bob
        told = await demo.done(who, "/activate", unit=left[holder].pop(), dice="1")
    assert "Next turn" in told.buttons
    assert not demo.has(told, "Pass the initiative")
    assert "No side has the initiative" in await demo.refused(demo.ann, "/turn end")


async def test_a_command_without_a_rule_in_the_system_is_explained(demo: Table) -> None:
    assert "FUBAR has no morale test" in await demo.refused(demo.ann, "/morale", unit="Marines")
    assert "FUBAR has no phases" in await demo.refused(demo.ann, "/turn phase", phase="movement")


async def test_a_vehicle_cannot_go_to_ground(demo: Table) -> None:
    assert "is a vehicle" in await demo.refused(demo.ann, "/activate", unit="IFV", action="gone_to_ground")


async def test_an_unknown_action_is_refused_with_the_list(demo: Table) -> None:
    said = await demo.refused(demo.ann, "/activate", unit="Marines", action="dance")
    assert "duck" in said
    assert "walk" in said


async def test_actions_by_the_name_that_suggestions_show(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="Duck and Weave", dice="6")
    assert (await demo.states("Marines"))["action"] == "duck_and_weave"


# An ended activation stays ended


async def _end_turn(table: Table, who: Any) -> None:
    """Hand over the deadline as a player, despite all objections."""
    told = await table.say(who, "/turn end")
    if told.warned:
        await table.click(who, told, "Anyway")


async def _begin_game(table: Table, system: str) -> list[tuple[str, Any]]:
    """Begin a game of that system, with its sides, its first side and their players."""
    await table.done(table.ann, "/game demo", system=system)
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    if system == "openfire_ww2":
        await table.done(table.ann, "/turn phase", phase="movement")
    while (await table.live()).game.holder is None:
        await table.done(table.ann, "/initiative")
    sides = [("Red", table.ann), ("Blue", table.bob)]
    return sides if (await table.live()).game.holder == "Red" else sides[::-1]


async def _sides_warned_of(table: Table) -> set[str]:
    """Return the sides with idle units in the warning of a new turn."""
    units, told = (await table.live()).game.units.values(), await table.warned(table.ann, "/turn next")
    names = re.split(r", | and |; |: |\.", told.text.partition(" have not acted this ")[2])
    return {unit.side for unit in units if unit.name in names}


SYSTEMS = ("fubar", "opreb", "openfire_d12", "openfire_ww2")


@pytest.mark.parametrize("system", SYSTEMS)
async def test_no_idle_units_are_complained_of_when_both_sides_have_ended_until_the_new_turn(
    table: Table, system: str
) -> None:
    (_, first), (second, other) = await _begin_game(table, system)
    await _end_turn(table, first)
    assert await _sides_warned_of(table) == {second}
    await _end_turn(table, other)
    assert "2" in (await table.done(table.ann, "/turn next")).title
    assert await _sides_warned_of(table) == {"Red", "Blue"}


@pytest.mark.parametrize("system", SYSTEMS[:3])
async def test_a_side_that_goes_on_after_passing_is_not_done(table: Table, system: str) -> None:
    (side, first), (_, other) = await _begin_game(table, system)
    await _end_turn(table, first)
    await _end_turn(table, other)
    unit = (await table.live()).game.units_of_side(side)[0]
    await table.done(first, "/activate", unit=unit.name)
    assert await _sides_warned_of(table) == {side}


@pytest.mark.parametrize("system", SYSTEMS)
async def test_the_board_never_says_of_idle_units_that_they_have_had_their_go(table: Table, system: str) -> None:
    for _, who in await _begin_game(table, system):
        await _end_turn(table, who)
    status = (await table.done(table.ann, "/game status")).text
    assert "Not yet acted" in status or "Not yet activated" in status
    assert "Every unit has acted" not in status
    if system == "openfire_ww2":
        assert "**The turn is over.**" in status
