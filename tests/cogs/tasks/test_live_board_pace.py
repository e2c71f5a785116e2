"""A busy board: twenty changes in twelve seconds are as many edits as Discord takes without a wait."""

from __future__ import annotations

from cogs.tasks.live_board import EVERY
from tests.cogs.followed import boards, calls, entry
from tests.cogs.table import Table

CHANGES, SECONDS = 20, 12.0
WINDOW, MOST = 5.0, 5
"""Seconds, and the messages of a channel that may be posted or edited in them."""


async def test_twenty_changes_in_twelve_seconds_stay_within_discords_limits(demo: Table) -> None:
    await demo.done(demo.bob, "/game board")
    await demo.env.advance_time(EVERY)
    times: list[float] = []
    for _ in range(CHANGES):
        await entry(demo)
        before = calls(demo) + calls(demo, "POST")
        await demo.env.advance_time(SECONDS / CHANGES)
        times += [demo.env.now().timestamp()] * (calls(demo) + calls(demo, "POST") - before)
    await demo.env.advance_time(EVERY)
    assert 4 <= len(times) <= 12, "the board follows, and lets several changes come together"
    for first in times:
        assert len([one for one in times if first <= one < first + WINDOW]) <= MOST
    assert "Score: Red 20" in (boards(demo)[-1].embeds[0].description or "")
