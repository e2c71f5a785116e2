"""Pictures: the characters that their font has, and their files."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

from cogs.rendering.charts.canvas import INK, PAPER, SCALE, SERIES, Canvas, is_drawable, text_width
from tests.rows import for_each


@for_each("words", ["Größe", "Žižkovští ≥ 5", "– − ±", "Ελλάδα", "Сталинград", "Ça suffit"])
def test_the_font_has_our_letters(words: str) -> None:
    assert is_drawable(words)


@for_each("words", ["海兵隊", "مشاة", "\u202esdrawkcab", "🎲", "a\nb", " ", ""])
def test_a_word_with_signs_missing_from_the_font_is_not_drawn(words: str) -> None:
    assert not is_drawable(words)


def test_a_picture_is_twice_its_size_in_points_and_keeps_its_colours() -> None:
    sheet = Canvas(100, 200)
    for nth, colour in enumerate(SERIES):
        sheet.bar(10 + 20 * nth, 10, 25 + 20 * nth, 90, colour)
    image = Image.open(io.BytesIO(sheet.png())).convert("RGB")
    assert image.size == (200 * SCALE, 100 * SCALE)
    assert [_colour_at(image, 17 + 20 * nth, 50) for nth in range(len(SERIES))] == list(SERIES)
    assert _colour_at(image, 0, 0) == PAPER


def _colour_at(image: Image.Image, x: int, y: int) -> str:
    pixel: Any = image.getpixel((x * SCALE, y * SCALE))
    return f"#{bytes(pixel).hex()}"


def test_a_bar_of_next_to_nothing_is_seen_all_the_same() -> None:
    sheet = Canvas(20, 20)
    sheet.bar(5, 10, 15, 10)
    assert len(Image.open(io.BytesIO(sheet.png())).convert("RGB").getcolors() or []) > 1


def test_long_words_are_cut_where_the_room_ends() -> None:
    sheet = Canvas(20)
    cut = sheet.fit("Panzergrenadiere der Reserve", 80)
    assert cut.endswith("…")
    assert text_width(cut) <= 80
    assert sheet.fit("Militia", 80) == "Militia"
    assert sheet.fit("Militia", text_width("Militia")) == "Militia"
    assert sheet.fit("Militia", text_width("Militia") - 0.1) == "Mili…"
    assert sheet.fit("Militia", 0) == "…"


def test_ink_contrasts_with_paper() -> None:
    """At least 7 to 1, as WCAG wants for small letters."""
    assert _contrast(INK, PAPER) > 7


def _contrast(one: str, other: str) -> float:
    dark, light = sorted(map(_luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    values = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (v / 12.92 if v <= 0.04 else ((v + 0.055) / 1.055) ** 2.4 for v in values)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
