"""The map of a campaign: territories as dots in the colour of whoever holds them, joined where they are neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from cogs.rendering.charts.canvas import FAINT, LINE, MARGIN, WIDTH, Canvas, drawable
from cogs.rendering.sides import colours_of

HEIGHT = 320
_TOP, _BOTTOM = 60, 270


class Place(NamedTuple):
    """A territory as it is drawn; `at` is per cent from the left and from the top."""

    key: str
    name: str
    holder: str
    neighbours: Sequence[str]
    at: tuple[int, int] | None


def map_picture(title: str, places: Sequence[Place]) -> bytes:
    """The picture as a PNG; places without a spot of their own stand in a ring."""
    canvas = Canvas(HEIGHT)
    name = title if drawable(title) else "…"
    canvas.write(MARGIN, 24, canvas.fitted(name, WIDTH - 2 * MARGIN, 15, bold=True), 15, bold=True)
    spots = {one.key: _spot(nth, len(places), one.at) for nth, one in enumerate(places)}
    for one in places:
        for other in one.neighbours:
            if other in spots and one.key < other:
                canvas.line(spots[one.key], spots[other], colour=LINE, thick=2)
    holders = list(dict.fromkeys(one.holder for one in places if one.holder))
    colours = dict(zip(holders, colours_of(holders), strict=True))
    for nth, one in enumerate(places):
        _place(canvas, one, spots[one.key], colours.get(one.holder, FAINT), nth)
    _legend(canvas, colours)
    return canvas.png()


def _spot(nth: int, of: int, at: tuple[int, int] | None) -> tuple[float, float]:
    left, right = MARGIN + 40.0, WIDTH - MARGIN - 40.0
    if at is not None:
        across, down = (min(100, max(0, one)) / 100 for one in at)
        return left + (right - left) * across, _TOP + (_BOTTOM - _TOP) * down
    turn = 2 * pi * nth / max(1, of)
    return (left + right) / 2 + (right - left) / 2 * sin(turn), (_TOP + _BOTTOM) / 2 - (_BOTTOM - _TOP) / 2 * cos(turn)


def _place(canvas: Canvas, one: Place, at: tuple[float, float], colour: str, nth: int) -> None:
    """A full dot is held by somebody, a small one by nobody: colour alone tells nothing."""
    canvas.dot(*at, 9 if one.holder else 5, colour)
    name = one.name if drawable(one.name) else str(nth + 1)
    mark = f" ({one.holder[:1]})" if one.holder and drawable(one.holder) else ""
    canvas.write(at[0], at[1] + 22, canvas.fitted(f"{name}{mark}", 110, 11), 11, "middle")


def _legend(canvas: Canvas, colours: dict[str, str]) -> None:
    width = (WIDTH - 2 * MARGIN) / max(1, len(colours))
    for nth, (holder, colour) in enumerate(colours.items()):
        x = MARGIN + 4 + width * nth
        canvas.dot(x, HEIGHT - 16, 4, colour)
        shown = holder if drawable(holder) else str(nth + 1)
        canvas.write(x + 10, HEIGHT - 12, canvas.fitted(shown, width - 16, 12), 12)
