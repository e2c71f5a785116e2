"""Texts as values: equality, empty texts, no strings; their storage, and their use in play."""

from __future__ import annotations

import json
from contextlib import suppress
from copy import deepcopy
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from rules.kernel.text import (
    NOTHING,
    Heading,
    Joined,
    Listed,
    Plural,
    Role,
    Sentence,
    Term,
    Text,
    Typed,
    UnitRef,
    Value,
    amount_of,
    counted,
    inches_text,
    name_units,
    several_of,
)
from rules.kernel.text_json import MOST, KeptText, as_json, from_json, read_text, strange_texts
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.texts import JSON, KINDS, TEXTS


class Told(BaseModel):
    """A record with texts in it."""

    text: KeptText = NOTHING
    notes: tuple[KeptText, ...] = ()


def test_every_kind_of_text_is_among_them() -> None:
    every, known = {Text}, {type(text) for text in KINDS}
    while more := {kind for one in every for kind in one.__subclasses__()} - every:
        every |= more
    assert {kind for kind in every if not kind.__name__.startswith("_")} == known


# Values


@given(TEXTS)
def test_a_copied_text_equals_the_original(text: Text) -> None:
    again = deepcopy(text)
    assert (again, hash(again), repr(again)) == (text, hash(text), repr(text))


@given(TEXTS, TEXTS)
def test_equal_texts_have_equal_hashes_and_words(one: Text, other: Text) -> None:
    if one == other:
        assert hash(one) == hash(other)
        assert {one} == {other}


@for_each(
    ("one", "other"),
    [
        (Text("{a} {b}", a=1, b=2), Text("{a} {b}", b=2, a=1)),
        (Text("{n}", n=40), Text("{n}", n=Decimal("4E+1"))),
        (Listed(["a", "b"]), Listed(("a", "b"))),
        (Joined(["a", NOTHING, ""]), Joined(["a"])),
    ],
)
def test_the_same_written_otherwise(one: Text, other: Text) -> None:
    assert (one, hash(one)) == (other, hash(other))


def test_texts_of_two_kinds_or_with_other_values_differ() -> None:
    assert len(set(KINDS)) == len(KINDS)
    assert Text("rifle") != Term("rifle") != Typed("rifle") != UnitRef("rifle")
    assert Text("{n} hits", n=2) != Text("{n} hits", n=3)
    assert Plural("{n} hit", "{n} hits", 1) != Plural("{n} hit", "{n} hits", 2)
    assert Role("target") != Role("target", article=True)
    assert Term("casualties") != Term("casualties", plural=True)
    assert Listed(["a", "b"], "or") != Listed(["a", "b"])


@given(TEXTS)
def test_a_text_equals_no_string(text: Text) -> None:
    assert text != ENGLISH(text)
    assert ENGLISH(text) not in {text}


@for_each(
    "nothing", [NOTHING, Text(""), Term(""), Typed(""), UnitRef(""), Listed([]), Joined([]), Joined(["", NOTHING])]
)
def test_an_empty_text_is_false(nothing: Text) -> None:
    assert not nothing
    assert not Sentence(nothing)
    assert not Heading(nothing)
    assert ENGLISH(Sentence(nothing)) == ENGLISH(Heading(nothing)) == ENGLISH(nothing) == ""


def test_a_text_with_words_is_true() -> None:
    assert [text for text in KINDS if not text] == [NOTHING]


def test_joined_texts_leave_out_empty_ones_and_keep_numbers() -> None:
    assert Joined(["a", NOTHING, "", Listed([]), 0, Decimal(0)]).joined == ("a", 0, Decimal(0))


@for_each("text", KINDS)
def test_a_text_refuses_to_be_glued_to_a_string(text: Any) -> None:
    with pytest.raises(TypeError, match="no string"):
        f"{text} and more"
    with pytest.raises(TypeError, match="no string"):
        f"{text:>9}"
    with pytest.raises(TypeError, match="no string"):
        "{}".format(text)  # noqa: UP032 - the other way to write it
    with pytest.raises(TypeError):
        ", ".join([text])
    with pytest.raises(TypeError):
        assert text + " and more"
    with pytest.raises(TypeError):
        assert text[:1]


def test_a_text_has_a_readable_representation() -> None:
    assert repr(Text("{n} hits", n=2)) == "Text('{n} hits', {'n': 2})"
    assert repr(Role("target", article=True)) == "Role('target', True)"


# Kept as JSON


@given(TEXTS)
def test_texts_are_kept_as_json_without_loss(text: Text) -> None:
    assert from_json(json.loads(json.dumps(as_json(text)))) == text


@given(TEXTS)
def test_the_order_of_the_parts_does_not_matter(text: Text) -> None:
    """Some databases keep objects in an order of their own."""
    assert from_json(json.loads(json.dumps(as_json(text), sort_keys=True))) == text


@given(st.lists(TEXTS, max_size=3), TEXTS)
def test_a_record_keeps_its_texts(notes: list[Text], text: Text) -> None:
    told = Told(text=text, notes=tuple(notes))
    assert Told.model_validate_json(told.model_dump_json()) == told
    assert Told.model_validate(told.model_dump()) == told
    assert Told.model_validate(dict(told)) == told


@for_each("value", ["", "words", "{n}", 0, -3, True, Decimal("11.50"), Decimal("4E+1")])
def test_values_that_are_no_texts_are_kept_too(value: Value) -> None:
    assert from_json(json.loads(json.dumps(as_json(value)))) == value


def test_stored_texts_are_short() -> None:
    assert list(map(as_json, KINDS[:4])) == [
        {"msgid": ""},
        {"msgid": "{n} hits on {unit}", "values": {"n": 2, "unit": {"role": "target", "article": True}}},
        {"msgid": "{n} hit", "many": "{n} hits", "n": 0, "values": {"n": 0}},
        {"code": "heavy_mg"},
    ]


@for_each("words", ["Sentence of an older version.", "{n} of {them}", " "])
def test_a_string_of_an_older_version_is_words_that_were_typed(words: str) -> None:
    told = Told.model_validate({"text": words, "notes": [words, {"role": "target"}]})
    assert (told.text, told.notes) == (Typed(words), (Typed(words), Role("target")))
    assert ENGLISH(told.text) == words


def test_so_many_texts_are_kept_once_and_then_all_are_read_again() -> None:
    def read() -> Text:
        return Told.model_validate({"text": {"msgid": "{n} hits", "values": {"n": -1}}}).text

    first = read()
    assert read() is first
    for n in range(MOST):
        read_text({"msgid": "{n} hits", "values": {"n": n}})
    assert read() == first
    assert read() is not first


def test_an_empty_string_of_an_older_version_says_nothing() -> None:
    assert Told.model_validate({"text": ""}) == Told(text=NOTHING)


NO_TEXTS: list[Any] = [
    None,
    3,
    2.5,
    [],
    ["a"],
    {},
    {"decimal": "1"},
    {"decimal": "one"},
    {"words": "a"},
    {"msgid": 3},
    {"msgid": "{n}", "values": ["n"]},
    {"msgid": "{n}", "values": {"n": None}},
    {"msgid": "{n}", "values": {"n": {}}},
    {"msgid": "one", "many": "several"},
    {"msgid": "one", "many": "several", "n": 2.0},
    {"msgid": "one", "many": "several", "n": True},
    {"msgid": "{n} of {all}", "values": {"n": 1}},
    {"msgid": "one", "many": "{n} of {all}", "n": 2},
    {"msgid": "{}", "values": {"": "a"}},
    {"msgid": "{n.real}", "values": {"n": 1, "n.real": 1}},
    {"msgid": "{0}", "values": {"0": "a"}},
    {"msgid": "{n:99}", "values": {"n": 1}},
    {"msgid": "{n:.3f}", "values": {"n": 1}},
    {"msgid": "{n", "values": {"n": 1}},
    {"code": 3},
    {"items": "ab", "last": "and"},
    {"items": ["a"]},
    {"joined": [None], "between": " "},
    {"sentence": 2.5},
]


@for_each("kept", NO_TEXTS)
def test_a_stored_value_that_is_no_text_is_refused(kept: Any) -> None:
    with pytest.raises(ValidationError, match="text"):
        Told.model_validate({"text": kept})


@given(JSON)
def test_whatever_is_read_is_a_text_or_refused(kept: Any) -> None:
    with suppress(ValidationError):
        assert isinstance(Told.model_validate({"text": kept}).text, Text)


# In play


UNITS = {"attacker": "u1", "target": "u2", "target 2": "u3"}


def with_units(kept: Any) -> Any:
    """Return the same in JSON, with every role replaced by its unit."""
    if isinstance(kept, dict):
        return {"unit": UNITS[kept["role"]]} if "role" in kept else {k: with_units(v) for k, v in kept.items()}
    return list(map(with_units, kept)) if isinstance(kept, list) else kept


@given(TEXTS)
def test_in_play_no_part_is_left_and_nothing_else_is_touched(text: Text) -> None:
    assert as_json(name_units(text, UNITS)) == with_units(as_json(text))


@given(TEXTS)
def test_parts_that_no_unit_takes_stay(text: Text) -> None:
    assert name_units(text, {}) == name_units(text, {"pursuer": "u1"}) == text


@given(TEXTS)
def test_in_play_twice_is_in_play_once(text: Text) -> None:
    once = name_units(text, {"attacker": "u1", "target": "attacker"})
    assert name_units(once, {"attacker": "u2", "target": "u3"}) == once


@for_each(
    ("text", "told"),
    [
        (Role("target"), UnitRef("u2")),
        (Role("target", article=True), UnitRef("u2")),
        (Role("target 2"), Role("target 2")),
        (Term("target"), Term("target")),
        (Typed("target"), Typed("target")),
        (Text("{target}", target="target"), Text("{target}", target="target")),
        (
            Plural("{n} of {unit}", "{n} of {unit}", 2, unit=Role("target")),
            Plural("{n} of {unit}", "{n} of {unit}", 2, unit=UnitRef("u2")),
        ),
        (Sentence(Listed([Joined([Heading(Role("target"))])])), Sentence(Listed([Joined([Heading(UnitRef("u2"))])]))),
    ],
)
def test_the_parts_of_a_text_name_their_units(text: Text, told: Text) -> None:
    assert name_units(text, {"attacker": "u1", "target": "u2"}) == told


# Turns of phrase


@for_each(
    ("text", "said"),
    [
        (several_of(1, "lmg"), "1 LMG"),
        (several_of(4, "infantry_rifle"), "4 infantry rifles"),
        (amount_of(0, "wounds"), "no wounds"),
        (amount_of(1, "casualties"), "1 casualty"),
        (amount_of(2, "suppressed"), "2 suppressed"),
        (counted(0, "hit", "hits"), "no hits"),
        (counted(1, "hit", "hits"), "1 hit"),
        (counted(4, "hit", "hits"), "4 hits"),
        (inches_text(10), "10″"),
        (inches_text(Decimal("11.5")), "11.5″"),
        (inches_text(Decimal(100) / Decimal("2.5")), "40″"),
    ],
)
def test_turns_of_phrase(text: Text, said: str) -> None:
    assert ENGLISH(text) == said


def test_texts_with_different_values_are_compared_quickly() -> None:
    """A table of many of them is no long list: their hashes differ as they do."""
    texts = [Text("{hits} hits", hits=hits) for hits in range(200)]
    texts += [Listed([Term("hits", hits)]) for hits in range(200)]
    assert len({hash(text) for text in texts}) == len(texts)
    assert hash(Text("{a} {b}", a=1, b=2)) == hash(Text("{a} {b}", b=2, a=1))


@for_each(
    ("kept", "strange"),
    [
        ("a@b", False),
        (3, False),
        ({"msgid": "Fire at {unit}."}, False),
        ({"msgid": "x" * 1000}, False),
        ({"msgid": "x" * 1001}, True),
        ({"msgid": "one", "many": "see https://x"}, True),
        ({"msgid": "hail @everyone"}, True),
        ({"msgid": "[here](x)"}, True),
        ({"msgid": "one\ntwo"}, True),
        ({"msgid": "<b>"}, True),
        ({"msgid": "<#{channel}>"}, False),
        ({"msgid": 3}, False),
        ({"code": "@"}, False),
        ({"msgid": "{n}", "values": {"n": {"msgid": "@"}}}, True),
        ([{"msgid": "Fire."}, ["a", {"msgid": "@"}]], True),
        ([{"msgid": "Fire."}], False),
    ],
)
def test_templates_that_the_bot_cannot_have_written_are_strange(kept: Any, strange: bool) -> None:
    """Typed words may be anything: they are escaped."""
    assert strange_texts(kept) is strange
