"""The limits of the numbers in the tables of FUBAR, which house rules may change."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from pydantic import ValidationError

from data.folders import tables
from rules.fubar.tables import FubarTables
from tests.rows import for_each

GIVEN = {name: of for name, of in tables("fubar", "weapons").items() if name in FubarTables.model_fields}


def changed(path: str, value: object) -> dict[str, Any]:
    """Return the tables with one number changed, named by its path."""
    found = deepcopy(GIVEN)
    *folders, last = path.split(".")
    at: dict[str, Any] = found
    for name in folders:
        at = at[name]
    at[last] = value
    return found


@for_each(
    ("path", "least", "most"),
    [
        ("levels.green.activation", 2, 6),
        ("levels.green.expertise", 2, 6),
        ("levels.green.suppress", 0, 10),
        ("armour.light", 2, 6),
        ("vehicle_armour.none", 2, 6),
        ("weapons.lmg.points", 1, 100),
        ("weapons.lmg.crew", 0, 100),
        ("weapons.assault_rifle.close.points", 1, 100),
    ],
)
def test_a_number_of_the_tables_has_a_least_and_a_highest_value(path: str, least: int, most: int) -> None:
    for value in (least, most):
        assert FubarTables.model_validate(changed(path, value))
    for value in (least - 1, most + 1):
        with pytest.raises(ValidationError):
            FubarTables.model_validate(changed(path, value))
