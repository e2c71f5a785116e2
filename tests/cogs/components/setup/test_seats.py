"""Seats and dice once the game has begun: the options of the setup are still a tap away."""

from __future__ import annotations

from typing import Literal

import pytest

from bot.game.people import OPPONENT
from tests.cogs.forging import forged
from tests.cogs.shown import Told
from tests.cogs.table import Table


async def begin_alone(table: Table) -> Told:
    """Ann plays Red, Blue has no player, and the first bound is Red's."""
    told = await table.done(table.ann, "/game new", system="bayonet")
    await table.pick(table.ann, told, "Patrol", "Force of Red")
    await table.pick(table.ann, table.now(told.messages[0]), "Band", "Force of Blue")
    table.dice.next(6, 1)
    return await table.click(table.ann, table.now(told.messages[0]), "Initiative")


async def at_the_table(table: Table) -> Told:
    told = await table.click(table.ann, await table.say(table.ann, "/game status"), "More …")
    return await table.click(table.ann, told, "Table …")


async def test_the_bot_takes_an_empty_side_after_the_first_roll(table: Table) -> None:
    """Once the setup card is gone, a side without a player is offered under "Table …"."""
    await begin_alone(table)
    told = await at_the_table(table)
    assert {"I play Blue", "The bot plays Blue"} <= {*told.buttons}
    assert "The bot plays Red" not in told.buttons, "Ann plays it"
    told = await table.click(table.ann, told, "The bot plays Blue")
    assert told.title == "Adjutant plays Blue"
    assert (await table.live()).game.players[OPPONENT.id].side == "Blue"
    assert not [one for one in (await at_the_table(table)).buttons if "plays" in one]
    assert (await forged(table, table.ann, f"adj1:botseat:{(await table.live()).info.id}:nowhere")).refused


async def all_controls(table: Table) -> Told:
    return await table.pick(table.ann, await table.say(table.ann, "/game status"), "All controls …", "Next")


async def test_own_dice_are_two_taps_away_after_the_setup(table: Table) -> None:
    """SOLO 21; issue 45: they were five taps away, under "Table …"."""
    await begin_alone(table)
    told = await table.click(table.ann, await all_controls(table), "I roll my own dice")
    assert told.title == "Red rolls real dice"
    assert (await table.live()).game.dice == {"Red": "physical"}
    await table.click(table.ann, await all_controls(table), "The bot rolls my dice")
    assert (await table.live()).game.dice["Red"] == "bot"


@pytest.mark.parametrize("detail", ["short", "full"])
async def test_the_first_roll_is_a_button_again_once_it_is_undone(
    table: Table, detail: Literal["short", "full"]
) -> None:
    """The header says "Next: Initiative", and so does the first button."""
    table.services.details.usual = detail
    told = await table.click(table.ann, await begin_alone(table), "Undo")
    assert told.title.startswith("Undone: Initiative")
    assert told.buttons[0] == "Initiative"
    table.dice.next(6, 1)
    assert "Initiative" in str(await table.click(table.ann, told, "Initiative"))
    assert (await table.live()).game.holder == "Red"
