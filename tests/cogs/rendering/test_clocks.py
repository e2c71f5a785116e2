"""Spans of time in words."""

from __future__ import annotations

from dataclasses import replace

from cogs.rendering.clocks import clock_lines, duration, offline_text, time_lines, time_span
from rules.game.tabletop import Clock, Hands
from rules.kernel.wording import ENGLISH
from tests.cogs.rendering.test_log import WORDS, live
from tests.rows import for_each


@for_each(
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


@for_each(
    ("seconds", "said"),
    [
        (59, "no minutes"),
        (60, "1 minute"),
        (119 * 60 + 59, "119 minutes"),
        (120 * 60, "2 hours"),
        (3 * 3600, "3 hours"),
    ],
)
def test_the_bot_says_how_long_it_was_away(seconds: float, said: str) -> None:
    assert ENGLISH(offline_text(seconds)) == f"⏱ I was away for {said}. The clocks did not run."


def test_the_time_of_a_side_is_told_by_its_six_longest_kinds_of_command() -> None:
    spent = {f"kind{n}": 60.0 * n for n in range(1, 8)}
    clock = Clock(seconds=3600, spent={"Red": spent})
    assert [ENGLISH(one) for one in time_lines(clock, ["Red", "Blue"])] == [
        "⏱ Red: 28:00 of 1:00:00: kind7 7:00, kind6 6:00, kind5 5:00, kind4 4:00, kind3 3:00, kind2 2:00",
        "⏱ Blue: 0:00 of 1:00:00",
    ]


def test_a_side_without_a_second_left_is_out_of_time() -> None:
    found = live()
    found.game = replace(found.game, clock=Clock(seconds=60))
    first, *others = found.game.sides
    found.hands = Hands({first: 0.0} | dict.fromkeys(others, 0.5), (first,), 0.0)
    (line,) = clock_lines(WORDS, found)
    assert line == "⏱ " + " · ".join([f"{first}: time is up", *(f"{side} 0:00" for side in others)])
