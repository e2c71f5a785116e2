"""Checking the shape of a file's tables; faulty rows are noted and left out, so that all faults are found at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar, cast

from pydantic import ValidationError

from rules.files.explained import UNKNOWN, explained_faults, model_at
from rules.files.faults import MOST_FAULTS, Faults
from rules.files.source import Path
from rules.kernel.rows import Row
from rules.kernel.text import Text

M = TypeVar("M", bound=Row)
ALIKE = 0.8
"""How much the name of an incomplete row is like one of the base to be a slip of it."""
_KEYED = (
    *("profile", "weapon", "rulings", "states", "asked", "modifier", "action", "topics", "weapons", "units", "forces"),
    *("absent", "table", "tables", "record"),
)
"""Tables whose rows have names of their own."""


def read_rows(faults: Faults, model: type[M]) -> M | None:
    """Return the tables of a file; None if so much is wrong that the rest cannot be checked."""
    said = _copied(faults.source.values)
    for _ in range(MOST_FAULTS):
        try:
            return model.model_validate(said)
        except ValidationError as error:
            found: dict[Path, Text] = {}
            for path, fault in explained_faults(error, model, MOST_FAULTS + 1):
                found.setdefault(_existing_path(said, path), fault)
            # A misspelt field comes first: that the right one is missing is no further fault.
            ordered = sorted(found.items(), key=lambda one: one[1].msgid != UNKNOWN)
            judged = [_note_fault(said, path, fault, faults, model) for path, fault in ordered]
            if not all(judged) or len(faults.found) > MOST_FAULTS:
                return None
    return None


def _copied(said: Any) -> Any:
    """Return the tables of a file with tables and lists of their own: faulty values are removed from them."""
    if isinstance(said, Mapping):
        return {name: _copied(one) for name, one in cast("Mapping[str, Any]", said).items()}
    return [_copied(one) for one in cast("list[Any]", said)] if isinstance(said, list) else said


def _note_fault(said: Any, path: Path, fault: Text, faults: Faults, model: type[Row]) -> bool:
    """Note a fault of the shape and remove the faulty value; False if the rest cannot be checked without it.

    That is so of a table with a misspelt name, too.
    """
    if fault.msgid == UNKNOWN:
        near = faults.add_unknown_field(path, model_at(model, path[:-1]))
        _remove_value(said, path)
        return len(path) > 1 or not near
    is_row = len(path) == 3 and path[0] in _KEYED and fault.msgid.startswith("missing")
    if similar := similar_rows_of_base(said[path[0]], path[:2], faults) if is_row else []:
        if path[1] not in faults.dropped:
            faults.add_unknown(path[:2], str(path[1]), similar)
    else:
        faults.add_if(path not in faults.trimmed, path, fault)
    if len(path) < 2 or path[0] not in _KEYED:
        return False
    faults.dropped.add(str(path[1]))
    _remove_value(said, path[:2])
    return bool(said[str(path[0])])


def similar_rows_of_base(rows: Iterable[str], path: Path, faults: Faults) -> list[str]:
    """Return the row of a variant's base that an incomplete row of the variant at the path seems to change, if any."""
    others = [name for name in rows if (path[0], name) not in faults.source.lines]
    return get_close_matches(str(path[1]), others, 1, ALIKE)


_UNION_PARTS = ("int", "bool", "str", "constrained-int", "constrained-str")


def _existing_path(said: Any, path: Path) -> Path:
    """Return a path without the parts that only name one of several attempted shapes."""
    found: Path = ()
    for at, part in enumerate(path):
        items = cast("list[Any]", said) if isinstance(said, list) else []
        if part in said if isinstance(said, dict) else isinstance(part, int) and part < len(items):
            said = cast("Any", said)[part]
        elif at < len(path) - 1 or "[" in str(part) or part in _UNION_PARTS:
            continue
        found = (*found, part)
    return found


def _remove_value(said: Any, path: Path) -> None:
    """Remove the value at the end of a path, if it still exists."""
    for part in path[:-1]:
        try:
            said = said[part]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(said, dict):
        cast("dict[Any, Any]", said).pop(path[-1], None)
