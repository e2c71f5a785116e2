"""The coverage of a run of the suite becomes a map from functions to their tests."""

from __future__ import annotations

import json
from pathlib import Path

from coverage import CoverageData

from tests.mutation import covering


def test_a_template_of_a_page_is_no_code(tmp_path: Path) -> None:
    """It is compiled, so it is measured, but it cannot be read as Python."""
    root, measured = tmp_path / "root", tmp_path / "measured"
    for folder in (root / "rules", measured):
        folder.mkdir(parents=True)
    (root / "rules" / "sum.py").write_text("def add(a, b):\n    return a + b\n", encoding="utf-8")
    (root / "rules" / "page.html").write_text("body { padding: 6mm 0; }\n", encoding="utf-8")
    data = CoverageData(str(measured / "gw0.coverage"))
    data.set_context("tests/test_sum.py::test_sum")
    data.add_lines({str(root / "rules" / "sum.py"): [2], str(root / "rules" / "page.html"): [1]})
    data.write()
    (measured / "gw0.seconds.json").write_text(json.dumps({"tests/test_sum.py::test_sum": 0.1}), encoding="utf-8")

    assert covering.merge_measures(measured, root).tests == {"rules/sum.py::add": ["tests/test_sum.py::test_sum"]}
