"""Army lists as text, from files of any kind and encoding: rosters of list builders, zipped or not, JSON, tables."""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from rules.command.file_faults import parse_json
from rules.command.list_files import lines_of_json, lines_of_table
from rules.kernel.errors import BadFacts
from rules.kernel.text import Text

TEXTS = (".txt", ".csv", ".tsv", ".md", ".list")
"""Extensions of files with a list as text."""
ROSTERS = (".ros", ".rosz")
"""Extensions of files of BattleScribe and New Recruit."""
MOST_UNPACKED = 4_000_000
"""Largest size of a list in bytes; a roster with all its profiles has less than two million, zipped or not."""
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
"""Byte order marks, with their encodings."""


def decode_text(content: bytes, name: str) -> str:
    """Decode a file by its byte order mark, else as UTF-8, else as Windows-1252.

    Raise BadFacts if it is not text in any of them.
    """
    encodings = [encoding for mark, encoding in _MARKS if content.startswith(mark)] or ["utf-8", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise BadFacts([Text("The file {file} has no text: save the list as text, CSV or JSON.", file=name)])


def text_of_list(content: bytes, name: str) -> str:
    """Return the list in a file of any kind as text; raise BadFacts, which names the format to save instead."""
    ending = name.lower().rpartition(".")[2]
    if len(content) > MOST_UNPACKED:
        most = MOST_UNPACKED // 10**6
        raise BadFacts([Text("The file {file} is too large for a list: {most} MB at most.", file=name, most=most)])
    if content.startswith(b"PK") or ending == "rosz":
        return lines_of_json(parse_roster(_unpack_roster(content, name), name))
    if ending == "ros" or content.lstrip()[:5] == b"<?xml":
        return lines_of_json(parse_roster(content, name))
    text = decode_text(content, name)
    if ending == "json" or (f".{ending}" not in TEXTS and text.lstrip().startswith("{")):
        return lines_of_json(parse_json(text, name))
    return lines_of_table(text)


def _unpack_roster(content: bytes, name: str) -> bytes:
    """Return the roster in a zip file; raise BadFacts if it is too large."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as packed:
            inside = [one for one in packed.infolist() if one.filename.lower().endswith(".ros")]
            if len(inside) != 1:
                raise BadFacts([Text("The file {file} has no roster: save it as .rosz or as text.", file=name)])
            with packed.open(inside[0]) as file:
                found = file.read(MOST_UNPACKED + 1)
    except (zipfile.BadZipFile, EOFError, RuntimeError, NotImplementedError, ValueError):
        raise BadFacts([Text("The file {file} was cut off or damaged: save it again.", file=name)]) from None
    if len(found) > MOST_UNPACKED:
        raise BadFacts([Text("The file {file} is too large when it is unpacked.", file=name)])
    return found


def parse_roster(content: bytes, name: str) -> dict[str, Any]:
    """Convert an XML roster to the tree that the same programs write as JSON; raise BadFacts."""
    try:
        return {"roster": _element_tree(fromstring(content, forbid_dtd=True), _DEEP)}
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        raise BadFacts(
            [Text("The file {file} cannot be read as a roster: save it again, or as text.", file=name)]
        ) from None


_DEEP = 24


def _element_tree(one: Element, deep: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        key: int(value) if value.isdecimal() and len(value) < 9 else value for key, value in one.attrib.items()
    }
    for child in one if deep else ():
        tag = child.tag.rpartition("}")[2]
        if tag in _HELD:
            found[tag] = [_element_tree(each, deep - 1) for each in child]
    return found


_HELD = ("forces", "selections", "costs")
