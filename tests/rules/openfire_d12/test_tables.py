"""The tables and weapons as data, and the rulings."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from data.folders import load_file, tables
from rules.kernel.serialise import rulings_json
from rules.openfire_d12.tables import D12Rulings, D12Tables
from tests.rows import for_each
from tests.rules.openfire_d12.table import SYSTEM

WEAPONS = {
    "service_rifle": (0, 24, 2, 1, 1),
    "long_rifle": (0, 30, 1, 2, 2),
    "autocannon": (6, 30, 3, 2, 2),
    "blade": (0, 1, 2, 1, 0),
    "pistol": (0, 10, 1, 1, 0),
}


def test_weapons_are_the_pages() -> None:
    rows = SYSTEM.tables.weapons
    assert {name: (one.rng_min, one.rng, one.att, one.dmg, one.prc) for name, one in rows.items()} == WEAPONS
    assert [name for name, one in rows.items() if one.longshot] == ["long_rifle"]
    assert [name for name, one in rows.items() if one.impact] == ["blade"]


@for_each(
    ("table", "row"),
    [
        ("skill", {"suppressed": -3, "obscured": -3, "longshot": -1}),
        ("defence", {"light": 1, "heavy": 3, "evading": 2}),
        ("recover", {"in_assault_range": 2, "none_within_6": 1, "none_within_12": 1, "friend_within_6": 2}),
        ("moves", {"advance": 0, "rush": -2, "assault": 3, "suppressed": -2, "slow": -2}),
    ],
)
def test_modifiers_are_the_pages(table: str, row: dict[str, int]) -> None:
    assert load_file("openfire_d12", "tables")[table] == row


@for_each("broken", [{"skill": {}}, {"extra": 1}, {"climb": {"up": 0, "down": 2}}])
def test_data_that_is_not_whole_is_refused(broken: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        D12Tables.model_validate(tables("openfire_d12", "weapons") | broken)


def test_rulings_have_the_pages_names_defaults_and_options() -> None:
    found = {ruling["name"]: (ruling["default"], ruling["options"], ruling["house"]) for ruling in rulings_json(SYSTEM)}
    assert found == {
        "piercing": ("harder", ["harder", "literal"], False),
        "rounds": (5, list(range(1, 21)), False),
        "mixed_cover": ("most", ["most", "any", "all"], True),
        "climb_down": ("one_free", ["one_free", "as_up"], True),
    }


@for_each("given", [{"rounds": 0}, {"rounds": 21}, {"piercing": "softer"}, {"unknown": 1}])
def test_rulings_have_bounds(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        D12Rulings.model_validate(given)
