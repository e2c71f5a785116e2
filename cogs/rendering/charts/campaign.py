"""Pictures of a campaign: its ladder with the moves of the battles, and its map of territories."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from cogs.rendering.charts.canvas import FAINT, INK, MARGIN, PAPER, WIDTH, Canvas, is_drawable, text_width
from cogs.rendering.sides import NO_OWN, Own, colours_of

_LADDER_TOP, _ROW, _NAME = 92, 22, 70
_ALL = 13
"""Most steps that are all numbered; otherwise every fifth is."""
MOST = 12
"""Most battles drawn; the last ones are shown."""


def ladder_picture(
    title: str, steps: int, step: int, sides: Sequence[str], moves: Sequence[tuple[str, int]], own: Own = NO_OWN
) -> bytes:
    """Return the ladder as a PNG.

    Steps count from 1; the first of the `sides` climbs to the last step, the second to 1. `own` are the sides' own
    colours, `moves` the names of the battles, each with the step that it led to.
    """
    moves = moves[-MOST:]
    canvas = Canvas(_LADDER_TOP + 24 + _ROW * len(moves))
    _draw_title(canvas, title)
    _draw_ends(canvas, sides, own)
    canvas.line((_step_x(1, steps), _LADDER_TOP - 22), (_step_x(steps, steps), _LADDER_TOP - 22), thick=3)
    for at in sorted(range(1, steps + 1), key=lambda at: at == step):
        _draw_step(canvas, at, steps, at == step)
    _draw_way(canvas, steps, moves)
    return canvas.png()


def _draw_step(canvas: Canvas, at: int, steps: int, now: bool) -> None:
    """Draw a step; the current one is large, with its number inside."""
    x = _step_x(at, steps)
    canvas.dot(x, _LADDER_TOP - 22, 11 if now else 5, INK if now else FAINT)
    if now:
        canvas.write(x, _LADDER_TOP - 18, str(at), 12, "middle", bold=True, colour=PAPER)
    elif steps <= _ALL or at in (1, steps) or (at % 5 == 0 and at + 1 < steps):
        canvas.write(x, _LADDER_TOP + 2, str(at), 12, "middle", colour=FAINT)


def _draw_title(canvas: Canvas, title: str) -> None:
    name = title if is_drawable(title) else "…"
    canvas.write(MARGIN, 24, canvas.fit(name, WIDTH - 2 * MARGIN, 15, bold=True), 15, bold=True)


def _draw_ends(canvas: Canvas, sides: Sequence[str], own: Own) -> None:
    """Draw each side at the end that it starts from."""
    colours = colours_of(sides, own)
    for nth, (side, colour) in enumerate(zip(sides, colours, strict=False)):
        x = MARGIN + 4 if nth == 0 else WIDTH - MARGIN - 4
        shown = canvas.fit(side if is_drawable(side) else str(nth + 1), WIDTH / 2 - 40, 13)
        canvas.dot(x, 46, 4, colour)
        canvas.write(x + (10 if nth == 0 else -10), 50, shown, 13, "left" if nth == 0 else "right")


def _draw_way(canvas: Canvas, steps: int, moves: Sequence[tuple[str, int]]) -> None:
    last: tuple[float, float] | None = None
    for nth, (name, to) in enumerate(moves):
        here = _step_x(to, steps), _LADDER_TOP + 26 + _ROW * nth
        if last is not None:
            canvas.line(last, here, colour=FAINT, thick=2)
        canvas.write(MARGIN, here[1] + 4, canvas.fit(name, _NAME, 12), 12, colour=FAINT)
        last = here
    for nth, (_, to) in enumerate(moves):
        canvas.dot(_step_x(to, steps), _LADDER_TOP + 26 + _ROW * nth, 4, INK)


def _step_x(at: int, steps: int) -> float:
    left, right = MARGIN + _NAME + 14, WIDTH - MARGIN - 16
    return left + (right - left) * (at - 1) / max(1, steps - 1)


# The map of a campaign: territories as dots in the colour of their holder, with lines between neighbours.

HEIGHT = 320
_TOP, _FOOT = 60, 50
_FEW, _MORE = 10, 14
"""Number of places that fit on the smallest sheet, and the points in size that each further place adds, up to twice as
many places.
"""
_SIZE, _BELOW = 12, 24
"""Font size of the names of places, and their distance below the dot, in points."""
_WIDTHS = (120, 90, 70, 54, 40)
"""Widths of names in points: overlapping names are cut step by step."""


Box = tuple[float, float, float, float]


class DrawnTerritory(NamedTuple):
    """A territory on the map; `at` is its position in percent from the left and from the top."""

    key: str
    name: str
    holder: str
    neighbours: Sequence[str]
    at: tuple[int, int] | None


def map_picture(title: str, places: Sequence[DrawnTerritory], own: Own = NO_OWN) -> bytes:
    """Return the map as a PNG; places without a position form a ring. `own` are the sides' own colours."""
    height = HEIGHT + _MORE * min(_FEW, max(0, len(places) - _FEW))
    canvas = Canvas(height)
    _draw_title(canvas, title)
    spots = {one.key: _territory_position(nth, len(places), one.at, height - _FOOT) for nth, one in enumerate(places)}
    for one in places:
        for other in one.neighbours:
            if other in spots and one.key < other:
                canvas.line(spots[one.key], spots[other], thick=2)
    holders = list(dict.fromkeys(one.holder for one in places if one.holder))
    colours = dict(zip(holders, colours_of(holders, own), strict=True))
    signs = holder_marks(holders)
    names = _place_names(canvas, places, spots, signs)
    for one in places:  # no line runs through a name
        canvas.bar(*_name_box(spots[one.key], names[one.key]), PAPER)
    for one in places:
        # A large dot if it is held, a small one if not, because colour alone is not enough.
        at = spots[one.key]
        canvas.dot(*at, 9 if one.holder else 5, colours.get(one.holder, FAINT))
        canvas.write(at[0], at[1] + _BELOW, names[one.key], _SIZE, "middle")
    _draw_legend(canvas, height, colours, signs)
    return canvas.png()


def _territory_position(nth: int, of: int, at: tuple[int, int] | None, bottom: float) -> tuple[float, float]:
    left, right = MARGIN + 40.0, WIDTH - MARGIN - 40.0
    if at is not None:
        across, down = (min(100, max(0, one)) / 100 for one in at)
        return left + (right - left) * across, _TOP + (bottom - _TOP) * down
    turn = 2 * pi * nth / max(1, of)
    return (left + right) / 2 + (right - left) / 2 * sin(turn), (_TOP + bottom) / 2 - (bottom - _TOP) / 2 * cos(turn)


def holder_marks(holders: Sequence[str]) -> dict[str, str]:
    """Return the shortest distinct initials of each holder, else a number."""
    for letters in (1, 2, 3):
        found = [one[:letters] for one in holders]
        if len(set(found)) == len(found) and all(map(is_drawable, found)):
            return dict(zip(holders, found, strict=True))
    return {one: str(nth) for nth, one in enumerate(holders, 1)}


def _place_names(
    canvas: Canvas, places: Sequence[DrawnTerritory], spots: dict[str, tuple[float, float]], signs: dict[str, str]
) -> dict[str, str]:
    """Return the label of each place: its name, cut if it would overlap another, and its holder."""
    found, crowded = dict[str, str](), {one.key for one in places}
    for width in _WIDTHS:
        for nth, one in enumerate(places):
            if one.key in crowded:
                name, mark = one.name if is_drawable(one.name) else str(nth + 1), signs.get(one.holder, "")
                by = f" ({mark})" if mark else ""
                found[one.key] = canvas.fit(name, width - text_width(by, _SIZE), _SIZE) + by
        boxes = {key: _name_box(spots[key], name) for key, name in found.items()}
        pairs = [(one, other) for nth, one in enumerate(boxes) for other in list(boxes)[:nth]]
        crowded = {key for pair in pairs if _do_overlap(boxes[pair[0]], boxes[pair[1]]) for key in pair}
        crowded |= {
            key
            for key, box in boxes.items()
            if (box[0] < 2 or box[2] > WIDTH - 2)
            or any(_do_overlap(box, (at[0] - 9, at[1] - 9, at[0] + 9, at[1] + 9)) for at in spots.values())
        }
    return found


def _name_box(at: tuple[float, float], name: str) -> Box:
    """Return the area that a name occupies."""
    half = text_width(name, _SIZE) / 2 + 2
    return at[0] - half, at[1] + _BELOW - _SIZE + 1, at[0] + half, at[1] + _BELOW + 4


def _do_overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _draw_legend(canvas: Canvas, height: float, colours: dict[str, str], signs: dict[str, str]) -> None:
    width = (WIDTH - 2 * MARGIN) / max(1, len(colours))
    for nth, (holder, colour) in enumerate(colours.items()):
        x = MARGIN + 4 + width * nth
        canvas.dot(x, height - 16, 4, colour)
        shown = f"{holder} ({signs[holder]})" if is_drawable(holder) else signs[holder]
        canvas.write(x + 10, height - 12, canvas.fit(shown, width - 16, 12), 12)
