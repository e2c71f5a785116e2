"""Bounds of the numbers in the tables of a system."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from rules.kit.table_numbers import Bonus, DiceCount, Steps
from tests.rows import for_each


@for_each(("kind", "least", "most"), [(Bonus, -20, 20), (Steps, -100, 100), (DiceCount, 0, 100)])
def test_a_number_is_accepted_up_to_its_bounds_and_not_beyond(kind: Any, least: int, most: int) -> None:
    number = TypeAdapter[int](kind)
    assert [number.validate_python(one) for one in (least, most)] == [least, most]
    for one in (least - 1, most + 1):
        with pytest.raises(ValidationError):
            number.validate_python(one)
