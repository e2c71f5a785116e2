"""The worked examples of the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules.opreb.playing import play

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "examples.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES, ids=[example["name"] for example in EXAMPLES])
def test_worked_example(example: dict[str, Any]) -> None:
    rulings = dict(ruling.split("=") for ruling in example["rulings"])
    resolution = play(example["action"], example["facts"], example["dice"], example["choose"], **rulings)
    got = resolution.played.outcome._asdict()
    assert {name: got[name] for name in example["outcome"]} == example["outcome"]
