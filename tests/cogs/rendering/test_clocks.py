"""Spans of time in words."""

from __future__ import annotations

import pytest

from cogs.rendering.clocks import duration, time_span


@pytest.mark.parametrize(
    ("seconds", "clock", "span"),
    [
        (-5, "0:00", "0 min 0 s"),
        (59.9, "0:59", "0 min 59 s"),
        (60, "1:00", "1 min 0 s"),
        (60 * 60 - 1, "59:59", "59 min 59 s"),
        (60 * 60, "1:00:00", "1 h 0 min"),
        (60 * 60 + 61, "1:01:01", "1 h 1 min"),
        (25 * 60 * 60, "25:00:00", "25 h 0 min"),
    ],
)
def test_a_clock_shows_hours_minutes_and_seconds_and_a_span_its_units(seconds: float, clock: str, span: str) -> None:
    assert (duration(seconds), time_span(seconds)) == (clock, span)
