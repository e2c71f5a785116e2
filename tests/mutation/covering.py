"""The tests that run each function: measured once over the whole suite, looked up for each mutant.

As a pytest plugin (`-p tests.mutation.covering`, with COVERING_FOLDER set) it writes one file per worker; `read` merges
them into one map.
"""

from __future__ import annotations

import ast
import json
import os
from collections import defaultdict
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from coverage import Coverage, CoverageData

FOLDER = "COVERING_FOLDER"
SOURCES = ("bot", "cogs", "rules", "data")


class Recorder:
    """The measurement of one worker: the lines run by each test, as a context, and its seconds."""

    def __init__(self, folder: Path, root: Path) -> None:
        name = os.environ.get("PYTEST_XDIST_WORKER", "main")
        self.seconds: dict[str, float] = {}
        self.seconds_file = folder / f"{name}.seconds.json"
        self.coverage = Coverage(
            data_file=str(folder / f"{name}.coverage"), source=[str(root / one) for one in SOURCES], config_file=False
        )
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.coverage.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        self.seconds_file.write_text(json.dumps(self.seconds), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    controls_workers = getattr(config.option, "numprocesses", None) and "PYTEST_XDIST_WORKER" not in os.environ
    if (folder := os.environ.get(FOLDER)) and not controls_workers:
        config.pluginmanager.register(Recorder(Path(folder), config.rootpath))


class Measured(NamedTuple):
    """The seconds of each test, and the tests of each `path::function`."""

    seconds: dict[str, float]
    tests: dict[str, list[str]]


def merge_measures(folder: Path, root: Path) -> Measured:
    """Merge the files of all workers."""
    seconds: dict[str, float] = {}
    tests: dict[str, set[str]] = defaultdict(set)
    for file in sorted(folder.glob("*.seconds.json")):
        seconds |= json.loads(file.read_text(encoding="utf-8"))
    for file in sorted(folder.glob("*.coverage")):
        data = CoverageData(str(file))
        data.read()
        for measured in data.measured_files():
            if not measured.endswith(".py"):  # templates report their own source files
                continue
            path = Path(measured).resolve().relative_to(root.resolve()).as_posix()
            functions = functions_by_line(root, path)
            for line, contexts in data.contexts_by_lineno(measured).items():
                if function := functions.get(line):
                    tests[f"{path}::{function}"].update(one for one in contexts if one)
    return Measured(seconds, {key: sorted(value) for key, value in tests.items()})


@cache
def functions_by_line(root: Path, path: str) -> dict[int, str]:
    """Return the qualified name of the outermost function around each line of a function's body."""
    found: dict[int, str] = {}

    def walk(body: list[ast.stmt], names: tuple[str, ...]) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                walk(node.body, (*names, node.name))
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                for line in range(node.body[0].lineno, node.end_lineno + 1):
                    found[line] = ".".join((*names, node.name))

    walk(ast.parse((root / path).read_bytes()).body, ())
    return found
