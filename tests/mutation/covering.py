"""The tests that run each function: measured once, looked up for each mutant.

As a pytest plugin (`-p tests.mutation.covering`, with COVERING_FOLDER set) it compiles the project with a note at the
beginning of each function, which costs tests hardly any time, and writes one file per worker.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple, TypeVar

import pytest

FOLDER = "COVERING_FOLDER"
SOURCES = ("bot", "cogs", "rules")
NOTE = "__note_function__"
"""The name of the built-in function that the notes call."""
ROOT = Path(__file__).resolve().parents[2]

_Scope = TypeVar("_Scope", ast.FunctionDef, ast.AsyncFunctionDef)


class Recorder:
    """The measurement of one worker: the functions run by each test, and its seconds."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}.json"
        self.seconds: dict[str, float] = {}
        self.tests: dict[str, list[str]] = defaultdict(list)
        self.running: set[str] = set()
        setattr(builtins, NOTE, self.running.add)
        compile_changed(with_notes)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.running.clear()
        try:
            return (yield)
        finally:
            for function in self.running.copy():
                self.tests[function].append(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        Measured(self.seconds, self.tests).write(self.file)


def compile_changed(change: Callable[[bytes, str], ast.Module]) -> None:
    """Compile the project's own modules from changed trees, and keep nothing compiled for other processes."""

    class Loader(SourceFileLoader):
        def get_code(self, fullname: str) -> CodeType:
            path = Path(self.path)
            tree = change(path.read_bytes(), path.resolve().relative_to(ROOT).as_posix())
            return compile(tree, self.path, "exec", dont_inherit=True)

    class Finder(PathFinder):
        @classmethod
        def find_spec(
            cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
        ) -> ModuleSpec | None:
            found = PathFinder.find_spec(fullname, path, target) if fullname.partition(".")[0] in SOURCES else None
            if found and found.origin and isinstance(found.loader, SourceFileLoader):
                found.loader = Loader(fullname, found.origin)
            return found

    sys.meta_path.insert(0, Finder)


def with_notes(source: bytes, path: str) -> ast.Module:
    """Return the module with a call of the note at the beginning of each function.

    The note is `path::name` of the outermost function around it. Lambdas within functions note it too.
    """
    tree = ast.parse(source)
    _Noting(path).visit(tree)
    return ast.fix_missing_locations(tree)


class _Noting(ast.NodeTransformer):
    def __init__(self, path: str) -> None:
        self.path, self.names, self.function = path, (), ""
        self.names: tuple[str, ...]

    def _note(self, node: ast.stmt | ast.expr) -> ast.Call:
        called = ast.Call(ast.Name(NOTE, ast.Load()), [ast.Constant(f"{self.path}::{self.function}")], [])
        return ast.copy_location(called, node)

    def _enter(self, node: _Scope) -> _Scope:
        outer, self.function = self.function, self.function or ".".join((*self.names, node.name))
        note = ast.copy_location(ast.Expr(self._note(node.body[0])), node.body[0])
        node.body = [self.visit(one) for one in node.body]
        node.body.insert(0 if ast.get_docstring(node, clean=False) is None else 1, note)
        self.function = outer
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return self._enter(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AsyncFunctionDef:
        return self._enter(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        outer, self.names = self.names, (*self.names, node.name)
        node.body = [self.visit(one) for one in node.body]
        self.names = outer
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.generic_visit(node)
        if self.function:
            node.body = ast.copy_location(ast.BoolOp(ast.Or(), [self._note(node.body), node.body]), node.body)
        return node


if (_folder := os.environ.get(FOLDER)) and "PYTEST_XDIST_WORKER" in os.environ:
    # At once: the tests' own settings import the bot before pytest_configure.
    _recorder = Recorder(Path(_folder))

    def pytest_configure(config: pytest.Config) -> None:
        config.pluginmanager.register(_recorder)


class Measured(NamedTuple):
    """The seconds of each test, and the tests of each `path::function`."""

    seconds: dict[str, float]
    tests: dict[str, list[str]]

    def write(self, file: Path) -> None:
        """Write to a file, with each test by its position: hundreds of functions name thousands of tests."""
        position = {test: at for at, test in enumerate(self.seconds)}
        tests = {function: sorted(position[one] for one in tests) for function, tests in self.tests.items()}
        file.write_text(json.dumps({"seconds": self.seconds, "tests": tests}), encoding="utf-8")

    @classmethod
    def read(cls, file: Path) -> Measured:
        found = json.loads(file.read_text(encoding="utf-8"))
        names = list(found["seconds"])
        return cls(found["seconds"], {key: [names[at] for at in tests] for key, tests in found["tests"].items()})


def merge_measures(parts: Sequence[Measured]) -> Measured:
    """Merge the measurements of all workers; later ones replace the seconds of earlier ones."""
    seconds: dict[str, float] = {}
    tests: dict[str, set[str]] = defaultdict(set)
    for part in parts:
        seconds |= part.seconds
        for function, found in part.tests.items():
            tests[function].update(found)
    return Measured(seconds, {function: sorted(found) for function, found in tests.items()})
