"""A run of the tests becomes a map from functions to their tests."""

from __future__ import annotations

import builtins
from pathlib import Path

import pytest

from tests.mutation.covering import NOTE, Measured, merge_measures, with_notes

SOURCE = b'''
"""A module."""
from __future__ import annotations

double = lambda number: 2 * number


def deco(function):
    """Wrap a function."""
    def wrapper(*args):
        return function(*args)
    return wrapper


class Sum:
    """A sum."""

    @deco
    def of(self, numbers):
        """Add up."""
        return sum(map(lambda number: number, numbers))

    async def later(self):
        yield 0
'''


def test_each_function_notes_its_name_and_keeps_its_docstring(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(builtins, NOTE, noted.append, raising=False)
    names: dict[str, object] = {}
    exec(compile(with_notes(SOURCE, "rules/sum.py"), "rules/sum.py", "exec"), names)
    assert noted == ["rules/sum.py::deco"]
    noted.clear()
    assert eval("(Sum().of([1, 2]), double(2), deco.__doc__)", names) == (3, 4, "Wrap a function.")
    assert noted == ["rules/sum.py::deco", *["rules/sum.py::Sum.of"] * 3]


def test_the_measurements_of_workers_are_merged_and_kept(tmp_path: Path) -> None:
    one = Measured({"a": 1.0, "b": 2.0}, {"add": ["b"], "sum": ["a", "b"]})
    other = Measured({"c": 3.0, "b": 5.0}, {"add": ["c", "b"]})
    merge_measures([one, other]).write(tmp_path / "map.json")
    assert Measured.read(tmp_path / "map.json") == (
        {"a": 1.0, "b": 5.0, "c": 3.0},
        {"add": ["b", "c"], "sum": ["a", "b"]},
    )
