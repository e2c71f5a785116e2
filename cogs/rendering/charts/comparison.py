"""Shots side by side: a row each, the best first, and a column for each policy of the other side."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.rendering.charts.canvas import FAINT, LINE, MARGIN, SERIES, WIDTH, Canvas, drawable
from cogs.rendering.figures import mean, percent
from cogs.rendering.text import Reader
from rules.kernel.action import MainOutcome
from rules.kernel.text import Text

MOST_ROWS = 10
MOST_COLUMNS = 3
HEAD, ROW, NAMES = 40, 42, 112
"""How high the head and a row are, and how much room a name has."""


def comparison_chart(
    words: Reader, names: Sequence[Sequence[str]], heads: Sequence[str], mains: Sequence[Sequence[MainOutcome]]
) -> bytes:
    """A row for each of the `names`, of one line or two, with a bar for each of its `mains`, under its head.

    Rows are numbered as in the text: a name that the font cannot write stands there alone.
    """
    words, rows = words.plain, list(zip(names, mains, strict=True))[:MOST_ROWS]
    columns = min(MOST_COLUMNS, max(1, len(heads)))
    sheet = Canvas(HEAD + ROW * len(rows) + 8)
    wide = (WIDTH - 2 * MARGIN - NAMES) / columns
    lefts = [MARGIN + NAMES + wide * nth for nth in range(columns)]
    _heads(words, sheet, heads[:columns], lefts, wide)
    most = max((float(main.mean) for _, found in rows for main in found), default=0) or 1
    for nth, (name, found) in enumerate(rows):
        top = HEAD + ROW * nth
        sheet.line((MARGIN, top), (WIDTH - MARGIN, top), colour=LINE)
        sheet.write(MARGIN, top + 18, f"{nth + 1}", 13, bold=True)
        for line, part in enumerate(name):
            if drawable(part):
                sheet.write(MARGIN + 20, top + 18 + 16 * line, sheet.fitted(part, NAMES - 26), 13)
        for at, main in enumerate(found[:columns]):
            _cell(words, sheet, main, (lefts[at], top, wide), float(main.mean) / most, SERIES[at])
    return sheet.png()


def _heads(words: Reader, sheet: Canvas, heads: Sequence[str], lefts: Sequence[float], wide: float) -> None:
    told = heads or [words.say("Losses to expect; at least one; all")]
    for nth, (head, left) in enumerate(zip(told, lefts, strict=True)):
        sheet.bar(left, 19, left + 8, 27, SERIES[nth], 2)
        sheet.write(left + 13, 27, sheet.fitted(head, wide - 16, 12), 12, colour=FAINT)


def _cell(
    words: Reader, sheet: Canvas, main: MainOutcome, place: tuple[float, float, float], share: float, colour: str
) -> None:
    """The mean as a bar with its number, the two chances below it."""
    left, top, wide = place
    end = left + (wide - 46) * share
    if main.mean:
        sheet.bar(left, top + 8, end, top + 20, colour)
    number = words(percent(main.mean) if main.steps else mean(main.mean))
    sheet.write(end + 5 if main.mean else left, top + 19, number, 13, bold=True)
    sheet.write(left, top + 35, sheet.fitted(words(_small(main)), wide - 4, 11.5), 11.5, colour=FAINT)


def _small(main: MainOutcome) -> Text:
    some = percent(main.at_least(1))
    if main.steps:
        return Text("{last}; any effect {some}", last=main.steps[-1], some=some)
    if main.wiped_out is None:
        return Text("≥1: {some}", some=some)
    return Text("≥1: {some}, all: {all}", some=some, all=percent(main.wiped_out))
