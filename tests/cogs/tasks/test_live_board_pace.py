"""A busy board: fifty changes in half a minute are as many edits as Discord takes without a wait."""

from __future__ import annotations

from cogs.tasks.live_board import EVERY
from tests.cogs.followed import boards, calls, entry
from tests.cogs.table import Table

CHANGES, HALF_A_MINUTE = 50, 30.0
WINDOW, MOST = 5.0, 5
"""Seconds, and the messages of a channel that may be posted or edited in them."""


async def test_fifty_changes_in_half_a_minute_stay_within_discords_limits(demo: Table) -> None:
    await demo.done(demo.bob, "/game board")
    await demo.env.advance_time(EVERY)
    times: list[float] = []
    for _ in range(CHANGES):
        await entry(demo)
        before = calls(demo) + calls(demo, "POST")
        await demo.env.advance_time(HALF_A_MINUTE / CHANGES)
        times += [demo.env.now().timestamp()] * (calls(demo) + calls(demo, "POST") - before)
    await demo.env.advance_time(EVERY)
    assert 10 <= len(times) <= 30, "the board follows, and lets several changes come together"
    for first in times:
        assert len([one for one in times if first <= one < first + WINDOW]) <= MOST
    assert "Score: Red 50" in (boards(demo)[-1].embeds[0].description or "")
