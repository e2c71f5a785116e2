"""Charts of odds: bars for the results of one action, and a table that compares shots."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from cogs.rendering.charts.canvas import BLUE, FAINT, MARGIN, SERIES, SKY, WIDTH, Canvas, is_drawable
from cogs.rendering.rolls import mean_text, percent_text
from cogs.rendering.text import Reader
from rules.kernel.action import MainOutcome
from rules.kernel.text import Heading, Joined, Text

# The main outcome of an action as a sentence, and as bars that fit into a picture.

MOST_BARS = 9
"""Most bars side by side with legible chances; further values are merged at the ends."""


class Bar(NamedTuple):
    """A value, or the merged values of one end, with its chance and the chance of this or more.

    `most` is the highest of the values merged in the first bar.
    """

    name: Text
    chance: Fraction
    or_more: Fraction
    most: int | None = None


def bars_of(main: MainOutcome) -> list[Bar]:
    """Return a bar for each value from the lowest to the highest."""
    if main.steps:
        return [Bar(name, main.chance(n), main.at_least(n)) for n, name in enumerate(main.steps)]
    first, last = _end_values(main)
    bars = [Bar(Text("{n}", n=n), main.chance(n), main.at_least(n)) for n in range(first, last + 1)]
    # The bars at the ends are merged with all values beyond them.
    if last < max(main.weights):
        bars[-1] = Bar(Text("{n}+", n=last), main.at_least(last), main.at_least(last))
    if first > min(main.weights):
        bars[0] = Bar(Text("{n} or less", n=first), 1 - main.at_least(first + 1), Fraction(1), first)
    return bars


def _end_values(main: MainOutcome) -> tuple[int, int]:
    """Return the values of the first and last bar; the less likely end is merged first."""
    first, last, weights = min(main.weights), max(main.weights), main.weights
    low, high = weights[first], weights[last]
    while last - first >= MOST_BARS:
        lower, higher = low + weights.get(first + 1, 0), high + weights.get(last - 1, 0)
        if higher <= lower:
            last, high = last - 1, higher
        else:
            first, low = first + 1, lower
    return first, last


def chart_sentence(main: MainOutcome) -> Text:
    """Return the whole chart as a sentence, for the text and as the description of the picture."""
    bars = bars_of(main)
    each = Joined([Text("{n} {chance}", n=bar.name, chance=percent_text(bar.chance)) for bar in bars], ", ")
    # The first bar is certain, so it is left out unless it is the only one.
    rest = bars[1:] or bars
    more = Joined([Text("{n} {chance}", n=bar.name, chance=percent_text(bar.or_more)) for bar in rest], ", ")
    if main.steps:
        return Text("{what}: {each}. This many or more: {more}.", what=main.name, each=each, more=more)
    return Text(
        "{what}: {mean} on average; exactly {each}. This many or more: {more}.",
        what=main.name,
        mean=mean_text(main.mean),
        each=each,
        more=more,
    )


TOP, BASE, TALL = 58, 178, 244
"""Top of the highest bar, base of the bars and height of the picture, with bars side by side."""
ROW, NAMES = 30, 118
"""Height of a row and width of its name, with bars one below the other."""


def odds_chart(words: Reader, main: MainOutcome) -> bytes:
    """Return the chart; degrees of success have long names, so their bars are one below the other."""
    bars, words = bars_of(main), words.plain
    return _draw_rows(words, main, bars) if main.steps else _draw_columns(words, main, bars)


def _draw_heading(words: Reader, sheet: Canvas, main: MainOutcome) -> None:
    """Write the heading on the left, because Discord shows a button in the right corner."""
    said = [Heading(main.name), *([] if main.steps else [Text("Mean {mean}", mean=mean_text(main.mean))])]
    sheet.write(MARGIN, 28, words(Joined(said, " · ")), 17, bold=True)


def _draw_columns(words: Reader, main: MainOutcome, bars: Sequence[Bar]) -> bytes:
    sheet, wide = Canvas(TALL), (WIDTH - 2 * MARGIN) / len(bars)
    _draw_heading(words, sheet, main)
    most = max(bar.chance for bar in bars)
    for nth, bar in enumerate(bars):
        middle = MARGIN + wide * (nth + 0.5)
        top, half = BASE - (BASE - TOP) * float(bar.chance / most), min(wide * 0.38, 28)
        if bar.chance:
            sheet.bar(middle - half, top, middle + half, BASE)
        sheet.write(middle, top - 5, words(percent_text(bar.chance)), 11.5, "middle")
        name = bar.name if bar.most is None else Text("≤{n}", n=bar.most)
        sheet.write(middle, BASE + 17, words(name), 14, "middle", bold=True)
        sheet.write(middle, BASE + 56, words(percent_text(bar.or_more)), 11.5, "middle")
    sheet.line((MARGIN, BASE), (WIDTH - MARGIN, BASE), colour=FAINT)
    sheet.line((MARGIN, BASE + 25), (WIDTH - MARGIN, BASE + 25))
    sheet.write(MARGIN, BASE + 40, words.say("This many or more"), 12, colour=FAINT)
    return sheet.png()


def _draw_rows(words: Reader, main: MainOutcome, bars: Sequence[Bar]) -> bytes:
    sheet = Canvas(56 + ROW * len(bars))
    _draw_heading(words, sheet, main)
    sheet.write(WIDTH - MARGIN, 44, words.say("This many or more"), 12, "right", colour=FAINT)
    most, left, right = max(bar.chance for bar in bars), MARGIN + NAMES, WIDTH - MARGIN - 110
    for nth, bar in enumerate(bars):
        top = 54 + ROW * nth
        middle, end = top + ROW / 2 + 4, left + (right - left) * float(bar.chance / most)
        sheet.write(MARGIN, middle, sheet.fit(words(Heading(bar.name)), NAMES - 8), 13)
        if bar.chance:
            sheet.bar(left, top + 4, end, top + ROW - 4, BLUE if nth else SKY)
        sheet.write(end + 6, middle, words(percent_text(bar.chance)), 12)
        sheet.write(WIDTH - MARGIN, middle, words(percent_text(bar.or_more)), 12, "right")
    return sheet.png()


# Shots compared: a row per shot, the best first, and a column for each policy of the other side.

MOST_ROWS = 10
MOST_COLUMNS = 3
HEAD, COMPARED_ROW, COMPARED_NAMES = 40, 42, 112
"""Height of the heading and of a row, and width of a name."""


def comparison_chart(
    words: Reader, names: Sequence[Sequence[str]], heads: Sequence[str], mains: Sequence[Sequence[MainOutcome]]
) -> bytes:
    """Return a row for each of the `names`, of one or two lines, with a bar per column of `mains`.

    Rows are numbered as in the text, where a name that the font cannot write appears alone.
    """
    words, rows = words.plain, list(zip(names, mains, strict=True))[:MOST_ROWS]
    columns = min(MOST_COLUMNS, max(1, len(heads)))
    sheet = Canvas(HEAD + COMPARED_ROW * len(rows) + 8)
    wide = (WIDTH - 2 * MARGIN - COMPARED_NAMES) / columns
    lefts = [MARGIN + COMPARED_NAMES + wide * nth for nth in range(columns)]
    titles = heads[:columns] or [words.say("Expected losses; at least one; all")]
    for title, left, colour in zip(titles, lefts, SERIES, strict=False):
        sheet.bar(left, 19, left + 8, 27, colour, 2)
        sheet.write(left + 13, 27, sheet.fit(title, wide - 16, 12), 12, colour=FAINT)
    most = max((float(main.mean) for _, found in rows for main in found), default=0) or 1
    for nth, (name, found) in enumerate(rows):
        top = HEAD + COMPARED_ROW * nth
        sheet.line((MARGIN, top), (WIDTH - MARGIN, top))
        sheet.write(MARGIN, top + 18, f"{nth + 1}", 13, bold=True)
        for line, part in enumerate(name):
            if is_drawable(part):
                sheet.write(MARGIN + 20, top + 18 + 16 * line, sheet.fit(part, COMPARED_NAMES - 26), 13)
        for at, main in enumerate(found[:columns]):
            _draw_cell(words, sheet, main, (lefts[at], top, wide), float(main.mean) / most, SERIES[at])
    return sheet.png()


def _draw_cell(
    words: Reader, sheet: Canvas, main: MainOutcome, place: tuple[float, float, float], share: float, colour: str
) -> None:
    """Draw the mean as a bar with its number, and the two chances below it."""
    left, top, wide = place
    end = left + (wide - 46) * share
    if main.mean:
        sheet.bar(left, top + 8, end, top + 20, colour)
    number = words(percent_text(main.mean) if main.steps else mean_text(main.mean))
    sheet.write(end + 5 if main.mean else left, top + 19, number, 13, bold=True)
    sheet.write(left, top + 35, sheet.fit(words(_cell_text(main)), wide - 4, 11.5), 11.5, colour=FAINT)


def _cell_text(main: MainOutcome) -> Text:
    some = percent_text(main.at_least(1))
    if main.steps:
        return Text("{last}; any effect {some}", last=main.steps[-1], some=some)
    if main.wiped_out is None:
        return Text("≥1: {some}", some=some)
    return Text("≥1: {some}, all: {all}", some=some, all=percent_text(main.wiped_out))
