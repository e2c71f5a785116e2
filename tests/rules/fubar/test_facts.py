"""The permanent facts of a unit of FUBAR."""

from __future__ import annotations

import pytest

from rules.fubar.facts import FubarProfile
from rules.kernel.errors import BadFacts
from rules.kernel.facts import validate
from rules.kernel.wording import ENGLISH
from tests.rows import for_each


@for_each(
    ("profile", "valid"),
    [
        ({}, True),
        ({"kind": "vehicle", "hull": "none"}, True),
        ({"kind": "vehicle"}, False),
        ({"hull": "none"}, False),
    ],
)
def test_vehicles_alone_have_vehicle_armour(profile: dict[str, object], valid: bool) -> None:
    if valid:
        assert validate(FubarProfile, {"level": "green"} | profile).model_dump(exclude_unset=True) == {
            "level": "green",
            **profile,
        }
        return
    with pytest.raises(BadFacts) as caught:
        validate(FubarProfile, {"level": "green"} | profile)
    assert [ENGLISH(fault) for fault in caught.value.faults] == ["hull: give it for a vehicle, and only for a vehicle"]
