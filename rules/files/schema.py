"""The JSON Schema of a system file, for completion and checks in an editor."""

from __future__ import annotations

from typing import Any

from rules.files.shape import Document, Override

_PLACES = {"type": "array", "items": {"type": "string"}}


def schema() -> dict[str, Any]:
    """Return the schema; no field is required, because a variant may leave any of them to its base."""
    found = Document.model_json_schema(by_alias=True)
    found["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    found["title"] = "A rule system of Adjutant"
    found.pop("required", None)
    rows: dict[str, dict[str, Any]] = found["$defs"]
    for row in rows.values():
        row.pop("required", None)
    found["properties"] |= {
        "base": {"type": "string", "description": "The key of the file that this one is a variant of."},
        "remove": {**_PLACES, "description": "Rows of the base that are left out, such as weapons.sabre."},
    }
    # A variant of a system whose rules are in Python has rows of its own.
    other = Override.model_json_schema(by_alias=True)["properties"]
    for name in ("rulings", "states", "topics", "setup"):
        found["properties"][name] = {"anyOf": [found["properties"][name], other[name]]}
    rows["ActionRow"]["properties"] |= {
        "like": {"type": "string", "description": "The action that this one is like."},
        "change": {"type": "object", "description": "Rolls and steps by their names, with what differs."},
    }
    return found
