"""The text of a system file as values, with the line of each."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from rules.kernel.text import Text

Path = tuple[str | int, ...]
MOST_BYTES, MOST_ENTRIES, DEEPEST = 256 * 1024, 6000, 8


class UnreadableSource(Exception):
    """A text that is not TOML or exceeds the limits of a file, with the `line` of the fault."""

    def __init__(self, text: Text, line: int = 1) -> None:
        super().__init__(text)
        self.text, self.line = text, line


@dataclass(frozen=True)
class Source:
    """The values of a file, as TOML, and its lines by path: ("action", "fire", "roll", 0)."""

    values: Mapping[str, Any]
    lines: Mapping[Path, int]

    def line(self, path: Path) -> int:
        """Return the line of a path, or of the nearest part above it that has one."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path or ("base",), 1)


NOTHING_SAID = Source({}, {})


def source(content: bytes) -> Source:
    """Read a file; raise UnreadableSource if it is too large, nested too deeply, or not TOML."""
    if len(content) > MOST_BYTES:
        raise UnreadableSource(Text("a system file can have at most {most} kB", most=MOST_BYTES // 1024))
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise UnreadableSource(Text("save the file as UTF-8"), content[: error.start].count(b"\n") + 1) from None
    places = _Places(text)
    places.read()
    try:
        return Source(tomllib.loads(text), places.lines)
    except tomllib.TOMLDecodeError as error:
        why, _, place = str(error).rpartition(" (at ")
        found = re.match(r"line (\d+)", place)  # else the end of the document
        line = int(found[1]) if found else text.count("\n") + 1
        said = [*text.split("\n"), ""][line - 1]
        raise UnreadableSource(_explain(why, said, line, places), line) from None
    except (ValueError, RecursionError):
        raise UnreadableSource(Text("a number or a date here cannot be read")) from None


_TWICE = "Cannot overwrite|Duplicate inline"
_SLIPS: tuple[tuple[str, str, Text], ...] = (
    (_TWICE, r"^\s*\[\[", Text("write a table as one name in brackets, such as [units.line_squad]")),
    (_TWICE, "", Text("a name is there twice: keep one of the two")),
    ("Invalid|Expected", "[\u201c-\u201f\u2018\u2019]", Text("write straight quotes, \" or ', around a text")),
    (
        "Invalid|Expected",
        r"^\s*\[+[^\"\]]*[^\W\x00-\x7f]|^[^\"=]*(?:=[^\"]*)?[^\W\x00-\x7f][\w-]*\s*=",
        Text('a key has only the letters a to z, digits, _ and -: its name = "…" may have others'),
    ),
    ("Invalid value", "=\\s*[\u2010-\u2015\u2212]", Text("write - before a number below 0, not a longer stroke")),
    ("Invalid|Expected|Unclosed", r"=\s*-?\d+,\d+\s*(?:[,}#]|$)", Text("write whole numbers: there are no decimals")),
    (r"Illegal character '\\n'", "", Text("a text begins here and does not end: close its quotes on the same line")),
    (
        "Invalid|Unclosed",
        r"\{[^}]*$",
        Text("a row in braces goes on one line: put all of it there, up to the closing brace"),
    ),
    ("Invalid initial", r",\s*\}", Text("remove the comma before the closing brace")),
    (
        "Invalid|Expected|Unclosed",
        r"=\s*-?\d+[^\s\d,.}#\]]",
        Text("write a number alone, without a sign or a letter behind it"),
    ),
    ("Invalid value", r"=\s*(?i:yes|no|on|off|true|false)\b", Text("write true or false, in small letters")),
    ("Unclosed inline", "", Text("put a comma between the entries in braces")),
    ("Unclosed", "", Text("a list is not closed: put a comma after each item, and ] at its end")),
    ("Expected '='", "", Text("write a name, = and a value, such as actions = 2")),
    ("Expected ']'", "", Text("write a table as one name in brackets, such as [units.line_squad]")),
    ("Expected newline", "", Text("a line has one name and one value: put what follows on a line of its own")),
    ("Invalid value", "==", Text("write one = between a name and its value")),
    ("Invalid value", "", Text("a value is a whole number, true, false, or a text in quotes")),
    ("Unescaped", "", Text("a \\ begins a sign such as \\n: write two of them for one")),
)
"""Common slips: how the TOML parser begins to say it, what the line has in it, and what to do."""


def _explain(why: str, said: str, line: int, places: _Places) -> Text:
    """Return a fault that the TOML parser has found in a line, reworded if it is a common one."""
    if why.startswith("Cannot declare"):
        table = tuple(re.findall(r"'([^']*)'", why))
        return Text(
            "[{table}] is there twice, first in line {first}: put its lines together under one of them",
            table=".".join(table),
            first=places.lines.get(table, line),
        )
    if re.match(_TWICE, why) and line in places.repeated:
        name, first = places.repeated[line]
        return Text('"{name}" is there twice, first in line {first}: keep one of the two', name=name, first=first)
    if line in places.inside and _BEGINS.match(said):
        return Text("the list that begins in line {first} is not closed: put ] at its end", first=places.inside[line])
    known = (text for begins, has, text in _SLIPS if re.match(begins, why) and re.search(has, said))
    return next(known, Text("this is not valid TOML: {why}", why=why[:80]))


_BEGINS = re.compile(r"\s*(\[[\w.-]+\]|[\w-]+\s*=)")
"""The beginning of a table or of a value with a name."""
_TOKEN = re.compile(
    r"""(?:[ \t]+|\#[^\n]*)*+
    (?:(?P<line>\n)
    |(?P<text>\"\"\"(?:\\.|[^\\])*?\"\"\"|'''.*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*')
    |(?P<sign>[\[\]{},=.])|(?P<word>[^\s\[\]{},=.\#"']+)|(?P<other>.))""",
    re.VERBOSE | re.DOTALL,
)


@dataclass
class _Places:
    """Finds the line of every table, key and list item; invalid text is left to the TOML parser."""

    text: str
    lines: dict[Path, int] = field(default_factory=dict[Path, int])
    repeated: dict[int, tuple[str, int]] = field(default_factory=dict[int, tuple[str, int]])
    """Lines with a name that was there before, with the name and its first line."""
    inside: dict[int, int] = field(default_factory=dict[int, int])
    """Lines that begin inside a list, with the line where it begins."""

    def read(self) -> None:
        line = 1
        open_to: list[tuple[str, Path]] = []
        table: Path = ()
        counts: dict[Path, int] = {}
        key: list[str] = []
        value: Path | None = None
        header = ""
        for found in _TOKEN.finditer(f"{self.text}\n"):
            if len(self.lines) > MOST_ENTRIES:
                raise UnreadableSource(Text("a system file can have at most {most} entries", most=MOST_ENTRIES), line)
            kind = found.lastgroup
            if kind == "line":
                line += 1
                if open_to:
                    self.inside[line] = self.lines.get(open_to[0][1], line)
                    continue
                if header:
                    table, header = self._headed(header, tuple(key), counts, line - 1), ""
                key, value = [], None
                continue
            said = found[str(kind)]
            if value and isinstance(value[-1], int):
                self.lines.setdefault(value, line)
            if kind in ("text", "word") and value is None:
                key.append(said.strip("\"'"))
                if len(key) > DEEPEST:
                    raise UnreadableSource(Text("this is nested too deeply: {most} levels at most", most=DEEPEST), line)
            elif kind == "sign":
                value, key = self._sign(said, key, value, open_to, table, line)
                if value is None and not open_to and said == "[":
                    header += "["
            if kind == "text":
                line += said.count("\n")

    def _headed(self, header: str, key: tuple[str, ...], counts: dict[Path, int], line: int) -> Path:
        path: Path = ()
        for at, part in enumerate(key):
            path = (*path, part)
            last = at == len(key) - 1
            if last and header == "[[":
                counts[path] = counts.get(path, -1) + 1
                self.lines.setdefault(path, line)
            if path in counts:
                path = (*path, counts[path])
            self.lines.setdefault(path, line)
        return path

    def _sign(
        self, said: str, key: list[str], value: Path | None, open_to: list[tuple[str, Path]], table: Path, line: int
    ) -> tuple[Path | None, list[str]]:
        """Read one sign of the text; return the path of the next value, and the key read so far."""
        if said == "=" and value is None:
            base = open_to[-1][1] if open_to else table
            path = base
            if key and (*base, *key) in self.lines:
                self.repeated.setdefault(line, (key[-1], self.lines[(*base, *key)]))
            for part in key:
                path = (*path, part)
                self.lines.setdefault(path, line)
            return path, []
        if said in "[{" and value is not None:
            if len(open_to) >= DEEPEST:
                raise UnreadableSource(Text("this is nested too deeply: {most} levels at most", most=DEEPEST), line)
            if said == "{":
                open_to.append(("{", value))
                return None, []
            open_to.append(("[", value))
            return (*value, 0), []
        if said == "," and open_to:
            opened, path = open_to[-1]
            if opened == "{":
                return None, []
            at = cast("tuple[int, ...]", value)[-1]  # the last item of the list
            return (*path, at + 1), []
        if said in "]}" and open_to:
            _, path = open_to.pop()
            return path, []
        return value, key
