"""The declarations of each system, word for word, so that a file shows each change of a name, option or default.

With ADJUTANT_TEST_WRITE=1 the files are written again; read the diff before you commit it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from data.systems import ACTION_SETS
from rules.kernel.action import ActionSet
from tests.rules.declared import declared

HERE = Path(__file__).parent


@pytest.mark.parametrize("system", ACTION_SETS, ids=lambda system: system.key)
def test_a_system_and_the_campaign_declare_the_same_as_before(system: ActionSet) -> None:
    kept, now = HERE / system.key / "declared.txt", "\n".join(declared(system)) + "\n"
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        kept.write_text(now, encoding="utf-8")
    assert now.splitlines() == kept.read_text(encoding="utf-8").splitlines()
