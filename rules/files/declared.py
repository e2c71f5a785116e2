"""The facts of actions that a file declares itself, as models."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from keyword import iskeyword
from operator import methodcaller
from typing import Annotated, Any, Literal, cast

from pydantic import BaseModel, Field, TypeAdapter, ValidationError, create_model, model_validator

from rules.files.faults import Faults
from rules.files.field_shape import FactRow, RecordRow
from rules.files.models import kind_of
from rules.files.shape import Document
from rules.files.source import Path
from rules.kernel.facts import Facts, Inches, located_faults
from rules.kernel.text import Listed, Text, Value

_LONGEST = 60
"""Letters of a fact that may be any word."""
Records = Mapping[str, type[Facts]]


def declared_facts(rows: Document, faults: Faults) -> dict[str, type[Facts]]:
    """Return the models of the records that actions name as their facts, by the keys of the actions."""
    records: dict[str, type[Facts]] = {}
    for key, row in rows.record.items():
        records[key] = _model(key, row, rows, records, faults)
    found: dict[str, type[Facts]] = {}
    for key, action in rows.action.items():
        if action.facts and action.facts not in records:
            faults.add_unknown(("action", key, "facts"), action.facts, records)
        elif action.facts:
            found[key] = records[action.facts]
    return found


def _model(key: str, row: RecordRow, rows: Document, records: Records, faults: Faults) -> type[Facts]:
    """Build the model of a record, of which the records above it may be parts."""
    fields: dict[str, Any] = {}
    known = dict(facts_inside(row, rows))
    for name, fact in row.facts.items():
        path = ("record", key, "facts", name)
        taken = iskeyword(name) or hasattr(BaseModel, name) or name in {*rows.tables, *rows.phrases, *rows.rulings}
        faults.add_if(taken, path, Text('"{name}" is taken: use another name', name=name))
        if fact.of and fact.of not in records:
            faults.add_unknown((*path, "of"), fact.of, records)
            continue
        kind, bounds = _kind(fact, rows.system.die, records)
        _check_usual((*path, "usual"), fact, known, Annotated[kind, Field(**bounds)], faults)
        said: dict[str, Any] = {**bounds, "title": fact.name, "description": fact.about}
        if fact.usual:
            said["json_schema_extra"] = methodcaller("pop", "default", None)  # it depends on another fact
        if fact.usual or fact.optional or fact.default is not None:
            nothing = () if fact.is_list else None if fact.optional else fact.words[0] if fact.words else fact.least
            said["default"] = nothing if fact.default is None else fact.default
        fields[name] = kind | None if fact.optional and not fact.is_list else kind, Field(**said)
    usual = {name: fact for name, fact in row.facts.items() if fact.usual}
    fills: Any = {"fill": _fill_in(usual)} if usual else {}
    name = key.title().replace("_", "")
    return create_model(name, __base__=Facts, __doc__=row.about, __validators__=fills, **fields)


def _kind(fact: FactRow, die: int, records: Records) -> tuple[Any, dict[str, Any]]:
    """Return the type of a fact, and its bounds."""
    if fact.of:
        one: Any = records[fact.of]
        return (tuple[one, ...], {"max_length": fact.most}) if fact.is_list else (one, {})
    if fact.numbers:
        return Literal[fact.numbers], {}
    if fact.kind == "inches":
        return Inches, {}
    if fact.kind == "word" and not fact.words:
        return str, {"strict": True, "min_length": 1, "max_length": _LONGEST}
    return kind_of(fact, die)


# Facts that depend on the word of another.


def facts_inside(row: RecordRow, rows: Document) -> Iterator[tuple[str, FactRow]]:
    """Yield the facts of a record, and those of its parts: "target.cover"."""
    for name, fact in row.facts.items():
        yield name, fact
        if fact.of in rows.record and not fact.is_list:
            yield from ((f"{name}.{inner}", one) for inner, one in rows.record[fact.of].facts.items())


def _check_usual(path: Path, fact: FactRow, known: Mapping[str, FactRow], kind: Any, faults: Faults) -> None:
    """Note an unknown fact or word, and values that the fact cannot have."""
    for other, values in fact.usual.items():
        if other not in known:
            faults.add_unknown(path, other, known)
            continue
        for word, value in values.items():
            if (words := known[other].words) and word not in words:
                faults.add_unknown((*path, other), word, words)
            try:
                TypeAdapter(kind).validate_python(value)
            except ValidationError as error:
                faults.add((*path, other, word), located_faults(error)[0][1])


def _fill_in(usual: Mapping[str, FactRow]) -> Any:
    """Return a validator that fills in the usual values of facts that are left out."""
    rows = [
        (name, path.split("."), values, fact.default is None)
        for name, fact in usual.items()
        for path, values in fact.usual.items()
    ]

    def fill(_: Any, given: Any, validate: Callable[[Any], Facts]) -> Facts:
        for name, path, values, _ in rows:
            if isinstance(given, dict) and name not in given and (word := _word_at(given, path)) in values:
                given = {**cast("dict[str, Any]", given), name: values[word]}
        found = validate(given)
        for name, path, values, is_needed in rows:
            if is_needed and name not in found.model_fields_set:
                said: dict[str, Value] = {"field": name, "word": _word_at(given, path), "known": Listed(values)}
                raise ValueError(Text("{field}: give it; it is known only for {known}, not for {word}", **said))
        return found

    wrapped: Any = classmethod(fill)
    return model_validator(mode="wrap")(wrapped)


def _word_at(given: Any, path: Sequence[str]) -> str:
    """Return the word at a path in facts that may be faulty; empty if there is none."""
    for part in path:
        given = cast("dict[str, Any]", given).get(part) if isinstance(given, dict) else None
    return given if isinstance(given, str) else ""
