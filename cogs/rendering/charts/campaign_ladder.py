"""The ladder of a campaign: its steps from one end to the other, and the way that the battles went."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.rendering.charts.canvas import FAINT, INK, LINE, MARGIN, PAPER, WIDTH, Canvas, drawable
from cogs.rendering.sides import NO_OWN, Own, colours_of

_TOP, _ROW, _NAME = 92, 22, 70
_ALL = 13
"""So many steps have room for all their numbers; of more every fifth has one."""
MOST = 12
"""Battles that are drawn, the last ones."""


def ladder_picture(
    title: str, steps: int, step: int, sides: Sequence[str], moves: Sequence[tuple[str, int]], own: Own = NO_OWN
) -> bytes:
    """The picture as a PNG. Steps count from 1; the first of the `sides` climbs to the last one, the second to 1.

    `own` are the colours that sides have of their own, `moves` the battles, each by its name with the step that it led
    to.
    """
    moves = moves[-MOST:]
    canvas = Canvas(_TOP + 24 + _ROW * len(moves))
    name = title if drawable(title) else "…"
    canvas.write(MARGIN, 24, canvas.fitted(name, WIDTH - 2 * MARGIN, 15, bold=True), 15, bold=True)
    _ends(canvas, sides, own)
    canvas.line((_x(1, steps), _TOP - 22), (_x(steps, steps), _TOP - 22), colour=LINE, thick=3)
    for at in sorted(range(1, steps + 1), key=lambda at: at == step):
        _step(canvas, at, steps, at == step)
    _way(canvas, steps, moves)
    return canvas.png()


def _step(canvas: Canvas, at: int, steps: int, now: bool) -> None:
    """A step; the one where the ladder stands is large and has its number in it."""
    x = _x(at, steps)
    canvas.dot(x, _TOP - 22, 11 if now else 5, INK if now else FAINT)
    if now:
        canvas.write(x, _TOP - 18, str(at), 12, "middle", bold=True, colour=PAPER)
    elif steps <= _ALL or at in (1, steps) or (at % 5 == 0 and at + 1 < steps):
        canvas.write(x, _TOP + 2, str(at), 12, "middle", colour=FAINT)


def _ends(canvas: Canvas, sides: Sequence[str], own: Own) -> None:
    """Each side stands where it comes from."""
    colours = colours_of(sides, own)
    for nth, (side, colour) in enumerate(zip(sides[:2], colours, strict=False)):
        x = MARGIN + 4 if nth == 0 else WIDTH - MARGIN - 4
        shown = canvas.fitted(side if drawable(side) else str(nth + 1), WIDTH / 2 - 40, 13)
        canvas.dot(x, 46, 4, colour)
        canvas.write(x + (10 if nth == 0 else -10), 50, shown, 13, "left" if nth == 0 else "right")


def _way(canvas: Canvas, steps: int, moves: Sequence[tuple[str, int]]) -> None:
    last: tuple[float, float] | None = None
    for nth, (name, to) in enumerate(moves):
        here = _x(to, steps), _TOP + 26 + _ROW * nth
        if last is not None:
            canvas.line(last, here, colour=FAINT, thick=2)
        canvas.write(MARGIN, here[1] + 4, canvas.fitted(name, _NAME, 12), 12, colour=FAINT)
        last = here
    for nth, (_, to) in enumerate(moves):
        canvas.dot(_x(to, steps), _TOP + 26 + _ROW * nth, 4, INK)


def _x(at: int, steps: int) -> float:
    left, right = MARGIN + _NAME + 14, WIDTH - MARGIN - 16
    return left + (right - left) * (at - 1) / max(1, steps - 1)
