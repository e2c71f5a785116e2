"""What a player reads, said in the language of the table; and the small turns of phrase that every system shares."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Protocol


class Catalogue(Protocol):
    """The texts of one language, by the English ones: what `gettext` makes of a file of `data/texts`."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str: ...


ENGLISH = "en"
_CATALOGUE: ContextVar[Catalogue | None] = ContextVar("catalogue", default=None)
_LOCALE: ContextVar[str] = ContextVar("locale", default=ENGLISH)


def speak(catalogue: Catalogue | None, locale: str = ENGLISH) -> None:
    """From here on, to the end of this task, say everything by this catalogue; None is English."""
    _CATALOGUE.set(catalogue)
    _LOCALE.set(locale)


def locale() -> str:
    """The code of the language that `speak` was told of."""
    return _LOCALE.get()


@contextmanager
def speaking(catalogue: Catalogue | None) -> Generator[None]:
    """Say what is said inside by this catalogue."""
    before = _CATALOGUE.set(catalogue)
    try:
        yield
    finally:
        _CATALOGUE.reset(before)


def say(text: str, /, **values: object) -> str:
    """The text in the language that is spoken, with the values in the places that bear their names.

    The text is written out in the call, never put together, so that `make texts` finds it.
    """
    catalogue = _CATALOGUE.get()
    if catalogue is not None and text:
        text = catalogue.gettext(text)
    return text.format_map(values) if values else text


def unsaid(text: str) -> str:
    """A text that stands in a table of the code and is said where it is shown: marks it for the catalogue."""
    return text


_SHORT_FORMS = {"lmg", "hmg", "mg", "smg", "saw", "rpg", "ifv", "apc", "hp", "rof"}


def spoken(code: str) -> str:
    """A code as people say it: `heavy_mg` becomes "heavy MG", `target 2` stays what it is."""
    words, number = numbered(code)
    return f"{say(words)} {number}" if number else say(words)


@lru_cache(maxsize=4096)
def numbered(code: str) -> tuple[str, str]:
    """A code in English words, and the number behind them, if any."""
    words, _, number = spelled(code).rpartition(" ")
    return (words, number) if words and number.isdecimal() else (spelled(code), "")


@lru_cache(maxsize=4096)
def spelled(code: str) -> str:
    """A code in English words."""
    words = [word.upper() if word in _SHORT_FORMS else word for word in code.replace("_", " ").split(" ")]
    # "at" is an anti-tank gun's only; elsewhere it is the word.
    return " ".join(
        "AT" if word == "at" and after == "gun" else word for word, after in zip(words, (*words[1:], ""), strict=True)
    )


def plural(code: str) -> str:
    """The English words of several such things; what already ends in s stays as it is."""
    words = spelled(code)
    return words if words.endswith("s") else f"{words}s"


def singular(code: str) -> str:
    """The English words of one of what a code has in the plural: `casualties` becomes "casualty"."""
    return " ".join(map(_one_of, spelled(code).split(" ")))


def _one_of(word: str) -> str:
    if word == "men":
        return "man"
    if word.endswith("ies"):
        return f"{word.removesuffix('ies')}y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def several(n: int, code: str) -> str:
    """So many of what a code has in the singular: "1 LMG", "4 infantry rifles"."""
    return f"{n} {_of(n, spelled(code), plural(code))}"


def amount(n: int, code: str) -> str:
    """So many of what a code has in the plural: "1 casualty", "2 suppressed"."""
    return f"{n} {_of(n, singular(code), spelled(code))}"


def counted(n: int, one: str, many: str | None = None) -> str:
    """ "1 hit", "4 hits", "no hits"."""
    things = _of(n, one, many or f"{one}s")
    return f"{n} {things}" if n else say("no {things}", things=things)


def _of(n: int, one: str, many: str) -> str:
    """The word for a thing as it is after that number."""
    if one == many:
        return say(one)
    catalogue = _CATALOGUE.get()
    if catalogue is not None:
        return catalogue.ngettext(one, many, n)
    return one if n == 1 else many


AND = unsaid("and")


def listed(parts: Sequence[str], last: str = AND) -> str:
    """ "a", "a and b", "a, b and c"; `last` may be "or" or "then" as well."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {say(last)} {parts[-1]}"


def capital(text: str) -> str:
    """The text with a capital letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return capital(text) + ("" if text.endswith((".", "!", "?")) else ".")
