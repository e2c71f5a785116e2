"""`make texts`: brings every language up to date with the code. `make texts NEW=fr` begins one."""

from __future__ import annotations

import sys
from io import BytesIO, StringIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from data.texts.systems import words

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
PLACES = ("rules", "data", "bot", "cogs")
METHODS, _ = parse_mapping_cfg(StringIO((FOLDER / "babel.cfg").read_text(encoding="utf-8")))
KEYWORDS = {"Text": None, "N_": None, "say": None, "Plural": (1, 2), "counted": (2, 3)}
"""What texts stand in: a sentence first, or one and many of something that is counted."""
_CHANGING = (b'"POT-Creation', b'"PO-Revision', b'"Report-', b'"Last-', b'"Language-Team', b'"Generated-')


def all_texts(language: str) -> Catalog:
    """Every text there is, with the files it stands in and no translation."""
    found = Catalog(
        language.replace("-", "_"), project="Adjutant", header_comment=f"# Adjutant: {language}", fuzzy=False
    )
    for place in PLACES:
        for name, _, message, _, _ in extract_from_dir(ROOT / place, METHODS, keywords=KEYWORDS):
            found.add(message, locations=[(f"{place}/{name}", 1)])
    for word, system in words():
        found.add(word, locations=[(f"data/{system}", 1)])
    return found


def brought_up(language: str, old: bytes) -> Catalog:
    """Every text there is, with the translations that a file has; those of texts that are gone are dropped."""
    texts, known = all_texts(language), read_po(BytesIO(old), locale=language.replace("-", "_"))
    for message in texts:
        before = known.get(message.id)
        if message.id and before is not None and before.pluralizable == message.pluralizable:
            message.string = before.string
    return texts


def written(texts: Catalog) -> bytes:
    """A catalogue as a file; without dates and line numbers, so that it changes only when a text does."""
    made = BytesIO()
    write_po(made, texts, width=110, sort_output=True, include_lineno=False)
    return b"\n".join(line for line in made.getvalue().split(b"\n") if not line.startswith(_CHANGING))


def is_language(code: str) -> bool:
    try:
        return bool(Locale.parse(code, sep="-"))
    except (UnknownLocaleError, ValueError):
        return False


def untranslated(message: Message) -> bool:
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return bool(message.id) and not all(forms)


def main(asked: list[str]) -> None:
    for language in asked:
        if not is_language(language):
            sys.exit(f"{language[:40]}: no language has that code; write it like fr or pt-BR")
    for language in sorted({*asked, *(file.stem for file in FOLDER.glob("*.po"))}):
        file = FOLDER / f"{language}.po"
        texts = brought_up(language, file.read_bytes() if file.exists() else b"")
        file.write_bytes(written(texts))
        print(f"{file.name}: {sum(map(untranslated, texts))} of {len(texts)} texts have no translation")


if __name__ == "__main__":
    main(sys.argv[1:])
