"""Files and pictures of a full table with long names delay no other player and use bounded memory."""

from __future__ import annotations

import gc
import resource
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bot.long_game import lengthened
from tests.cogs.beginnings import beginning
from tests.cogs.heartbeat import LONGEST, heartbeat, is_to_be_tried
from tests.cogs.table import Table

ENTRIES = 120
GROWN = 30 << 20
"""Bytes that the bot may grow by while it answers."""
NAME = "*_~`<@1>[]()|#" * 4
"""A long name of a unit, full of what Discord reads as more than letters."""
UNITS = 30
"""On each side; as many as a list can have in all."""
LOOKS: tuple[tuple[str, dict[str, Any]], ...] = (
    *(("/export", {"format": format}) for format in ("html", "markdown", "csv", "json")),
    ("/export", {"format": "html", "anonymous": True}),
    ("/odds", {"attacker": "u1", "target": "u60", "distance": "20", "chart": True}),
    ("/odds", {"attacker": "u1,u2,u3,u4,u5", "target": "u60", "distance": "20", "chart": True}),
    ("/stats", {}),
    ("/luck", {}),
    ("/force cards", {}),
    ("/force export", {}),
    ("/force export", {"format": "text"}),
    ("/game board", {}),
    ("/game status", {}),
    ("/unit list", {}),
    ("/unit show", {"unit": "u1"}),
    ("/log show", {}),
    ("/why", {}),
    ("/fire", {"attacker": "u1", "target": "u60"}),
)
AT_THE_END: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/game review", {}),
    ("/stats", {"units": "fubar"}),
    ("/stats", {}),
    ("/export", {"format": "json"}),
    ("/export", {"format": "csv", "anonymous": True}),
)


@beginning
async def hostile(fair: Table) -> None:
    """Two sides of thirty, every name as long as it may be, and an evening of many entries."""
    await fair.done(fair.ann, "/game new", system="fubar")
    for side in ("Red", "Blue"):
        await fair.done(fair.ann, "/game join", side=side)
        for _ in range(2):
            await fair.done(
                fair.ann, "/unit add", name=NAME, profile="militia", side=side, models=100, count=UNITS // 2
            )
    await fair.done(fair.ann, "/fire", attacker="u1", target="u60", distance="20")
    live = await fair.live()
    await lengthened(fair.services, live.info, live.game, await fair.entry(), ENTRIES)


def _memory() -> int:
    """Bytes of memory that this process has."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


async def _require_light(table: Table, looks: Sequence[tuple[str, dict[str, Any]]]) -> None:
    """Raises AssertionError for what holds the loop or fills memory."""
    heavy = dict[str, object]()
    for command, options in looks:
        tries, grown = list[tuple[float, str]](), list[int]()
        while is_to_be_tried([longest for longest, _ in tries]):
            before = _memory()
            with heartbeat() as beat:
                told = await table.say(table.ann, command, **options)
            assert not told.refused, (command, told.whole)
            assert told.title != "Sorry"
            grown.append(_memory() - before)
            tries.append((beat.longest, beat.where))
        if min(tries)[0] > LONGEST or max(grown) > GROWN:
            heavy[f"{command} {options}"] = min(tries), [n >> 20 for n in grown]
    assert not heavy


async def test_looks_at_a_full_table_block_no_other_request(hostile: Table) -> None:
    await _require_light(hostile, LOOKS)


async def test_looks_back_at_a_full_table_block_no_other_request(hostile: Table) -> None:
    await hostile.done(hostile.ann, "/game end")
    await _require_light(hostile, AT_THE_END)
