"""The strength of each side by turn, as lines with their names and last numbers at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs.rendering.charts.canvas import FAINT, MARGIN, WIDTH, Canvas, is_drawable, text_width
from cogs.rendering.sides import colours_of

HEIGHT = 230
_TOP, BOTTOM, _NAMES = 44, 200, 96
APART = 15
"""Least distance in points between the names of two lines."""
_MOST_TICKS = 9


class SideLine(NamedTuple):
    """A side with its `name` and its strength at each tick."""

    name: str
    values: Sequence[int]
    colour: str = ""
    """Key of the side's own colour, if it has one."""
    shown: str = ""
    """The name in the reader's language, if it is another."""


def strength_picture(title: str, ticks: Sequence[str], lines: Sequence[SideLine]) -> bytes:
    """Return the picture as a PNG; `ticks` are the labels from left to right, one per value of a line."""
    canvas = Canvas(HEIGHT)
    canvas.write(MARGIN, 24, canvas.fit(title, WIDTH - 2 * MARGIN, 15, bold=True), 15, bold=True)
    most = max([1, *(value for line in lines for value in line.values)])
    _draw_grid(canvas, ticks, most)
    ends = spread_names([_value_y(line.values[-1], most) for line in lines])
    colours = colours_of((line.name for line in lines), {line.name: line.colour for line in lines})
    for at, (line, end, colour) in enumerate(zip(lines, ends, colours, strict=True)):
        _draw_line(canvas, line, colour, most, end, at)
    return canvas.png()


def _draw_grid(canvas: Canvas, ticks: Sequence[str], most: int) -> None:
    for value in (0, most):
        canvas.line((MARGIN + 24, _value_y(value, most)), (WIDTH - _NAMES, _value_y(value, most)))
        canvas.write(MARGIN + 18, _value_y(value, most) + 4, str(value), 12, "right", colour=FAINT)
    step = -(-len(ticks) // _MOST_TICKS)
    for at in range(0, len(ticks), step):
        canvas.write(_tick_x(at, len(ticks)), BOTTOM + 18, ticks[at], 12, "middle", colour=FAINT)


def _draw_line(canvas: Canvas, line: SideLine, colour: str, most: int, end: float, nth: int) -> None:
    points = [(_tick_x(at, len(line.values)), _value_y(value, most)) for at, value in enumerate(line.values)]
    if len(points) > 1:
        canvas.line(*points, colour=colour, thick=2.5)
    for x, y in points if len(points) <= 2 * _MOST_TICKS else points[-1:]:
        canvas.dot(x, y, 4, colour)
    name = line.shown or line.name
    name = name if is_drawable(name) else str(nth + 1)
    last = f" {line.values[-1]}"
    shown = canvas.fit(name, _NAMES - MARGIN - 12 - text_width(last, 13, bold=True), 13)
    canvas.dot(WIDTH - _NAMES + 12, end, 4, colour)
    canvas.write(WIDTH - _NAMES + 20, end + 4, shown, 13)
    canvas.write(WIDTH - _NAMES + 20 + text_width(shown, 13), end + 4, last, 13, bold=True)


def _tick_x(at: int, of: int) -> float:
    left, right = MARGIN + 36, WIDTH - _NAMES - 6
    return left if of < 2 else left + (right - left) * at / (of - 1)


def _value_y(value: int, most: int) -> float:
    return BOTTOM - (BOTTOM - _TOP) * value / most


def spread_names(ends: Sequence[float]) -> list[float]:
    """Return the positions of the names: beside their lines, without overlap, within the picture."""
    order = sorted(range(len(ends)), key=lambda at: ends[at])
    found, last = list(ends), _TOP - APART - 20.0
    for at in order:
        found[at] = last = max(ends[at], last + APART)
    over = max(0.0, last - BOTTOM)
    return [y - over for y in found]
