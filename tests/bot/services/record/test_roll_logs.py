"""Which logs in further channels are looked at when."""

from __future__ import annotations

from bot.services import Services
from bot.services.record.roll_logs import PACE, RollLogQueue


async def test_a_log_that_is_being_written_is_not_begun_a_second_time(services: Services) -> None:
    """Its lines would be posted twice."""
    queue = RollLogQueue(services.record)
    queue.add("one", "20")
    assert queue.take_due(100.0) == ["one"]
    queue.changed("one")
    assert queue.take_due(100.0 + 2 * PACE) == [], "the channel is free again, the log is not"
