"""A variant of a system whose rules are in Python: the numbers, words, units and forces of its base, and its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import replace
from typing import Any, cast

from pydantic import BaseModel, ValidationError, create_model
from pydantic.config import JsonDict

from rules.command.force import spec
from rules.command.system import System
from rules.files.document import read_rows
from rules.files.explained import UNKNOWN
from rules.files.faults import Faults, FaultsInFile, check_texts, check_translations
from rules.files.file_system import FileSystem, Make, of_file
from rules.files.roster import read_forces, read_plurals
from rules.files.shape import CommonRows, Document, Override
from rules.files.source import Path, Source
from rules.kernel.action import About
from rules.kernel.errors import BadFacts
from rules.kernel.facts import located_faults, validate
from rules.kernel.text import Listed, Text

LARGEST = 200
"""The largest number, up or down, that a variant may give a weapon or a table, so that every roll remains possible."""
LONGEST = 1500
"""Most letters of a text."""
_OF_WHOLE = {name for name in Document.model_fields if name not in Override.model_fields}
"""Tables that only a file with all rules has."""
_SUMMARY = ("setup", "absent", "refused", "warned")
_TABLES = ("weapons", "topics", "states")
"""Tables of a system that have a name of their own."""
_OF_STATES = ("set_by", "effect", "until", "cleared_by", "ends", "alone")
"""Fields that a variant may change of a state that the rules of its base set."""
_REMOVED = ("weapons", "units", "forces", "absent", "aliases")
"""Tables whose rows the rules of a base do not need."""
Parts = Callable[[About, Mapping[str, object], Mapping[str, object]], System]
"""A function in Python that makes a system of its credits, its tables and its units."""


def assemble_system(make: Parts, whole: Source, name: str) -> System:
    """Make a system from complete tables; raise BadFacts."""
    said = whole.values
    rows = {name: dict(said[name]) for name in ("units", "weapons") if name in said}
    bare = {
        table: {key: {name: row[name] for name in row if name != "plural"} for key, row in of.items()}
        for table, of in rows.items()
    }
    about, demo = said["system"], said["demo"]
    shown = {"demo": demo["forces"], "steps": demo["try"]}
    credits = validate(About, {name: about[name] for name in ("name", "version", "credit", "licence")} | shown)
    tables: dict[str, object] = {**said.get("tables", {})}
    tables |= {name: bare.get(name, said[name]) for name in _TABLES if name in said}
    tables["states"] = states = {name: dict(row) for name, row in said.get("states", {}).items()}
    for row in states.values():
        if "until" in row:  # called `cleared_by` in tables
            until = row.pop("until")
            row["cleared_by"] = (until,) if isinstance(until, str) else until
    tables["summary"] = {name: said[name] for name in _SUMMARY if name in said}
    made = make(credits, tables, bare.get("units", {}))
    return replace(made, key=about["key"], plurals=read_plurals(rows, _refuse))


def _refuse(path: Path, wrong: Text) -> None:
    raise BadFacts([Text("{field}: {wrong}", field=".".join(map(str, path)), wrong=wrong)])


def read_override(base: FileSystem, own: Source, whole: Source, name: str) -> FileSystem:
    """Make a variant of a system whose rules are in Python; raise BadFacts with every fault of it.

    `own` has the tables of the file, `whole` also those of its base.
    """
    said = _read_tables(own, whole)
    faults = Faults(name, replace(own, values={table: one for table, one in said.items() if table not in _OF_WHOLE}))
    for table in said.keys() & _OF_WHOLE:
        faults.add((table,), Text("the rules of the base are in Python: a variant does not change or add them"))
    rows = read_rows(faults, Override)
    if rows is not None:
        check_texts(rows, faults)
        check_translations(rows.texts, faults)
        _check_own(base, rows, faults)
    faults.raise_all()
    assert rows
    assert base.make
    made = _try_system(base, whole, base.make, faults)
    assert made
    # The file of a base has a table for each ruling: there the defaults are settled already.
    said = {name: one for name, one in whole.values.get("rulings", {}).items() if not isinstance(one, dict)}
    system = replace(made, rulings=_settle_rulings(made.rulings, said, faults))
    _check_made(system, rows, base, faults)
    common = {table: whole.values[table] for table in CommonRows.model_fields if table in whole.values}
    shared = CommonRows.model_validate(common)
    forces = read_forces(system, shared, faults)
    faults.raise_all()
    return of_file(system, source=whole, make=base.make, rows=shared, forces=forces)


def _read_tables(own: Source, whole: Source) -> dict[str, Any]:
    """Return the tables of a variant; forces and demo are completed from its base."""
    said = dict(own.values)
    if "demo" in said:
        said["demo"] = whole.values["demo"]
    if isinstance(said.get("forces"), dict):
        said["forces"] = {key: whole.values["forces"].get(key, row) for key, row in said["forces"].items()}
    return said


def _try_system(base: FileSystem, whole: Source, make: Make, faults: Faults) -> System | None:
    """Make the system of all its tables; raise BadFacts with the place of each fault that it finds in them."""
    try:
        return make(whole, faults.name)
    except FaultsInFile:
        raise
    except BadFacts as error:
        for fault in error.faults:
            _note_fault(fault, base.source, faults)
    faults.raise_all()
    return None


def _check_own(base: FileSystem, rows: Override, faults: Faults) -> None:
    """Note the faults of a variant that hold for every base."""
    for at, place in enumerate(rows.remove):
        taken = place.partition(".")[0] not in _REMOVED
        fault = Text("the rules need it: remove only {tables}", tables=Listed(_REMOVED, "or"))
        faults.add_if(taken, ("remove", at), fault)
    for name, state in rows.states.items():
        for field in state if name in base.states else ():
            fault = Text("the rules need it: change only its {fields}", fields=Listed(_OF_STATES, "or"))
            faults.add_if(field not in _OF_STATES, ("states", name, field), fault)
    for name in rows.rulings:
        if name not in base.rulings.model_fields:
            faults.add_unknown(("rulings", name), name, base.rulings.model_fields)
    for table in ("tables", "weapons", "states", "topics", "setup", "refused", "warned", "absent"):
        for path, value in _values(getattr(rows, table), (table,)):
            if isinstance(value, str):
                faults.add_if(len(value) > LONGEST, path, Text("write a text of at most {n} letters", n=LONGEST))
                faults.check_braces(path, value[:LONGEST])
            elif not -LARGEST <= value <= LARGEST:
                faults.add(path, Text("numbers go up to {most}", most=LARGEST))


def _values(said: Any, path: Path) -> Iterator[tuple[Path, str | int | float]]:
    """Yield the texts and numbers of a table with their paths."""
    if isinstance(said, str | int | float):
        yield path, said
    elif isinstance(said, dict):
        for name, value in cast("dict[str, Any]", said).items():
            yield from _values(value, (*path, name))
    elif isinstance(said, list | tuple):
        for at, value in enumerate(cast("list[Any]", said)):
            yield from _values(value, (*path, at))


def _note_fault(fault: Text, base: Source, faults: Faults) -> None:
    """Note a fault that a system found in its tables; the field that it names is a path in the file."""
    field, wrong = fault.values.get("field"), fault.values.get("wrong")
    parts = str(field).split(".") if isinstance(wrong, Text) else []
    path: Path = tuple(one for one in parts if one != "[key]")
    if path[:1] == ("summary",):  # its steps and sentences are lists
        path = tuple(int(one) if one.isdecimal() else one for one in parts[1:])
    if path and path[0] not in (*_TABLES, *_SUMMARY, "units"):
        path = ("tables", *path)
    if path[:1] == ("states",) and "cleared_by" in path:
        path = (*path[:2], "until")
    if isinstance(wrong, Text) and wrong.msgid == UNKNOWN:
        # The names in this table of the base; for a new row, all names in the other rows.
        table: Any = base.values
        for part in path[:-2]:
            table = table.get(part, {})
        others: Any = cast("Any", table) if isinstance(table, list) else table.values()
        rows = [cast("Any", table)[path[-2]]] if path[-2] in table else others
        near = {name for row in rows if isinstance(row, dict) for name in cast("dict[str, Any]", row)}
        faults.add_unknown(path, str(path[-1]), near)
    else:
        faults.add(path, wrong if isinstance(wrong, Text) else fault)


def _settle_rulings(model: type[BaseModel], said: Mapping[str, int | str], faults: Faults) -> type[BaseModel]:
    """Return the rulings of the base with the variant's defaults."""
    fields: dict[str, Any] = {}
    for name, value in said.items():
        try:
            model.model_validate({name: value})
        except ValidationError as error:
            for _, fault in located_faults(error):
                faults.add(("rulings", name), fault)
            continue
        field = copy(model.model_fields[name])
        extra = cast("JsonDict", field.json_schema_extra or {})
        # The default of earlier games is none of this system.
        field.default, field.json_schema_extra = value, {key: one for key, one in extra.items() if key != "before"}
        fields[name] = (field.annotation, field)
    return create_model(model.__name__, __base__=model, **fields) if fields else model


def _check_made(system: System, rows: Override, base: FileSystem, faults: Faults) -> None:
    """Note units that cannot be played, new weapons that no unit carries, and unknown rulings."""
    for key in system.units:
        try:
            spec(system, {"type": key})
        except BadFacts as error:
            for fault in error.faults:
                faults.add(("units", key), fault)
    carried = {weapon.name for unit in system.units.values() for weapon in unit.weapons}
    for name in rows.weapons:
        faults.add_if(
            name not in carried and name not in base.weapons,
            ("weapons", name),
            Text("no unit carries it: give it to a unit, or remove it"),
        )
    for name in rows.topics:
        for ruling in system.topics[name].rulings:
            if ruling not in system.rulings.model_fields:
                faults.add_unknown(("topics", name, "rulings"), ruling, system.rulings.model_fields)
