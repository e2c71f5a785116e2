"""Expressions of a system file in words, as a sheet for the table prints them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from rules.files.compute import OVER_LISTS
from rules.files.shape import Document
from rules.files.specs import STARTING
from rules.kernel.text import N_, Listed, Term, Text, Typed
from rules.kernel.wording import ENGLISH, Wording

_OWNERS = {"attacker": N_("the attacker's {number}"), "target": N_("the target's {number}")}
"""Parts that are named with their numbers; elsewhere it is clear whose they are."""
_SIGNS: Mapping[type[ast.operator], str] = {ast.Mult: "×", ast.FloorDiv: "÷", ast.Mod: "mod"}
_COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: N_("is {number}"),
    ast.NotEq: N_("is not {number}"),
    ast.Lt: N_("is less than {number}"),
    ast.LtE: N_("is at most {number}"),
    ast.Gt: N_("is more than {number}"),
    ast.GtE: N_("is at least {number}"),
}
_CALLS = {
    "min": N_("the lower of {numbers}"),
    "max": N_("the higher of {numbers}"),
    "abs": N_("the size of {numbers}"),
    "ceil": N_("{numbers}, rounded up"),
    "total": N_("the total of {numbers}"),
    "highest": N_("the highest {numbers}"),
    "lowest": N_("the lowest {numbers}"),
    "most": N_("the most common {numbers}"),
}


def in_words(said: object, rows: Document, words: Wording = ENGLISH) -> str:
    """Return a correct expression of a file in words: "2 × Attacks", "−1 if cover is normal"."""
    return _Speaker(rows, words).say(ast.parse(str(said).strip(), mode="eval").body)


class _Term(NamedTuple):
    """A part of a sum, and the condition under which it counts, if any."""

    is_taken_off: bool
    text: str
    condition: str


class _Speaker:
    def __init__(self, rows: Document, words: Wording) -> None:
        self.words = words
        self.names = {STARTING: N_("models at the start")}
        self.names |= {name: row.name for name, row in (*rows.profile.items(), *rows.weapon.items())}
        situations = [(name, row) for name, row in rows.asked.items() if row.option == "situation"]
        self.labels: dict[tuple[str, object], str] = {
            (name, code): label for name, row in situations for code, label in row.codes.items()
        }
        self.flags = {name for name, row in rows.asked.items() if not (row.codes or row.numbers)}
        self.flags |= {name for name, row in rows.states.items() if row.holds != "count"}
        self.flags |= {name for name, row in (*rows.profile.items(), *rows.weapon.items()) if row.kind == "flag"}

    def say(self, node: ast.expr) -> str:
        """Return a part of an expression in words."""
        match node:
            case ast.Constant(value=str() as word):
                return self.words(Term(word))
            case ast.Constant(value=value):
                return str(value).lower().replace("-", "−")
            case ast.Name(id=name):
                return self.words(Term(name))
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                number = self.words(Text(self.names[name]) if name in self.names else Term(name))
                return self._fill(_OWNERS[owner], number=number) if owner in _OWNERS else number
            case ast.BoolOp(op=op, values=values):
                parts = [self.say(one) if isinstance(one, ast.Compare) else self.say_part(one) for one in values]
                return self._list(parts, "and" if isinstance(op, ast.And) else "or")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self._fill(N_("not {condition}"), condition=self.say_part(operand))
            case ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[ast.Constant(value=code)]) if (
                label := self.labels.get((name, code))
            ):
                return self.words(Text(label))
            case ast.Compare(left=left, ops=ops, comparators=others):
                pairs = zip(ops, others, strict=True)
                parts = [self._fill(_COMPARED[type(op)], number=self.say_part(one)) for op, one in pairs]
                return f"{self.say_part(left)} {self._list(parts)}"
            case ast.IfExp(test=test, body=body, orelse=other):
                values = {"number": self.say(body), "condition": self.say(test), "other": self.say(other)}
                return self._fill(N_("{number} if {condition}, otherwise {other}"), **values)
            case ast.Subscript(value=ast.Name(id=name), slice=word):
                return self._fill(N_("{table} for {word}"), table=self.words(Term(name)), word=self.say(word))
            case ast.Call(func=ast.Name(id=name), args=args):
                args = args[:1] if name in OVER_LISTS else args
                return self._fill(_CALLS[name], numbers=self._list(map(self.say_part, args)))
            case ast.BinOp(left=left, op=ast.FloorDiv(), right=ast.Constant(value=2)):
                return self._fill(N_("half of {number}"), number=self.say_part(left))
            case _:
                return self._sum([*self._terms(node, False)])

    def _fill(self, msgid: str, **values: str) -> str:
        return self.words(Text(msgid, **{name: Typed(value) for name, value in values.items()}))

    def _list(self, parts: Iterable[str], last: str = "and") -> str:
        return self.words(Listed(map(Typed, parts), last))

    def say_part(self, node: ast.expr) -> str:
        """Return a part of an expression, in brackets if it would be misread without them."""
        said = self.say(node)
        return f"({said})" if isinstance(node, ast.BoolOp | ast.BinOp | ast.IfExp | ast.Compare) else said

    def _terms(self, node: ast.expr, is_taken_off: bool) -> Iterator[_Term]:
        """Yield the parts of a sum."""
        match node:
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                yield from self._terms(operand, not is_taken_off)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
                yield from self._terms(left, is_taken_off)
                yield from self._terms(right, is_taken_off != isinstance(op, ast.Sub))
            case ast.BinOp(left=left, op=ast.Mult(), right=right) if self._is_flag(right):
                yield _Term(is_taken_off, self.say_part(left), self.say(right))
            case ast.BinOp(left=left, op=ast.Mult(), right=right) if self._is_flag(left):
                yield _Term(is_taken_off, self.say_part(right), self.say(left))
            case ast.BinOp(op=ast.FloorDiv(), right=ast.Constant(value=2)):
                yield _Term(is_taken_off, self.say(node), "")
            case ast.BinOp(left=left, op=op, right=right):
                yield _Term(is_taken_off, f"{self.say_part(left)} {_SIGNS[type(op)]} {self.say_part(right)}", "")
            case _ if self._is_flag(node):
                yield _Term(is_taken_off, "1", self.say(node))
            case _:
                yield _Term(is_taken_off, self.say_part(node), "")

    def _is_flag(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return name in self.flags
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return True
            case _:
                return False

    def _sum(self, terms: list[_Term]) -> str:
        parts = [
            self._fill(N_("{number} if {condition}"), number=one.text, condition=one.condition)
            if one.condition
            else one.text
            for one in terms
        ]
        if any(one.condition for one in terms):
            return ", ".join(f"{'−' * one.is_taken_off}{part}" for one, part in zip(terms, parts, strict=True))
        first, *others = (("− " if one.is_taken_off else "+ ") + part for one, part in zip(terms, parts, strict=True))
        return " ".join([first.replace("− ", "−", 1).removeprefix("+ "), *others])
