"""A hundred random orders in each system: questions, refusals, rolls, changes and offers are unchanged.

With ADJUTANT_TEST_WRITE=1 the evenings are written again; read the diff before you commit it. A system has one once
there is an `evening.txt` in its folder.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.rules.evenings import evening

HERE = Path(__file__).parent
EVENINGS = sorted(file.parent.name for file in HERE.glob("*/evening.txt"))


@pytest.mark.parametrize("key", EVENINGS)
def test_the_rules_answer_random_orders_as_before(key: str) -> None:
    file = HERE / key / "evening.txt"
    said = "\n".join(evening(key).lines) + "\n"
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(said, encoding="utf-8")
    assert said == file.read_text(encoding="utf-8")
