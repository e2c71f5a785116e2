"""JSON schemas of what is stored."""

from __future__ import annotations

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
