"""A test that goes through rows notices each that fails, and says which."""

from __future__ import annotations

from inspect import signature
from pathlib import Path

import pytest

from tests.rows import for_each

SEEN: list[tuple[int, str]] = []


@for_each("letter", "xy")
@for_each("count", [1, 2, 3])
def unlike_2x(count: int, letter: str, tmp_path: Path) -> None:
    assert tmp_path.name == "here"
    SEEN.append((count, letter))
    if (count, letter) == (3, "y"):
        pytest.fail("never y")
    assert (count, letter) != (2, "x")


def test_every_row_runs_and_those_that_fail_are_named() -> None:
    with pytest.raises(BaseExceptionGroup, match="2 of 2 rows fail") as failed:
        unlike_2x(tmp_path=Path("here"))
    assert SEEN == [(1, "x"), (2, "x"), (3, "x"), (1, "y"), (2, "y"), (3, "y")]
    groups = failed.value.exceptions
    assert [(str(group), group.__notes__) for group in groups] == [
        ("1 of 3 rows fail (1 sub-exception)", ["with letter='x'"]),
        ("1 of 3 rows fail (1 sub-exception)", ["with letter='y'"]),
    ]
    assert [group.exceptions[0].__notes__ for group in groups if isinstance(group, BaseExceptionGroup)] == [
        ["with count=2"],
        ["with count=3"],
    ]


def test_pytest_is_asked_for_the_fixtures_alone() -> None:
    assert list(signature(unlike_2x).parameters) == ["tmp_path"]


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(AssertionError, match="no row for count"):
        for_each("count", [])
