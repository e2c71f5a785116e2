"""Expressions of a system file: numbers, words and conditions over the facts of an action.

They are a subset of Python's expressions: no loops, no changes, and no calls but a few, all of numbers. They are
checked against the names in scope when the file is read, and compiled when first used. Compared with CEL and simpleeval
they are the fastest to evaluate, and only they can report an unknown name and the kind of a value before play.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Literal, TypeAlias

from rules.files.compute import CALLS, CALLS_OF_NUMBERS, LARGEST, OVER_LISTS, compile_expression, parse, whole_number
from rules.kernel.text import NOTHING, Joined, Listed, Text

Plain: TypeAlias = Literal["number", "flag"]
Wanted: TypeAlias = Literal["number", "flag", "any"]
Word: TypeAlias = frozenset[str]
"""Possible words of a value; none if it may be any word."""
Kind: TypeAlias = "Plain | Word | Mapping[str, Kind]"
"""The kind of a named value: a number, a flag, one of some words, or a record of further names."""
Names: TypeAlias = Mapping[str, Kind]


class Phrase(Word):
    """Possible texts of a value."""


class Maybe(dict[str, Kind]):
    """A record that may be missing: its own name is true if it is there."""


class RecordList(dict[str, Kind]):
    """A list of records: modifiers with `each` and the calls over lists read the fields of its entries."""


LONGEST = 400
MOST_NAMED = 12
"""Known names that a fault lists."""


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
    kind: Kind = "number"
    lists: frozenset[str] = frozenset()

    @cached_property
    def compute(self) -> Callable[[Mapping[str, Any]], Any]:
        """The function that returns its value in a scope; a start reads hundreds, and an evening uses few."""
        return compile_expression(self.text, self.lists)

    @cached_property
    def owners(self) -> frozenset[str]:
        """The names in it without their fields."""
        return frozenset(one.partition(".")[0] for one in self.reads)

    @property
    def is_word(self) -> bool:
        return isinstance(self.kind, frozenset)

    def __call__(self, scope: Mapping[str, Any]) -> Any:
        return self.compute(scope)

    def number(self, scope: Mapping[str, Any]) -> int:
        return self.constant if self.constant is not None else whole_number(self.compute(scope))

    def value(self, scope: Mapping[str, Any]) -> Any:
        """Return its word, its flag, or its number, exact to the decimal."""
        found = self.compute(scope) if self.constant is None else self.constant
        if type(found) is int or self.kind != "number":
            return found
        whole = whole_number(found)
        return found if isinstance(found, Decimal) and 0 < abs(found - whole) < 1 else whole


def expression(said: object, names: Names, wanted: Wanted = "number") -> Expression:
    """Compile an expression; raise ExpressionFault if it is invalid or does not fit the names in scope."""
    text = str(said)
    if len(text) > LONGEST:
        raise ExpressionFault(Text("an expression can have at most {most} characters", most=LONGEST))
    try:
        tree = parse(text)
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
    return Expression(text, frozenset(reader.reads), name, constant, found, frozenset(reader.lists))


_SLIPS: Sequence[tuple[str, str]] = (
    (r"(?<![=!<>])=(?![=<>])", "=="),
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


def did_you_mean(said: str, known: Iterable[str]) -> Text:
    """Return a question for the nearest known name, or the list of known names, or nothing."""
    names = sorted(known)
    if said in ("attacker", "target") and "unit" in names:
        return Text("only fire and assault have attacker and target: give the action its command")
    if said == "unit" and "attacker" in names:
        return Text("the units of an attack are attacker and target")
    if said == "distance" and ("attacker" in names or "unit" in names):
        return Text("a form asks for it where the weapons of an attack have a reach")
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


def _words_in(kinds: Iterable[Kind]) -> Iterator[str]:
    for kind in kinds:
        if isinstance(kind, frozenset):
            yield from kind
        elif isinstance(kind, Mapping):
            yield from _words_in(kind.values())


_COUNTED = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_COMPARED = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


class _Reader:
    """Finds the kind of an expression, and the names that it reads."""

    def __init__(self, names: Names) -> None:
        self.names, self.reads, self.lists = names, set[str](), set[str]()
        self.entry: str | None = None
        """The list of the call that is read, once known; None outside of such calls."""

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
                if isinstance(op, ast.FloorDiv | ast.Mod) and isinstance(right, ast.Constant) and not right.value:
                    raise ExpressionFault(Text("a number cannot be divided by 0"))
                return self._each([left, right], "number")
            case ast.Compare(left=left, ops=ops, comparators=others):
                return self._compared([left, *others], ops)
            case ast.IfExp(test=test, body=body, orelse=other):
                self._each([test], "flag")
                one, second = self.kind(body), self.kind(other)
                if isinstance(one, frozenset) and isinstance(second, frozenset):
                    return one | second
                return self._each([body, other], "number")
            case ast.Subscript(value=ast.Name(id=name), slice=word):
                return self._looked_up(name, word)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in CALLS_OF_NUMBERS and args:
                return self._each(args, "number")
            case ast.Call(func=ast.Name(id=name), args=[_] | [_, _], keywords=[]) if name in OVER_LISTS:
                return self._over_list(node)
            case ast.BinOp(op=ast.Div()):
                raise ExpressionFault(
                    Text('"{said}": write // to divide, which rounds down', said=ast.unparse(node)[:60])
                )
            case _:
                raise ExpressionFault(
                    Text(
                        "use only names, whole numbers, words, + - * // %, comparisons, and, or, not, if else, "
                        '{calls}, not "{said}"',
                        calls=Listed(CALLS),
                        said=ast.unparse(node)[:60],
                    )
                )

    def _named(self, name: str) -> Kind:
        if name not in self.names:
            if name in _words_in(self.names.values()):
                raise ExpressionFault(Text("write a word in single quotes: {word}", word=f"'{name}'"))
            raise ExpressionFault(unknown(name, self.names), name)
        found = self.names[name]
        if isinstance(found, Maybe):
            found = "flag"
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
        if isinstance(record, RecordList):
            if self.entry not in ("", name):
                said = Text('{name} is a list: read it as in "{example}"', name=name, example=f"total({name}.{field})")
                raise ExpressionFault(said)
            self.entry = name
            self.lists.add(name)
        self.reads.add(f"{name}.{field}")
        return record[field]

    def _over_list(self, node: ast.Call) -> Kind:
        outer, self.entry = self.entry, ""
        self._each(node.args, "number")
        if not self.entry or outer is not None:
            raise ExpressionFault(Text('"{said}": name a field of one list', said=ast.unparse(node)[:60]))
        self.entry = outer
        return "number"

    def _looked_up(self, name: str, word: ast.expr) -> Kind:
        """Return the kind of a table's value for a word: `tiers[cover]`."""
        table, words = self.names.get(name), self.kind(word)
        if not isinstance(table, Mapping) or isinstance(table, RecordList | Maybe):
            tables = [one for one, kind in self.names.items() if type(kind) is dict]
            raise ExpressionFault(unknown(name, tables), name)
        if not isinstance(words, frozenset) or not words:
            raise ExpressionFault(Text('"{said}" is no word: look a word up', said=ast.unparse(word)))
        for one in sorted(words - table.keys()):
            raise ExpressionFault(Text('{name} has no "{field}"', name=name, field=one))
        self.reads |= {f"{name}.{one}" for one in words}
        kinds = [table[one] for one in words]
        phrases = [kind for kind in kinds if isinstance(kind, Phrase)]
        return Phrase(one for kind in phrases for one in kind) if phrases else "number"

    def _each(self, nodes: Sequence[ast.expr], gives: Plain) -> Kind:
        """Check that the operands are numbers or flags, and return the kind of the result."""
        for node in nodes:
            if self.kind(node) not in ("number", "flag"):
                raise ExpressionFault(Text('"{said}" is a word: a number is needed here', said=ast.unparse(node)))
        return gives

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
        for said, known in ((a, b) for a in words for b in words if len(a) == 1 < len(b) and a.isdisjoint(b)):
            raise ExpressionFault(unknown(next(iter(said)), known))
        return "flag"
