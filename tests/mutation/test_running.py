"""A mutant is tried by the tests of its package that run it, the nearest first."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.mutation.mutants import Mutant
from tests.mutation.running import Covering, Verdict, tally
from tests.programs import run, use_compiled

SMALL = Mutant("rules/fubar/fire.py", "play", 3, 0, 1, "", "key")
NEAR, FAR, OTHER = (f"tests/{one}::test" for one in ("rules/fubar/test_fire.py", "rules/test_it.py", "bot/test_it.py"))

TRIED = """
import json, sys
from pathlib import Path
from tests.mutation.mutants import mutants_of
from tests.mutation.running import Covering, Workshop

root = Path(sys.argv[1])
workshop = Workshop(root, Path(sys.argv[2]))
test = "tests/rules/test_sum.py::test_sum"
covering = Covering({test: 0.1}, {"rules/sum.py::add": [test]})
one_of_each = {one.kind: one for one in mutants_of(root, "rules/sum.py") if one.kind in sys.argv[3:]}
found = [[kind, workshop.try_out(one, covering, 9).outcome] for kind, one in one_of_each.items()]
print(json.dumps(found))
"""


def test_the_nearest_tests_of_the_same_package_come_first() -> None:
    covering = Covering({NEAR: 4.0, FAR: 0.1, OTHER: 0.1}, {"rules/fubar/fire.py::play": [FAR, OTHER, NEAR]})
    assert covering.of(SMALL) == [NEAR, FAR]


def test_a_test_that_takes_long_comes_last() -> None:
    covering = Covering({NEAR: 60.0, FAR: 0.1}, {"rules/fubar/fire.py::play": [FAR, NEAR]})
    assert covering.of(SMALL) == [FAR, NEAR]


def test_transcripts_come_with_the_tests_at_the_path() -> None:
    written, slow = "tests/rules/test_evenings.py::test", "tests/rules/test_scenes.py::test"
    near = "tests/rules/fubar/test_turn.py::test"
    order = {written: 0.5, NEAR: 1.0, slow: 4.0, near: 0.1, FAR: 0.1}
    assert Covering(order, {"rules/fubar/fire.py::play": sorted(order)}).of(SMALL) == list(order)


def test_a_declaration_is_tried_by_the_tests_of_its_folder_too() -> None:
    declared = Mutant("rules/fubar/tables.py", "", 3, 0, 1, "", "key")
    assert Covering({NEAR: 1.0, OTHER: 1.0}, {}).of(declared) == [NEAR]


def test_a_budget_of_seconds_leaves_at_least_the_first_test() -> None:
    covering = Covering({"a": 5.0, "b": 5.0, "c": 5.0}, {})
    assert covering.within(["a", "b", "c"], 11) == ["a", "b"]
    assert covering.within(["a", "b"], 1) == ["a"]


def test_killed_and_drawn_are_counted_by_package() -> None:
    verdicts = [Verdict(SMALL, outcome, 1, 0.0) for outcome in ("killed", "survived", "timeout", "uncovered")]
    assert tally(verdicts) == {"rules": (2, 4), "all": (2, 4)}


PASSING = "def test_sum():\n    assert add(1, 2) == 3\n"
COLLECTING = "def pytest_collection_modifyitems():\n    assert add(1, 2) == 3\n"


@pytest.mark.parametrize(
    "files",
    [{"test_sum.py": PASSING}, {"test_sum.py": "def test_sum(): pass\n", "conftest.py": COLLECTING}],
    ids=["a test", "pytest itself"],
)
def test_noticed_mutants_are_killed_and_the_rest_survives(tmp_path: Path, files: dict[str, str]) -> None:
    """The test of a sum checks one case: it notices a minus, but not a condition that this case never needs.

    A change that makes pytest itself fail is noticed too.
    """
    root, copy = tmp_path / "root", tmp_path / "copy"
    for folder in ("rules", "tests/rules"):
        (root / folder).mkdir(parents=True)
    copy.mkdir()
    (root / ".venv").mkdir()
    (root / "rules" / "sum.py").write_text("def add(a, b):\n    if a or b:\n        return a + b\n", encoding="utf-8")
    for name, text in files.items():
        (root / "tests" / "rules" / name).write_text(f"from rules.sum import add\n\n\n{text}", encoding="utf-8")
    (root / "pytest.ini").write_text("[pytest]\npythonpath = .\naddopts = --import-mode=importlib\n", encoding="utf-8")
    noticed, unnoticed = "calculation", "part of a condition left out"
    # Of the plugins only the one whose option is given: looking for the others is most of a trial of one sum.
    plugins = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "pytest_timeout"}
    words = ("-c", TRIED, str(root), str(copy), noticed, unnoticed)
    done = run(*words, env={**os.environ, **plugins}, timeout=120, fresh=True)
    assert done.returncode == 0, done.stderr
    assert dict(json.loads(done.stdout)) == {noticed: "killed", unnoticed: "survived"}


UNTOUCHED = """
import sys
from pathlib import Path
from tests.mutation.mutants import Mutant
from tests.mutation.running import Covering, Workshop

workshop = Workshop(Path.cwd(), Path(sys.argv[1]))
nothing = Mutant("rules/kernel/dice.py", "", 1, 0, 0, "", "nothing")
print(workshop.try_out(nothing, Covering({sys.argv[2]: 0.1}, {}), 9))
"""


def test_code_that_is_left_as_it_is_survives_its_tests(tmp_path: Path) -> None:
    """In a copy of this checkout: if pytest cannot run there, nothing counts as noticed."""
    use_compiled(tmp_path)
    test = "tests/rules/kernel/test_dice.py::test_spread_counts_every_roll"
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = run("-c", UNTOUCHED, str(tmp_path), test, env=env, timeout=120, fresh=True)
    assert "outcome='survived', tests=1" in done.stdout, done.stderr


def test_a_declaration_is_tried_by_tests_that_stand_above_its_folder() -> None:
    declared = Mutant("rules/fubar/tables.py", "", 3, 0, 1, "", "key")
    above, beside = "tests/rules/test_declared.py::test", "tests/rules/bayonet/test_fire.py::test"
    assert Covering({above: 1.0, beside: 1.0}, {}).of(declared) == [above]
