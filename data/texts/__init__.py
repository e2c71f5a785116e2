"""The languages the bot speaks besides English: a file `<language>.po` each, by the English texts of the code.

`make texts` brings `adjutant.pot`, the list of all texts, and every language up to date; see data/README.md.
"""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from rules.text import Catalogue

FOLDER = files("data.texts")


def languages() -> tuple[str, ...]:
    """Those that have a file, by their codes: "de", "pt-BR"."""
    return tuple(sorted(file.name.removesuffix(".po") for file in FOLDER.iterdir() if file.name.endswith(".po")))


@lru_cache
def catalogue(locale: str) -> Catalogue | None:
    """The texts of a language, or of the one it is a kind of ("de" for "de-AT"); None is English.

    Raises ValueError for a file that is no catalogue.
    """
    for language in (locale, locale.partition("-")[0]):
        if language in languages():
            with (FOLDER / f"{language}.po").open("rb") as file:
                return _compiled(read_po(file, locale=language.replace("-", "_"), abort_invalid=True))
    return None


def _compiled(texts: Catalog) -> Catalogue:
    """A file as the standard library reads it."""
    made = BytesIO()
    write_mo(made, texts)
    made.seek(0)
    return GNUTranslations(made)
