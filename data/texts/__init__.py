"""The languages of the bot besides English: one file `<language>.po` each, keyed by the English texts.

`make texts` updates every language from the code; see data/README.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple, Protocol

from data.files import system_files

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER = files("data.texts")
ENGLISH = "en"


class TextCatalogue(Protocol):
    """The texts of one language, keyed by the English ones, as `gettext` reads them from a file of this folder."""

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
            from babel.messages.pofile import read_po  # not imported while only English is used

            with (FOLDER / f"{code}.po").open("rb") as file:
                texts = _compile(with_obsolete(read_po(file, locale=code.replace("-", "_"), abort_invalid=True)))
            of_files = [one.rows.texts.get(code, {}) for one in system_files().values()]
            further = {english: said for texts_of in of_files for english, said in texts_of.items()}
            return Language(code, MergedCatalogue(texts, further) if further else texts)
    return Language(ENGLISH, NullTranslations())


def with_obsolete(texts: Catalog) -> Catalog:
    """Add the obsolete entries of a catalogue to its texts: reworded since, but recorded in older games."""
    for key, message in texts.obsolete.items():
        if texts.get(key) is None:
            texts[key] = message
    texts.obsolete.clear()
    return texts


def _compile(texts: Catalog) -> TextCatalogue:
    """Convert a catalogue for the standard library."""
    from babel.messages.mofile import write_mo

    made = BytesIO()
    write_mo(made, texts)
    made.seek(0)
    return GNUTranslations(made)
