"""The page's light mortar, target by target; the examples as a whole are run with those of every system."""

from __future__ import annotations

import json
from pathlib import Path

from tests.rules.bayonet.table import outcome

EXAMPLES = {
    example["name"]: example
    for example in json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))
}


def test_light_mortar_target_by_target() -> None:
    mortar = EXAMPLES["light mortar"]
    results = outcome("fire", mortar["facts"], mortar["dice"])["results"]
    assert [row["result"] for row in results] == ["downed", "suppressed", "suppressed", "none"]
    assert [row["score"] for row in results] == [10, 10, 7, 4]
    assert [row["target_score"] for row in results] == [4, 8, 5, 4]
