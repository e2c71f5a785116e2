"""A system's declarations as text: the names, options and defaults of actions, commands, states and rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, cast, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from rules.command.order import Order
from rules.command.system import System
from rules.kernel.action import ActionSet
from rules.kernel.text import Text

PARTS = (
    "actions",
    "commands",
    "acts",
    "states",
    "topics",
    "levels",
    "setup",
    "after_battle",
    "absent",
    "refused",
    "warned",
)
DECLARED = (
    *("key", "title", "needs", "several", "friendly", "allies", "anybody", "situations", "counts", "covers"),
    *("actions", "terrain", "extra", "at_foes", "fires", "each_side", "involuntary", "offered", "same_as"),
    *("doing", "done_to", "declared", "one_target"),
)
"""Attributes of a command."""
LONGEST = 60
"""Longest text in characters; a longer one is shown by its beginning and length."""


def declared(system: ActionSet) -> Iterator[str]:
    """Yield the declarations of a system, a line each, without functions and default values."""
    yield f"{system.key}: {system.name}, d{system.die}" if isinstance(system, System) else system.key
    for part in PARTS:
        yield from _lines(part, getattr(system, part, ()))
    yield from _lines("rulings", system.rulings)
    yield from _lines("profile", system.profile) if isinstance(system, System) else ()
    found: dict[str, type[BaseModel]] = {}
    for action in system.actions.values():
        _collect_parts(action.facts, found)
    for name, model in sorted(found.items()):
        yield from _lines(f"parts.{name}", model)


def _collect_parts(model: type[BaseModel], found: dict[str, type[BaseModel]]) -> None:
    """Add the models inside of the fields of a model, by name."""
    for info in model.model_fields.values():
        inside: list[Any] = [info.annotation]
        for one in inside:
            inside += get_args(one)
            if isinstance(one, type) and issubclass(one, BaseModel) and one.__name__ not in found:
                found[one.__name__] = one
                _collect_parts(one, found)


def _lines(name: str, value: Any) -> Iterator[str]:
    if (leaf := _leaf(value)) is not None:
        yield f"{name}: {leaf}"
    elif isinstance(value, type) and issubclass(value, BaseModel):
        for field, info in value.model_fields.items():
            yield f"{name}.{field}: {_field(info)}"
    elif isinstance(value, type) and issubclass(value, Order):
        yield from _record(name, *({one: getattr(of, one) for one in DECLARED} for of in (value, Order)))
    elif isinstance(value, Mapping):
        for key, one in cast("Mapping[str, Any]", value).items():
            yield from _lines(f"{name}.{key}", one)
    elif hasattr(value, "_asdict"):
        yield from _record(name, value._asdict(), value._field_defaults)
    elif is_dataclass(value):
        usual = {one.name: one.default for one in fields(value) if one.default is not MISSING}
        yield from _record(name, {one.name: getattr(value, one.name) for one in fields(value)}, usual)
    elif isinstance(value, Sequence):
        for number, one in enumerate(cast("Sequence[Any]", value), 1):
            yield from _lines(f"{name}.{getattr(one, 'key', None) or getattr(one, 'code', None) or number}", one)


def _leaf(value: Any) -> str | None:
    """Return a value that fits into a line; None for a function, or a value with parts."""
    if isinstance(value, Text):
        return _short(value.msgid if type(value) is Text and not value.values else repr(value))
    if isinstance(value, type) and not issubclass(value, BaseModel | Order):
        return ", ".join(getattr(value, "_fields", ()))
    if value is None or isinstance(value, str | int | float):
        return str(value)
    if isinstance(value, Sequence) and all(isinstance(one, str) for one in cast("Sequence[Any]", value)):
        return ", ".join(cast("Sequence[str]", value)) or "none"
    return None


def _record(name: str, given: Mapping[str, Any], usual: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line with the plain fields that differ from their defaults, then the other fields."""
    found = {key: value for key, value in given.items() if key not in usual or usual[key] != value}
    leaves = {key: leaf for key, value in found.items() if (leaf := _leaf(value)) is not None}
    yield f"{name}: " + "; ".join(f"{key} {leaf}" for key, leaf in leaves.items() if not name.endswith(f".{leaf}"))
    for key, value in found.items():
        if key not in leaves:
            yield from _lines(f"{name}.{key}", value)


def _field(info: FieldInfo) -> str:
    """Return a field of a model in words: its type, title and default."""
    kept: dict[str, object] = {"title": info.title, "about": info.description, "within": _bounds(info)}
    if not callable(info.json_schema_extra):
        kept["extra"] = info.json_schema_extra
    kept["default"] = None if info.is_required() else info.default
    words = re.sub(
        r"<(?:function )?([\w.]+)(?: object)? at 0x\w+>",
        r"\1",
        re.sub(r"<class '([^']*)'>", r"\1", str(info.annotation)),
    )
    kind = re.sub(r"[a-z_][a-z_0-9]*[.]", "", words)
    return "; ".join([kind, *(f"{key} {_short(str(value))}" for key, value in kept.items() if value is not None)])


def _bounds(info: FieldInfo) -> str | None:
    """Return the bounds of a field that are values, but not those checked by a function."""
    return ", ".join(str(one) for one in info.metadata if "function" not in repr(one)) or None


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)})"
