"""Tables of an opponent: their values without a table, and the limits of each number."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from rules.command.opponent_table import GENERIC, OpponentTable, StanceRow
from tests.rows import for_each


def test_a_system_without_a_table_has_these_values() -> None:
    assert GENERIC.model_dump(exclude={"stances"}) == {
        "soon": 0.5,
        "focus": 2,
        "states": {},
        "reacts": {},
        "points": {},
        "harm": -0.15,
        "closing": 0.03,
        "objective": 0.02,
        "held": 0.1,
        "turns": None,
        "reach": None,
        "fights": "",
        "finds": True,
        "move": 4,
        "contact": 6,
        "assault": None,
        "charge": None,
        "cover": "",
        "alone": "",
        "skip": (),
    }
    stances = {name: tuple(row.model_dump().values()) for name, row in GENERIC.stances.items()}
    assert stances == {
        "careful": (0.8, 1.6, 0.5, 0.8),
        "balanced": (1, 1, 1, 1),
        "reckless": (1.3, 0.2, 10, 1),
        "hold": (0.8, 1.2, 0, 1.5),
    }


@for_each(
    ("name", "least", "most"),
    [
        ("soon", 0, 4),
        ("focus", 0, 4),
        ("harm", -1, 0),
        ("closing", 0, 1),
        ("objective", 0, 1),
        ("held", 0, 1),
        ("turns", 1, 99),
        ("reach", 1, 48),
        ("move", 1, 24),
        ("contact", 1, 36),
        ("assault", 1, 36),
        ("charge", 1, 36),
    ],
)
def test_a_number_of_a_table_has_its_limits(name: str, least: float, most: float) -> None:
    assert_limits(OpponentTable, {}, name, least, most)


@for_each(("name", "most"), [("attack", 5), ("danger", 5), ("closing", 20), ("objective", 5)])
def test_a_number_of_a_stance_has_its_limits(name: str, most: float) -> None:
    assert_limits(StanceRow, {"attack": 1, "danger": 1, "closing": 1, "objective": 1}, name, 0, most)


def assert_limits(
    model: type[OpponentTable | StanceRow], others: dict[str, Any], name: str, least: float, most: float
) -> None:
    for value in (least, most):
        assert getattr(model.model_validate({**others, name: value}), name) == value
    for value in (least - 1, most + 1):
        with pytest.raises(ValidationError):
            model.model_validate({**others, name: value})
