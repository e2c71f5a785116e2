"""Units and weapons as facts."""

from __future__ import annotations

from typing import Any

from rules.kernel.facts import validate
from rules.openfire_d12.facts import D12UnitFacts
from tests.rows import for_each
from tests.rules.openfire_d12.table import armed, attack, faulty, outcome, unit


def test_defence_is_called_def_in_and_out() -> None:
    given = unit()
    facts = validate(D12UnitFacts, given)
    assert facts.defence == given["def"]
    assert facts.model_dump(mode="json")["def"] == given["def"]
    assert validate(D12UnitFacts, facts.model_dump(mode="json")) == facts


def test_a_weapon_may_have_a_single_range() -> None:
    assert outcome("fire", attack(armed(rng=6, rng_min=6)), (1,))["hits"] == 0


def test_models_with_hit_points_are_there() -> None:
    assert validate(D12UnitFacts, unit(hp=[0, 2, 1])).models == 2


@for_each(
    ("field", "value"),
    [("hp", [3, 2]), ("hp", [-1]), ("max_hp", 0), ("suppression", 3), ("skl", 0), ("cmd", 13), ("def", 12.5), ("x", 1)],
)
def test_faults_of_a_unit_name_the_field(field: str, value: Any) -> None:
    faulty("fire", attack(attacker=unit() | {field: value}), f"attacker.{field}" if field != "hp" else "hp")


@for_each(("field", "value"), [("rng", -1), ("att", 101), ("dmg", True), ("prc", -1), ("rng_min", 30)])
def test_faults_of_a_weapon_name_the_field(field: str, value: Any) -> None:
    faulty("fire", attack(armed(**{field: value})), field)
