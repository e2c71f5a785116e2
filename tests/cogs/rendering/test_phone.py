"""The rows that text and buttons take on a phone."""

from __future__ import annotations

from cogs.rendering import phone
from tests.rows import for_each


@for_each(
    ("line", "rows"),
    [
        ("", 1),
        ("m" * 26, 1),
        ("m" * 27, 2),
        ("m" * 52, 2),
        ("m" * 53, 3),
        ("a " * 28, 1),
        ("a " * 29, 2),
        ("m" * 20 + " " + "m" * 6, 2),
        ("**" + "m" * 24 + "**", 1),
        ("**" + "m" * 25 + "**", 2),
        ("**m** " + "m" * 24, 1),
        ("\\*" * 42, 1),
        ("\\*" * 43, 2),
        ("**" + "\\*" * 40 + "**", 2),
        ("é" * 37, 1),
        ("é" * 38, 2),
        ("←" * 37, 1),
        ("↑" * 19, 1),
        ("↑" * 20, 2),
        ("→" * 26, 1),
    ],
)
def test_a_line_is_broken_where_a_phone_breaks_it(line: str, rows: int) -> None:
    assert phone.row_count([line]) == rows
    assert phone.row_count([line, "more"]) == rows + 1


WIDEST = "8" * 41
"""A label as wide as a row of buttons."""


@for_each(
    ("labels", "places", "rows"),
    [
        ([], [], 0),
        (["A"] * 5, [0, 0, 0, 0, 0], 1),
        (["A"] * 6, [0, 0, 0, 0, 0, 1], 2),
        ([WIDEST, "A"], [0, 1], 2),
        (["A", WIDEST], [0, 1], 2),
        ([f"{WIDEST}8", "A"], [0, 1], 2),
        (["8" * 18, "8" * 19], [0, 0], 1),
        (["8" * 19, "8" * 19], [0, 1], 2),
    ],
)
def test_buttons_go_on_in_a_row_below_where_they_do_not_fit(labels: list[str], places: list[int], rows: int) -> None:
    assert phone.button_places(labels, 5) == places
    assert phone.button_rows(labels, 5) == rows
    assert phone.buttons_height(labels, 5) == (38 * rows + 2 * max(0, rows - 1))


def test_the_height_of_a_message_counts_its_lines_its_controls_its_heading_and_its_issuer() -> None:
    assert phone.message_height(["one", "two"], 40) == 146  # 67 around two lines of 19.25, and the controls
    assert phone.message_height(["one", "two"], 40, typed=True) == 174
    assert phone.headed_height("Board", ["one"]) == 118
    assert phone.headed_height("m" * 21, ["one"], 28) == 146
    assert phone.headed_height("m" * 22, ["one"], 28) == 168
