"""Checks of a list against its own statements: its points and its number of units."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rules.command.list_headings import points_in
from rules.command.list_tokens import POINTS, WORTH
from rules.command.list_types import SHOWN, ListedUnits, Unknown
from rules.command.list_words import Meaning, Vocabulary

AS_READ, AS_COUNTED = Meaning("word", "asread"), Meaning("word", "ascounted")
"""Answers that a list was read correctly, although it states different points or a different number of units."""
_TOTAL = re.compile(
    rf"\W*(?:(?:grand )?total\w*|gesamt\w*|insgesamt|summe?|suma|razem|punkte gesamt|points total)"
    rf"(?: army)?(?: points?| punkte| pts| puntos)?\s*[:=\-–—]?\s*[\[(]?(?:{WORTH}|(?:{POINTS})(?=\W*$))",
    re.IGNORECASE,
)
_MANY = re.compile(r"\W*(?:number of units|units|einheiten|unités|unidades)\s*:\s*(\d{1,3})\W*$", re.IGNORECASE)
_FEWEST, _MOST = 0.85, 1.05
"""Share of the points in its name that a list may be worth: it need not reach them, and seldom exceeds them."""


def stated_points(passed: Sequence[str], title: str) -> Iterator[tuple[str, int, bool]]:
    """Yield the lines that state the worth of a list, each with its points, and True for a sum, False for a limit."""
    for line in passed:
        if found := _TOTAL.match(line):
            yield line, points_in(found[0]), True
    if found := re.search(WORTH, title):
        yield title, points_in(found[0]), False


def check_sums(
    words: Vocabulary, lines: Sequence[ListedUnits], passed: Sequence[str], title: str
) -> Sequence[ListedUnits]:
    """Return the lines, with a question if the points or the number of units differ from the list's statement."""
    if any(one.unknown or one.faults for one in lines) or not any(one.units for one in lines):
        return lines
    units = [unit for one in lines for unit in one.units]
    read, priced = sum(int(unit.get("points", 0)) for unit in units), all(unit.get("points") for unit in units)
    said = [*stated_points(passed, title)]
    exact = [one for one in said if one[2]]
    fits = any(points == read for _, points, _ in said)
    wrong = [
        (line, AS_READ._replace(value=str(read)))
        for line, points, is_sum in (exact or said)[-1:]
        if read and not fits
        if read > points * (1 if is_sum else _MOST) or (priced and read < points * (1 if is_sum else _FEWEST))
    ]
    counts = ((line, found[1]) for line in passed if (found := _MANY.match(line)))
    wrong += [(line, AS_COUNTED._replace(value=str(len(units)))) for line, n in counts if int(n) != len(units)]
    asked = [
        ListedUnits(line, unknown=(Unknown(line.strip()[:SHOWN], "word", (meaning,)),))
        for line, meaning in wrong
        if meaning not in words.meanings((line.strip()[:SHOWN],))
    ]
    return (*lines, *asked)
