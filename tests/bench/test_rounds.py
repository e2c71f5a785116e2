"""The rounds of a bench row: the best of several for a fast row, as few as needed for a slow one."""

from __future__ import annotations

from time import sleep

import pytest

from tests.bench import table
from tests.bench.table import ROUNDS, Row


@pytest.fixture(autouse=True)
def untidied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the garbage collection before each round, because nothing is measured here."""
    monkeypatch.setattr(table, "collect", lambda: 0)


@pytest.fixture
def soon_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "LONG", 10.0)
    monkeypatch.setattr(table, "LONGEST", 50.0)


def test_short_work_is_measured_in_every_round() -> None:
    done = list[str]()
    Row("short", lambda: done.append("ours"), 1, other=lambda: done.append("other")).result()
    assert done == ["ours", "other"] * ROUNDS


@pytest.mark.usefixtures("soon_long")
def test_long_work_that_is_fast_enough_is_measured_until_that_is_enough() -> None:
    begun = list[int]()
    found = Row("long", lambda: sleep(0.006), 60_000, fresh=lambda: begun.append(1)).result()
    assert found.good
    assert 1 <= len(begun) <= 2


@pytest.mark.usefixtures("soon_long")
def test_long_work_that_is_too_slow_has_more_rounds_to_be_faster_but_not_for_ever() -> None:
    begun = list[int]()
    found = Row("slow", lambda: sleep(0.02), 1, fresh=lambda: begun.append(1)).result()
    assert not found.good
    assert 1 <= len(begun) <= 3 < ROUNDS
