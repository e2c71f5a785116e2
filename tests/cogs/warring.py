"""A campaign at the table: Ann arbitrates and plays Red, Bob plays Blue, both through the real bot."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from bot.resolution.result import OpenQuestion
from rules.campaign.campaign import Campaign
from rules.kernel.request import Request
from tests.cogs.shown import Told
from tests.cogs.table import Table

KINDS = {"fubar": "marines", "opreb": "colonial_militia"}
"""Unit types of the squads, by system."""


def force_file(*names: str, system: str = "fubar", kind: str = "marines") -> tuple[str, bytes]:
    units = [{"type": kind, "name": name, "models": 5} for name in names]
    return "force.json", json.dumps({"name": "Squads", "system": system, "units": units}).encode()


async def join_campaign(table: Table, **more: Any) -> None:
    await table.done(table.ann, "/campaign new", **{"name": "Long war", "system": "fubar", **more})
    await table.done(table.ann, "/campaign join")
    await table.done(table.bob, "/campaign join")


async def enlist_units(table: Table, **more: Any) -> None:
    """Enlist Able and Baker for Ann, Xavier and Yoke for Bob."""
    await join_campaign(table, **more)
    kind = {"system": more.get("system", "fubar")}
    kind |= {"kind": KINDS[kind["system"]]}
    await table.done(table.ann, "/campaign enlist", file=force_file("Able", "Baker", **kind))
    await table.done(table.bob, "/campaign enlist", file=force_file("Xavier", "Yoke", **kind))


async def current_campaign(table: Table) -> Campaign:
    [info] = await table.services.campaigns.all(table.call(table.ann))
    return (await table.services.campaigns.open(table.call(table.ann), info.id)).campaign


async def fire(table: Table, unit: str, target: str, who: Any = None) -> None:
    """Fire at ten inches until there is a loss."""
    live = await table.live()
    ids = {one.name: one.id for one in live.game.units.values()}
    wanted = Request(command="fire", unit=(ids[unit],), target=(ids[target],), distance=(Decimal(10),))
    for _ in range(20):
        found = await table.services.referee.order(table.call(who or table.ann), wanted, anyway=True)
        assert not isinstance(found, OpenQuestion)
        if any(event.kind == "lost" for event in found.entry.events):
            return
    raise AssertionError("nobody fell")


async def end_game(table: Table) -> Told:
    """End the game as Ann and return the report that the bot posted in the channel."""
    await table.done(table.ann, "/game end")
    await table.services.campaign_watch.wait_until_settled()
    return panel(table)


def panel(table: Table, begins: str = "Report") -> Told:
    """Return the current content of the last report in the channel, or of another message with that heading."""
    found = [one for one in table.channel.history() if one.embeds and (one.embeds[0].title or "").startswith(begins)]
    newest = max(found, key=lambda one: int(one.id))
    return table.now(newest)


async def fight_battle(table: Table) -> Told:
    """Fight a battle with a loss for Xavier, up to its report."""
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await fire(table, "Able", "Xavier")
    return await end_game(table)


async def roll_for_report(table: Table) -> None:
    """Roll all dice of the last report as their players."""
    for who in (table.ann, table.bob):
        while await _waits(table, who):
            await table.done(who, "/campaign throw")


async def _waits(table: Table, who: Any) -> bool:
    campaign = await current_campaign(table)
    report = list(campaign.battles.values())[-1].report
    assert report is not None
    return any(campaign.rosters[campaign.units[one.unit].roster].player == str(who.id) for one in report.open)


async def sign_report(table: Table) -> None:
    """Roll for the report of a battle; then both players sign it."""
    await roll_for_report(table)
    await table.done(table.ann, "/campaign sign")
    await table.done(table.bob, "/campaign sign")
