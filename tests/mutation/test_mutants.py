"""Careless changes: the mutants that are made, and those that are not."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutation.mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[2]


def changes_of(tmp_path: Path, source: str) -> dict[str, set[str]]:
    """Return the changes of a source, each as the text of the whole file, under their kinds."""
    (tmp_path / "one.py").write_text(source, encoding="utf-8")
    found: dict[str, set[str]] = {}
    for one in mutants_of(tmp_path, "one.py"):
        found.setdefault(one.kind, set()).add(one.apply(source.encode()).decode())
    return found


@pytest.mark.parametrize(
    ("source", "kind", "becomes"),
    [
        ("x = a and b\n", "part of a condition left out", "x = ((a))\n"),
        ("x = a <= b\n", "comparison", "x = a < b\n"),
        ("x = (a) == (b)\n", "comparison", "x = (a) != (b)\n"),
        ("x = not a\n", "not left out", "x = (a)\n"),
        ("if a: b()\n", "condition turned round", "if not (a): b()\n"),
        ("x = a + b\n", "calculation", "x = a - b\n"),
        ("x = 3\n", "number", "x = 4\n"),
        ("x = True\n", "truth value", "x = False\n"),
        ("x = 'target'\n", "key", "x = 'target_'\n"),
        ("f(a, b=c)\n", "argument left out", "f(a)\n"),
        ("f(a=b, c=d)\n", "argument left out", "f(a=b)\n"),
        ("x = [a, b, c]\n", "element left out", "x = [a, b]\n"),
        ("f(a)\n", "statement left out", "pass\n"),
        ("a.b = c\n", "assignment left out", "pass\n"),
        ("def f():\n    return a\n", "nothing returned", "def f():\n    return None\n"),
        ("def f():\n    yield a\n", "nothing yielded", "def f():\n    pass\n"),
        ("@changes_game\ndef f(): ...\n", "decorator left out", "\ndef f(): ...\n"),
    ],
)
def test_a_careless_change(tmp_path: Path, source: str, kind: str, becomes: str) -> None:
    assert becomes in changes_of(tmp_path, source)[kind]


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""\n',
        "x: int\n",
        "assert a and b\n",
        "x = zip(a, b, strict=True)\n",
        "X = TypeVar('x', bound=a)\n",
        "log.info('key')\n",
        "@property\ndef f(self): ...\n",
    ],
)
def test_code_that_no_test_could_check_is_not_mutated(tmp_path: Path, source: str) -> None:
    assert changes_of(tmp_path, source) == {}


def test_a_letter_of_several_bytes_moves_nothing(tmp_path: Path) -> None:
    assert changes_of(tmp_path, "x = '″', 3\n")["number"] == {"x = '″', 4\n"}


def test_a_change_knows_its_outermost_function(tmp_path: Path) -> None:
    source = "class A:\n    def f(self):\n        def g():\n            return a\n        return g\nx = 1\n"
    (tmp_path / "one.py").write_text(source, encoding="utf-8")
    assert {one.function for one in mutants_of(tmp_path, "one.py")} == {"A.f", ""}


@pytest.mark.parametrize("path", ["rules/fubar/fire.py", "cogs/interactions/respond.py", "bot/resolution/referee.py"])
def test_every_third_change_of_a_file_is_still_python(path: str) -> None:
    source = (ROOT / path).read_bytes()
    found: list[Mutant] = mutants_of(ROOT, path)
    assert len(found) > 50
    for one in found[::3]:
        ast.parse(one.apply(source))
        assert one.describe(source).startswith(f"{path}:")
