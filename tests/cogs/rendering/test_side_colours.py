"""Sides have the colour that they chose or are called by; the others share the remaining colours."""

from __future__ import annotations

from cogs.rendering.sides import colour_keys
from rules.game.tabletop import COLOURS


def test_a_side_has_the_colour_that_it_is_called_by() -> None:
    assert colour_keys(["Red", " BLUE ", "Violet", "Purple"]) == ["red", "blue", "pink", "pink"]


def test_a_side_has_the_colour_that_it_chose_instead() -> None:
    assert colour_keys(["Red", "Blue"], {"Red": "green", "Blue": "no colour"}) == ["green", "blue"]


def test_no_other_side_has_that_colour() -> None:
    assert colour_keys(["Axis", "Blue", "Allies"]) == ["orange", "blue", "pink"]


def test_more_sides_than_colours_begin_again() -> None:
    assert colour_keys("ABCDEFGH") == [*COLOURS, *COLOURS[:2]]


def test_a_side_beside_six_that_have_all_colours_shares_one() -> None:
    own = {f"side {key}": key for key in COLOURS}
    assert colour_keys([*own, "Axis", "Allies"], own) == [*COLOURS, *COLOURS[:2]]
