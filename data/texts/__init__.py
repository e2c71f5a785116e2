"""The languages of the bot besides English: one file `<language>.po` each, keyed by the English texts.

`make texts` updates every language from the code; see data/README.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from gettext import NullTranslations
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple, Protocol

from data.files import system_files
from data.texts.catalogue import read_catalogue

FOLDER = files("data.texts")
ENGLISH = "en"


class TextCatalogue(Protocol):
    """The texts of one language, keyed by the English ones."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...


class MergedCatalogue(NamedTuple):
    """The texts of a language plus the texts of system files, which never override the bot's own."""

    ours: TextCatalogue
    of_files: Mapping[str, str]

    def gettext(self, message: str, /) -> str:
        said = self.ours.gettext(message)
        return self.of_files.get(message, said) if said == message else said

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
        said = self.ours.ngettext(msgid1, msgid2, n)
        return self.of_files.get(said, said) if said in (msgid1, msgid2) else said


class Language(NamedTuple):
    """A language: its code ("de", "pt-BR"), which also determines number and list formats, and its texts."""

    code: str
    texts: TextCatalogue


def languages() -> tuple[str, ...]:
    """Return the codes of the languages with a file: "de", "pt-BR"."""
    return tuple(sorted(file.name.removesuffix(".po") for file in FOLDER.iterdir() if file.name.endswith(".po")))


@lru_cache
def fingerprint() -> str:
    """Return a value that changes with every change of a language's file."""
    found = (f"{code} {sha256((FOLDER / f'{code}.po').read_bytes()).hexdigest()}" for code in languages())
    return "\n".join(found)


@lru_cache
def language(locale: str) -> Language:
    """Return the language of a locale, or its base language ("de" for "de-AT"); English if there is no file.

    Raise ValueError for an invalid catalogue.
    """
    for code in (locale, locale.partition("-")[0]):
        if code in languages():
            texts = read_catalogue((FOLDER / f"{code}.po").read_text(encoding="utf-8"))
            of_files = [one.rows.texts.get(code, {}) for one in system_files().values()]
            further = {english: said for texts_of in of_files for english, said in texts_of.items()}
            return Language(code, MergedCatalogue(texts, further) if further else texts)
    return Language(ENGLISH, NullTranslations())
