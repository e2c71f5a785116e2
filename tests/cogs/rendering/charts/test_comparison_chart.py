"""The picture of shots side by side: its rows, its columns, its size, and names that it cannot draw."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from cogs.rendering.charts.canvas import BLUE, ORANGE
from cogs.rendering.charts.odds import MOST_COLUMNS, MOST_ROWS, comparison_chart
from cogs.rendering.text import Reader
from data.texts import language
from rules.kernel.action import MainOutcome

WORDS = Reader(language("en"))
HALF = MainOutcome("casualties", (), 2, {0: 1, 1: 2, 2: 1}, 4)
NONE = MainOutcome("casualties", (), 2, {0: 1}, 1)


def draw_chart(names: Sequence[str], *columns: MainOutcome, heads: Sequence[str] = ()) -> Image.Image:
    content = comparison_chart(WORDS, [(name,) for name in names], heads, [columns] * len(names))
    return Image.open(io.BytesIO(content)).convert("RGB")


def has(image: Image.Image, colour: str) -> bool:
    wanted = tuple(bytes.fromhex(colour[1:]))
    return any(found == wanted for _, found in image.getcolors(10_000) or [])


def test_as_many_rows_as_there_are_up_to_the_most() -> None:
    two, many = draw_chart(["Militia"] * 2, HALF), draw_chart(["Militia"] * 40, HALF)
    assert many.height - two.height == (MOST_ROWS - 2) * (two.height - draw_chart(["Militia"], HALF).height)


def test_a_colour_for_each_policy() -> None:
    assert not has(draw_chart(["Militia"], HALF), ORANGE)
    both = draw_chart(["Militia"], HALF, HALF, heads=("evade no", "evade yes"))
    assert has(both, BLUE)
    assert has(both, ORANGE)


def test_more_policies_than_have_room_are_left_to_the_text() -> None:
    heads = [f"answer {n}" for n in range(9)]
    assert draw_chart(["Militia"], *[HALF] * 9, heads=heads).tobytes() == (
        draw_chart(["Militia"], *[HALF] * MOST_COLUMNS, heads=heads[:MOST_COLUMNS]).tobytes()
    )


def test_a_name_missing_from_the_font_appears_only_in_the_text() -> None:
    assert draw_chart(["海兵隊"], HALF).tobytes() == draw_chart(["\u202esenirаM"], HALF).tobytes()
    assert draw_chart(["海兵隊"], HALF).tobytes() != draw_chart(["Marines"], HALF).tobytes()


def test_no_losses_at_all_are_drawn_too() -> None:
    assert draw_chart(["Militia"], NONE)


def test_it_is_small() -> None:
    names = [("Extraordinarily long company name", "→ Another extraordinarily long name")] * MOST_ROWS
    content = comparison_chart(WORDS, names, ("evade no", "evade yes"), [[HALF, HALF]] * MOST_ROWS)
    assert len(content) < 40_000
