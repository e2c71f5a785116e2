"""Reading of a language's file as `make texts` writes it, in a tenth of the time that Babel takes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from gettext import c2py
from typing import NamedTuple

_FORMS = re.compile(r"Plural-Forms:[^;]*;\s*plural=([^;]*);")
_OBSOLETE = "#~ "

Entry = dict[str, str]
"""The parts of an entry: "msgid", "msgid_plural", "msgstr" or "msgstr[0]" and so on."""


class FileCatalogue(NamedTuple):
    """The texts of a file by the English ones, counted ones by their singular in all forms."""

    texts: Mapping[str, str]
    forms: Mapping[str, tuple[str, ...]]
    form_of: Callable[[int], int]
    """Returns the index of the form for a number."""

    def gettext(self, message: str, /) -> str:
        said = self.texts.get(message)
        if said is None and message in self.forms:
            return self.forms[message][self.form_of(1)]
        return message if said is None else said

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        forms = self.forms.get(msgid1)
        return forms[self.form_of(n)] if forms else msgid1 if n == 1 else msgid2


def read_catalogue(content: str) -> FileCatalogue:
    """Return the texts of a file without untranslated and fuzzy ones; raise ValueError with the number of a line.

    Obsolete texts are included: reworded since, but recorded in older games.
    """
    texts: dict[str, str] = {}
    forms: dict[str, tuple[str, ...]] = {}
    head = ""
    for entry in _entries(content):
        english = entry["msgid"]
        if not english:
            head = entry.get("msgstr", "")
        elif "msgid_plural" in entry:
            found = tuple(text for name, text in entry.items() if name.startswith("msgstr["))
            if all(found):
                forms.setdefault(english, found)
        elif entry.get("msgstr"):
            texts.setdefault(english, entry["msgstr"])  # the obsolete ones are at the end
    rule = _FORMS.search(head)
    return FileCatalogue(texts, forms, c2py(rule[1] if rule else "n != 1"))


def _entries(content: str) -> Iterator[Entry]:
    """Yield each entry that is not fuzzy; raise ValueError with the number of a line."""
    entry: Entry = {}
    part, fuzzy, next_fuzzy = "", False, False
    for number, line in enumerate(content.split("\n"), 1):
        if line.startswith("#") and not line.startswith(_OBSOLETE):
            next_fuzzy |= line.startswith("#,") and "fuzzy" in line
            continue
        said = line.removeprefix(_OBSOLETE)
        if said.startswith("msg"):
            part, _, said = said.partition(" ")
            if part == "msgid":
                if entry and not fuzzy:
                    yield entry
                entry, fuzzy, next_fuzzy = {}, next_fuzzy, False
            entry[part] = ""
        if not said:
            continue
        if "msgid" not in entry or not said.startswith('"') or not said.endswith('"'):
            raise ValueError(f"line {number} is no part of a text")
        try:
            entry[part] += json.loads(said) if "\\" in said else said[1:-1]
        except ValueError:
            raise ValueError(f"line {number} has an invalid escape") from None
    if entry and not fuzzy:
        yield entry
