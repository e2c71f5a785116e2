"""Amendments of a shot when an entry of an earlier turn was undone meanwhile."""

from __future__ import annotations

from tests.cogs.table import Table
from tests.cogs.undoing import agreed, undone


async def test_an_action_of_a_turn_that_is_over_keeps_no_turn(table: Table) -> None:
    """S4: the undone shot leaves its unit an action of the last turn, which nobody is to wait for."""
    await table.done(table.ann, "/game demo", system="zombie_wargame")
    await table.done(table.ann, "/game join", side="Red")
    await table.done(table.bob, "/game join", side="Blue")
    await table.done(table.ann, "/initiative", dice="6 1")
    await table.done(table.ann, "/activate", unit="Rifleman")
    await table.done(table.ann, "/fire", attacker="Rifleman", target="Brute", distance="10", dice="1 1")
    first = await table.last()
    await table.anyway(table.ann, "/turn next")
    await table.done(table.ann, "/initiative", dice="6 1")
    await table.done(table.ann, "/activate", unit="Rifleman 2")
    await table.done(table.ann, "/fire", attacker="Rifleman 2", target="Brute", distance="10", dice="1 1")
    await table.done(table.bob, "/activate", unit="Shambler")
    await undone(table, table.ann, entry=first)
    assert (await table.live()).game.holder == "Blue"
    await agreed(table, await table.done(table.ann, "/amend", distance="11"))
    assert (await table.live()).game.holder == "Blue"
