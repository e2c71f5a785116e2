"""Rulings as fields of a model: settings of a game for questions that the rules leave open."""

from __future__ import annotations

from typing import Any

from pydantic import Field


def house_ruling(default: object, description: str, **more: str) -> Any:
    """Return the field of a house ruling, which the rules do not mention; `before` is the default of earlier games."""
    return Field(default=default, description=description, json_schema_extra={"house": True, **more})
