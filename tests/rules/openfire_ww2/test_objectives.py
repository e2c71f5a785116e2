"""Objectives: the units that may hold one, and when it is free again (Objectives)."""

from __future__ import annotations

import pytest

from rules.game.events import ObjectPlaced
from rules.game.tabletop import TableObject
from rules.kernel.errors import RuleError
from rules.openfire_ww2.objectives import holding, release_objectives
from tests.rows import for_each
from tests.rules.openfire_ww2.table import Named, board, marked

FIELD = board(("Red", "rifle_squad"), ("Red", "medium_tank"), ("Blue", "rifle_squad"))
PINNED = "Rifle squad is pinned or falling back and cannot hold an objective."
UNABLE: list[tuple[str, dict[str, int], str]] = [
    ("u2", {}, "Medium tank is a vehicle: vehicles cannot hold an objective."),
    ("u1", {"models": 0}, "Rifle squad is out of action and cannot hold an objective."),
    ("u1", {"pinned": 1}, PINNED),
    ("u1", {"retreating": 1}, PINNED),
]


@for_each(("unit", "states", "said"), UNABLE)
def test_no_vehicle_and_no_destroyed_pinned_or_retreating_unit_holds_an_objective(
    unit: str, states: dict[str, int], said: str
) -> None:
    on = marked(FIELD, unit, **states)
    with pytest.raises(RuleError) as refused:
        holding(on, "Red", on.unit(unit))
    assert Named(on)(refused.value.text) == said
    held = TableObject(kind="objective", label="Mill", holder="Red", unit=unit)
    [free] = release_objectives(on.after([ObjectPlaced(thing=held)]))
    assert isinstance(free, ObjectPlaced)
    assert (free.thing.unit, free.thing.holder) == (None, None)


def test_any_other_unit_holds_it_and_a_side_without_one_does_not() -> None:
    assert holding(FIELD, "Red", FIELD.unit("u1")) == []
    assert next(map(Named(FIELD), holding(FIELD, "Red", None))).startswith("Which unit holds it?")
    nobody = marked(FIELD, "u1", pinned=1)
    with pytest.raises(RuleError, match="Red has no unit"):
        holding(nobody, "Red", None)
    assert holding(nobody, "Blue", None)
    assert holding(nobody, "Green", None), "nothing is known of its units"


def test_an_objective_is_free_again_once_its_unit_is_gone_and_not_before() -> None:
    held = FIELD.after([ObjectPlaced(thing=TableObject(kind="objective", label="Mill", holder="Red", unit="u1"))])
    assert release_objectives(held) == []
    gone = held.after([ObjectPlaced(thing=TableObject(kind="objective", label="Ford", holder="Red", unit="u9"))])
    assert [event.thing.label for event in release_objectives(gone) if isinstance(event, ObjectPlaced)] == ["Ford"]
