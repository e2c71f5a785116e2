"""Rulings as fields of a model: settings of a game for questions that the rules leave open."""

from __future__ import annotations

from typing import Any

from pydantic import BeforeValidator, Field


def ruling(default: object, description: str) -> Any:
    """Return the field of a ruling on a sentence of the rules."""
    return Field(default=default, description=description)


def house_ruling(default: object, description: str, **more: str) -> Any:
    """Return the field of a house ruling, which the rules do not mention; `before` is the default of earlier games."""
    return Field(default=default, description=description, json_schema_extra={"house": True, **more})


def earlier_code(old: str, new: str) -> BeforeValidator:
    """Return a validator that reads the option `old`, as in games of earlier versions, as `new`.

    Mark `old` with `N_`: earlier entries still show it.
    """
    return BeforeValidator(lambda value: new if value == old else value)
