"""Conditions, boundaries and blocks that no test has seen: changing one is a careless change that none can notice.

As a pytest plugin (`-p tests.mutation.unseen`, with UNSEEN_FOLDER set) it watches conditions, comparisons, arguments,
slices and blocks of the project's own modules, which takes tests half as long again, and writes one file per worker.
"""

from __future__ import annotations

import ast
import builtins
import json
import operator
import os
import subprocess
import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import Parameter, signature
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from tests.mutation.covering import ROOT, compile_changed
from tests.mutation.mutants import TYPE_CALLS

FOLDER = "UNSEEN_FOLDER"
WATCH = "__watch_values__"
"""The name of the built-in object that the watched modules call."""
COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
BY_NAME = {kind.__name__: compare for kind, compare in COMPARED.items()}
UNWATCHED_CALLS = TYPE_CALLS | {"cast", "super"}
"""Functions that only a type checker asks, or that look at their caller."""
ABSENT = object()
NEVER_RUN = "never run"


@dataclass(frozen=True)
class Place:
    """Something that is watched."""

    path: str
    line: int
    expected: tuple[tuple[str, str], ...]
    """What a test must have seen of it, and how its absence is told."""
    text: str

    def describe(self, key: str, seen: Container[str]) -> str | None:
        """Return what no test has seen, if that is anything; of what never ran, that alone."""
        absent = [told for mark, told in self.expected if key + mark not in seen]
        if not absent:
            return None
        told = NEVER_RUN if NEVER_RUN in absent else ", ".join(absent)
        return f"{self.path}:{self.line} {told}: {self.text}"


class Watch:
    """The values that the watched modules have had, as a key of the place and a mark."""

    def __init__(self, seen: set[str]) -> None:
        self.seen = seen

    def condition(self, key: str, value: Any) -> Any:
        self.seen.add(key + ("+" if value else "-"))
        return value

    def compared(self, key: str, kind: str, left: Any, right: Any) -> Any:
        if left == right:
            self.seen.add(key)
        return BY_NAME[kind](left, right)

    def cut(self, key: str, values: Any, most: int | None) -> Any:
        if most is not None and len(values) > most:
            self.seen.add(key)
        return values[:most]

    def among(self, key: str, value: Any, values: Sequence[Any]) -> bool:
        for index, one in enumerate(values):
            if value is one or value == one:
                self.seen.add(f"{key}{index}")
                return True
        return False

    def ran(self, key: str, /, **given: Any) -> None:
        self.seen.add(key)
        for name, (value, default) in given.items():
            if type(value) is type(default) and value == default:
                self.seen.add(f"{key}{name}")

    def called(self, key: str, function: Any, /, *args: Any, **given: Any) -> Any:
        self.seen.add(key)
        for name, value in given.items():
            if (mark := f"{key}{name}") not in self.seen and not _is_default(function, args, name, value):
                self.seen.add(mark)
        return function(*args, **given)


def _is_default(function: Any, args: Sequence[Any], name: str, value: Any) -> bool:
    """True if leaving the argument out would change nothing; `replace` leaves what is there."""
    if getattr(function, "__name__", "") == "replace" and args:
        default = getattr(args[0], name, ABSENT)
    else:
        default = _defaults(getattr(function, "__func__", function)).get(name, ABSENT)
    if repr(default) == "<factory>":
        return not value
    return default is not ABSENT and type(value) is type(default) and bool(value == default)


@cache
def _defaults(function: Any) -> Mapping[str, Any]:
    try:
        found = signature(function).parameters.values()
    except (TypeError, ValueError):  # some built-in functions do not tell
        return {}
    return {one.name: one.default for one in found if one.default is not Parameter.empty}


class _Watching(ast.NodeTransformer):
    def __init__(self, source: str, path: str) -> None:
        self.source, self.path = source, path
        self.places: dict[str, Place] = {}

    def _watch(self, node: ast.AST, line: int, text: str, *expected: tuple[str, str]) -> ast.Constant:
        key = f"{self.path}#{len(self.places)}#"
        self.places[key] = Place(self.path, line, expected, " ".join(text.split())[:100])
        return ast.Constant(key)

    def _text(self, node: ast.AST) -> str:
        return ast.get_source_segment(self.source, node) or ""

    def _call(self, at: ast.AST, method: str, *args: ast.expr, keywords: Sequence[ast.keyword] = ()) -> ast.Call:
        watch = ast.Attribute(ast.Name(WATCH, ast.Load()), method, ast.Load())
        return ast.copy_location(ast.Call(watch, list(args), list(keywords)), at)

    def _condition(self, node: ast.expr) -> ast.expr:
        if isinstance(node, ast.BoolOp):
            node.values = [self._condition(one) for one in node.values]
            return node
        if isinstance(node, ast.Constant) or self._text(node) == "TYPE_CHECKING":
            return node
        key = self._watch(node, node.lineno, self._text(node), ("+", "never true"), ("-", "never false"))
        return self._call(node, "condition", key, self.visit(node))

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            return self._tested(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.For | ast.AsyncFor | ast.ExceptHandler):
            return self._block(node)
        return super().visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.BoolOp:
        """Watch all operands of a value but the last, which decides nothing."""
        *others, last = node.values
        node.values = [*map(self._condition, others), self.visit(last)]
        return node

    def _tested(self, node: Any) -> Any:
        test, node.test = node.test, None
        self.generic_visit(node)
        node.test = self._condition(test)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.iter, node.ifs = self.visit(node.iter), [self._condition(one) for one in node.ifs]
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        kind = type(node.ops[0])
        if len(node.ops) == 1 and kind in (ast.In, ast.NotIn):
            return self._membership(node, node.comparators[0])
        if len(node.ops) > 1 or kind not in COMPARED:
            return cast("ast.expr", self.generic_visit(node))
        key = self._watch(node, node.lineno, self._text(node), ("", "sides never equal"))
        left, right = self.visit(node.left), self.visit(node.comparators[0])
        return self._call(node, "compared", key, ast.Constant(kind.__name__), left, right)

    def _membership(self, node: ast.Compare, among: ast.expr) -> ast.expr:
        """Watch which element of a display is the one that is looked for."""
        if not isinstance(among, ast.Tuple | ast.List | ast.Set) or any(
            isinstance(one, ast.Starred) for one in among.elts
        ):
            return cast("ast.expr", self.generic_visit(node))
        never = [(str(index), f"{self._text(one)} never found") for index, one in enumerate(among.elts)]
        key = self._watch(node, node.lineno, self._text(node), *never)
        found = self._call(node, "among", key, self.visit(node.left), ast.Tuple(among.elts, ast.Load()))
        return found if isinstance(node.ops[0], ast.In) else ast.copy_location(ast.UnaryOp(ast.Not(), found), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        cut = node.slice
        if not isinstance(node.ctx, ast.Load) or not isinstance(cut, ast.Slice) or cut.lower or cut.step:
            return cast("ast.expr", self.generic_visit(node))
        if cut.upper is None or isinstance(cut.upper, ast.UnaryOp):
            return cast("ast.expr", self.generic_visit(node))
        key = self._watch(node, node.lineno, self._text(node), ("", "never cut"))
        return self._call(node, "cut", key, self.visit(node.value), self.visit(cut.upper))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        names = [one.arg for one in node.keywords if one.arg]
        if not names or len(names) < len(node.keywords) or name in UNWATCHED_CALLS:
            return cast("ast.expr", self.generic_visit(node))
        never = [(one, f"{one} never other than its default") for one in names]
        key = self._watch(node, node.lineno, self._text(node), ("", NEVER_RUN), *never)
        self.generic_visit(node)
        return self._call(node, "called", key, node.func, *node.args, keywords=node.keywords)

    def _block(self, node: Any) -> Any:
        if self._text(node.body[-1]) == "...":
            return node
        at = node.body[0] if isinstance(node, ast.match_case) else node
        text = self._text(at).partition("\n")[0]
        defaults = list(_constant_defaults(node)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else []
        never = [(name, f"{name} never its default") for name, _ in defaults]
        key = self._watch(at, at.lineno, text, ("", NEVER_RUN), *never)
        given = [
            ast.keyword(name, ast.Tuple([ast.Name(name, ast.Load()), ast.Constant(value)], ast.Load()))
            for name, value in defaults
        ]
        note = ast.Expr(self._call(node.body[0], "ran", key, keywords=given))
        self.generic_visit(node)
        documented = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node) is not None
        node.body.insert(1 if documented else 0, note)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        guard, node.guard = node.guard, None
        self._block(node)
        node.guard = guard and self._condition(guard)
        return node

    def visit_Assert(self, node: ast.Assert) -> ast.Assert:
        """Leave assertions, which serve the reader and the type checker."""
        return node


def _constant_defaults(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[str, Any]]:
    """Yield the parameters whose default is a truth value, a number or a word: what a mutant changes."""
    placed = [*node.args.posonlyargs, *node.args.args]
    first = len(placed) - len(node.args.defaults)
    for parameter, default in [
        *zip(placed[first:], node.args.defaults, strict=True),
        *zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True),
    ]:
        if isinstance(default, ast.Constant) and default.value is not None and default.value != "":
            yield parameter.arg, default.value


def watched(source: bytes, path: str) -> tuple[ast.Module, dict[str, Place]]:
    """Return the module with everything watched, and the places by their keys."""
    watching = _Watching(source.decode(), path)
    tree = ast.fix_missing_locations(watching.visit(ast.parse(source)))
    return tree, watching.places


def unseen(places: Mapping[str, Place], seen: Container[str]) -> list[str]:
    """Return a line for each place of which something was not seen, by their lines."""
    told = ((one.line, one.describe(key, seen)) for key, one in places.items())
    return [line for _, line in sorted((at, line) for at, line in told if line)]


def list_unseen(files: Sequence[str]) -> Iterator[str]:
    """Run the tests of the packages of these files, and yield a line for each place of which they have not seen all."""
    with TemporaryDirectory() as folder:
        tests = sorted({f"tests/{one.partition('/')[0]}" for one in files})
        for place in tests:  # one after the other: a package is held by its own tests
            command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "worksteal", "--timeout=600"]
            command += ["-p", "tests.mutation.unseen", place]
            subprocess.run(command, cwd=ROOT, env=os.environ | {FOLDER: folder}, stdout=sys.stderr, check=False)
            seen = set(chain.from_iterable(json.loads(one.read_text()) for one in Path(folder).glob("*.json")))
            for path in files:
                if place == f"tests/{path.partition('/')[0]}":
                    yield from unseen(watched((ROOT / path).read_bytes(), path)[1], seen)


if (_folder := os.environ.get(FOLDER)) and "PYTEST_XDIST_WORKER" in os.environ:
    # At once: the tests' own settings import the bot before pytest_configure.
    _seen: set[str] = set()
    setattr(builtins, WATCH, Watch(_seen))
    compile_changed(lambda source, path: watched(source, path)[0])

    def pytest_sessionfinish() -> None:
        file = Path(cast("str", _folder)) / f"{os.environ['PYTEST_XDIST_WORKER']}.json"
        file.write_text(json.dumps(sorted(_seen)), encoding="utf-8")
