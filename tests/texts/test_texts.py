"""The texts of the code as translators receive them, and the files that they return."""

from __future__ import annotations

import ast
import re
import string
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from cogs.rendering.text import Reader
from data import SYSTEMS, texts
from data.files import sample_forces
from data.texts import ENGLISH, language, languages
from data.texts import __main__ as making
from data.texts.__main__ import (
    FOLDER,
    all_texts,
    all_words,
    file_content,
    is_language,
    merge_texts,
    name_called,
    text_calls,
)
from rules.kernel.serialise import rulings_json
from rules.kernel.text import Listed, Plural, Sentence, Term, Text, amount_of, counted, several_of
from rules.kernel.wording import CHOICE
from tests.rows import for_each
from tests.texts.strange import STRANGE

TEXTS = Reader(STRANGE)


def _literal_words(words: tuple[ast.expr, ...]) -> list[str]:
    """Return the literal words of an expression."""
    return [str(word.value) for word in words if isinstance(word, ast.Constant)]


def _holes(text: str) -> set[tuple[str, str]]:
    """Return the placeholders of a text and their formats, without choices of words."""
    parts = [(name, spec or "") for _, name, spec, _ in string.Formatter().parse(text) if name is not None]
    return {(name, "|" if CHOICE.fullmatch(spec) else spec) for name, spec in parts}


def _names(text: str) -> set[str]:
    return {name for name, _ in _holes(text)}


# In the code


def test_texts_are_written_out_where_they_are_used() -> None:
    """Or looked up by their names, where they were marked."""
    parts = (ast.JoinedStr, ast.BinOp, ast.IfExp)
    put_together = [where for where, _, said in text_calls() for word in said if isinstance(word, parts)]
    assert not put_together


def test_only_one_text_is_empty() -> None:
    """NOTHING."""
    assert [where.partition(":")[0] for where, _, said in text_calls() if "" in _literal_words(said)] == [
        "rules/kernel/text.py"
    ]


def test_every_hole_of_a_text_is_filled_and_nothing_else_is_given() -> None:
    wrong: list[str] = []
    for where, call, said in text_calls():
        texts, given = _literal_words(said), {word.arg for word in call.keywords}
        if not texts or name_called(call) in ("N_", "counted"):
            continue
        holes = set().union(*map(_names, texts))
        if name_called(call) == "Plural":  # its number is {n}, unless another is given to be shown
            given, holes = given - (holes & {"n"}), holes - {"n"}
        if not (given - {None} <= holes if None in given else given == holes):
            wrong.append(f"{where}: {given} for {holes}")
    assert not wrong


def test_every_text_of_the_code_and_word_of_the_data_comes_to_the_translators_and_nothing_else() -> None:
    said = {word for _, _, written_out in text_calls() for word in _literal_words(written_out)}
    data = {form for word, _ in all_words() for form in _forms(word)}
    assert set(_ids(all_texts("de"))) == (said | data) - {""}


def test_texts_in_data_files_are_translated() -> None:
    """Titles of fields, subjects of rulings, forces, credits."""
    there = set(_ids(all_texts("de")))
    for system in SYSTEMS:
        said = [str(ruling["about"]) for ruling in rulings_json(system)]
        said += [field.title for field in system.profile.model_fields.values() if field.title]
        said += [force.about for force in sample_forces(system.key).values()]
        said += [system.about.credit, system.about.version]
        assert not [text for text in said if any(map(str.isalpha, text)) and text not in there], system.key


def test_the_words_of_the_data_come_to_the_translators_too() -> None:
    texts = all_texts("de")
    assert texts.get("Sorry") is not None
    assert texts.get("hit").id == ("hit", "hits")  # type: ignore[union-attr]
    assert texts.get("casualty").id == ("casualty", "casualties")  # type: ignore[union-attr]
    assert texts.get("The exact odds of a shot, or of all possible shots, from the board now.") is not None
    assert texts.get("Which weapon is destroyed?") is not None
    assert texts.get("duck and weave") is not None
    assert texts.get("minefield") is not None


# As they are said


def test_a_text_without_a_translation_is_shown_in_english() -> None:
    english = Reader(language("en-US"))
    assert english.say("{unit} is wiped out.", unit="Militia") == "Militia is wiped out."
    assert english(counted(2, "hit", "hits")) == "2 hits"
    assert Reader(language("de")).say("Nobody ever wrote this.") == "Nobody ever wrote this."


def test_numbers_lists_and_codes_are_translated_too() -> None:
    assert TEXTS(counted(2, "hit", "hits")) == "2 ｈｉｔｓ"
    assert TEXTS(counted(0, "hit", "hits")) == "ｎｏ ｈｉｔｓ"
    assert Reader(language("de"))(amount_of(0, "wounds")) == "0 Wunden"
    assert TEXTS(Plural("{n} casualty", "{n} casualties", 1)) == "1 ｃａｓｕａｌｔｙ"
    assert TEXTS(Listed(["Ann", "Bob"], "then")) == "Ann, ｔｈｅｎ Bob"
    assert TEXTS(Listed(["Ann", "Bob"])) == "Ann、Bob"
    assert TEXTS(Term("heavy_mg")) == "ｈｅａｖｙ ＭＧ"
    assert TEXTS(several_of(4, "assault_rifle")) == "4 ａｓｓａｕｌｔ ｒｉｆｌｅｓ"
    assert TEXTS.say("{unit} is wiped out.", unit="Militia") == "Militia ｉｓ ｗｉｐｅｄ ｏｕｔ."
    assert TEXTS(Sentence(Term("on_guard"))) == "Ｏｎ ｇｕａｒｄ."


def test_braces_typed_by_players_are_left_alone() -> None:
    assert TEXTS.plain.say("{unit} is wiped out.", unit="{side}") == "{side} ｉｓ ｗｉｐｅｄ ｏｕｔ."
    assert TEXTS.plain(Text("{name}", name="{0} {name!r} {")) == "{0} {name!r} {"


# The files


def test_an_updated_file_keeps_its_translations_even_of_a_text_that_was_reworded() -> None:
    """Games that were recorded with the earlier text still show it."""
    first = Catalog("fr")
    first.add("Sorry", "Pas fait")
    first.add("{unit} has had its try.", "{unit} a fait son essai.")
    first.add("Never translated.")
    merged = merge_texts("fr", file_content(first))
    assert merged.get("Sorry").string == "Pas fait"  # type: ignore[union-attr]
    assert merged.get("{unit} has had its try.") is None
    assert {message.id: message.string for message in merged.obsolete.values()} == {
        "{unit} has had its try.": "{unit} a fait son essai."
    }


def test_a_reworded_text_of_an_older_game_is_still_read_in_german() -> None:
    assert "Every unit has had its try." not in [message.id for message in _read_catalog("de")]
    assert language("de").texts.gettext("Every unit has had its try.") == "Alle Einheiten hatten ihren Versuch."


@pytest.mark.parametrize("language", languages())
def test_a_language_is_up_to_date(language: str) -> None:
    assert file_content(merge_texts(language, _file(language))) == _file(language), "run make texts"


@pytest.mark.parametrize("language", languages())
def test_a_translation_puts_in_nothing_that_is_not_there(language: str) -> None:
    """It writes every number as the text does."""
    wrong: list[str] = []
    for message in _read_catalog(language):
        there = set().union(*map(_holes, _forms(message.id)))
        wrong += [form for form in _forms(message.string) if _holes(form) - there]
    assert not wrong


@pytest.mark.parametrize("language", languages())
def test_a_translation_leaves_nothing_out(language: str) -> None:
    """One form of several may say "a" for 1."""
    wrong: list[str] = []
    for message in _read_catalog(language):
        if message.id and message.string and all(_forms(message.string)):
            said = set().union(*map(_holes, _forms(message.string)))
            wrong += [str(message.id)] if said != set().union(*map(_holes, _forms(message.id))) else []
    assert not wrong


@pytest.mark.parametrize("language", languages())
def test_commands_in_a_translation_are_those_of_the_text(language: str) -> None:
    def codes(text: str) -> set[str]:
        return set(text.split("`")[1::2])

    wrong = [
        form
        for message in _read_catalog(language)
        for form in _forms(message.string)
        if form and codes(form) - set().union(*map(codes, _forms(message.id)))
    ]
    assert not wrong


def test_a_language_that_was_just_begun_turns_no_test_red(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """data/README.md: `make texts NEW=fr`. Its servers are answered in English until something is translated."""
    for module in (texts, making, sys.modules[__name__]):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    making.main(["fr"])
    assert languages() == ("fr",)
    for of_languages in (
        test_a_language_is_up_to_date,
        test_a_translation_puts_in_nothing_that_is_not_there,
        test_a_translation_leaves_nothing_out,
        test_commands_in_a_translation_are_those_of_the_text,
    ):
        of_languages("fr")
    begun = texts.language.__wrapped__("fr-CA")
    assert (begun.code, begun.texts.gettext("Sorry")) == ("fr", "Sorry")


def test_german_is_whole() -> None:
    assert not [message.id for message in _read_catalog("de") if message.id and not all(_forms(message.string) or [""])]


def test_german_has_one_word_for_an_enemy() -> None:
    assert not [
        form for message in _read_catalog("de") for form in _forms(message.string) if "feind" in form.casefold()
    ]


def test_kinds_of_a_language_share_its_texts() -> None:
    for code in languages():
        kind, texts = language(f"{code}-XX"), language(code)
        assert kind.code == texts.code == code
        assert kind.texts.gettext("Sorry") == texts.texts.gettext("Sorry")
    assert language("de-XX").texts.gettext("Sorry") != "Sorry"
    for unknown in ("en-US", "tlh"):
        assert language(unknown).code == ENGLISH
        assert language(unknown).texts.gettext("Sorry") == "Sorry"


def test_a_counted_noun_never_follows_a_german_preposition_with_the_dative() -> None:
    """Issue 45: "mit 4 Erfolge". Counted nouns are in the nominative, whatever is before them."""
    counted_nouns = {"bangs", "dice", "hits", "kills", "models", "points", "shots", "successes", "throws"}
    before = re.compile(r"\b(?:aus|bei|mit|nach|seit|zu) \{(\w+)\}(?! Würfeln)", re.IGNORECASE)
    found = [
        said
        for message in _read_catalog("de")
        for said in _forms(message.string)
        if counted_nouns & set(before.findall(said))
    ]
    assert not found


SUBJECTS = "attacker|carrier|defender|enemy|loser|order|roster|side|target|unit|vehicle"
SINGULAR = (
    "bekommt|bewegt|bleibt|darf|feuert|flieht|gelingt|gewinnt|hat|hatte|ist|kann|muss|scheitert|schießt|sieht|verliert"
    "|war|weicht|wird"
)


def test_a_german_verb_after_a_name_fits_names_in_the_plural() -> None:
    """Units and sides have names like "Marines", so no sentence begins with a name and a singular verb."""
    singular = re.compile(rf"(?:^|[.:;,] |📌 |⏱ )\{{({SUBJECTS})\}} ({SINGULAR})\b")
    texts = [form for message in _read_catalog("de") for form in _forms(message.string)]
    assert [text for text in texts if singular.search(text)] == []


def _ids(texts: Catalog) -> Iterator[str]:
    for message in texts:
        yield from _forms(message.id)


def _forms(text: Any) -> list[str]:
    """Return a text, or its singular and plural."""
    return list(text) if isinstance(text, tuple | list) else [text] if text else []


def _file(language: str) -> bytes:
    return (FOLDER / f"{language}.po").read_bytes()


def _read_catalog(language: str) -> Catalog:
    return _parse_catalog(language, _file(language))


@cache
def _parse_catalog(language: str, content: bytes) -> Catalog:
    return read_po(BytesIO(content), locale=language.replace("-", "_"))


@for_each(("code", "known"), [("fr", True), ("pt-BR", True), ("xx", False), ("en_US:en", False)])
def test_a_language_is_begun_only_by_a_code_that_there_is(code: str, known: bool) -> None:
    assert is_language(code) is known
