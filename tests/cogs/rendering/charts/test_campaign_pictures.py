"""The pictures of a ladder and of a map: their size, and names that cannot be drawn."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from cogs.rendering.charts.campaign import HEIGHT, DrawnTerritory, holder_marks, ladder_picture, map_picture
from cogs.rendering.charts.canvas import BLUE, RED, SCALE, WIDTH
from tests.rows import for_each

NAMES = ("Red", "x" * 300, "蓝军")


def colours(content: bytes) -> set[str]:
    found = Image.open(io.BytesIO(content)).convert("RGB").getcolors(1 << 20) or []
    return {"#" + bytes(colour).hex() for _, colour in found if isinstance(colour, tuple)}


@for_each("name", NAMES)
@for_each("battles", [0, 1, 40])
def test_a_ladder_of_whatever_names(name: str, battles: int) -> None:
    moves = [(f"Battle {n}", 1 + n % 7) for n in range(1, battles + 1)]
    content = ladder_picture(name, 7, 4, (name, "Blue"), moves)
    assert Image.open(io.BytesIO(content)).width == WIDTH * SCALE
    assert BLUE in colours(content)


def test_the_way_up_and_down_a_ladder_is_drawn() -> None:
    """The same battles that led to other steps are another picture."""
    up, down = ([(f"Battle {n}", step) for n, step in enumerate(steps, 1)] for steps in ((4, 5, 6), (4, 3, 2)))
    assert ladder_picture("League", 7, 4, ("Red", "Blue"), up) != ladder_picture("League", 7, 4, ("Red", "Blue"), down)


@pytest.mark.parametrize("name", NAMES)
def test_a_map_of_whatever_names(name: str) -> None:
    places = [DrawnTerritory(str(n), name, ("Red", "Blue", "")[n % 3], (str(n + 1),), None) for n in range(40)]
    content = map_picture(name, [*places, DrawnTerritory("x", name, "Red", ("0",), (100, 0))])
    size = Image.open(io.BytesIO(content)).size
    assert size[0] == WIDTH * SCALE
    assert HEIGHT * SCALE < size[1] < 1.6 * HEIGHT * SCALE
    assert {RED, BLUE} <= colours(content)


def test_holders_are_distinguished_without_their_colour() -> None:
    assert holder_marks(["Red", "Blue"]) == {"Red": "R", "Blue": "B"}
    assert holder_marks(["Rome", "Reims"]) == {"Rome": "Ro", "Reims": "Re"}
    assert holder_marks(["North", "Northumbria"]) == {"North": "1", "Northumbria": "2"}
    assert holder_marks(["North", "Norway"]) == {"North": "1", "Norway": "2"}
    assert holder_marks(["Nora", "Norfolk", "Nebel"]) == {"Nora": "1", "Norfolk": "2", "Nebel": "3"}
    assert holder_marks(["Nord", "Noble"]) == {"Nord": "Nor", "Noble": "Nob"}
    assert holder_marks(["海兵隊", "Red"]) == {"海兵隊": "1", "Red": "2"}
