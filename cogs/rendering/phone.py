"""The size of a message on a phone: rows of text and buttons, and height in pixels.

Measured at a width of 390 px on the page of the local table; its letters are as wide as Discord's, within a few
percent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

MOST = 240
"""Greatest height of a result or a question with its controls, in pixels."""
STATUS, BOARD = 400, 500
"""Greatest heights of the state of a game and of a board of eight units, with controls, in pixels."""
_WIDE = 338.0
"""Width of a line of text in pixels."""
_ACROSS = 366.0
"""Width of a row of buttons in pixels."""
_AROUND = 67
"""Height of a message besides lines and controls, including its footer, in pixels."""
FOOT = 24
"""Height of the footer in pixels."""
TYPED = 28
"""Height of the line that shows the issuer of a command, in pixels."""
LINE, ROW, MENU = 19.25, 38, 46
_FURTHER = 2
"""Extra height of a row of buttons below another, in pixels."""
MENTION = 24
"""Height of the line with a mention, in pixels."""
_HEAD, _BELOW_HEAD, _LARGER = 22, 10, 16 / 14
"""Height of a row of a heading, space below it, and its size relative to text."""
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
"""A character beyond this one counts as a square sign, unless its width is listed above."""


def row_count(lines: Iterable[str]) -> int:
    """Return the number of rows that the lines take."""
    return sum(map(_line_rows, lines))


def message_height(lines: Sequence[str], controls: int, typed: bool = False) -> int:
    """Return the height of a message with the text and controls, in pixels."""
    return round(_AROUND + TYPED * typed + LINE * row_count(lines) + controls)


def headed_height(title: str, lines: Sequence[str], above: int = 0) -> int:
    """Return the height in pixels of a message with a heading, without controls; `above` is added."""
    heading = _HEAD * _line_rows(f"**{title}**", _WIDE / _LARGER) + _BELOW_HEAD
    return round(message_height(lines, 0) + heading + above)


def button_rows(labels: Iterable[str], most: int) -> int:
    """Return the number of rows of buttons, at most `most` each; rows that are too wide wrap."""
    every = list(labels)
    return sum(_wrapped_row_count(every[at : at + most]) for at in range(0, len(every), most))


def buttons_height(labels: Iterable[str], most: int) -> int:
    """Return the height of buttons in pixels."""
    return rows_height(button_rows(labels, most))


def button_places(labels: Iterable[str], most: int) -> list[int]:
    """Return the row of each button, counted from 0; each row takes as many as fit."""
    found, row, count, left = list[int](), 0, 0, _ACROSS
    for label in labels:
        wide = _text_width(label) * 1.03 + _PADDING
        if count == most or (wide > left and count):
            row, count, left = row + 1, 0, _ACROSS
        left, count = left - wide - _GAP, count + 1
        found.append(row)
    return found


def rows_height(count: int) -> int:
    """Return the height of rows of buttons in pixels."""
    return ROW * count + _FURTHER * max(0, count - 1)


def _wrapped_row_count(labels: list[str]) -> int:
    count, left = 1, _ACROSS
    for label in labels:
        wide = _text_width(label) * 1.03 + _PADDING
        if wide > left and left < _ACROSS:
            count, left = count + 1, _ACROSS
        left -= wide + _GAP
    return count


@lru_cache(maxsize=512)
def _line_rows(line: str, across: float = _WIDE) -> int:
    """Return the rows of one line, broken between words as in a browser.

    Cached, because a line is measured several times while an answer is laid out.
    """
    count, left, bold = 1, across, False
    for word in line.split(" "):
        wide, bold = _word_width(word, bold)
        if wide > left and left < across:
            count, left = count + 1, across
        while wide > across:
            count, wide = count + 1, wide - across
        left -= wide + _WIDTHS[" "]
    return count


def _word_width(word: str, bold: bool) -> tuple[float, bool]:
    """Return the width of a word in pixels, and whether the text after it is bold."""
    wide, at = 0.0, 0
    for found in _MARKS.finditer(word):
        wide += _text_width(word[at : found.start()]) * (_BOLD if bold else 1)
        at = found.end()
        if found[1]:
            wide += _text_width(found[1]) * (_BOLD if bold else 1)
        else:
            bold = not bold
    return wide + _text_width(word[at:]) * (_BOLD if bold else 1), bold


def _text_width(text: str) -> float:
    return sum(_WIDTHS.get(one) or (_SIGN if one > _EMOJI else _OTHER) for one in text)
