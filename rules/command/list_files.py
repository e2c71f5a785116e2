"""Lists of units in the files of other programs, read like any other; and a force written as a list."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from rules.command.army_list import read_list
from rules.command.force import Force, spec
from rules.command.list_words import Vocabulary, name_key
from rules.command.system import System
from rules.game.unit import UnitSpec
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text

# What other programs have is taken by its structure: names and counts of units and of what they carry.

_UNITS, _ARMS, _PARTS = ("units", "selections", "forces"), ("loadout", "weapons", "equipment"), ("selections",)
_MOST, _DEEP = 200, 8
_COLUMNS = {
    "unit": ("unit", "name", "type", "einheit", "typ"),
    "count": ("count", "number", "quantity", "qty", "anzahl"),
    "models": ("models", "size", "figures", "modelle", "größe", "figuren"),
    "points": ("points", "pts", "cost", "punkte", "kosten"),
}


def is_army_list(found: Any) -> bool:
    """Whether a file has the structure of another program's list, and is none of our forces."""
    whole = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    return "system" not in whole and any(one in whole for one in ("roster", *_UNITS))


def lines_of_json(found: Any) -> str:
    """The list that a file of Army Forge or New Recruit holds, a line a unit; raises BadFacts for any other file."""
    whole = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    inside = whole.get("roster", whole)
    roster = cast("dict[str, Any]", inside) if isinstance(inside, dict) else {}
    lines = [line for one in _tables(roster, _UNITS) for line in _unit_lines(one, _DEEP)]
    if not lines:
        raise BadFacts([Text("this file has neither the units of a force nor those of an army list")])
    name = _word(roster, "name", "listName")
    return "\n".join([f"# {name}" if name else "", *lines[:_MOST]])


def _unit_lines(one: Mapping[str, Any], deep: int) -> Iterator[str]:
    """A unit as a line, or those of the forces and groups that hold them."""
    arms = list(_tables(one, _ARMS))
    kind = name_key(str(one.get("type", "")))
    inside = list(_tables(one, _UNITS))
    if not arms and kind not in ("unit", "model") and inside and deep:
        for each in inside:
            yield from _unit_lines(each, deep - 1)
    elif kind not in ("upgrade",) and _word(one, "name"):
        found = arms or list(_upgrades(one, deep))
        models = _count(one, "size", "models") or sum(_count(each, "number") or 1 for each in _models(one, deep))
        own = _word(one, "customName", "custom_name")
        said = [f'"{own}" {_word(one, "name")}' if own and own != _word(one, "name") else _word(one, "name")]
        said += [f"({models} models)"] if models else []
        weapons = [f"{_count(each, 'count', 'number') or 1} {_word(each, 'name')}" for each in found]
        yield " ".join(said) + (f": {', '.join(weapons)}" if weapons else "")


def _models(one: Mapping[str, Any], deep: int) -> Iterator[Mapping[str, Any]]:
    for each in _tables(one, _PARTS) if deep else ():
        if each.get("type") == "model":
            yield each
        else:
            yield from _models(each, deep - 1)


def _upgrades(one: Mapping[str, Any], deep: int) -> Iterator[Mapping[str, Any]]:
    """What the figures of a unit carry, wherever it hangs."""
    for each in _tables(one, _PARTS) if deep else ():
        inside = list(_upgrades(each, deep - 1))
        if not inside and each.get("type") != "model":
            yield each
        yield from inside


def _tables(one: Mapping[str, Any], names: Sequence[str]) -> Iterator[Mapping[str, Any]]:
    for name in names:
        held = one.get(name)
        for each in cast("list[Any]", held)[:_MOST] if isinstance(held, list) else ():
            if isinstance(each, dict):
                yield cast("dict[str, Any]", each)


def _word(one: Mapping[str, Any], *names: str) -> str:
    """A name in such a file, without what would part a line."""
    said = next((one[name] for name in names if isinstance(one.get(name), str)), "")
    return " ".join("".join(" " if letter in ',;:|()[]{}"&\t' else letter for letter in said[:60]).split())


def _count(one: Mapping[str, Any], *names: str) -> int:
    return next((one[name] for name in names if isinstance(one.get(name), int) and 0 < one[name] <= 1000), 0)


def lines_of_table(text: str) -> str:
    """The list that a CSV file with a header holds; other text as it is."""
    head = text.lstrip().partition("\n")[0]
    between = next((one for one in ";,\t" if one in head), "")
    rows = list(csv.reader(text.strip().splitlines(), delimiter=between)) if between else []
    columns = [name_key(one) for one in rows[0]] if rows else []
    known = {column: name for name, names in _COLUMNS.items() for column in map(name_key, names)}
    if "unit" not in [known.get(one) for one in columns]:
        return text
    return "\n".join(_row(dict(zip(columns, row, strict=False)), known) for row in rows[1:])


def _row(row: Mapping[str, str], known: Mapping[str, str]) -> str:
    said = {known.get(column, ""): value.strip() for column, value in row.items() if value.strip()}
    rest = [value.strip() for column, value in row.items() if column not in known and value.strip()]
    parts = [f"{said['count']}x" if "count" in said else "", said.get("unit", "")]
    parts += [f"({said['models']} models)"] if "models" in said else []
    parts += [f"[{said['points']} pts]"] if "points" in said else []
    return "; ".join([" ".join(filter(None, parts)), *rest])


# A force written as a list, which is read as the same force.


def list_text(system: System, words: Vocabulary, force: Force) -> str:
    """A force as a list, one unit a line, each as short as still says all of it."""
    head = [f"# {force.name}", *(f"> {line}" for line in force.about.splitlines())]
    return "\n".join([*head, "", *(_written(system, words, dict(unit)) for unit in force.units)]) + "\n"


def _written(system: System, words: Vocabulary, given: dict[str, Any]) -> str:
    """The first way to write a unit that reads as the same one."""
    one = spec(system, given)
    for line in _ways(system, one, given.get("type")):
        try:
            units = read_list(system, words, line).units
            if len(units) == 1 and spec(system, units[0]) == one:
                return line
        except BadFacts:
            continue
    raise AssertionError("the last way always reads as the same")


def _ways(system: System, one: UnitSpec, kind: Any) -> Iterator[str]:
    types = [key for key in system.units if key == kind or system.units[key].name == one.name]
    arms = ", ".join(f"{arm.count} {arm.name.replace('_', ' ')}" for arm in one.weapons) or "unarmed"
    for key in types:
        base = system.units[key]
        name = base.name if base.name == one.name else f"{_quoted(one.name)} {base.name}"
        size = f" ({one.models} models)" if base.models > 1 else ""
        fields = [
            f"{name}={json.dumps(value)}" for name, value in one.profile.items() if base.profile.get(name) != value
        ]
        fields += [f"{name}={json.dumps(value)}" for name, value in _others(one, base)]
        yield name
        yield f"{name}{size}"
        yield f"{name}{size}: {arms}"
        yield "; ".join([f"{name}{size}", *fields])
        yield "; ".join([f"{name}{size}: {arms}", *fields])
    body = one.model_dump(mode="json", exclude={"name"})
    yield f"{_quoted(one.name)} " + " ".join(f"{name}={json.dumps(value)}" for name, value in body.items())


def _others(one: UnitSpec, base: UnitSpec) -> Iterator[tuple[str, Any]]:
    now, before = one.model_dump(mode="json"), base.model_dump(mode="json")
    yield from ((name, now[name]) for name in ("hp", "states", "medic", "points") if now[name] != before[name])


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
