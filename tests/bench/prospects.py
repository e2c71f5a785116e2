"""Benchmark of the prospects of a decision's options, which are given up if they take too long."""

from __future__ import annotations

from bot.resolution.prospects import prospects
from rules.kernel.dice import spread_faces
from tests.bench.table import Row, row
from tests.bot.resolution.test_prospects import first_decision
from tests.rules.hundreds import HUNDREDS

ACTION, NEEDED = first_decision(HUNDREDS["openfire_ww2"]["assault"][1])


def _give_up() -> None:
    spread_faces.cache_clear()
    assert prospects(ACTION, NEEDED, {}) == {}


row(Row("Prospects of a hundred against a hundred, left out", _give_up, 100))
