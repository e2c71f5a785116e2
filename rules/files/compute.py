"""Compilation of checked expressions to functions of a scope."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

if TYPE_CHECKING:
    from rules.files.expressions import Expression

LARGEST = 1_000_000
_SCOPE = "scope"
CALLS_OF_NUMBERS: Mapping[str, Callable[..., Any]] = {"min": min, "max": max, "abs": abs, "ceil": ceil}
Pairs: TypeAlias = Sequence[tuple[Any, Any]]


def _most(pairs: Pairs) -> Any:
    """Return the value with the greatest sum of weights; of several, the highest."""
    sums: dict[Any, Any] = {}
    for value, weight in pairs:
        sums[value] = sums.get(value, 0) + weight
    return max(sums, key=lambda value: (sums[value], value), default=0)


OVER_LISTS: Mapping[str, Callable[[Pairs], Any]] = {
    "total": lambda pairs: sum(value for value, _ in pairs),
    "highest": lambda pairs: max((value for value, _ in pairs), default=0),
    "lowest": lambda pairs: min((value for value, _ in pairs), default=0),
    "most": _most,
}
"""Calls over the entries of a list, each as a pair of its value and its weight; entries without weight do not count."""
CALLS = (*CALLS_OF_NUMBERS, *OVER_LISTS)


class _Missing:
    """A record that is missing: it is false, and so is each of its fields."""

    def __bool__(self) -> bool:
        return False

    def __getattr__(self, name: str) -> int:
        return 0


MISSING = _Missing()


def whole_number(found: Any) -> int:
    """Return a number rounded to the nearest whole one towards 0, within limits."""
    if -LARGEST <= found <= LARGEST:
        return found if type(found) is int else int(found)
    return LARGEST if found > 0 else -LARGEST


_GUARDS: Mapping[str, Callable[[Any, Any], Any]] = {
    # Rounded down; 0 for a division by 0.
    "_divided": lambda one, other: one // other if other else 0,
    "_remainder": lambda one, other: one % other if other else 0,
    # The value of a table for a word; 0 for a missing word.
    "_field": lambda table, word: getattr(table, word) if isinstance(word, str) and word else 0,
    "_lost": lambda number, models: max(0, min(models, number)),
}
_GLOBALS: dict[str, Any] = {
    "__builtins__": {},
    **CALLS_OF_NUMBERS,
    **OVER_LISTS,
    **_GUARDS,
    "_number": whole_number,
    "_whole": int,
    "_flag": bool,
}


def compile_lines(arguments: str, lines: Iterable[str]) -> Callable[..., Any]:
    """Compile a function of a scope and these arguments, from lines of `line_of` and `name_of`."""
    found: dict[str, Any] = {}
    body = "".join(f"\n    {line}" for line in lines)
    exec(compile(f"def run(scope, {arguments}):{body}", "<results>", "exec"), _GLOBALS, found)
    return found["run"]


def name_of(result: str) -> str:
    """Return the variable of a result: no function has such a name."""
    return f"{result}_"


def line_of(one: Expression, results: Container[str], by: Literal["number", "flag", "value"] = "value") -> str:
    """Return an expression in Python, in brackets: results are variables, other names are in the scope."""
    value = _Plain(one.lists, results).visit(parse(one.text)).body
    if by == "number":  # only products can exceed the limits of a number
        value = _call("_number" if any(isinstance(part, ast.Mult) for part in ast.walk(value)) else "_whole", value)
    elif by == "flag":
        value = _call("_flag", value)
    return f"({ast.unparse(ast.fix_missing_locations(value))})"


def parse(text: str) -> ast.Expression:
    return ast.parse(text.strip(), mode="eval")


def compile_expression(text: str, lists: Container[str]) -> Callable[[Mapping[str, Any]], Any]:
    """Compile an expression that has been checked to a function of its scope; `lists` are those that it reads."""
    scope = ast.arguments([], [ast.arg(_SCOPE)], None, [], [], None, [])
    function = ast.Expression(ast.Lambda(scope, _Plain(lists, ()).visit(parse(text)).body))
    return eval(compile(ast.fix_missing_locations(function), "<expression>", "eval"), _GLOBALS)


_GUARDED: Mapping[type[ast.operator], str] = {ast.FloorDiv: "_divided", ast.Mod: "_remainder"}


class _Plain(ast.NodeTransformer):
    """Looks names up in the scope, and turns `and` and `or` into true or false; Python would return either value.

    Results are variables. Within a call over a list, the list's name is the entry.
    """

    def __init__(self, lists: Container[str], results: Container[str], entry: str = "") -> None:
        self.lists, self.results, self.entry = lists, results, entry

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == self.entry:
            return node
        return ast.Name(name_of(node.id), ast.Load()) if node.id in self.results else _read(node.id)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        return ast.IfExp(node, ast.Constant(True), ast.Constant(False))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        return _call("_field", node.value, node.slice)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        name = _GUARDED.get(type(node.op))
        return _call(name, node.left, node.right) if name and not isinstance(node.right, ast.Constant) else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = cast("ast.Name", node.func).id
        if name not in OVER_LISTS:
            return _call(name, *map(self.visit, node.args))
        entry = next(one.id for one in ast.walk(node) if isinstance(one, ast.Name) and one.id in self.lists)
        value, weight = map(_Plain(self.lists, self.results, entry).visit, (*node.args, ast.Constant(1))[:2])
        each = ast.comprehension(ast.Name(entry, ast.Store()), _read(entry), [weight], 0)
        return _call(name, ast.ListComp(ast.Tuple([value, weight], ast.Load()), [each]))


def _read(name: str) -> ast.Subscript:
    return ast.Subscript(ast.Name(_SCOPE, ast.Load()), ast.Constant(name), ast.Load())


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [*args], [])
