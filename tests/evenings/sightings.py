"""Searches on every screen of an evening: words that no player should read, and private words of other players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from babel.messages.pofile import read_po

from data.texts import FOLDER, language

READ = """(() => {
    const shown = (one) => one.checkVisibility();
    const named = [...document.querySelectorAll('[aria-label], [placeholder]')].filter(shown)
        .flatMap((one) => [one.getAttribute('aria-label'), one.getAttribute('placeholder')]);
    return [document.title, ...document.body.innerText.split('\\n'), ...named]
        .filter((line) => line && !/(^|\\s)\\/[a-z]|^[a-z]+:/.test(line));
})()"""
_RAW = (
    ("a placeholder", re.compile(r"\{[a-z_]+\}")),
    ("a key", re.compile(r"\b[a-z]+(?:_[a-z]+)+\b(?!\.\w)")),
    ("a value of a program", re.compile(r"\b(?:undefined|null|NaN|Traceback)\b|\[object")),
    ("markup", re.compile(r"\*\*|<[@t#/][^>]*>|\\[*_`]")),
    ("a full stop too many", re.compile(r"(?<!\.)\.\.(?!\.)|\s[,.;](?:\s|$)|: :|\(\)")),
)
ENGLISH = re.compile(
    r"\b(?:the|of|and|with|your|you|this|that|is|are|not|from|for|roll|rolls|turn|turns|unit|units|dice|"
    r"hits?|fires?|moves?|next|done|cancel|submit|choose|select|which|what|who|needs|close|show)\b"
)
"""Words that are English and nothing else."""
_OF_THE_BOOK = re.compile(r"\([^)]*\)|^Regel: .*|Forge of War|open-source")
"""Names in the words of the rule book, which players look up there, and of its authors."""


def raw_words(lines: Iterable[str]) -> Iterator[str]:
    """Yield what a program left in the texts of a page."""
    for line in lines:
        for name, pattern in _RAW:
            if found := pattern.search(line):
                yield f"{name}, {found[0]!r}: {line[:120]}"


def english_words(lines: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    """Yield lines of a German page that are English, apart from the names of units and sides."""
    texts = language("de").texts
    own = sorted(names, key=len, reverse=True)
    for line in lines:
        told = _OF_THE_BOOK.sub("", line)
        for name in own:
            told = told.replace(name, "")
        if found := ENGLISH.search(told):
            yield f"English, {found[0]!r}: {line[:120]}"
        elif (text := line.strip()) and len(text) > 3 and texts.gettext(text) not in (text, "") and text not in own:
            yield f"English: {text[:120]} (German: {texts.gettext(text)})"


@cache
def set_phrases() -> frozenset[str]:
    """Return the texts without values, in English and German, which say nothing of a game."""
    with (FOLDER / "de.po").open("rb") as file:
        texts = [(one.id, one.string) for one in read_po(file) if isinstance(one.id, str) and "{" not in one.id]
    return frozenset(bare(line) for pair in texts for text in pair for line in str(text).splitlines())


def bare(line: str) -> str:
    """Return a line without its markup, as a page shows it."""
    return re.sub(r"[*_`\\~|]", "", line).strip()
