"""The buttons of a demo that give the commands to try."""

from __future__ import annotations

import pytest

from data import SYSTEMS
from rules.command.system import System
from tests.cogs.table import Table


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.key)
async def test_each_button_does_what_its_label_says(table: Table, system: System) -> None:
    told = await table.done(table.ann, "/game demo", system=system.key)
    assert len(told.buttons) == 3
    assert all(label.startswith("Try: ") for label in told.buttons)
    await table.restart()
    for label in told.buttons:
        came = await table.click(table.ann, told, label)
        if came.title == "Please confirm":
            came = await table.click(table.ann, came, "Anyway")
        assert not came.refused, (label, came.text)
        assert came.title
