"""Parts of a message that are shortened until it fits."""

import pytest

from cogs.rendering.fit import Part, Shorter, fit, join_lines
from tests.rows import for_each

STEPS = Part(["Remove 1 model.", "Place a marker."], (Shorter(3, lambda: ["1 model off, pinned."]),))
DICE = Part(["to hit 6 6 1", "saves 5 4 4"], (Shorter(1, lambda: ["2 of 3 · 3 of 3"], "more: Why?"),))
ASIDES = [Part([text], (Shorter(nth - 2, list, "more: Why?"),)) for nth, text in enumerate(("Windy.", "Cloudy."))]


@for_each(
    ("most", "expected"),
    [
        (8, ["Remove 1 model.", "Place a marker.", "to hit 6 6 1", "saves 5 4 4", "Windy.", "Cloudy."]),
        (7, ["Remove 1 model.", "Place a marker.", "to hit 6 6 1", "saves 5 4 4", "Cloudy."]),
        (6, ["Remove 1 model.", "Place a marker.", "to hit 6 6 1", "saves 5 4 4"]),
        (5, ["Remove 1 model.", "Place a marker.", "2 of 3 · 3 of 3"]),
        (4, ["1 model off, pinned.", "2 of 3 · 3 of 3"]),
        (3, ["1 model off, pinned.", "2 of 3 · 3 of 3"]),
    ],
)
def test_the_least_important_parts_are_shortened_first(most: int, expected: list[str]) -> None:
    lines, footnotes = fit(
        [Part(["Fire"]), STEPS, DICE, *ASIDES, Part(["Red's turn."])], lambda lines, _: len(lines) <= most
    )
    assert lines == ["Fire", *expected, "Red's turn."]
    assert footnotes == ([] if most == 8 else ["more: Why?"])


@pytest.mark.parametrize(("fill", "expected"), [(True, ["Fire", "Off.", "6 6"]), (False, ["Fire", "Off.", "2 of 2"])])
def test_room_that_a_later_part_has_made_is_filled_again(fill: bool, expected: list[str]) -> None:
    dice = Part(["6 6"], (Shorter(1, lambda: ["2 of 2"]),))
    steps = Part(["Remove 1 model.", "Place a marker."], (Shorter(2, lambda: ["Off."]),))
    assert fit([Part(["Fire"]), steps, dice], lambda lines, _: len(lines) <= 3, fill)[0] == expected


def test_a_part_may_exceed_the_room_of_less_important_ones() -> None:
    lines, _ = fit([Part(["Fire"]), STEPS, DICE], lambda lines, rank: len(lines) <= (2 if rank < 3 else 5))
    assert lines == ["Fire", "Remove 1 model.", "Place a marker.", "2 of 3 · 3 of 3"]


@for_each(
    ("lines", "expected"),
    [
        (["Remove 1 model.", " Its nerve holds."], ["Remove 1 model. Its nerve holds."]),
        (["Remove 1 model.", " · 🎲 2 of 3"], ["Remove 1 model. · 🎲 2 of 3"]),
        (["Remove 1 model, place a marker and move", " · 🎲 to hit 2 of 3, saves 3 of 3"], None),
        ([" · 🎲 2 of 3"], ["🎲 2 of 3"]),
    ],
)
def test_a_line_continues_another_unless_that_saves_no_row(lines: list[str], expected: list[str] | None) -> None:
    assert join_lines(lines) == (expected or [lines[0], lines[1].removeprefix(" · ")])
