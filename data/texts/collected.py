"""Every text that a player can read, found in the code: what `say` is given, and the tables of texts said later."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from rules.text import plural

ROOT = Path(__file__).parents[2]
PLACES = ("rules", "data", "bot", "cogs")
ALL = "all"

SAID: Mapping[str, tuple[int | str, ...]] = {
    # said where they stand
    "say": (0,),
    "listed": (1, "last"),
    "several": (1,),
    # said where they are shown
    "unsaid": (0,),
    "Field": ("title", "description"),
    "State": (1, 3),
    "Topic": (0, 2),
    "SetupStep": (1,),
    "Command": ("title",),
    "Action": ("title",),
    "Decision": ("question",),
    "Offer": (1,),
    "Choice": (1,),
    "command": ("description",),
    "describe": (ALL,),
    "GroupCog": ("group_description",),
    "context_menu": ("name",),
}
"""Which arguments of which calls are texts, by place or by name."""


class Text(NamedTuple):
    """A text, its plural where it is counted, and where it stands."""

    one: str
    many: str | None
    where: tuple[str, int]


def collected() -> Iterator[Text]:
    """The texts of the whole code, file by file."""
    for place in PLACES:
        for file in sorted((ROOT / place).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    yield from _of(node.func, node, name)
                elif isinstance(node, ast.ClassDef):
                    yield from _under(node, name)


def _under(made: ast.ClassDef, file: str) -> Iterator[Text]:
    """What a class says of itself to the classes over it."""
    for base in made.bases:
        call = ast.Call(base, [], made.keywords, lineno=made.lineno, col_offset=0)
        yield from _of(base, call, file)


def _of(function: ast.expr, call: ast.Call, file: str) -> Iterator[Text]:
    name = _name(function)
    where = (file, call.lineno)
    if name == "counted":
        yield from _counted(call, where)
        return
    for argument in _arguments(call, SAID.get(name, ())):
        for text in _texts(argument):
            yield Text(text, plural(text) if name == "several" else None, where)


def _name(function: ast.expr) -> str:
    """The last part of what is called; of `Decision[int]`, "Decision"."""
    match function:
        case ast.Subscript(value=value):
            return _name(value)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def _counted(call: ast.Call, where: tuple[str, int]) -> Iterator[Text]:
    one, many = [*(list(_texts(argument)) for argument in call.args[1:3]), [], []][:2]
    for at, text in enumerate(one):
        yield Text(text, many[at] if at < len(many) else f"{text}s", where)


def _arguments(call: ast.Call, wanted: tuple[int | str, ...]) -> Iterator[ast.expr]:
    for one in wanted:
        if isinstance(one, int) and one < len(call.args):
            yield call.args[one]
    yield from (word.value for word in call.keywords if word.arg in wanted or ALL in wanted)


def _texts(argument: ast.expr) -> Iterator[str]:
    """The texts written out in an argument: one, or one of several."""
    match argument:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from _texts(body)
            yield from _texts(other)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _texts(value)
        case _:
            return
