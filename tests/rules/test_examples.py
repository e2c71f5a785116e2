"""The worked examples of every system's page, die by die: `examples.json` in the folder of its tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from data import ACTION_SETS
from rules.kernel.action import ActionSet
from tests.rules.table import Sitting

HERE = Path(__file__).parent
KEYS = {"name", "action", "facts", "dice", "choose", "rulings", "outcome"}


def examples(system: ActionSet) -> list[dict[str, Any]]:
    """Return the examples of a system; none while it has no file of them."""
    file = HERE / system.key / "examples.json"
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else []


ALL = [
    pytest.param(system, example, id=f"{system.key}: {example['name']}")
    for system in ACTION_SETS
    for example in examples(system)
]


@pytest.mark.parametrize(("system", "example"), ALL)
def test_worked_example(system: ActionSet, example: dict[str, Any]) -> None:
    rulings = dict(ruling.split("=", 1) for ruling in example["rulings"])
    sitting = Sitting(system, rulings, tuple(example["choose"]))
    outcome = sitting.outcome(example["action"], example["facts"], example["dice"])
    assert {name: outcome.get(name, "no such field") for name in example["outcome"]} == example["outcome"]


@pytest.mark.parametrize(("system", "example"), ALL)
def test_worked_example_can_happen(system: ActionSet, example: dict[str, Any]) -> None:
    rulings = dict(ruling.split("=", 1) for ruling in example["rulings"])
    sitting = Sitting(system, rulings, tuple(example["choose"]))
    outcome = sitting.play(example["action"], example["facts"], example["dice"]).played.outcome
    assert sitting.chances(example["action"], example["facts"])[outcome] > 0


@pytest.mark.parametrize("system", ACTION_SETS, ids=lambda system: system.key)
def test_examples_are_whole(system: ActionSet) -> None:
    found = examples(system)
    assert found
    assert all(set(example) == KEYS for example in found)
