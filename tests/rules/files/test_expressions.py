"""Expressions of a system file."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from rules.files.expressions import Names, expression


@pytest.mark.parametrize(("grit", "whole", "rest"), [(3, 2, 1), (7, 1, 0), (0, 0, 0)])
def test_wounds_are_divided_by_a_number_of_the_profile(grit: int, whole: int, rest: int) -> None:
    """The rest of a division took no named number, though the page on system files says that 0 gives 0."""
    scope = {"unit": SimpleNamespace(grit=grit)}
    names: Names = {"unit": {"grit": "number"}}
    assert expression("7 // unit.grit", names).number(scope) == whole
    assert expression("7 % unit.grit", names).number(scope) == rest
