"""Rows that a file takes from elsewhere: an action `like` another one, and a variant of another file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from rules.files.action_shape import listed
from rules.files.expressions import did_you_mean
from rules.files.source import Source, UnreadableSource
from rules.kernel.text import Joined, Listed, Text

Table = dict[str, Any]
_OWN = ("rule", "ways", "choice", "menu")
"""Fields that an action does not take from one that it is like."""

_BASE = re.compile(rb"""^[ \t]*["']?base["']?[ \t]*=[ \t]*["']([a-z0-9_]{1,30})["']""", re.MULTILINE)

_KEY = re.compile(rb"""^[ \t]*key[ \t]*=[ \t]*["']([a-z0-9_]{1,30})["']""", re.MULTILINE)


def base_key_of(content: bytes) -> str:
    """Return the key of the base that a file names before its first table; empty for a file without one."""
    top, _, _ = content.partition(b"\n[")
    found = _BASE.search(top) if not content.startswith(b"[") else None
    return found[1].decode() if found else ""


def key_of(content: bytes) -> str:
    """Return the key that a file gives its system; empty for a file without one."""
    found = _KEY.search(content)
    return found[1].decode() if found else ""


def apply_base(own: Source, base: Callable[[str], Source | None], known: Iterable[str] = ()) -> Source:
    """Return a variant merged with its base, one of those `known`, without the rows to `remove`; other files unchanged.

    Raise UnreadableSource.
    """
    for path in (("system", "base"), ("system", "remove")):
        if path in own.lines:
            fault = Text("write {name} at the top of the file, above [system]", name=path[1])
            raise UnreadableSource(fault, own.line(path))
    if "base" not in own.values:
        return own
    key = own.values["base"]
    found = base(key) if isinstance(key, str) else None
    if found is None:
        fault = Text('there is no system "{key}" to base this on', key=str(key)[:40])
        raise UnreadableSource(Joined((fault, did_you_mean(str(key), known)), "; "), own.line(("base",)))
    said = {name: value for name, value in own.values.items() if name not in ("base", "remove")}
    system = said.get("system")
    named = isinstance(system, dict) and {"key", "name"} <= cast("Table", system).keys()
    if not named or cast("Table", system)["key"] == found.values["system"]["key"]:
        raise UnreadableSource(
            Text("a variant needs a key and a name of its own, under [system]"), own.line(("system",))
        )
    _check_rulings(said.get("rulings"), found.values.get("rulings"), own)
    whole = merge_tables(dict(found.values), said)
    removed: Any = listed(own.values.get("remove", ()))
    if not isinstance(removed, list | tuple):
        raise UnreadableSource(Text("give a list: write [ and ] around it"), own.line(("remove",)))
    for place in cast("Iterable[object]", removed):
        if not _remove_row(whole, str(place).split(".")):
            fault = Text('remove: there is no "{place}" in the base', place=str(place)[:80])
            tables = {name: cast("Table", rows) for name, rows in whole.items() if isinstance(rows, dict)}
            known = [f"{name}.{key}" for name, rows in tables.items() for key in rows]
            raise UnreadableSource(Joined((fault, did_you_mean(str(place), known)), "; "), own.line(("remove",)))
    return replace(own, values=whole)


def merge_tables(base: Table, own: Mapping[str, Any], path: tuple[str, ...] = ()) -> Table:
    """Return two sets of tables merged row by row; an action changes rolls and steps, other values are replaced."""
    found = dict(base)
    for name, value in own.items():
        before = found.get(name)
        if path == ("rulings",) and isinstance(before, dict) and isinstance(value, str | int):
            found[name] = _settle_ruling(cast("Table", before), value)
        elif not (isinstance(value, dict) and isinstance(before, dict)):
            found[name] = value
        elif path == ("action",):
            row = cast("Table", value)
            changes: Any = row.get("change") if "like" not in row else None
            is_like = "like" in row or "like" in cast("Table", before)
            rest = {key: one for key, one in row.items() if key != "change" or is_like}
            old = {key: _change_rows(one, changes) for key, one in cast("Table", before).items()}
            found[name] = merge_tables(old, rest, (*path, name))
        else:
            found[name] = merge_tables(cast("Table", before), cast("Table", value), (*path, name))
    return found


def _check_rulings(said: object, known: object, own: Source) -> None:
    """Raise UnreadableSource for a default of a ruling that is none of its options."""
    if not (isinstance(said, dict) and isinstance(known, dict)):
        return
    for name, option in cast("Table", said).items():
        ruling = cast("Table", known).get(name)
        if isinstance(ruling, dict) and isinstance(option, str | int):
            options: Any = cast("Table", ruling)["options"]
            choices = [*options]
            if (str(option) if isinstance(options, dict) else option) not in choices:
                fault = Text(
                    "rulings.{name}: choose {expected}", name=name, expected=Listed([*map(str, choices)], "or")
                )
                raise UnreadableSource(fault, own.line(("rulings", name)))


def _settle_ruling(ruling: Table, option: str | int) -> Table:
    """Return a ruling with one of its options as the first, which is the default."""
    options: Any = ruling["options"]
    if isinstance(options, dict):
        said = cast("Table", options)
        return {**ruling, "options": {str(option): said[str(option)], **said}}
    return {**ruling, "options": [option, *(one for one in cast("list[Any]", options) if one != option)]}


def _remove_row(table: Table, place: list[str]) -> bool:
    """Remove a row from copies of the tables that lead to it; False if there is no such row."""
    first, *rest = place
    if first not in table:
        return False
    if not rest:
        del table[first]
        return True
    inner = table[first]
    table[first] = dict(cast("Table", inner)) if isinstance(inner, dict) else {}
    return _remove_row(table[first], rest)


def complete_likes(own: Source) -> Source:
    """Complete each action that is `like` another one with the rows of that action."""
    actions = own.values.get("action")
    if not isinstance(actions, dict):
        return own
    rows, lines = dict(cast("Table", actions)), dict(own.lines)
    for key, row in cast("Table", actions).items():
        if not isinstance(row, dict) or "like" not in row:
            continue
        said = dict(cast("Table", row))
        other, changes = said.pop("like"), said.pop("change", {})
        base = cast("Table", actions).get(other) if isinstance(other, str) else None
        if not isinstance(base, dict) or "like" in base:
            fault = Text('there is no action "{key}" to copy', key=str(other)[:40])
            others = cast("Table", actions).items()
            whole = [name for name, one in others if isinstance(one, dict) and "like" not in one]
            raise UnreadableSource(
                Joined((fault, did_you_mean(str(other), whole)), "; "), own.line(("action", key, "like"))
            )
        kept = {name: _change_rows(value, changes) for name, value in cast("Table", base).items() if name not in _OWN}
        rows[key] = kept | said
        for path, line in own.lines.items():  # rows of the other action are on its lines
            if path[:2] == ("action", other) and len(path) > 2 and path[2] in kept and path[2] not in said:
                lines.setdefault(("action", key, *path[2:]), line)
    return replace(own, values={**own.values, "action": rows}, lines=lines)


def _change_rows(value: Any, changes: Any) -> Any:
    """Return a list of rolls and steps with the changes to those that are named."""
    if not (isinstance(value, list) and isinstance(changes, dict)):
        return cast("Any", value)
    found: list[Any] = []
    for row in cast("list[Any]", value):
        change = cast("Table", changes).get(str(cast("Table", row).get("roll"))) if isinstance(row, dict) else None
        found.append({**row, **cast("Table", change)} if isinstance(change, dict) else row)
    return found
