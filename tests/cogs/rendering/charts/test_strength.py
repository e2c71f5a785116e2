"""The picture of strength by turn: its size, and names that cannot be drawn."""

from __future__ import annotations

import io
from itertools import pairwise

from PIL import Image

from cogs.rendering.charts import strength
from cogs.rendering.charts.canvas import BLUE, ORANGE, RED, SCALE, WIDTH
from cogs.rendering.charts.strength import HEIGHT, SideLine, strength_picture
from tests.rows import for_each

TWO = (SideLine("Red", [19, 18, 12, 3]), SideLine("Blue", [21, 20, 20, 20]))


def draw_chart(ticks: int, *lines: SideLine) -> Image.Image:
    content = strength_picture("Strength by turn", [str(at) for at in range(ticks)], lines)
    return Image.open(io.BytesIO(content)).convert("RGB")


def colours(image: Image.Image) -> set[str]:
    """Return the colours of large parts of the picture."""
    found = image.getcolors(1 << 20) or []
    return {"#" + bytes(colour).hex() for count, colour in found if count > 200 and isinstance(colour, tuple)}


def test_it_is_small() -> None:
    content = strength_picture("Strength by turn", ["start", "1", "2", "3"], TWO)
    assert len(content) < 40_000
    assert Image.open(io.BytesIO(content)).size == (WIDTH * SCALE, HEIGHT * SCALE)


def test_a_side_called_by_a_colour_is_drawn_in_it() -> None:
    assert {RED, BLUE} <= colours(draw_chart(4, *TWO))
    assert ORANGE not in colours(draw_chart(4, *TWO))
    assert {BLUE, ORANGE} <= colours(draw_chart(2, SideLine("Raiders", [3, 1]), SideLine("Garrison", [4, 4])))
    assert {BLUE, ORANGE} <= colours(draw_chart(2, SideLine("Raiders", [3, 1]), SideLine("blue ", [4, 4])))


@for_each(
    ("ticks", "lines"),
    [
        (1, (SideLine("Red", [5]), SideLine("Blue", [5]))),
        (2, (SideLine("Red", [0, 0]),)),
        (200, (SideLine("Red", list(range(200, 0, -1))), SideLine("Blue", list(range(200))))),
        (3, tuple(SideLine(f"Side {n}", [9, 9, 9]) for n in range(12))),
        (2, (SideLine("蓝军", [3, 2]), SideLine("\u202e" + "x" * 300, [4, 3]), SideLine("Ψ Ж ≥", [100_000, 1]))),
    ],
)
def test_whatever_is_to_be_drawn(ticks: int, lines: tuple[SideLine, ...]) -> None:
    assert draw_chart(ticks, *lines).size == (WIDTH * SCALE, HEIGHT * SCALE)


def test_names_stand_apart_and_on_the_paper() -> None:
    found = strength.spread_names([100.0, 101.0, 199.0, 199.0, 200.0])
    assert all(b - a >= strength.APART for a, b in pairwise(found))
    assert max(found) <= strength.BOTTOM
