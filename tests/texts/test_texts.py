"""The texts of the code as translators get them, and the files they send back."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from data.texts import catalogue, languages
from data.texts.__main__ import all_texts, brought_up, is_language, written
from data.texts.collected import PLACES, ROOT, _texts, collected
from rules.text import counted, listed, say, speaking, spoken
from tests.texts.strange import Strange

FOLDER = ROOT / "data" / "texts"


def _calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    for place in PLACES:
        for file in sorted((ROOT / place).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", node


def _branches(argument: ast.expr) -> list[ast.expr]:
    return [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]


def _holes(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_texts_are_written_out_where_they_are_said() -> None:
    put_together = [
        where
        for where, call in (*_calls("say"), *_calls("unsaid"))
        if any(isinstance(part, ast.JoinedStr | ast.BinOp) for part in _branches(call.args[0]))
    ]
    assert not put_together


def test_every_hole_of_a_text_is_filled_and_nothing_else_is_given() -> None:
    wrong: list[str] = []
    for where, call in _calls("say"):
        given = {word.arg for word in call.keywords if word.arg}
        holes = [_holes(text) for text in _texts(call.args[0])] if call.keywords else []
        if holes and (set().union(*holes) != given):
            wrong.append(f"{where}: {given} for {holes}")
    assert not wrong


def test_the_collector_finds_what_is_said_counted_and_shown_later() -> None:
    found = {(text.one, text.many) for text in collected()}
    assert ("Not done", None) in found
    assert ("hit", "hits") in found
    assert ("casualty", "casualties") in found
    assert ("The chances of a shot, exactly, from the board as it stands.", None) in found
    assert ("Which weapon is destroyed?", None) in found


def test_a_text_that_has_no_translation_is_said_in_english() -> None:
    class Empty:
        def gettext(self, message: str, /) -> str:
            return message

        def ngettext(self, msgid1: str, msgid2: str, n: int, /) -> str:
            return msgid1 if n == 1 else msgid2

    with speaking(Empty()):
        assert say("{unit} is wiped out.", unit="Militia") == "Militia is wiped out."
        assert counted(2, "hit") == "2 hits"


def test_numbers_lists_and_codes_are_said_too() -> None:
    with speaking(Strange()):
        assert counted(2, "hit") == "2 ｈｉｔｓ"
        assert counted(1, "casualty", "casualties") == "1 ｃａｓｕａｌｔｙ"
        assert listed(["Ann", "Bob"], "or") == "Ann ｏｒ Bob"
        assert spoken("heavy_mg") == "ｈｅａｖｙ ＭＧ"
        assert say("{unit} is wiped out.", unit="Militia") == "Militia ｉｓ ｗｉｐｅｄ ｏｕｔ."
    assert counted(2, "hit") == "2 hits"


def test_braces_in_what_people_write_are_left_alone() -> None:
    assert say("{unit} is wiped out.", unit="{side}") == "{side} is wiped out."
    assert say("{side}") == "{side}"


def test_a_file_that_is_brought_up_keeps_what_was_translated() -> None:
    first = all_texts("fr")
    first.get("Not done").string = "Pas fait"  # type: ignore[union-attr]
    first.add("A text that is gone", "Un texte")
    again = brought_up("fr", written(first))
    assert again.get("Not done").string == "Pas fait"  # type: ignore[union-attr]
    assert again.get("A text that is gone") is None
    assert written(brought_up("fr", written(again))) == written(again)


@pytest.mark.parametrize("language", languages())
def test_a_language_is_up_to_date(language: str) -> None:
    assert written(brought_up(language, _file(language))) == _file(language), "run make texts"


@pytest.mark.parametrize("language", languages())
def test_a_translation_puts_in_nothing_that_is_not_there(language: str) -> None:
    wrong: list[str] = []
    for message in _read(language):
        there = set().union(*map(_holes, _forms(message.id)))
        wrong += [form for form in _forms(message.string) if _holes(form) - there]
    assert not wrong


@pytest.mark.parametrize("language", languages())
def test_commands_in_a_translation_are_those_of_the_text(language: str) -> None:
    def codes(text: str) -> set[str]:
        return set(text.split("`")[1::2])

    wrong = [
        m.string
        for m in _read(language)
        if isinstance(m.string, str) and m.string and codes(m.string) - codes(str(m.id))
    ]
    assert not wrong


def test_kinds_of_a_language_share_its_texts() -> None:
    for language in languages():
        assert catalogue(f"{language}-XX") is not None
    assert catalogue("en-US") is None
    assert catalogue("tlh") is None


def _forms(text: Any) -> list[str]:
    """A text, or its singular and plural."""
    return list(text) if isinstance(text, tuple | list) else [text] if text else []


def _file(language: str) -> bytes:
    return (FOLDER / f"{language}.po").read_bytes()


def _read(language: str) -> Catalog:
    with (FOLDER / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"))


@pytest.mark.parametrize(("code", "known"), [("fr", True), ("pt-BR", True), ("xx", False), ("en_US:en", False)])
def test_a_language_is_begun_only_by_a_code_that_there_is(code: str, known: bool) -> None:
    assert is_language(code) is known
