"""Which colour one more side gets."""

from __future__ import annotations

import pytest

from rules.game.tabletop import COLOURS, next_colour


@pytest.mark.parametrize(
    ("name", "taken", "expected"),
    [
        ("Red", (), "red"),
        (" BLAU ", (), "blue"),
        ("Axis", (), "blue"),
        ("Allies", ("blue",), "orange"),
        ("Blue", ("blue",), "orange"),
        ("Axis", ("blue", "orange", "red"), "pink"),
    ],
)
def test_the_one_it_is_called_by_if_that_is_free_else_the_next(
    name: str, taken: tuple[str, ...], expected: str
) -> None:
    assert next_colour(name, taken) == expected


def test_with_all_taken_the_rarest_comes_again() -> None:
    assert next_colour("Seventh", COLOURS) == "blue"
    assert next_colour("Eighth", (*COLOURS, "blue")) == "orange"
