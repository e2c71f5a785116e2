"""The faults of a system file, all at once, each as a sentence with its line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from string import Formatter
from typing import Any, cast

from pydantic import BaseModel

from rules.files.expressions import Expression, ExpressionFault, Names, Wanted, did_you_mean, expression
from rules.files.source import Path, Source
from rules.kernel.errors import BadFacts
from rules.kernel.text import Joined, Text
from rules.kernel.wording import CHOICE

MOST_FAULTS, LONGEST_KEY = 60, 40
_MARKED = re.compile(
    r"[@<>`*~|\\#\[\]\x00-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|https?:|__|discord\.gg",
    re.IGNORECASE,
)
"""Characters with a meaning in Discord; texts of a file may not have them, to avoid mentions and links."""
_CHOSEN = re.compile(rf"\{{\w+:{CHOICE.pattern}\}}")
_EXAMPLE = "{n:model|models}"
ROLES = ("attacker", "target", "unit")


def shorten(words: str) -> str:
    """Return the beginning of a long key, such as a whole text that is translated."""
    return words if len(words) <= LONGEST_KEY else f"{words[: LONGEST_KEY - 1]}…"


class FaultsInFile(BadFacts):
    """Faults of a system file, each with its line."""


@dataclass
class Faults:
    """The faults of one file, collected while reading it."""

    name: str
    source: Source
    found: list[tuple[int, str, Text]] = field(default_factory=list[tuple[int, str, Text]])
    dropped: set[str] = field(default_factory=set[str])
    """Names of faulty rows; other rows that use them are not faulty."""
    trimmed: set[Path] = field(default_factory=set[Path])
    """Paths of rows without an unknown field that they had, and of the fields that it seems to be: no further fault."""

    def add(self, path: Path, fault: Text) -> None:
        """Note a fault at a path, which the fault names."""
        where = ".".join(shorten(part) for part in path if isinstance(part, str))
        self.found.append((self.source.line(path), where, fault))

    def add_if(self, condition: object, path: Path, fault: Text) -> None:
        if condition:
            self.add(path, fault)

    def add_unknown(self, path: Path, said: str, known: Iterable[str]) -> None:
        """Note an unknown name, with the nearest known one."""
        if said in self.dropped:
            return
        if len(self.found) > MOST_FAULTS:
            known = ()
        fault = Text('there is no "{name}"', name=said)
        self.add(path, Joined((fault, did_you_mean(said, known)), "; "))

    def add_unknown_field(self, path: Path, model: type[BaseModel]) -> bool:
        """Note a field that a table does not have; return True if one of its fields is nearly the same."""
        known = [one.alias or name for name, one in model.model_fields.items()]
        self.add_unknown(path, str(path[-1]), known)
        near = get_close_matches(str(path[-1]), known, 1)
        self.trimmed |= {path[:-1], *((*path[:-1], name) for name in near)}
        return bool(near)

    def raise_all(self) -> None:
        """Raise FaultsInFile with all faults in the order of their lines, if there are any."""
        if self.found:
            # An action that is like another one repeats its faults, so equal faults are named once.
            once = {(line, fault): where for line, where, fault in reversed(self.found)}
            ordered = sorted(once.items(), key=lambda one: one[0][0])
            texts = [locate_fault(self.name, line, fault, where) for (line, fault), where in ordered]
            more = [Text("{name}: there are more faults; fix these first", name=self.name)]
            raise FaultsInFile([*texts[:MOST_FAULTS], *(more if len(texts) > MOST_FAULTS else ())])

    # Checks of parts of a file.

    def compile_formula(self, path: Path, said: object, names: Names, wanted: Wanted = "number") -> Expression | None:
        """Compile an expression of the file; None for one that is left out, or invalid, which is noted."""
        if said is None:
            return None
        try:
            return expression(said, names, wanted)
        except ExpressionFault as fault:
            if fault.name not in self.dropped:
                self.add(path, fault.text)
            return None

    def check_braces(self, path: Path, said: str, values: Collection[str] = ()) -> None:
        """Note braces in a text without a value for them."""
        try:
            parts = list(Formatter().parse(said))
        except ValueError:
            self.add(path, Text("a brace is open: write {braces} around a value", braces="{name}"))
            return
        for _, name, spec, conversion in parts:
            if name in values and name not in ROLES and not conversion and spec and "|" in spec:
                if not CHOICE.fullmatch(spec):
                    self.add(path, Text("write {braces}: the word for one, and the word for more", braces=_EXAMPLE))
            elif name in values and (spec or conversion):
                self.add(path, Text("write the name alone: {braces}", braces=f"{{{name}}}"))
            elif name is not None and name not in values:
                fault = Text('"{name}" has no value here', name=name[:40])
                self.add(path, Joined((fault, did_you_mean(name, values)), "; "))


def check_texts(document: BaseModel, faults: Faults) -> None:
    """Note all texts of a file with special characters or links."""
    for path, said in _texts(document.model_dump(by_alias=True), ()):
        if path[-1] == "section" and path not in faults.source.lines:
            continue  # the section of an action is its title
        if marked := _MARKED.search(_CHOSEN.sub(r"\1", said)) or _MARKED.search(_CHOSEN.sub(r"\2", said)):
            shown = marked[0] if marked[0].isprintable() else f"U+{ord(marked[0]):04X}"
            faults.add(path, Text('texts have no formatting: remove "{marked}"', marked=shown))


def check_translations(texts: Mapping[str, Mapping[str, str]], faults: Faults) -> None:
    """Note translations with braces that their text does not fill."""
    for language, of_language in texts.items():
        for said, translated in of_language.items():
            try:
                values = values_in(said)
            except ValueError:
                values = ()
            faults.check_braces(("texts", language, said), translated, values)


_NO_TEXT = frozenset(
    (
        *("when", "value", "check", "dice", "models", "add", "which", "crew", "reach", "worth", "every", "bands"),
        *("passed_inches", "passed_marks", "failed_marks", "marks", "needs", "be", "further", "battle", "campaign"),
        *("opponent", "quiet", "counted", "command", "knows", "before", "again", "sets", "usual", "needed", "passes"),
    )
)
"""Fields that are expressions, scripts and numbers."""


def _texts(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, dict):
        for name, one in cast("dict[str, Any]", value).items():
            if name in _NO_TEXT:
                continue
            if not isinstance(one, str):
                yield from _texts(one, (*path, name)) if one else ()
            elif name != "inches" and path[-1:] != ("with",):  # formulas
                yield (*path, name), one
    elif isinstance(value, list | tuple):
        of_inches = len(path) > 1 and path[-2] == "inches"  # why, and a formula
        for at, one in enumerate(cast("list[Any]", value)[: 1 if of_inches else None]):
            if isinstance(one, str):
                yield (*path, at), one
            else:
                yield from _texts(one, (*path, at))


def locate_fault(name: str, line: int, fault: Text, where: str = "") -> Text:
    """Return a fault with its place."""
    said = Text("{where}: {fault}", where=where, fault=fault) if where else fault
    return Text("{name}, line {line}: {fault}", name=name, line=line, fault=said)


@lru_cache(maxsize=1000)
def values_in(text: str) -> tuple[str, ...]:
    """Return the names in the braces of a checked text."""
    return tuple(name for _, name, _, _ in Formatter().parse(text) if name)


def filled(text: str, values: Mapping[str, Any]) -> Text:
    """Return a text of the file with the values that it names."""
    return Text(text, **{name: values[name] for name in values_in(text)})
