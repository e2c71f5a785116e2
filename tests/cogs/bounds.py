"""A bound of Bayonet from step to step, each ended by the side whose it is."""

from __future__ import annotations

from tests.cogs.table import Table, Told


async def next_step(table: Table) -> Told:
    """What is said once the side whose go it is has ended its step."""
    holder = (await table.live()).game.holder
    return await table.done(table.bob if holder == "Blue" else table.ann, "/turn end")


async def bound_over(table: Table) -> Told:
    """What is said once all the steps that are left of the bound have ended."""
    turn = (await table.live()).game.turn
    while True:
        told = await next_step(table)
        if (await table.live()).game.turn != turn:
            return told
