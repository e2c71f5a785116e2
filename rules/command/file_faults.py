"""Faults of JSON and TOML as sentences with their place, instead of the words of a parser."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from rules.kernel.errors import BadFacts
from rules.kernel.text import Text

_JSON_FAULTS = (
    ("Expecting property name", Text("a name in double quotes is needed")),
    ("Expecting value", Text("a value is missing")),
    ("Expecting ','", Text("a comma is missing")),
    ("Expecting ':'", Text("a colon is missing")),
    ("Extra data", Text("there is more after the end")),
    ("Unterminated string", Text("a text has no closing quote")),
    ("Invalid control character", Text("a text has no closing quote on its line")),
    ("Invalid \\", Text("a backslash before a character that cannot follow it")),
)
_TOML_FAULTS = (
    ("Expected '=' after a key", Text("a name has no = after it")),
    ("Invalid statement", Text("this is not the name of a field")),
    ("Invalid value", Text("a value is missing, or a text has no quotes")),
    ("Unclosed array", Text("a list has no closing bracket")),
    ("Unclosed inline table", Text("a table has no closing brace")),
    ("Unterminated string", Text("a text has no closing quote")),
    ("Expected '", Text("a closing bracket or quote is missing")),
    ("Expected newline", Text("a new line must begin here")),
    ("Cannot overwrite", Text("a field occurs twice")),
    ("Cannot declare", Text("a table occurs twice")),
    ("Cannot mutate", Text("a field occurs twice")),
    ("Cannot redefine", Text("a field occurs twice")),
    ("Duplicate inline table key", Text("a field occurs twice")),
    ("Illegal character", Text("a text has no closing quote on its line, or a character that is not allowed")),
    ("Found invalid character", Text("a character that is not allowed")),
    ("Unescaped '\\'", Text("a backslash before a character that cannot follow it")),
    ("Invalid hex value", Text("a backslash before a character that cannot follow it")),
    ("Invalid initial character for a key", Text("this is not the name of a field")),
    ("Invalid date or datetime", Text("this is not a date")),
)
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_UNCLEAR = Text("something is missing, or there is too much")
_DIGITS = Text("a number has too many digits")
_DEEP = Text("it is nested too deeply")


def parse_json(text: str, file: str) -> Any:
    """Parse a JSON file; raise BadFacts with a sentence that names the place of the fault."""
    if not text.strip():
        raise BadFacts([_describe_fault(file, Text("it is empty"))])
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        at = (error.lineno, error.colno) if isinstance(error, json.JSONDecodeError) else ()
        raise BadFacts([_describe_fault(file, json_fault(error), *at)]) from None


def json_fault(error: Exception) -> Text:
    """Return the reason why a text is not JSON."""
    if isinstance(error, json.JSONDecodeError):
        return next((why for begins, why in _JSON_FAULTS if error.msg.startswith(begins)), _UNCLEAR)
    return _DEEP if isinstance(error, RecursionError) else _DIGITS


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """Parse a TOML file; raise BadFacts with a sentence that names the place of the fault."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        why = next((why for begins, why in _TOML_FAULTS if message.startswith(begins)), _UNCLEAR)
        if place := _PLACE.search(message):
            raise BadFacts([_describe_fault(file, why, int(place[1]), int(place[2]))]) from None
        raise BadFacts(
            [Text("The file {file} cannot be read: it ends too early ({why}).", file=file, why=why)]
        ) from None
    except RecursionError:
        raise BadFacts([_describe_fault(file, _DEEP)]) from None
    except ValueError:  # not a fault of the syntax: an integer too long for Python, or an impossible date
        raise BadFacts(
            [_describe_fault(file, Text("a number has too many digits, or a date does not exist"))]
        ) from None


def _describe_fault(file: str, why: Text, line: int | None = None, column: int = 0) -> Text:
    if line is None:
        return Text("The file {file} cannot be read: {why}.", file=file, why=why)
    return Text(
        "The file {file} cannot be read: {why} in line {line}, character {column}.",
        file=file,
        why=why,
        line=line,
        column=column,
    )
