"""Careless changes to a source file: one small edit each, as in a refactoring or late at night."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

COMPARED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
CALCULATED = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.FloorDiv: "*",
    ast.Div: "*",
    ast.Mod: "*",
    ast.BitAnd: "|",
    ast.BitOr: "&",
}
STRUCTURAL_DECORATORS = {
    "property",
    "cached_property",
    "classmethod",
    "staticmethod",
    "overload",
    "override",
    "dataclass",
    "abstractmethod",
    "runtime_checkable",
    "cache",
    "lru_cache",
    "once_a_unit",
}
"""Decorators that define the kind of a definition, or only speed it up: removing one is no careless change."""

TYPE_CALLS = frozenset({"TypeVar", "ParamSpec", "NewType", "dataclass_transform"})
"""Functions whose arguments only a type checker reads."""


@dataclass(frozen=True)
class Mutant:
    """One edit of one file, by byte offsets."""

    path: str
    """Relative to the root of the checkout."""
    function: str
    """Qualified name of the outermost function around the edit; empty for declarations."""
    line: int
    start: int
    end: int
    replacement: str
    kind: str

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.replacement.encode() + source[self.end :]

    def describe(self, source: bytes) -> str:
        """Return one line: place, kind, the text before and after."""
        before = " ".join(source[self.start : self.end].decode().split())
        after = " ".join(self.replacement.split()) or "(nothing)"
        return f"{self.path}:{self.line} {self.kind}: {before[:90]} → {after[:90]}"


def mutants_of(root: Path, path: str) -> list[Mutant]:
    """Return every careless change to a file, in the order of the text."""
    source = (root / path).read_bytes()
    finder = _Finder(path, source)
    finder.visit(ast.parse(source))
    return sorted(finder.found, key=lambda one: (one.start, one.end, one.replacement))


class _Finder(ast.NodeVisitor):
    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source = path, source
        self.found: list[Mutant] = []
        self._names: list[str] = []
        self._function = ""
        self._line_starts = [0]
        for line in source.splitlines(keepends=True):
            self._line_starts.append(self._line_starts[-1] + len(line))

    # The position of a node in the text

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._line_starts[node.lineno - 1] + node.col_offset
        return start, self._line_starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()

    def _add(self, node: ast.expr | ast.stmt, replacement: str, kind: str) -> None:
        self._add_span(*self._span(node), replacement, kind, node.lineno)

    def _add_span(self, start: int, end: int, replacement: str, kind: str, line: int) -> None:
        if self.source[start:end].decode() != replacement:
            self.found.append(Mutant(self.path, self._function, line, start, end, replacement, kind))

    # Definitions

    def _enter(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, function: bool) -> None:
        self._decorators(node)
        outer = self._function
        self._names.append(node.name)
        if function:
            self._function = outer or ".".join(self._names)
        for child in node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body:
            self.visit(child)
        self._names.pop()
        self._function = outer

    def _decorators(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        for one in node.decorator_list:
            name = one.func if isinstance(one, ast.Call) else one
            word = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
            if word not in STRUCTURAL_DECORATORS:
                start, end = self._span(one)
                at = self.source.rindex(b"@", 0, start)
                self._add_span(at, end, "", "decorator left out", one.lineno)
            self.visit(one)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._defaults(node.args)
        self._enter(node, function=True)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._defaults(node.args)
        self._enter(node, function=True)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self._defaults(node.args)
        self.visit(node.body)

    def _defaults(self, args: ast.arguments) -> None:
        for one in [*args.defaults, *(default for default in args.kw_defaults if default)]:
            self.visit(one)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._enter(node, function=False)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    # Statements

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" in self._text(node.test):
            return
        self._condition(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for one in node.ifs:
            self._condition(one)
        self.generic_visit(node)

    def _condition(self, test: ast.expr) -> None:
        if not isinstance(test, ast.Compare | ast.Constant) and not _is_not(test):
            self._add(test, f"not ({self._text(test)})", "condition turned round")

    def visit_Assert(self, node: ast.Assert) -> None:
        """Skip assertions, which serve the reader and the type checker."""

    def visit_Return(self, node: ast.Return) -> None:
        value = node.value
        if value is not None and not (isinstance(value, ast.Constant) and value.value in (None, True, False)):
            self._add(value, "None", "nothing returned")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if isinstance(node.value, ast.Yield | ast.YieldFrom):
            self._add(node, "pass", "nothing yielded")
        elif not _logs(node.value):
            self._add(node, "pass", "statement left out")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if all(isinstance(one, ast.Attribute | ast.Subscript) for one in node.targets):
            self._add(node, "pass", "assignment left out")
        if not any(isinstance(one, ast.Name) and one.id == "__all__" for one in node.targets):
            self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._add(node, "pass", "assignment left out")
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        self._add(node, "continue", "break for continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._add(node, "break", "continue for break")

    # Expressions

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        word = " and " if isinstance(node.op, ast.And) else " or "
        texts = [f"({self._text(one)})" for one in node.values]
        for index in range(len(texts)):
            self._add(node, f"({word.join(texts[:index] + texts[index + 1 :])})", "part of a condition left out")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._add(node, f"({self._text(node.operand)})", "not left out")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            start, end = self._span(left)[1], self._span(right)[0]
            between = self.source[start:end].decode()
            if between.strip() and (word := COMPARED[type(operator)]) and "#" not in between:
                opening = between.count("(") * "("
                closing = between.count(")") * ")"
                self._add_span(start, end, f"{closing} {word} {opening}", "comparison", right.lineno)
            left = right
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        word = CALCULATED.get(type(node.op))
        start, end = self._span(node.left)[1], self._span(node.right)[0]
        between = self.source[start:end].decode()
        if word and not _is_text(node.left) and not _is_text(node.right) and "#" not in between:
            opening, closing = between.count("(") * "(", between.count(")") * ")"
            self._add_span(start, end, f"{closing} {word} {opening}", "calculation", node.lineno)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._add(node, str(not value), "truth value")
        elif isinstance(value, int | float):
            self._add(node, repr(value + 1), "number")
        elif isinstance(value, str) and value.isidentifier() and value.islower():
            self._add(node, repr(f"{value}_"), "key")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Skip formatted text, whose positions are unreliable before Python 3.12."""

    def visit_Call(self, node: ast.Call) -> None:
        if _logs(node) or (isinstance(node.func, ast.Name) and node.func.id in TYPE_CALLS):
            return
        keywords = [one for one in node.keywords if not _is_assertion(node, one)]
        parts = [*node.args, *(one.value for one in keywords)]
        self._each_left_out(node, [*node.args, *keywords], len(node.args), "argument left out")
        self.visit(node.func)
        for one in parts:
            self.visit(one)

    def _each_left_out(
        self, node: ast.Call, parts: Sequence[ast.expr | ast.keyword], positional: int, kind: str
    ) -> None:
        """Omit each keyword argument; omitting positional ones usually just raises TypeError."""
        for index, one in enumerate(parts):
            if index < positional or not isinstance(one, ast.keyword) or one.arg is None:
                continue
            start = self._line_starts[one.lineno - 1] + one.col_offset
            end = self._span(one.value)[1]
            while end < len(self.source) and self.source[end : end + 1] in b" \n":
                end += 1
            if self.source[end : end + 1] == b",":
                end += 1
            elif index and self.source[:start].rstrip().endswith(b","):
                start = self.source.rindex(b",", 0, start)
            self._add_span(start, end, "", kind, one.lineno)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        self._elements(node, node.elts)

    def visit_List(self, node: ast.List) -> None:
        self._elements(node, node.elts)

    def visit_Set(self, node: ast.Set) -> None:
        self._elements(node, node.elts)

    def _elements(self, node: ast.Tuple | ast.List | ast.Set, elements: list[ast.expr]) -> None:
        """Omit each element of a display of three or more: in a pair, that is always an error."""
        if len(elements) >= 3 and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            opening, closing = ("{", "}") if isinstance(node, ast.Set) else ("[", "]")
            if isinstance(node, ast.Tuple):
                opening, closing = "(", ")"
            texts = [self._text(one) for one in elements]
            for index in range(len(texts)):
                rest = ", ".join(texts[:index] + texts[index + 1 :])
                self._add(node, f"{opening}{rest}{closing}", "element left out")
        self.generic_visit(node)


def _is_assertion(call: ast.Call, keyword: ast.keyword) -> bool:
    """True for the argument of `zip` that asserts equal lengths."""
    return keyword.arg == "strict" and isinstance(call.func, ast.Name) and call.func.id == "zip"


def _is_not(test: ast.expr) -> bool:
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _logs(node: ast.expr) -> bool:
    """True for a call of a logger: log texts are not behaviour."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        return node.func.value.id in {"log", "logger", "LOG", "_log"}
    return False


def source_files(root: Path, folders: Sequence[str]) -> Iterator[str]:
    """Yield the Python files below some folders or named themselves, without migrations, which never change."""
    for folder in folders:
        found = [root / folder] if folder.endswith(".py") else sorted((root / folder).rglob("*.py"))
        for file in found:
            if "migrations" not in file.parts and file.name != "__init__.py":
                yield file.relative_to(root).as_posix()
