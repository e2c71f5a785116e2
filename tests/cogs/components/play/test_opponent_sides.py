"""The side of a vehicle that the bot's order strikes: the bot asks the players for it."""

from __future__ import annotations

import pytest

from tests.cogs.components.test_opponent import FIRST
from tests.cogs.table import Table, Told

DUELS = {"openfire_ww2": ("Medium tank", "AT gun"), "fubar": ("IFV", "HMG team")}
"""By system: the vehicle of Red, and who is left of Blue, which the bot plays."""


async def fires(table: Table, system: str) -> Told:
    """Return the bot's order at the only enemy, as far as the reports allow."""
    await table.done(table.ann, "/game demo", system=system)
    for unit in [*(await table.live()).game.units.values()]:
        if unit.name not in DUELS[system]:
            await table.done(table.ann, "/unit remove", unit=unit.name)
    if system == "fubar":
        await table.done(table.ann, "/unit edit", unit="HMG team", field="weapons", value="1 rpg")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.ann, "/game opponent", side="Blue")
    if system == "fubar":
        await table.done(table.ann, "/initiative", dice=FIRST[system])
        table.dice.next(6)
    else:
        await table.done(table.ann, "/turn phase", phase="movement")
        await table.done(table.ann, "/turn end")
    told = await table.click(table.ann, await table.done(table.ann, "/game status"), "Adjutant plays on")
    for _ in range(8):
        if "which side of" in told.text.lower():
            return told
        label = next(one for one in ("That is right", "Done", "Adjutant plays on") if one in told.buttons)
        told = await table.click(table.ann, told, label)
    raise AssertionError(told)


@pytest.mark.parametrize("system", DUELS)
async def test_the_bot_asks_which_side_of_a_vehicle_it_strikes(table: Table, system: str) -> None:
    """It assumed the first side, the front, without a question."""
    told = await fires(table, system)
    assert "rear" in str(told.buttons)
    number = await table.last()
    rear = next(one for one in told.buttons if "rear" in one)
    table.dice.next(*[1] * 12)
    await table.click(table.ann, told, rear)
    shot = next(one for one in await table.entries() if one.number > number and one.command == "fire")
    assert shot.request["situation"][-1] == "rear"
    assert not table.has(told, rear), "it is told once"
