"""A campaign at the table: Ann arbitrates and plays Red, Bob plays Blue, both through the real bot."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from bot.resolution.result import OpenQuestion
from rules.campaign.campaign import Campaign
from rules.kernel.request import Request
from tests.cogs.table import Table
from tests.cogs.told import Told

KINDS = {"fubar": "marines", "opreb": "colonial_militia"}
"""What the squads of a campaign are, by its system."""


def force_file(*names: str, system: str = "fubar", kind: str = "marines") -> tuple[str, bytes]:
    units = [{"type": kind, "name": name, "models": 5} for name in names]
    return "force.json", json.dumps({"name": "Squads", "system": system, "units": units}).encode()


async def joined(table: Table, **more: Any) -> None:
    await table.done(table.ann, "/campaign new", **{"name": "Long war", "system": "fubar", **more})
    await table.done(table.ann, "/campaign join")
    await table.done(table.bob, "/campaign join")


async def enlisted(table: Table, **more: Any) -> None:
    """Able and Baker for Ann, Xavier and Yoke for Bob."""
    await joined(table, **more)
    kind = {"system": more.get("system", "fubar")}
    kind |= {"kind": KINDS[kind["system"]]}
    await table.done(table.ann, "/campaign enlist", file=force_file("Able", "Baker", **kind))
    await table.done(table.bob, "/campaign enlist", file=force_file("Xavier", "Yoke", **kind))


async def now(table: Table) -> Campaign:
    [info] = await table.services.campaigns.all(table.call(table.ann))
    return (await table.services.campaigns.open(table.call(table.ann), info.id)).campaign


async def shot(table: Table, unit: str, target: str, who: Any = None) -> None:
    """A shot at ten inches in which somebody falls."""
    live = await table.live()
    ids = {one.name: one.id for one in live.game.units.values()}
    wanted = Request(command="fire", unit=(ids[unit],), target=(ids[target],), distance=(Decimal(10),))
    for _ in range(20):
        found = await table.services.referee.order(table.call(who or table.ann), wanted, anyway=True)
        assert not isinstance(found, OpenQuestion)
        if any(event.kind == "lost" for event in found.entry.events):
            return
    raise AssertionError("nobody fell")


async def ended(table: Table) -> Told:
    """Ann ends the game; the report as the bot has posted it in the channel."""
    await table.done(table.ann, "/game end")
    await table.services.campaign_watch.settled()
    return panel(table)


def panel(table: Table, begins: str = "Report") -> Told:
    """The last report in the channel, or what else has such a heading, as it stands now."""
    found = [one for one in table.channel.history() if one.embeds and (one.embeds[0].title or "").startswith(begins)]
    newest = max(found, key=lambda one: int(one.id))
    return table.now(newest)


async def fought(table: Table) -> Told:
    """A battle in which Xavier loses somebody, up to its report."""
    await table.done(table.ann, "/campaign battle start", against="Blue")
    await shot(table, "Able", "Xavier")
    return await ended(table)


async def thrown(table: Table) -> None:
    """All dice of the report of the last battle, by their players."""
    for who in (table.ann, table.bob):
        while await _waits(table, who):
            await table.done(who, "/campaign throw")


async def _waits(table: Table, who: Any) -> bool:
    campaign = await now(table)
    report = list(campaign.battles.values())[-1].report
    assert report is not None
    return any(campaign.rosters[campaign.units[one.unit].roster].player == str(who.id) for one in report.open)


async def signed(table: Table, **more: Any) -> None:
    """A battle that was fought, reported and signed by both."""
    await enlisted(table, **more)
    await fought(table)
    await thrown(table)
    await table.done(table.ann, "/campaign sign")
    await table.done(table.bob, "/campaign sign")
