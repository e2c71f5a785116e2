"""Faults of JSON and TOML are sentences with a place, in every language, and never the words of a parser."""

from __future__ import annotations

import pytest

from cogs.rendering.text import Reader
from data.texts import language
from rules.command.contract import parse_faces, parse_facts
from rules.command.file_faults import parse_json, parse_toml
from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH
from tests.rows import for_each

JSON = {
    "": "it is empty",
    '{"name": }': "a value is missing in line 1, character 10",
    '{"name": 1 "units": 2}': "a comma is missing in line 1, character 12",
    '{"name" 1}': "a colon is missing in line 1, character 9",
    "{name: 1}": "a name in double quotes is needed in line 1, character 2",
    '{"a": "x': "a text has no closing quote in line 1, character 7",
    '{"a": 1}\n]': "there is more after the end in line 2, character 1",
    '{"a": "\\q"}': "a backslash before a character that cannot follow it",
    '{"a": "x\n"}': "a text has no closing quote on its line",
    '{"a": ' + "9" * 5000 + "}": "a number has too many digits",
    "[" * 60_000: "it is nested too deeply",
}
TOML = {
    "name": "a name has no = after it",
    "name = ": "it ends too early (a value is missing, or a text has no quotes)",
    "name = Watch": "a value is missing, or a text has no quotes in line 1, character 8",
    'name = "x': "it ends too early (a text has no closing quote)",
    "a = 1\na = 2": "a field occurs twice",
    "[a]\n[a]": "a table occurs twice in line 2",
    "units = [1, 2": "it ends too early (a list has no closing bracket)",
    "a = " + "9" * 5000: "a number has too many digits",
    "a = 2020-13-45": "",
    "= 1": "this is not the name of a field",
    'a = "\\q"': "a backslash before a character",
}
PYTHON = (
    "Expecting",
    "Expected",
    "delimiter",
    "char ",
    "sys.",
    "Invalid",
    "Unterminated",
    "recursion",
    "column",
    "at line",
)


@for_each(("text", "said"), JSON.items())
def test_a_fault_of_json_is_a_sentence_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadFacts) as caught:
        parse_json(text, "list.json")
    [fault] = caught.value.faults
    assert ENGLISH(fault).startswith("The file list.json cannot be read: ")
    assert said in ENGLISH(fault)


@for_each(("text", "said"), TOML.items())
def test_a_fault_of_toml_is_a_sentence_with_its_place(text: str, said: str) -> None:
    with pytest.raises(BadFacts) as caught:
        parse_toml(text, "list.toml")
    [fault] = caught.value.faults
    assert ENGLISH(fault).startswith("The file list.toml cannot be read: ")
    assert said in ENGLISH(fault)


@for_each("code", ["en", "de"])
def test_no_fault_uses_the_words_of_python(code: str) -> None:
    words = Reader(language(code)).plain
    for parse, texts in ((parse_json, JSON), (parse_toml, TOML)):
        for text in texts:
            with pytest.raises(BadFacts) as caught:
                parse(text, "list.x")
            said = words(caught.value.faults[0])
            assert not [word for word in PYTHON if word in said], said
            assert code == "en" or said.startswith("Die Datei list.x lässt sich nicht lesen: ")


def test_facts_that_are_not_json_are_reported_too() -> None:
    for text, said in (('{"a" 1}', "a colon is missing in line 1, character 6"), ('{"a": NaN}', "NaN is not a number")):
        with pytest.raises(BadFacts, match=said):
            parse_facts(text)


def test_a_file_that_is_nested_without_end_is_refused_in_a_sentence() -> None:
    for parse, text in ((parse_json, "[" * 100_000), (parse_toml, f"a = {'[' * 100_000}")):
        with pytest.raises(BadFacts) as caught:
            parse(text, "list.x")
        assert [ENGLISH(one) for one in caught.value.faults] == [
            "The file list.x cannot be read: it is nested too deeply."
        ]


def test_a_part_that_is_no_face_is_named_and_a_long_one_by_its_beginning() -> None:
    with pytest.raises(BadFacts) as error:
        parse_faces("1, 2," + "x" * 21)
    assert [ENGLISH(one) for one in error.value.faults] == ["--dice: '" + "x" * 20 + "' is not a face"]
