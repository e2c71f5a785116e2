"""The building blocks of facts models: strict types with the bounds every system shares."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, ValidationError

from rules.errors import BadFacts
from rules.text import say, unsaid

M = TypeVar("M", bound=BaseModel)


class Facts(BaseModel):
    """The root of every facts model: no unknown fields, no silent conversions, not changed once made."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _decimal(value: Any) -> Any:
    """Take a number as exactly the decimal it is written as; text and truth values are not distances."""
    if isinstance(value, float):
        return Decimal(repr(value))
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return Decimal(value)
    raise ValueError(say("a number is needed"))


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)


Count = Annotated[int, Field(strict=True, ge=0, le=100)]
"""How many of something: 0 to 100."""

Models = Annotated[int, Field(strict=True, ge=0, le=100)]
"""Figures or men: 0 to 100."""

Modifier = Annotated[int, Field(strict=True, ge=-10, le=10)]
"""A modifier to a die: -10 to 10."""

Flag = Annotated[bool, Field(strict=True)]
"""Yes or no, never a number or a word."""

Inches = Annotated[
    Decimal,
    BeforeValidator(_decimal),
    Field(ge=0, le=1000, allow_inf_nan=False),
    PlainSerializer(_number, return_type=int | float, when_used="json"),
]
"""A distance in inches, 0 to 1000, exact to the decimal it was written with."""


def checked(model: type[M], given: Mapping[str, Any]) -> M:
    """Validate `given`; raises BadFacts with one sentence per fault, each naming its field."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise BadFacts([_fault(fault) for fault in _faults(error)]) from None


def _faults(error: ValidationError) -> list[dict[str, Any]]:
    """The faults, without "too short" where that only means that the one item given is itself at fault."""
    found: list[dict[str, Any]] = [dict(fault) for fault in error.errors(include_url=False)]
    where: set[tuple[Any, ...]] = {fault["loc"][:at] for fault in found for at in range(len(fault["loc"]))}
    return [fault for fault in found if not (fault["type"] == "too_short" and fault["loc"] in where)]


_SENTENCES = {"extra_forbidden": unsaid("no such field"), "missing": unsaid("missing")}


def _fault(fault: dict[str, Any]) -> str:
    where = ".".join(str(part) for part in fault["loc"])
    sentence = say(_SENTENCES.get(fault["type"], "")) or str(fault["msg"]).removeprefix("Value error, ")
    if fault["type"] not in _SENTENCES and not isinstance(fault.get("input"), dict | list):
        sentence += say(", not {shown}", shown=_shown(fault.get("input")))
    return f"{where}: {sentence}" if where else sentence


def _shown(value: Any) -> str:
    if isinstance(value, Decimal):
        return str(value)
    text = json.dumps(value, default=str)
    return text if len(text) <= 60 else text[:57] + "..."
