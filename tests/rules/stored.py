"""JSON schemas of what is stored."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from rules.kernel.text import Text
from rules.kernel.text_json import as_json


class _Schema(GenerateJsonSchema):
    """A schema generator that writes a default `Text` in its stored form."""

    def encode_default(self, dft: Any) -> Any:
        return as_json(dft) if isinstance(dft, Text) else super().encode_default(dft)


def schemas_of(stored: Any) -> dict[str, Any]:
    """Return the schema of each model in a stored type, by its name."""
    return TypeAdapter[Any](stored).json_schema(schema_generator=_Schema)["$defs"]


def assert_stored_as_before(stored: Any, file: Path) -> None:
    """Compare each field of a stored type with a file; ADJUTANT_TEST_WRITE=1 writes the file again."""
    lines = "".join(f"{line}\n" for line in _lines(schemas_of(stored)))
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        file.write_text(lines, encoding="utf-8")
    assert lines == file.read_text(encoding="utf-8")


def _lines(models: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each model: its fields, with the words that each may hold, and its default."""
    for name, model in models.items():
        fields = model.get("properties", {}).items()
        yield f"{name}: " + ", ".join(f"{field}{_words(of)}" for field, of in fields)


def _words(field: dict[str, Any]) -> str:
    words = field.get("enum") or [one["const"] for one in [field, *field.get("anyOf", ())] if "const" in one]
    default = f" = {field['default']!r}" if "default" in field else ""
    return (f" ({' | '.join(map(str, words))})" if words else "") + default
