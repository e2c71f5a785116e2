"""Names of the units of a force."""

from __future__ import annotations

import pytest

from rules.command.force import without_side


@pytest.mark.parametrize(
    ("name", "found"), [("Company HQ (Blue)", "Company HQ"), ("Company HQ", "Company HQ"), ("HQ (Blue) 2", "HQ 2")]
)
def test_a_side_leaves_the_name_of_its_unit(name: str, found: str) -> None:
    assert without_side(name, "Blue") == found
