"""The buttons of a demo that give the commands to try."""

from __future__ import annotations

from tests.cogs.table import Table
from tests.turns import each_kind


@each_kind
async def test_each_button_does_what_its_label_says(table: Table, system: str) -> None:
    told = await table.done(table.ann, "/game demo", system=system)
    assert len(told.buttons) == 3
    assert all(label.startswith("Try: ") for label in told.buttons)
    await table.restart()
    for label in told.buttons:
        came = await table.click(table.ann, told, label)
        if came.title == "Please confirm":
            came = await table.click(table.ann, came, "Anyway")
        assert not came.refused, (label, came.text)
        assert came.title
