"""How much of a phone's screen a message takes: the rows of its text and of its buttons, and its height in pixels.

Measured at 390 px on the page of the local table; letters are as wide there as in Discord, give or take a few percent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

MOST = 240
"""Pixels that a result or a question may take with its controls."""
STATUS, BOARD = 400, 500
"""Pixels of the state of a game, and of a board of eight units, with their controls."""
_WIDE = 338.0
"""Pixels of a line of text."""
_ACROSS = 366.0
"""Pixels of a row of buttons."""
_AROUND = 67
"""Pixels of a message that are neither lines nor controls, with the small print under it."""
FOOT = 24
"""Pixels of the small print among them."""
TYPED = 28
"""Pixels of the line that says who gave which command."""
LINE, ROW, MENU = 19.25, 38, 46
_FURTHER = 2
"""Pixels that a row of buttons below another one takes more than the first."""
MENTION = 24
"""Pixels of the line that calls somebody."""
_HEAD, _BELOW_HEAD, _LARGER = 22, 10, 16 / 14
"""Pixels of a row of a heading, and below it; and how much larger than text it is written."""
_PADDING, _GAP = 24, 8
_BOLD = 1.07
_LETTERS = (
    (3.8, " ijl!',.:;`·"),
    (4.9, "()[]-IfJ/{}"),
    (5.8, 't"″r?“”'),
    (6.9, "cszFL_"),
    (8.0, "aevxykPTESYJZ0123456789$+<=>~^*#–−"),
    (8.8, "bdghnopquABCKVXäöüß"),
    (10.6, "DGHNOQRU&"),
    (13.0, "mMW@w%…→"),
)
_WIDTHS = {letter: width for width, letters in _LETTERS for letter in letters}
_OTHER, _SIGN = 9.0, 17.4
_MARKS = re.compile(r"\\(.)|(\*\*)")
_EMOJI = "\u2190"
"""A character beyond this one is taken for a sign as wide as it is high; arrows stand above."""


def rows(lines: Iterable[str]) -> int:
    """How many rows those lines take."""
    return sum(map(_rows, lines))


def height(lines: Sequence[str], controls: int, typed: bool = False) -> int:
    """Pixels of a message with that text and that many pixels of controls."""
    return round(_AROUND + TYPED * typed + LINE * rows(lines) + controls)


def headed_height(title: str, lines: Sequence[str], above: int = 0) -> int:
    """Pixels of a message with that heading and so many above it, without its controls."""
    heading = _HEAD * _rows(f"**{title}**", _WIDE / _LARGER) + _BELOW_HEAD
    return round(height(lines, 0) + heading + above)


def button_rows(labels: Iterable[str], most: int) -> int:
    """How many rows buttons take: those that stand in one of `most` run over where they are too wide."""
    return sum(_run_over(row) for row in _by(list(labels), most))


def of_buttons(labels: Iterable[str], most: int) -> int:
    """Pixels that buttons take."""
    return of_rows(button_rows(labels, most))


def placed(labels: Iterable[str], most: int) -> list[int]:
    """The row of each button, counted from 0, where each row takes as many as it is wide for."""
    found, row, count, left = list[int](), 0, 0, _ACROSS
    for label in labels:
        wide = _width(label) * 1.03 + _PADDING
        if count == most or (wide > left and count):
            row, count, left = row + 1, 0, _ACROSS
        left, count = left - wide - _GAP, count + 1
        found.append(row)
    return found


def of_rows(count: int) -> int:
    """Pixels of so many rows of buttons."""
    return ROW * count + _FURTHER * max(0, count - 1)


def _by(labels: list[str], most: int) -> list[list[str]]:
    return [labels[at : at + most] for at in range(0, len(labels), most)]


def _run_over(labels: list[str]) -> int:
    count, left = 1, _ACROSS
    for label in labels:
        wide = _width(label) * 1.03 + _PADDING
        if wide > left and left < _ACROSS:
            count, left = count + 1, _ACROSS
        left -= wide + _GAP
    return count


@lru_cache(maxsize=512)
def _rows(line: str, across: float = _WIDE) -> int:
    """The rows of one line, broken between words, as a browser does; cached, as a line is counted several times until
    an answer has found its shape.
    """
    count, left, bold = 1, across, False
    for word in line.split(" "):
        wide, bold = _word(word, bold)
        if wide > left and left < across:
            count, left = count + 1, across
        while wide > across:
            count, wide = count + 1, wide - across
        left -= wide + _WIDTHS[" "]
    return count


def _word(word: str, bold: bool) -> tuple[float, bool]:
    """The pixels of a word, and whether what follows it is bold."""
    wide, at = 0.0, 0
    for found in _MARKS.finditer(word):
        wide += _width(word[at : found.start()]) * (_BOLD if bold else 1)
        at = found.end()
        if found[1]:
            wide += _width(found[1]) * (_BOLD if bold else 1)
        else:
            bold = not bold
    return wide + _width(word[at:]) * (_BOLD if bold else 1), bold


def _width(text: str) -> float:
    return sum(_WIDTHS.get(one) or (_SIGN if one > _EMOJI else _OTHER) for one in text)
