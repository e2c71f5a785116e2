"""Expressions of a system file: numbers, words and conditions over the facts of an action.

They are a subset of Python's expressions: no loops, no changes, no calls except `min`, `max` and `abs`. They are
checked against the names in scope when the file is read, and compiled when first used. Compared with CEL and simpleeval
they are the fastest to evaluate, and only they can report an unknown name and the kind of a value before play.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Literal, TypeAlias

from rules.kernel.text import NOTHING, Joined, Listed, Text

Plain: TypeAlias = Literal["number", "flag"]
Word: TypeAlias = frozenset[str]
"""Possible words of a value."""
Kind: TypeAlias = "Plain | Word | Mapping[str, Kind]"
"""The kind of a named value: a number, a flag, one of some words, or a record of further names."""
Names: TypeAlias = Mapping[str, Kind]

LONGEST, LARGEST = 400, 1_000_000
MOST_NAMED = 12
"""Known names that a fault lists."""
_SCOPE = "scope"
_CALLS = {"min": min, "max": max, "abs": abs}
_GLOBALS: dict[str, Any] = {"__builtins__": {}, **_CALLS}


class ExpressionFault(Exception):
    """A fault in an expression; `name` is the unknown name in it, if it is one."""

    def __init__(self, text: Text, name: str = "") -> None:
        super().__init__(text)
        self.text, self.name = text, name


@dataclass(frozen=True)
class Expression:
    """An expression that fits its scope; `reads` are the names in it, such as "unit.shock".

    An expression that is only a name has it as `name`, one that is only a number as `constant`.
    """

    text: str
    reads: frozenset[str]
    name: str = ""
    constant: int | None = None
    of_roller: bool = False
    """True if it reads the unit that rolls."""

    @cached_property
    def compute(self) -> Callable[[Mapping[str, Any]], Any]:
        """The function that returns its value in a scope; a start reads hundreds, and an evening uses few."""
        return _compile(_parse(self.text))

    def __call__(self, scope: Mapping[str, Any]) -> Any:
        return self.compute(scope)

    def number(self, scope: Mapping[str, Any]) -> int:
        if self.constant is not None:
            return self.constant
        found = self.compute(scope)
        if -LARGEST <= found <= LARGEST:
            return found if type(found) is int else int(found)
        return LARGEST if found > 0 else -LARGEST


def expression(said: object, names: Names, wanted: Plain = "number") -> Expression:
    """Compile an expression; raise ExpressionFault if it is invalid or does not fit the names in scope."""
    text = str(said)
    if len(text) > LONGEST:
        raise ExpressionFault(Text("an expression can have at most {most} characters", most=LONGEST))
    try:
        tree = _parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ExpressionFault(_explain_slip(text)) from None
    reader = _Reader(names)
    found = reader.kind(tree.body)
    if wanted == "number" and found not in ("number", "flag"):
        raise ExpressionFault(Text('"{said}" is a word: a number is needed here', said=text))
    if wanted == "flag" and found not in ("number", "flag"):
        raise ExpressionFault(Text('"{said}" is a word: compare it with another by == or !=', said=text))
    name = tree.body.id if isinstance(tree.body, ast.Name) else ""
    constant = tree.body.value if isinstance(tree.body, ast.Constant) and type(tree.body.value) is int else None
    of_roller = any(one.startswith("roller.") for one in reader.reads)
    return Expression(text, frozenset(reader.reads), name, constant, of_roller)


def _parse(text: str) -> ast.Expression:
    return ast.parse(text.strip(), mode="eval")


_SLIPS: Sequence[tuple[str, str]] = (
    (r"(?<![=!<>])=(?!=)", "=="),
    (r"&&?", "and"),
    (r"\|\|?", "or"),
    (r"!(?!=)", "not"),
    (r"<>|\u2260", "!="),
    (r"\u2264|=<", "<="),
    (r"\u2265|=>", ">="),
    (r"\u2212|\u2013", "-"),
    (r"\u00d7", "*"),
)
"""Signs that an expression does not know, and what to write instead."""
_DICE = re.compile(r"\b\d*[dDwW]\d+\b")


def _explain_slip(said: str) -> Text:
    """Return the fault of an expression that cannot be parsed."""
    fault = Text('"{said}" cannot be read as an expression', said=said)
    if _DICE.search(said):
        return Joined((fault, Text("give the number of dice alone: their faces are die, under [system]")), "; ")
    signs = (Text('write "{sign}" instead', sign=sign) for slip, sign in _SLIPS if re.search(slip, said))
    return Joined((fault, next(signs, NOTHING)), "; ")


def _compile(tree: ast.Expression) -> Callable[[Mapping[str, Any]], Any]:
    """Compile an expression that the reader has accepted to a function of its scope."""
    scope = ast.arguments([], [ast.arg(_SCOPE)], None, [], [], None, [])
    function = ast.Expression(ast.Lambda(scope, _Plain().visit(tree).body))
    return eval(compile(ast.fix_missing_locations(function), "<expression>", "eval"), _GLOBALS)


def did_you_mean(said: str, known: Iterable[str]) -> Text:
    """Return a question for the nearest known name, or the list of known names, or nothing."""
    names = sorted(known)
    if said in ("attacker", "target") and "unit" in names:
        return Text("only fire and assault have attacker and target: give the action its command")
    if said == "unit" and "attacker" in names:
        return Text("the units of an attack are attacker and target")
    near = get_close_matches(said, names, 1, 0.6)
    if near:
        return Text('did you mean "{name}"?', name=near[0])
    if len(names) == 1:
        return Text('only "{name}" is known here', name=names[0])
    more = [Text("{n} more", n=len(names) - MOST_NAMED)] if len(names) > MOST_NAMED else []
    return Text("the names here are {names}", names=Listed([*names[:MOST_NAMED], *more])) if names else NOTHING


def unknown(said: str, known: Iterable[str]) -> Text:
    """Return the fault for an unknown name."""
    fault = Text('"{name}" is not known here', name=said)
    return Joined((fault, did_you_mean(said, known)), "; ")


class _Plain(ast.NodeTransformer):
    """Looks names up in the scope, and turns `and` and `or` into true or false; Python would return either value."""

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in _CALLS:
            return node
        return ast.Subscript(ast.Name(_SCOPE, ast.Load()), ast.Constant(node.id), ast.Load())

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        return ast.IfExp(node, ast.Constant(True), ast.Constant(False))


_COUNTED = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_COMPARED = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class _Reader:
    """Finds the kind of an expression, and the names that it reads."""

    def __init__(self, names: Names) -> None:
        self.names, self.reads = names, set[str]()

    def kind(self, node: ast.expr) -> Kind:
        match node:
            case ast.Constant(value=bool()):
                return "flag"
            case ast.Constant(value=int() as value):
                if abs(value) > LARGEST:
                    raise ExpressionFault(Text("numbers go up to {most}", most=LARGEST))
                return "number"
            case ast.Constant(value=str() as value):
                return frozenset((value,))
            case ast.Name(id=name):
                return self._named(name)
            case ast.Attribute(value=ast.Name(id=name), attr=field):
                return self._field(name, field)
            case ast.BoolOp(values=values):
                return self._each(values, "flag")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self._each([operand], "flag")
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._each([operand], "number")
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _COUNTED):
                return self._counted(left, op, right)
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._compared([left, *others], ops)
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._chosen(test, body, other)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _CALLS and args:
                return self._each(args, "number")
            case ast.BinOp(op=ast.Div()):
                raise ExpressionFault(
                    Text('"{said}": write // to divide, which rounds down', said=ast.unparse(node)[:60])
                )
            case _:
                raise ExpressionFault(
                    Text(
                        "use only names, whole numbers, words, + - * // %, comparisons, and, or, not, if else, "
                        'min, max and abs, not "{said}"',
                        said=ast.unparse(node)[:60],
                    )
                )

    def _named(self, name: str) -> Kind:
        if name not in self.names:
            raise ExpressionFault(unknown(name, self.names), name)
        found = self.names[name]
        if isinstance(found, Mapping):
            raise ExpressionFault(
                Text('name a field of {name}, such as "{name}.{field}"', name=name, field=next(iter(found)))
            )
        self.reads.add(name)
        return found

    def _field(self, name: str, field: str) -> Kind:
        if name not in self.names:
            raise ExpressionFault(unknown(name, self.names))
        record = self.names[name]
        if not isinstance(record, Mapping):
            raise ExpressionFault(Text('"{name}" is a plain value: it has no "{field}"', name=name, field=field))
        if field not in record:
            fault = Text('{name} has no "{field}"', name=name, field=field)
            raise ExpressionFault(Joined((fault, did_you_mean(field, record)), "; "), field)
        self.reads.add(f"{name}.{field}")
        return record[field]

    def _each(self, nodes: Sequence[ast.expr], gives: Plain) -> Kind:
        """Check that the operands are numbers or flags, and return the kind of the result."""
        for node in nodes:
            if self.kind(node) not in ("number", "flag"):
                raise ExpressionFault(Text('"{said}" is a word: a number is needed here', said=ast.unparse(node)))
        return gives

    def _counted(self, left: ast.expr, op: ast.operator, right: ast.expr) -> Kind:
        if isinstance(op, ast.FloorDiv | ast.Mod) and not (isinstance(right, ast.Constant) and right.value):
            raise ExpressionFault(Text('"{said}": divide only by a number', said=ast.unparse(right)))
        return self._each([left, right], "number")

    def _compared(self, nodes: Sequence[ast.expr], ops: Sequence[ast.cmpop]) -> Kind:
        kinds = [self.kind(node) for node in nodes]
        words = [kind for kind in kinds if isinstance(kind, frozenset)]
        if not words and all(isinstance(op, _COMPARED) for op in ops):
            return self._each(nodes, "flag")
        same = all(isinstance(op, ast.Eq | ast.NotEq) for op in ops) and len(words) == len(kinds)
        if not same:
            said = " ".join(map(ast.unparse, nodes))
            fault = Text('"{said}": compare numbers with numbers, words with words by == or !=', said=said)
            raise ExpressionFault(fault)
        for said, known in ((a, b) for a in words for b in words if len(a) == 1 < len(b) and not a <= b):
            raise ExpressionFault(unknown(next(iter(said)), known))
        return "flag"

    def _chosen(self, test: ast.expr, body: ast.expr, other: ast.expr) -> Kind:
        self._each([test], "flag")
        return self._each([body, other], "number")
