"""The odds of one action: a bar for each result of the main outcome, a row "this or more", and the mean."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.rendering.charts.canvas import BLUE, FAINT, LINE, MARGIN, SKY, WIDTH, Canvas
from cogs.rendering.figures import mean, percent
from cogs.rendering.main_outcome import Bar, bars_of
from cogs.rendering.text import Reader
from rules.kernel.action import MainOutcome
from rules.kernel.text import Heading, Term, Text

TOP, BASE, TALL = 58, 178, 244
"""Where the highest bar ends, where all begin, and how high the picture is, with bars side by side."""
ROW, NAMES = 30, 118
"""How high a row is, and how much room its name has, with bars one below the other."""


def odds_chart(words: Reader, main: MainOutcome) -> bytes:
    """The picture; degrees have long names, and stand one below the other."""
    bars, words = bars_of(main), words.plain
    return _in_rows(words, main, bars) if main.steps else _side_by_side(words, main, bars)


def _head(words: Reader, sheet: Canvas, main: MainOutcome) -> None:
    sheet.write(MARGIN, 28, words(Heading(Term(main.what))), 17, bold=True)
    if not main.steps:
        sheet.write(WIDTH - MARGIN, 28, words.say("Mean {mean}", mean=mean(main.mean)), 15, "right")


def _side_by_side(words: Reader, main: MainOutcome, bars: Sequence[Bar]) -> bytes:
    sheet, wide = Canvas(TALL), (WIDTH - 2 * MARGIN) / len(bars)
    _head(words, sheet, main)
    most = max(bar.chance for bar in bars)
    for nth, bar in enumerate(bars):
        middle = MARGIN + wide * (nth + 0.5)
        top, half = BASE - (BASE - TOP) * float(bar.chance / most), min(wide * 0.38, 28)
        if bar.chance:
            sheet.bar(middle - half, top, middle + half, BASE)
        sheet.write(middle, top - 5, words(percent(bar.chance)), 11.5, "middle")
        sheet.write(middle, BASE + 17, words(_short(bar)), 14, "middle", bold=True)
        sheet.write(middle, BASE + 56, words(percent(bar.or_more)), 11.5, "middle")
    sheet.line((MARGIN, BASE), (WIDTH - MARGIN, BASE), colour=FAINT)
    sheet.line((MARGIN, BASE + 25), (WIDTH - MARGIN, BASE + 25), colour=LINE)
    sheet.write(MARGIN, BASE + 40, words.say("This or more"), 12, colour=FAINT)
    return sheet.png()


def _short(bar: Bar) -> Text:
    """ "≤3" below a bar where the text says "3 or less"."""
    return bar.name if bar.most is None else Text("≤{n}", n=bar.most)


def _in_rows(words: Reader, main: MainOutcome, bars: Sequence[Bar]) -> bytes:
    sheet = Canvas(56 + ROW * len(bars))
    _head(words, sheet, main)
    sheet.write(WIDTH - MARGIN, 44, words.say("This or more"), 12, "right", colour=FAINT)
    most, left, right = max(bar.chance for bar in bars), MARGIN + NAMES, WIDTH - MARGIN - 110
    for nth, bar in enumerate(bars):
        top = 54 + ROW * nth
        middle, end = top + ROW / 2 + 4, left + (right - left) * float(bar.chance / most)
        sheet.write(MARGIN, middle, sheet.fitted(words(Heading(bar.name)), NAMES - 8), 13)
        if bar.chance:
            sheet.bar(left, top + 4, end, top + ROW - 4, BLUE if nth else SKY)
        sheet.write(end + 6, middle, words(percent(bar.chance)), 12)
        sheet.write(WIDTH - MARGIN, middle, words(percent(bar.or_more)), 12, "right")
    return sheet.png()
