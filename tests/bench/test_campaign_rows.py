"""The campaign rows of the bench can be measured."""

from __future__ import annotations

from tests.bench.campaigns import WAR
from tests.bench.table import ROWS, Row


def test_every_measured_row_can_be_carried_out() -> None:
    measured = [one for one in ROWS if isinstance(one, Row) and WAR in one.name]
    assert len(measured) == 6
    for row in measured:
        if row.fresh:
            row.fresh()
        row.ours()
