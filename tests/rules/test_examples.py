"""The worked examples of every system's page, die by die: `examples.json` in the folder of its tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from data import ACTION_SETS
from rules.kernel.action import ActionSet
from rules.kernel.serialise import outcome_of
from tests.rules.table import Sitting

HERE = Path(__file__).parent
KEYS = {"name", "action", "facts", "dice", "choose", "rulings", "outcome"}


def examples(system: ActionSet) -> list[dict[str, Any]]:
    """Return the examples of a system; none while it has no file of them."""
    file = HERE / system.key / "examples.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


@pytest.mark.parametrize("system", ACTION_SETS, ids=lambda system: system.key)
def test_each_worked_example_can_happen_and_has_its_outcome(system: ActionSet) -> None:
    found = examples(system)
    assert found
    for example in found:
        assert set(example) == KEYS
        rulings = dict(ruling.split("=", 1) for ruling in example["rulings"])
        sitting = Sitting(system, rulings, tuple(example["choose"]))
        resolution = sitting.play(example["action"], example["facts"], example["dice"])
        outcome = outcome_of(resolution)
        got = {name: outcome.get(name, "no such field") for name in example["outcome"]}
        assert got == example["outcome"], example["name"]
        assert sitting.chances(example["action"], example["facts"])[resolution.played.outcome] > 0, example["name"]
