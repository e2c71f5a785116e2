"""`/initiative`, `/activate`, `/turn …`: the side to act, and the effect of the roll (FUBAR › Initiative)."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.cogs.table import Table

RED = ("Regular section", "Marines", "Commandos", "IFV")
BLUE = ("Militia", "Planet defence squad", "HMG team", "Technical")


async def test_a_tie_asks_for_the_dice_that_decide_it(demo: Table) -> None:
    """Hers, that is: the bot rolls for Blue."""
    asked = await demo.done(demo.ann, "/initiative", dice="3 3")
    assert asked.title == "Ann, roll 1d6: initiative of Red (2)"
    assert not (await demo.live()).game.order
    demo.dice.next(6)
    told = await demo.click(demo.ann, asked, "1")
    assert "Blue goes first, then Red." in told.text


async def test_one_side_alone_has_no_initiative(table: Table) -> None:
    await table.done(table.ann, "/game new", system="fubar")
    await table.done(table.ann, "/force load", force="raiders", side="Red")
    assert "two sides" in await table.refused(table.ann, "/initiative")


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
    await demo.anyway(demo.ann, "/turn next")
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")


async def test_what_hampers_a_unit_counts_in_its_activation_and_is_gone(demo: Table) -> None:
    """Seasoned, two suppressed: 4 is not enough; On Guard, both stand up. So do those of a unit that passes."""
    for unit in ("Regular section", "Marines"):
        await demo.done(demo.ann, "/marker set", unit=unit, marker="suppressed", count=2)
    await demo.done(demo.ann, "/marker set", unit="IFV", marker="stunned", count=1)
    told = await demo.done(demo.ann, "/activate", unit="Regular section", dice="4")
    assert "Failed. On Guard now. 2 suppressed figures stand up." in told.text
    assert "remove 2 suppressed" in told.text
    assert await demo.states("Regular section") == {"tried": 1, "on_guard": 1, "action": "on_guard"}
    await demo.done(demo.ann, "/initiative", dice="6 1")
    told = await demo.done(demo.ann, "/activate", unit="Marines", action="run", dice="6")
    assert "Activated. 2 suppressed figures stand up." in told.text
    assert await demo.states("Marines") == {"tried": 1, "activated": 1, "action": "run"}
    told = await demo.done(demo.ann, "/activate", unit="IFV", dice="5")
    assert "crew stunned +2" in told.text
    assert "stunned" not in await demo.states("IFV")


async def test_a_side_without_units_to_try_is_passed_over_and_when_all_have_tried_the_next_turn_is_due(
    demo: Table,
) -> None:
    """Nothing else is offered then: no side can pass."""
    await demo.done(demo.ann, "/initiative", dice="6 1")
    units = [(demo.ann, name, "6") for name in RED] + [(demo.bob, name, "1") for name in BLUE]
    answers = [await demo.done(who, "/activate", unit=name, dice=dice) for who, name, dice in units]
    assert "Blue's turn, 4 units left." in answers[3].text
    assert "Blue's turn, 3 units left." in answers[4].text
    assert "Every unit has acted." in answers[-1].text
    assert "Next turn" in answers[-1].buttons
    assert not demo.has(answers[-1], "Pass the initiative")
    assert "No side has the initiative" in await demo.refused(demo.ann, "/turn end")
    told = await demo.done(demo.ann, "/turn next")
    assert told.title == "Turn 2"
    assert "Roll for the initiative." in told.text


async def test_a_new_turn_clears_states_that_end_with_it_and_the_next_activation_the_action(demo: Table) -> None:
    await demo.done(demo.ann, "/activate", unit="Marines", action="on_guard", dice="6")
    await demo.done(demo.bob, "/marker set", unit="Militia", marker="suppressed", count=1)
    told = await demo.anyway(demo.ann, "/turn next")
    assert await demo.states("Marines") == {"on_guard": 1, "action": "on_guard"}
    assert (await demo.states("Militia"))["suppressed"] == 1
    assert "📌 Remove activated marker (Marines)." in told.text
    game = (await demo.live()).game
    assert (game.turn, game.holder, game.order) == (2, None, ())
    await demo.done(demo.ann, "/activate", unit="Marines", dice="6")
    assert "action" not in await demo.states("Marines")


async def test_actions_go_by_the_name_that_suggestions_show_and_an_unknown_one_is_answered_with_the_list(
    demo: Table,
) -> None:
    said = await demo.refused(demo.ann, "/activate", unit="Marines", action="dance")
    assert "duck" in said
    assert "walk" in said
    assert "is a vehicle" in await demo.refused(demo.ann, "/activate", unit="IFV", action="gone_to_ground")
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


SYSTEMS = ("fubar", "openfire_ww2")


@pytest.mark.parametrize("system", SYSTEMS)
async def test_of_sides_that_have_ended_only_one_that_goes_on_has_idle_units_until_the_new_turn(
    table: Table, system: str
) -> None:
    """The board does not say of their idle units that they have had their go."""
    (side, first), (second, other) = await _begin_game(table, system)
    await _end_turn(table, first)
    assert await _sides_warned_of(table) == {second}
    await _end_turn(table, other)
    status = (await table.done(table.ann, "/game status")).text
    assert "Not yet acted" in status or "Not yet activated" in status
    assert "Every unit has acted" not in status
    assert ("**The turn is over.**" in status) or system != "openfire_ww2"
    assert "2" in (await table.done(table.ann, "/turn next")).title
    assert await _sides_warned_of(table) == {"Red", "Blue"}
    if system != "openfire_ww2":
        await table.done(table.ann, "/undo")
        await table.done(first, "/activate", unit=(await table.live()).game.units_of_side(side)[0].name)
        assert await _sides_warned_of(table) == {side}
