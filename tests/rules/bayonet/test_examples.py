"""The page's worked examples, die by die."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.bayonet.table import outcome

EXAMPLES = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["name"] for example in EXAMPLES])
def test_worked_example(example: dict[str, Any]) -> None:
    rulings = dict(ruling.split("=") for ruling in example["rulings"])
    came_to = outcome(example["action"], example["facts"], example["dice"], choose=example["choose"], **rulings)
    assert {name: came_to[name] for name in example["outcome"]} == example["outcome"]


def test_light_mortar_target_by_target() -> None:
    [mortar] = [example for example in EXAMPLES if example["name"] == "light mortar"]
    results = outcome("fire", mortar["facts"], mortar["dice"])["results"]
    assert [row["result"] for row in results] == ["downed", "suppressed", "suppressed", "none"]
    assert [row["score"] for row in results] == [10, 10, 7, 4]
    assert [row["target_score"] for row in results] == [4, 8, 5, 4]
