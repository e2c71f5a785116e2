"""Sides have the colour of their name; the others share the remaining colours."""

from __future__ import annotations

from cogs.rendering.sides import side_colours

CALLED = {"red": 1, "blue": 0}


def test_a_side_has_the_colour_that_it_is_called_by() -> None:
    assert side_colours(["Red", " BLUE "], CALLED, range(6)) == [1, 0]


def test_no_other_side_has_that_colour() -> None:
    assert side_colours(["Axis", "Red", "Allies"], CALLED, range(3)) == [0, 1, 2]


def test_more_sides_than_colours_begin_again() -> None:
    assert side_colours(["A", "B", "C"], {}, range(2)) == [0, 1, 0]
