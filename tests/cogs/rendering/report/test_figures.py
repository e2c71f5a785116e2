"""The figures of a report: the picture of strength by turn."""

from __future__ import annotations

from bot.services.record.statistics import Statistics, TurnStrength
from cogs.rendering.report.figures import strength_chart
from cogs.rendering.report.reader import ReportReader
from data.texts import language
from tests.rows import for_each


@for_each(("turns", "named"), [(12, 12), (13, 7), (24, 12), (25, 9)])
def test_of_many_turns_twelve_at_most_are_named_below_the_picture_at_equal_steps(turns: int, named: int) -> None:
    strength = tuple(TurnStrength(turn, {"Red": 30 - turn, "Blue": 9}) for turn in range(turns))
    words = ReportReader(language("en"))
    chart = strength_chart(words, Statistics(sides=("Red", "Blue"), strength=strength), {})
    assert chart is not None
    labels = [label for _, label in chart.turns]
    assert (len(labels), labels[0]) == (named, "Start")
