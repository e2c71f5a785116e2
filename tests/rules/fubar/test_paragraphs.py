"""The table of paragraphs in `tests/rules/README.md` names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rows import for_each

HERE = Path(__file__).parent
PAPER = (HERE.parent / "README.md").read_text(encoding="utf-8")
TABLE = PAPER.partition("## FUBAR: paragraph → test")[2].partition("\n## ")[0]
EVENINGS = PAPER.partition("## Over a turn")[2]
ROWS = [row.split("|")[1:3] for row in TABLE.splitlines() if "`test_" in row]


@for_each(("paragraph", "tests"), ROWS)
def test_paragraph_has_its_tests(paragraph: str, tests: str) -> None:
    file = ""
    for named in re.findall(r"`(test_[^`]+)`", tests):
        file, _, name = named.rpartition(": ") if ": " in named else (file, "", named)
        assert f"def {name}(" in (HERE / f"{file}.py").read_text(encoding="utf-8"), named


@pytest.mark.parametrize("named", re.findall(r"`(?:fubar/)?(test_[a-z0-9_]+)`", EVENINGS))
def test_the_tests_of_an_evening_are_there(named: str) -> None:
    cogs = HERE.parent.parent / "cogs"
    assert any((folder / f"{named}.py").exists() for folder in (cogs, HERE))
