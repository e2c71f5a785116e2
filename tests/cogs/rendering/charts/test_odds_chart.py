"""The picture of one action's odds: its bars, its size, and its agreement with the text."""

from __future__ import annotations

import io
from fractions import Fraction
from itertools import groupby
from math import comb

import pytest
from PIL import Image

from cogs.rendering.charts.canvas import BLUE, MARGIN, SCALE, WIDTH, text_width
from cogs.rendering.charts.odds import BASE, MOST_BARS, TOP, bars_of, chart_sentence, odds_chart
from cogs.rendering.rolls import percent_text
from cogs.rendering.text import Reader
from data.texts import language
from rules.kernel.action import MainOutcome
from rules.kernel.text import Sentence, Text
from tests.rows import for_each

ENGLISH, GERMAN = Reader(language("en")), Reader(language("de"))
DEGREES = tuple(map(Text, ("no effect", "crew stunned", "weapon destroyed", "immobilised", "destroyed")))
VEHICLE = MainOutcome("vehicle damage", DEGREES, 4, {0: 60, 1: 10, 2: 8, 3: 7, 4: 15}, 100)


def dice(count: int, need: int = 5) -> MainOutcome:
    """Return so many dice, each a casualty at that number."""
    good = 7 - need
    weights = {n: comb(count, n) * good**n * (6 - good) ** (count - n) for n in range(count + 1)}
    return MainOutcome("casualties", (), 8, weights, 6**count)


@for_each("main", [dice(1), dice(9), dice(20), dice(300), VEHICLE])
def test_it_is_small(main: MainOutcome) -> None:
    content = odds_chart(ENGLISH, main)
    assert len(content) < 40_000
    assert Image.open(io.BytesIO(content)).width == WIDTH * SCALE


@for_each("count", [1, 2, 9, 10, 40, 300])
def test_bars_leave_nothing_out_and_are_never_too_many(count: int) -> None:
    main = dice(count)
    bars = bars_of(main)
    assert len(bars) <= MOST_BARS
    assert sum(bar.chance for bar in bars) == 1
    assert bars[0].or_more == 1
    assert [bar.or_more for bar in bars] == [sum(b.chance for b in bars[at:]) for at in range(len(bars))]


def test_of_many_values_the_likely_ones_have_bars_of_their_own() -> None:
    names = [ENGLISH(bar.name) for bar in bars_of(dice(300))]
    assert names == ["96 or less", "97", "98", "99", "100", "101", "102", "103", "104+"]


def test_labels_have_room_beside_each_other() -> None:
    wide = (WIDTH - 2 * MARGIN) / MOST_BARS
    assert text_width(GERMAN(percent_text(Fraction(999, 1000))), 11.5) < wide


def test_the_highest_bar_is_that_of_the_likeliest_value() -> None:
    """Three dice at 5+: none 29.6 %, one 44.4 %, two 22.2 %, three 3.7 %."""
    image = Image.open(io.BytesIO(odds_chart(ENGLISH, dice(3)))).convert("RGB")
    tall = [_blue(image, MARGIN + 93 * (nth + 0.5)) for nth in range(4)]
    assert tall[1] == max(tall)
    assert tall[3] == min(tall)
    assert tall[0] / tall[1] == pytest.approx(2 / 3, abs=0.02)


@pytest.mark.parametrize("count", [1, 3, 300])
def test_the_highest_bar_takes_all_the_height_however_unlikely_its_value_is(count: int) -> None:
    image = Image.open(io.BytesIO(odds_chart(ENGLISH, dice(count)))).convert("RGB")
    bars = bars_of(dice(count))
    room = (WIDTH - 2 * MARGIN) / len(bars)
    highest = max(_blue(image, MARGIN + room * (nth + 0.5)) for nth in range(len(bars)))
    assert highest / SCALE == pytest.approx(BASE - TOP, abs=1)


def _blue(image: Image.Image, x: float) -> int:
    blue = tuple(int(BLUE[at : at + 2], 16) for at in (1, 3, 5))
    return sum(image.getpixel((round(x * SCALE), y)) == blue for y in range(image.height))


@pytest.mark.parametrize(("count", "wide"), [(1, 56), (3, 56), (300, None)])
def test_bars_are_neither_as_wide_as_planks_nor_do_they_touch(count: int, wide: int | None) -> None:
    """56 points at most; of many, each takes three quarters of its room."""
    image = Image.open(io.BytesIO(odds_chart(ENGLISH, dice(count)))).convert("RGB")
    room = (WIDTH - 2 * MARGIN) / len(bars_of(dice(count)))
    runs = _runs(image, 176 * SCALE)
    assert len(runs) == len(bars_of(dice(count)))
    assert [run / SCALE for run in runs] == pytest.approx([wide or 0.76 * room] * len(runs), abs=1.5)


def _runs(image: Image.Image, y: int) -> list[int]:
    """Return the length of each run of blue in a row."""
    blue = tuple(int(BLUE[at : at + 2], 16) for at in (1, 3, 5))
    row = [image.getpixel((x, y)) == blue for x in range(image.width)]
    return [len(list(run)) for is_blue, run in groupby(row) if is_blue]


def test_the_sentence_has_the_mean_each_value_and_this_or_more() -> None:
    said = "Casualties: 0.67 on average; exactly 0 44.4 %, 1 44.4 %, 2 11.1 %. This many or more: 1 55.6 %, 2 11.1 %."
    assert ENGLISH(Sentence(chart_sentence(dice(2)))) == said.replace(" %", "\u00a0%")


def test_degrees_have_names_and_no_mean() -> None:
    said = ENGLISH(chart_sentence(VEHICLE))
    assert "average" not in said
    assert "weapon destroyed 8.0\u00a0%" in said
    assert said.endswith("destroyed 15.0\u00a0%.")


def test_other_languages_write_their_own_numbers() -> None:
    assert "0,67" in GERMAN(chart_sentence(dice(2)))


def test_the_corner_for_the_button_of_a_picture_is_empty() -> None:
    """In its corner on the right above."""
    image = Image.open(io.BytesIO(odds_chart(ENGLISH, dice(3)))).convert("RGB")
    corner = image.crop((image.width - 120 * SCALE, 0, image.width, 36 * SCALE))
    assert len(corner.getcolors(10_000) or ()) == 1
