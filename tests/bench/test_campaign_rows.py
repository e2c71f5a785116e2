"""The campaign rows of the bench can be measured."""

from __future__ import annotations

import pytest

from tests.bench.campaigns import WAR
from tests.bench.table import ROWS, Row

MEASURED = [one for one in ROWS if isinstance(one, Row) and WAR in one.name]


@pytest.mark.parametrize("row", MEASURED, ids=lambda row: row.name)
def test_every_measured_row_can_be_carried_out(row: Row) -> None:
    if row.fresh:
        row.fresh()
    row.ours()
