"""JSON form of texts, and the type of model fields that hold them."""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from string import Formatter
from typing import Annotated, Any, TypeAlias, cast

from pydantic import GetCoreSchemaHandler, TypeAdapter
from pydantic_core import CoreSchema, core_schema

from rules.kernel.request import Request
from rules.kernel.text import (
    NOTHING,
    Heading,
    Joined,
    Kind,
    Listed,
    Note,
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
from rules.kernel.wording import CHOICE, SIGN

Kept = Any
"""JSON from any source; reading it raises ValueError if it is not a text."""


def as_json(value: Value) -> Kept:
    """Convert a text to JSON: an object with its parts by name. Numbers and typed words are unchanged."""
    if type(value) in _AS_THEY_ARE:
        return value
    if not isinstance(value, Text):
        return {"decimal": str(value)} if isinstance(value, Decimal) else value
    parts: dict[str, Kept] = {}
    for name in value.fields:
        part = getattr(value, name)
        if type(part) in _AS_THEY_ARE:
            parts[name] = part
        elif part is not None and part is not False and part != {}:  # read back from the defaults
            parts[name] = _plain_value(part)
    return parts


_AS_THEY_ARE = {str, int}
"""Types of most values of a text; an entry has hundreds of them."""


def _plain_value(part: Kept) -> Kept:
    if isinstance(part, Request):
        return {
            name: list(cast("tuple[str, ...]", one)) if isinstance(one, tuple) else one
            for name, one in part.to_stored().items()
        }
    if isinstance(part, tuple):
        return [as_json(one) for one in cast("tuple[Value, ...]", part)]
    if isinstance(part, dict):
        return {name: as_json(one) for name, one in cast("dict[str, Value]", part).items()}
    return as_json(part)


def from_json(kept: Kept) -> Value:
    """Convert the result of `as_json` back; raise ValueError for anything else."""
    if isinstance(kept, str | int):
        return kept
    try:
        for name in kept:  # the kind is first, unless another program has rewritten it
            if name in _KINDS:
                return _KINDS[name](kept)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError):
        raise _not_a_text(kept) from None
    raise _not_a_text(kept)


def _read_message(kept: dict[str, Kept]) -> Text:
    values, msgid = kept.get("values"), _expect_str(kept["msgid"])
    if not values and "many" not in kept:
        return _make_text(msgid)
    filled = {name: from_json(value) for name, value in values.items()} if values else {}
    if "many" not in kept:
        return _check_fillable(Text(msgid, **filled), msgid)
    many, n = _expect_str(kept["many"]), kept["n"]
    if type(n) is not int:
        raise _not_a_text(kept)
    return _check_fillable(_check_fillable(Plural(msgid, many, n, **filled), msgid), many)


def _check_fillable(text: Text, template: str) -> Text:
    """Return the text if it has a value for each pair of braces in its template; else raise LookupError."""
    missing = _value_names(template) - text.values.keys()
    if missing:
        raise LookupError(missing)
    return text


@lru_cache(maxsize=8192)
def _value_names(template: str) -> frozenset[str]:
    """Return the names of the values in a template; raise LookupError if it allows more than words."""
    found = [(name, spec or "") for _, name, spec, _ in Formatter().parse(template) if name is not None]
    if not all(
        name.isidentifier() and (spec.removesuffix(SIGN) in _SPECS or CHOICE.fullmatch(spec)) for name, spec in found
    ):
        raise LookupError(template)
    return frozenset(name for name, _ in found)


_SPECS = ("", "+", ",", ".0f", ".1f", ".2f")
"""Format specs for numbers in the bot's texts. Any other could ask for a billion digits."""


# Texts are immutable, and a long game has few different ones: those that contain no other texts are cached.
_make_text = lru_cache(maxsize=4096)(Text)
_make_term = lru_cache(maxsize=4096)(Term)
_make_unit_ref = lru_cache(maxsize=4096)(UnitRef)


def _read_note(kept: dict[str, Kept]) -> Note:
    label, request = kept.get("label"), kept.get("request")
    return Note(
        from_json(kept["note"]),
        _KIND[kept["kind"]],
        None if label is None else from_json(label),
        None if request is None else _REQUEST.validate_python(request),
    )


_KIND: dict[str, Kind] = {"asks": "asks", "table": "table"}
_REQUEST = TypeAdapter(Request)
"""Validation of a request, because an imported game may contain anything."""


def _expect_str(word: Kept) -> str:
    if not isinstance(word, str):
        raise _not_a_text(word)
    return word


def _expect_list(items: Kept) -> list[Kept]:
    if not isinstance(items, list):
        raise _not_a_text(items)
    return cast("list[Kept]", items)


_KINDS: dict[str, Callable[[dict[str, Kept]], Value]] = {
    "msgid": _read_message,
    "code": lambda kept: _make_term(_expect_str(kept["code"]), kept.get("n"), bool(kept.get("plural"))),
    "unit": lambda kept: _make_unit_ref(_expect_str(kept["unit"])),
    "role": lambda kept: Role(_expect_str(kept["role"]), bool(kept.get("article"))),
    "typed": lambda kept: Typed(_expect_str(kept["typed"])),
    "decimal": lambda kept: Decimal(_expect_str(kept["decimal"])),
    "note": _read_note,
    "secret": lambda kept: Secret(from_json(kept["secret"]), _expect_str(kept["of"])),
    "items": lambda kept: Listed([from_json(one) for one in _expect_list(kept["items"])], _expect_str(kept["last"])),
    "joined": lambda kept: Joined(
        [from_json(one) for one in _expect_list(kept["joined"])], _expect_str(kept["between"])
    ),
    "sentence": lambda kept: Sentence(from_json(kept["sentence"])),
    "heading": lambda kept: Heading(from_json(kept["heading"])),
}
"""Reader of each kind of text, by the part that is written first."""

SCHEMA: dict[str, object] = {
    "title": "Text",
    "type": ["object", "string"],
    "anyOf": [{"type": "string"}, *({"required": [kind]} for kind in _KINDS if kind != "decimal")],
}
"""JSON schema of a text: an object identified by one of its parts, or the words of an older version."""


def _not_a_text(kept: Kept) -> ValueError:
    return ValueError(f"not a text: {str(kept)[:60]}")


_STRANGE = re.compile(r"://|[@\[\n]|<(?!#\{)")
"""Characters that no text of the bot contains: addresses, mentions, links. In values they are escaped on output."""
_LONGEST = 1000


def strange_texts(kept: Kept) -> bool:
    """True if JSON from another program contains texts with templates that the bot cannot have written."""
    if isinstance(kept, dict):
        found = cast("dict[str, Kept]", kept)
        words = [found[name] for name in ("msgid", "many") if isinstance(found.get(name), str)]
        return any(len(one) > _LONGEST or _STRANGE.search(one) for one in words) or any(
            map(strange_texts, found.values())
        )
    return isinstance(kept, list) and any(map(strange_texts, cast("list[Kept]", kept)))


MOST = 4096
"""Most texts that are cached."""
_read: dict[bytes, Value] = {}
"""Texts already read, by their serialised form: a long game repeats the same ones."""
_PLAIN = 2
"""The newest marshal version in which equal values have equal bytes, however often they are referenced."""


def _read_cached(kept: Kept) -> Value:
    """Return the result of `from_json`, the same object for equal JSON; raise what it raises."""
    written = marshal.dumps(kept, _PLAIN)
    found = _read.get(written)
    if found is None:
        found = from_json(kept)
        if len(_read) >= MOST:
            _read.clear()
        _read[written] = found
    return found


def read_text(value: Kept) -> Text:
    """Read a text for a field of a record; a plain string is an old sentence, or words typed by a player."""
    found = value if isinstance(value, Text) else NOTHING if value == "" else _read_cached(value)
    if isinstance(found, str):
        return Typed(found)
    if not isinstance(found, Text):
        raise ValueError("a text is needed")
    return found


class _TextSchema:
    """Pydantic hooks of a text: validation, serialisation and JSON schema."""

    @staticmethod
    def __get_pydantic_core_schema__(source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        to_json = core_schema.plain_serializer_function_ser_schema(as_json)
        described = core_schema.any_schema(metadata={"pydantic_js_updates": SCHEMA})
        return core_schema.no_info_plain_validator_function(
            read_text, serialization=to_json, json_schema_input_schema=described
        )


KeptText: TypeAlias = Annotated[Text, _TextSchema]
"""Type of a model field that holds a text."""
