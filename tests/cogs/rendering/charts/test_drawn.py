"""The pictures as drawn: each `drawn.txt` line is a call of Pillow, in points.

With ADJUTANT_TEST_WRITE=1 the file is written again; read the diff, and look at the pictures.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL.ImageDraw import ImageDraw

from cogs.rendering.charts.campaign import DrawnTerritory, ladder_picture, map_picture
from cogs.rendering.charts.canvas import SCALE
from cogs.rendering.charts.odds import comparison_chart, odds_chart
from cogs.rendering.charts.strength import SideLine, strength_picture
from rules.kernel.action import MainOutcome
from tests.cogs.rendering.charts.test_odds_chart import ENGLISH, VEHICLE, dice

FILE = Path(__file__).with_name("drawn.txt")
PLACES = (
    DrawnTerritory("hill", "Hill", "Red", ("ford", "mill"), (0, 0)),
    DrawnTerritory("ford", "Ford", "Blue", ("hill",), (50, 40)),
    DrawnTerritory("mill", "The old mill by the river", "", ("hill", "town"), (60, 40)),
    DrawnTerritory("town", "Town", "Reds", (), None),
    DrawnTerritory("蓝", "蓝军", "Red", (), (100, 100)),
)
PICTURES = {
    "strength of two sides": lambda: strength_picture(
        "Strength by turn", ["start", "1", "2"], [SideLine("Red", [19, 12, 3]), SideLine("Blue", [21, 20, 20])]
    ),
    "strength of sides that end together": lambda: strength_picture(
        "Strength by turn",
        [str(one) for one in range(30)],
        [SideLine(f"Side {n}", [9] * 30, "#009e73" if n == 1 else "", f"Side {n} of them") for n in range(3)],
    ),
    "strength of a line with a dot each": lambda: _strength_of(18),
    "strength of a line with a dot at its end": lambda: _strength_of(19),
    "ladder": lambda: ladder_picture("The climb", 5, 3, ("North", "South"), []),
    "ladder with battles": lambda: ladder_picture(
        "The climb", 7, 6, ("Red", "Blue"), [("Start", 4), ("Battle 1", 6), ("Battle 2", 6)], {"Red": "#cc79a7"}
    ),
    "ladder with all numbers": lambda: ladder_picture("The climb", 13, 7, ("North",), []),
    "ladder with every fifth number": lambda: ladder_picture("The climb", 16, 7, ("North", "蓝军"), []),
    "map of a holder without letters": lambda: map_picture(
        "蓝", [*PLACES, DrawnTerritory("bay", "Bay", "蓝军", (), (0, 90))]
    ),
    "map": lambda: map_picture("The valley", PLACES, {"Reds": "#009e73"}),
    "odds in columns": lambda: odds_chart(ENGLISH, dice(12)),
    "odds of as many at either end": lambda: odds_chart(ENGLISH, dice(10, 4)),
    "odds of pairs": lambda: odds_chart(ENGLISH, MainOutcome("hits", (), 4, {0: 3, 2: 2, 4: 1}, 6)),
    "odds of degrees, one of which cannot be": lambda: odds_chart(ENGLISH, VEHICLE._replace(weights={0: 60, 4: 40})),
    "odds of degrees": lambda: odds_chart(ENGLISH, VEHICLE),
    "odds compared": lambda: comparison_chart(
        ENGLISH,
        [("Militia",), ("Marines", "→ IFV")],
        ("evade no", "evade yes"),
        [[dice(2), dice(1)], [VEHICLE, dice(3)]],
    ),
    "odds compared without policies": lambda: comparison_chart(ENGLISH, [("Militia",)], (), [[dice(9)]]),
}


def _strength_of(turns: int) -> bytes:
    return strength_picture("蓝", [str(one) for one in range(turns)], [SideLine("蓝军", range(turns))])


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note what is drawn."""
    found: list[str] = []

    def noted(name: str) -> None:
        draw = getattr(ImageDraw, name)

        def note(self: ImageDraw, at: Any, *given: Any, **named: Any) -> Any:
            if self.im.size[0] > 40:  # letters are tried out on a small sheet
                found.append(f"{name} {' '.join([*_points(at), *_values(given, named)])}")
            return draw(self, at, *given, **named)

        monkeypatch.setattr(ImageDraw, name, note)

    for name in ("line", "rounded_rectangle", "ellipse", "polygon", "rectangle", "text"):
        noted(name)
    return found


def _points(at: Any) -> Iterator[str]:
    for one in at:
        yield ",".join(map(_in_points, one)) if isinstance(one, tuple) else _in_points(one)


def _in_points(pixels: float) -> str:
    return f"{round(pixels / SCALE, 1):g}"


def _values(given: tuple[Any, ...], named: dict[str, Any]) -> Iterator[str]:
    for one in (*given, *named.values()):
        yield f"{one.getname()[1]} {one.size / SCALE:g}" if hasattr(one, "getname") else f"{one}"


def test_the_pictures_are_drawn_as_before(drawn: list[str]) -> None:
    lines: list[str] = []
    for name, draw in PICTURES.items():
        drawn.clear()
        draw()
        lines += [f"# {name}", *dict.fromkeys(drawn), ""]
    said = "\n".join(lines)
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        FILE.write_text(said, encoding="utf-8")
    assert said == FILE.read_text(encoding="utf-8")
