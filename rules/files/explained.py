"""Faults of single fields of a file, with what each field may hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from rules.files.source import Path
from rules.kernel.facts import SENTENCES, located_faults
from rules.kernel.text import Listed, Text

UNKNOWN = "no such field"
_NUMBERS = {
    SENTENCES[name] for name in ("greater_than_equal", "less_than_equal", "int_type", "int_parsing", "int_from_float")
}
_TABLES = {SENTENCES[name] for name in ("dict_type", "model_type")}
_HEADERS = {"system": "[system]", "check": "[check]", "profile": "[profile]", "weapons": "[weapons]"}
"""Tables that are written once; the rows of the others have a header each."""


def explained_faults(
    error: ValidationError, model: type[BaseModel], most: int | None = None, under: Path = ()
) -> Iterator[tuple[Path, Text]]:
    """Yield at most `most` faults of a model with their paths; `under` is the path of the model in the file."""
    for path, fault in located_faults(error, most):
        wrong = fault.values.get("wrong")
        if isinstance(wrong, Text):
            better = _explain(wrong, model, path, (*under, *path))
            yield path, Text("{wrong}, not {given}", wrong=better, given=fault.values["given"])
        else:
            yield path, _explain(fault, model, path, (*under, *path))


def model_at(model: type[BaseModel], path: Path) -> type[BaseModel]:
    """Return the model of the table at the end of a path, or of the nearest one above it."""
    for part in path:
        info = _field(model, part)
        model = (next(_models(info.annotation), None) if info else None) or model
    return model


def _field(model: type[BaseModel], part: str | int) -> FieldInfo | None:
    fields = {info.alias or name: info for name, info in model.model_fields.items()}
    return fields.get(part) if isinstance(part, str) else None


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for one in get_args(annotation):
        yield from _models(one)


def _explain(fault: Text, model: type[BaseModel], path: Path, place: Path) -> Text:
    """Return a fault with what the field at the path may hold, if it says nothing of that."""
    info, msgid = _field(model_at(model, path[:-1]), path[-1]), fault.msgid
    if msgid == SENTENCES["missing"]:
        return _missing(info, place)
    if msgid in _NUMBERS and info and (limits := _limits(info)):
        return limits
    if msgid in _TABLES:
        return _fields_wanted(model, path, place)
    if msgid == SENTENCES["tuple_type"]:
        if "inches" in place:
            return Text(
                "write a reason and a number in inches for each part, such as {example}", example='[["Move", 6]]'
            )
        return Text("give a list: write [ and ] around it")
    if msgid == SENTENCES["too_short"]:
        return Text("the list needs at least {min_length}", **fault.values)
    if str(fault.values.get("pattern")).startswith(("^[a-z]", "^[a-z0-9]")):
        return Text("write a key with small letters, digits and _, a letter first")
    return fault


def _missing(info: FieldInfo | None, place: Path) -> Text:
    name = place[-1]
    if isinstance(name, int):
        return Text("item {n} of the list is missing", n=name + 1)
    if len(place) == 1:
        return Text("missing: add {header}", header=_header(name))
    return Text("missing: add {name}, {kind}", name=name, kind=_kind(info)) if info else Text("missing")


def _header(table: str) -> str:
    return _HEADERS.get(table, f"[{table}.key]")


def _kind(info: FieldInfo) -> Text:
    """Return what a field holds."""
    types = list(_types(info.annotation))
    if options := [str(one) for kind in types if get_origin(kind) is Literal for one in get_args(kind)]:
        return Text("one of {known}", known=Listed(options, "or"))
    if int in types:
        expression = Text("a number or an expression") if str in types else Text("a whole number")
        return _limits(info, alone=True) or expression
    if str in types:
        return Text("a text in quotes")
    is_list = any(get_origin(kind) is tuple for kind in types)
    return Text("a list in brackets") if is_list else Text("fields in braces")


def _types(annotation: Any) -> Iterator[Any]:
    """Yield the types of a union, without their bounds."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _types(get_args(annotation)[0])
    elif origin in (Union, UnionType):
        for one in get_args(annotation):
            yield from _types(one)
    else:
        yield annotation


def _limits(info: FieldInfo, alone: bool = False) -> Text | None:
    """Return the least and the greatest number of a field, if it has both."""
    bounds: dict[str, Any] = {}
    for one in info.metadata:
        bounds |= {name: getattr(one, name) for name in ("ge", "le") if hasattr(one, name)}
    if len(bounds) < 2:
        return None
    if alone:
        return Text("a whole number from {ge} to {le}", **bounds)
    return Text("give a whole number from {ge} to {le}", **bounds)


_EXAMPLES: Mapping[tuple[str, str], str] = {
    ("forces", "units"): '{ type = "…" }',
    ("units", "profile"): "{ skill = 4 }",
}


def _fields_wanted(model: type[BaseModel], path: Path, place: Path) -> Text:
    names = tuple(part for part in place if isinstance(part, str))
    if len(place) == 1:
        return Text("write a table in single brackets, such as {header}", header=_header(names[0]))
    if names[0] == "texts":
        return Text("translations are under their language, such as [texts.de]")
    owner, last = model_at(model, path[:-1]), path[-1]
    info = _field(owner, last)
    found = next(_models(info.annotation), None) if info else owner
    needed = [name for name, one in found.model_fields.items() if one.is_required()] if found else []
    example = f"{{ {', '.join(f'{name} = …' for name in needed)} }}" if needed else "{ name = … }"
    example = _EXAMPLES.get((names[0], names[-1]), example)
    return Text("write fields in braces, such as {example}", example=example)
