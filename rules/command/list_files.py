"""Army lists from files of other programs and from tables, converted to text that is read like any other."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from rules.command.list_words import name_key
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text

# Files of other programs are read by their structure: names and counts of units and their weapons.

_UNITS, _ARMS, _PARTS = ("units", "selections", "forces"), ("loadout", "weapons", "equipment"), ("selections",)
_MOST, _DEEP = 200, 8
_COLUMNS = {
    "unit": ("unit", "name", "type", "troop", "einheit", "typ", "unité", "unità", "unidad", "jednostka"),
    "count": ("count", "number", "quantity", "qty", "anzahl", "menge", "nombre", "cantidad", "quantità", "ilość"),
    "models": ("models", "size", "figures", "men", "modelle", "größe", "figuren", "mann", "figurines", "hombres"),
    "points": ("points", "pts", "cost", "punkte", "kosten", "pkt", "puntos", "punti", "punkty", "coût"),
    "weapons": ("weapons", "arms", "gear", "equipment", "waffen", "ausrüstung", "armes", "armas", "armi", "broń"),
    "total": ("total", "sum", "subtotal", "gesamt", "summe", "suma", "totale", "razem"),
}


def is_army_list(found: Any) -> bool:
    """True if a file has the structure of another program's list, and is not a force file."""
    whole = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    return "system" not in whole and any(one in whole for one in ("roster", "list", *_UNITS))


def lines_of_json(found: Any) -> str:
    """Return the list in a file of Army Forge, New Recruit or BattleScribe, one line per unit.

    Raise BadFacts for other files.
    """
    whole = cast("dict[str, Any]", found) if isinstance(found, dict) else {}
    inside = whole.get("roster", whole.get("list", whole))
    roster = cast("dict[str, Any]", inside) if isinstance(inside, dict) else {}
    lines = [line for one in _find_units(roster, _DEEP) for line in _unit_lines(one)]
    if not lines:
        raise BadFacts([Text("this file has no units of a force or an army list")])
    name = _clean_name(roster, "name", "listName") or _clean_name(whole, "listName", "name")
    return "\n".join([f"# {name}" if name else "", *lines[:_MOST]])


def _find_units(one: Mapping[str, Any], deep: int) -> Iterator[Mapping[str, Any]]:
    """Yield the units of a list from its forces and groups; the halves of a combined unit are one."""
    units = _tables(one, _UNITS)
    for each in _combine_units(list(units)):
        kind = each.get("type")
        inside = any(isinstance(each.get(name), list) for name in _UNITS)
        if kind == "upgrade":
            continue
        if kind not in ("unit", "model") and inside and not any(True for _ in _tables(each, _ARMS)):
            if deep:
                yield from _find_units(each, deep - 1)
            else:
                yield {"name": each.get("name")}
        else:
            yield each


def _combine_units(units: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield units of Army Forge: two combined halves are one unit. A hero who joined a unit remains separate."""
    halves = dict[str, list[Mapping[str, Any]]]()
    own = {str(one.get("selectionId")): one for one in units if one.get("selectionId")}
    for one in units:
        joined = own.get(str(one.get("joinToUnit")))
        if one.get("combined") and joined is not None and joined is not one and joined.get("name") == one.get("name"):
            halves.setdefault(str(one["joinToUnit"]), []).append(one)
    taken = [id(half) for of_one in halves.values() for half in of_one]
    for one in units:
        if id(one) not in taken:
            more = halves.get(str(one.get("selectionId")), ())
            yield _combine_halves(one, more) if more else one


def _combine_halves(one: Mapping[str, Any], more: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    found = dict(one)
    for name in ("size", "cost"):
        found[name] = sum(_count(each, name) for each in (one, *more))
    for name in _ARMS:
        found[name] = [arm for each in (one, *more) for arm in _tables(each, (name,))]
    return found


def _unit_lines(one: Mapping[str, Any]) -> Iterator[str]:
    """Yield a unit as a line."""
    if not _clean_name(one, "name"):
        return
    found = [each for each in _tables(one, _ARMS) if each.get("type") not in _NO_ARMS] or list(_upgrades(one, _DEEP))
    models = _count(one, "size", "models") or sum(_count(each, "number") or 1 for each in _models(one, _DEEP))
    own = _clean_name(one, "customName", "custom_name")
    said = [
        f'"{own}" {_clean_name(one, "name")}' if own and own != _clean_name(one, "name") else _clean_name(one, "name")
    ]
    said += [f"({models} models)"] if models else []
    points = _points(one)
    said += [f"[{points} pts]"] if points else []
    arms = dict[str, int]()
    for each in found:
        arms[_clean_name(each, "name")] = arms.get(_clean_name(each, "name"), 0) + (
            _count(each, "count", "number") or 1
        )
    weapons = [f"{count} {name}" for name, count in arms.items() if name]
    yield " ".join(said) + (f": {', '.join(weapons)}" if weapons else "")


_NO_ARMS = ("ArmyBookItem", "ArmyBookRule")


def _points(one: Mapping[str, Any]) -> int:
    """Return the cost of a unit with all its parts."""
    if cost := _count(one, "cost"):
        return cost
    own = 0
    for value in (each.get("value") for each in _tables(one, ("costs",)) if name_key(str(each.get("name"))) in _POINTS):
        with suppress(ValueError):
            number = float(value) if isinstance(value, int | float | str) else 0
            own += int(number) if 0 <= number < 10_000 else 0
    return own + sum(_points(each) for each in _tables(one, _PARTS))


_POINTS = tuple(map(name_key, ("pts", "points", "punkte")))


def _models(one: Mapping[str, Any], deep: int) -> Iterator[Mapping[str, Any]]:
    for each in _tables(one, _PARTS) if deep else ():
        if each.get("type") == "model":
            yield each
        else:
            yield from _models(each, deep - 1)


def _upgrades(one: Mapping[str, Any], deep: int) -> Iterator[Mapping[str, Any]]:
    """Yield the equipment of a unit's figures from any level."""
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


def _clean_name(one: Mapping[str, Any], *names: str) -> str:
    """Return a name from such a file, without characters that would split a line."""
    said = next((one[name] for name in names if isinstance(one.get(name), str)), "")
    return " ".join("".join(" " if letter in '\n,;:|()[]{}"&\t' else letter for letter in said[:60]).split())


def _count(one: Mapping[str, Any], *names: str) -> int:
    return next((one[name] for name in names if isinstance(one.get(name), int) and 0 < one[name] <= 10_000), 0)


_TOTAL = tuple(map(name_key, _COLUMNS["total"]))
_UNDERLINE = re.compile(r"\|?[\s:|-]*-[\s:|-]*\|[\s:|-]*")
_EMPHASIS = re.compile(r"\*\*|__|`+")


def lines_of_table(text: str) -> str:
    """Return the list in a table with a header, in CSV or Markdown; return other text unchanged."""
    if sheet := _read_sheet(text):
        return sheet
    lines = [line for line in text.strip().splitlines() if not _UNDERLINE.fullmatch(line.strip())]
    between = next((one for one in "|;,\t" if lines and one in lines[0]), "")
    if between == "|":
        lines = [_EMPHASIS.sub("", line.strip().strip("|")) for line in lines]
    rows = list(csv.reader(lines, delimiter=between)) if between else []
    columns = [name_key(one.strip()) for one in rows[0]] if rows else []
    known = {column: name for name, names in _COLUMNS.items() for column in map(name_key, names)}
    names = [known.get(one) for one in columns]
    figure = name_key("figure")
    if "unit" not in names and figure in columns and any(names[at] for at, one in enumerate(columns) if one != figure):
        known[figure], names = "unit", ["unit"]
    if "unit" not in names:
        return text
    return "\n".join(_read_row(dict(zip(columns, row, strict=False)), known) for row in rows[1:])


def _read_sheet(text: str) -> str:
    """Return the list from lines of fields, where each unit begins with "Unit: …"; empty for other text."""
    known = {name_key(column): name for name, columns in _COLUMNS.items() for column in columns}
    fields = [line.partition(":") for line in text.splitlines() if line.strip()]
    names = [known.get(name_key(name.strip(" *-•")), "") for name, _, _ in fields]
    if len(names) < 2 or names[0] != "unit" or not all(names) or len({*names}) < 2:
        return ""
    rows = list[dict[str, str]]()
    for name, (_, _, value) in zip(names, fields, strict=True):
        if name == "unit":
            rows.append({})
        rows[-1][name] = value.strip()
    return "\n".join(_read_row(row, {name: name for name in _COLUMNS}) for row in rows)


def _read_row(row: Mapping[str, str], known: Mapping[str, str]) -> str:
    said = {known[column]: value.strip() for column, value in row.items() if value.strip() and column in known}
    rest = [value.strip() for column, value in row.items() if column and column not in known and value.strip()]
    worth = said.get("points", "")
    if name_key(said.get("unit", "")) in _TOTAL:
        return f"Total: {said.get('total', worth)}"
    if "total" in said and worth:
        worth += " pts each" if said["total"] != worth else " pts"
    elif worth or "total" in said:
        worth = f"{worth or said['total']} pts"
    parts = [f"{said['count']}x" if "count" in said else "", said.get("unit", "")]
    parts += [f"({said['models']} models)"] if "models" in said else []
    parts += [f"[{worth}]"] if worth else []
    arms = [said["weapons"]] if "weapons" in said else []
    return "; ".join([" ".join(filter(None, parts)), *arms, *rest])
