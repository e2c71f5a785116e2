"""A bound of Bayonet from step to step, each ended by its own side."""

from __future__ import annotations

from tests.cogs.table import Table, Told


async def next_step(table: Table) -> Told:
    """End the step of the side with the turn and return the answer."""
    holder = (await table.live()).game.holder
    return await table.done(table.bob if holder == "Blue" else table.ann, "/turn end")


async def bound_over(table: Table) -> Told:
    """End all remaining steps of the bound and return the last answer."""
    turn = (await table.live()).game.turn
    while True:
        told = await next_step(table)
        if (await table.live()).game.turn != turn:
            return told
