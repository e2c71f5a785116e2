"""Texts as JSON takes them, and back."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, cast

from rules.text import (
    NOTHING,
    Heading,
    Joined,
    Listed,
    Plural,
    Role,
    Secret,
    Sentence,
    Term,
    Text,
    Typed,
    UnitRef,
    Value,
)


def as_json(value: Value) -> Any:
    """A text as JSON takes it: an object with its parts by name. Numbers and typed words stay as they are."""
    match value:
        case Text():
            return {name: _plain(part) for name, part in zip(value.fields, value.parts(), strict=True) if _worth(part)}
        case Decimal():
            return {"decimal": str(value)}
        case _:
            return value


def _worth(part: Any) -> bool:
    """Whether a part is worth writing down: what is left out is read as just that."""
    return part is not None and part is not False and part != {}


def _plain(part: Any) -> Any:
    if isinstance(part, tuple):
        return [as_json(one) for one in cast("tuple[Value, ...]", part)]
    if isinstance(part, dict):
        return {name: as_json(one) for name, one in cast("dict[str, Value]", part).items()}
    return as_json(part)


def of_json(kept: Any) -> Value:
    """What `as_json` gave; raises ValueError for anything else."""
    try:
        return kept if isinstance(kept, int | str) else _of_parts(kept)
    except (ArithmeticError, AttributeError, LookupError):
        raise _no_text(kept) from None


def _of_parts(kept: Any) -> Value:
    match kept:
        case {"decimal": str(number)}:
            return Decimal(number)
        case {"msgid": str(msgid)}:
            values = {name: of_json(value) for name, value in kept.get("values", {}).items()}
            return Plural(msgid, kept["many"], kept["n"], **values) if "many" in kept else Text(msgid, **values)
        case {"code": str(code)}:
            return Term(code, kept.get("n"), bool(kept.get("plural")))
        case {"unit": str(unit)}:
            return UnitRef(unit)
        case {"role": str(role)}:
            return Role(role, bool(kept.get("article")))
        case {"typed": str(typed)}:
            return Typed(typed)
        case {"secret": secret, "of": str(of)}:
            return Secret(of_json(secret), of)
        case {"items": [*items], "last": str(last)}:
            return Listed(map(of_json, items), last)
        case {"joined": [*joined], "between": str(between)}:
            return Joined(map(of_json, joined), between)
        case {"sentence": sentence}:
            return Sentence(of_json(sentence))
        case {"heading": heading}:
            return Heading(of_json(heading))
        case _:
            raise _no_text(kept)


def _no_text(kept: Any) -> ValueError:
    return ValueError(f"not a text: {str(kept)[:60]}")


def read_text(value: Any) -> Text:
    """A text for a field of a record; a plain string is a sentence of an older version, or what somebody typed."""
    found = value if isinstance(value, Text) else NOTHING if value == "" else of_json(value)
    if isinstance(found, str):
        return Typed(found)
    if not isinstance(found, Text):
        raise ValueError("a text is needed")
    return found
