"""The tables of a file in shape; a row that is not is noted and left out, so that all faults are found at once."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, cast

from pydantic import ValidationError

from rules.files.faults import MOST_FAULTS, Faults, fields_at
from rules.files.shape import Document
from rules.files.source import Path
from rules.kernel.facts import placed_faults

_KEYED = (
    *("profile", "weapon", "rulings", "states", "asked", "modifier", "action", "topics", "weapons", "units", "forces"),
    "absent",
)
"""Tables whose rows have names of their own."""


def read_document(faults: Faults) -> Document | None:
    """The tables of a file; None where so much is wrong that the rest cannot be judged."""
    said = deepcopy(dict(faults.source.said))
    for _ in range(MOST_FAULTS):
        try:
            return Document.model_validate(said)
        except ValidationError as error:
            for path, fault in placed_faults(error, MOST_FAULTS):
                where = tuple(part for part in path if part not in ("[key]", "int", "str") or path.index(part) < 2)
                if fault.msgid == "no such field":
                    faults.unknown(where, str(where[-1]), fields_at(Document, where[:-1]))
                    _take_out(said, where)
                    continue
                faults.add(where, fault)
                if len(where) < 2 or where[0] not in _KEYED:
                    return None
                faults.dropped.add(str(where[1]))
                _take_out(said, where[:2])
                if not said[str(where[0])]:
                    return None
    return None


def _take_out(said: Any, path: Path) -> None:
    """Take away what stands at the end of a path, if it is still there."""
    for part in path[:-1]:
        try:
            said = said[part]
        except (KeyError, IndexError, TypeError):
            return
    if isinstance(said, dict):
        cast("dict[Any, Any]", said).pop(path[-1], None)
