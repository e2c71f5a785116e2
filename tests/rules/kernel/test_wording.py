"""What English makes of texts: numbers, lists, plurals, codes, parts, sentences; and what other wordings may change."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
)
from rules.kernel.wording import ENGLISH, Wording
from tests.rules.texts import TEXTS


@pytest.mark.parametrize(
    ("template", "number", "said"),
    [
        ("{n}", 3, "3"),
        ("{n}", 0, "0"),
        ("{n}", -3, "−3"),
        ("{n:+}", 3, "+3"),
        ("{n:+}", 0, "+0"),
        ("{n:+}", -3, "−3"),
        ("{n}", 1000, "1000"),
        ("{n}", Decimal("11.5"), "11.5"),
        ("{n}", Decimal("-0.25"), "−0.25"),
        ("{n:+}", Decimal("0.5"), "+0.5"),
        ("{n}", Decimal("12.0"), "12.0"),
        ("{n}", Decimal("4E+1"), "40"),
        ("{n:+}", Decimal("-4E+1"), "−40"),
    ],
)
def test_numbers(template: str, number: int | Decimal, said: str) -> None:
    assert ENGLISH(Text(template, n=number)) == said


@pytest.mark.parametrize(("value", "said"), [(7, "7"), (-7, "−7"), (Decimal("1E+1"), "10"), ("a-b", "a-b")])
def test_a_value_on_its_own(value: Value, said: str) -> None:
    assert ENGLISH(value) == said


@pytest.mark.parametrize(
    ("items", "last", "said"),
    [
        ([], "and", ""),
        (["a"], "or", "a"),
        (["a", "b"], "and", "a and b"),
        (["a", "b"], "or", "a or b"),
        (["a", "b", "c"], "and", "a, b and c"),
        (["a", "b", "c"], "then", "a, b then c"),
        ([1, -2, Decimal("0.5")], "or", "1, −2 or 0.5"),
        ([Term("lmg"), UnitRef("u1"), Typed("x")], "and", "LMG, u1 and x"),
    ],
)
def test_lists(items: list[Value], last: str, said: str) -> None:
    assert ENGLISH(Listed(items, last)) == said


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 hits on u1"), (1, "1 hit on u1"), (2, "2 hits on u1"), (-1, "−1 hits on u1")]
)
def test_plurals(n: int, said: str) -> None:
    assert ENGLISH(Plural("{n} hit on {unit}", "{n} hits on {unit}", n, unit=UnitRef("u1"))) == said


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("rifle", "rifle"),
        ("infantry_rifle", "infantry rifle"),
        ("heavy_mg", "heavy MG"),
        ("lmg", "LMG"),
        ("target 2", "target 2"),
        ("light_at_gun", "light AT gun"),
        ("at_rest", "at rest"),
        ("out_of_touch=2", "out of touch 2"),
        ("7", "7"),
        ("", ""),
    ],
)
def test_codes(code: str, said: str) -> None:
    assert ENGLISH(Term(code)) == said


@pytest.mark.parametrize(
    ("code", "one", "many"),
    [
        ("infantry_rifle", "infantry rifle", "infantry rifles"),
        ("lmg", "LMG", "LMGs"),
        ("thrown_grenades", "thrown grenades", "thrown grenades"),
    ],
)
def test_codes_in_the_singular_behind_a_number(code: str, one: str, many: str) -> None:
    assert [ENGLISH(Term(code, n)) for n in (1, 0, 2)] == [one, many, many]


@pytest.mark.parametrize(
    ("code", "one", "many"),
    [
        ("casualties", "casualty", "casualties"),
        ("men", "man", "men"),
        ("figures", "figure", "figures"),
        ("suppressed", "suppressed", "suppressed"),
        ("loss", "loss", "loss"),
    ],
)
def test_codes_in_the_plural_behind_a_number(code: str, one: str, many: str) -> None:
    assert [ENGLISH(Term(code, n, plural=True)) for n in (1, 0, 2)] == [one, many, many]


@pytest.mark.parametrize(
    ("role", "bare", "in_a_sentence"),
    [
        ("attacker", "attacker", "the attacker"),
        ("target 2", "target 2", "target 2"),
        ("tank_rider", "tank rider", "the tank rider"),
    ],
)
def test_parts(role: str, bare: str, in_a_sentence: str) -> None:
    assert (ENGLISH(Role(role)), ENGLISH(Role(role, article=True))) == (bare, in_a_sentence)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("it fires", "It fires."),
        ("It fires!", "It fires!"),
        ("does it fire?", "Does it fire?"),
        ("2 LMGs fire.", "2 LMGs fire."),
        ("ä", "Ä."),
        ("", ""),
    ],
)
def test_sentences(words: str, said: str) -> None:
    assert ENGLISH(Sentence(Text(words))) == ENGLISH(Sentence(words)) == said


def test_a_sentence_begins_with_what_its_first_value_says() -> None:
    silent = Text("{unit} has {n} left", unit=Role("target", article=True), n=Term("lmg", 2))
    assert ENGLISH(Sentence(silent)) == "The target has LMGs left."
    assert ENGLISH(Heading(silent)) == "The target has LMGs left"


def test_side_by_side() -> None:
    assert ENGLISH(Joined([Text("It moves."), NOTHING, Text("It fires.")])) == "It moves. It fires."
    assert ENGLISH(Joined(["red", 2], "; ")) == "red; 2"


# Braces


@pytest.mark.parametrize("words", ["{n}", "{0}", "{", "}", "{{}}", "{n!r:>99}", "%(n)s"])
def test_braces_in_typed_words_are_left_alone(words: str) -> None:
    assert ENGLISH(Typed(words)) == ENGLISH(words) == words
    assert ENGLISH(Text("{side} has {n} points", side=words, n=2)) == f"{words} has 2 points"
    assert ENGLISH(Text("{a} {b}", a=Typed(words), b=Text("{n}", n=words))) == f"{words} {words}"
    assert ENGLISH(Listed([words, words])) == f"{words} and {words}"
    assert ENGLISH(Joined([words, words])) == f"{words} {words}"


def test_braces_of_our_own() -> None:
    assert ENGLISH(Text("{{{n}}}", n=2)) == "{2}"
    assert ENGLISH(Text("")) == ENGLISH(Text("", n=2)) == ""


@given(TEXTS)
def test_every_text_can_be_said(text: Text) -> None:
    assert isinstance(ENGLISH(text), str)


@given(st.text(max_size=9), st.text(max_size=9))
def test_typed_words_come_through_as_they_are(one: str, other: str) -> None:
    assert ENGLISH(Text("{one}: {other}", one=one, other=Typed(other))) == f"{one}: {other}"


# Another wording


class Shouted(Wording):
    """Another language, markdown, and units that have names."""

    def translated(self, msgid: str) -> str:
        return msgid.upper().replace("{UNIT}", "{unit}").replace("{ROLE}", "{role}")

    def plural(self, one: str, many: str, n: int) -> str:
        return self.translated(one if n in (0, 1) else many).replace("{N}", "{n}")

    def typed(self, words: str) -> str:
        return words.replace("*", r"\*")

    def unit(self, id: str) -> str:
        return f"**{id}**"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (Text("hits on {unit}", unit=UnitRef("u1")), "HITS ON **u1**"),
        (Text("hits on {unit}", unit="*"), r"HITS ON \*"),
        (Plural("{n} hit", "{n} hits", 0), "0 HIT"),
        (Plural("{n} hit", "{n} hits", 2), "2 HITS"),
        (Term("heavy_mg", 0), "HEAVY MG"),
        (Term("casualties", 2, plural=True), "CASUALTIES"),
        (Term("target 2"), "TARGET 2"),
        (Role("target", article=True), "THE TARGET"),
        (Role("target 2", article=True), "TARGET 2"),
        (Listed(["a*", Term("lmg")], "or"), r"a\* OR LMG"),
        (Typed("*{n}*"), r"\*{n}\*"),
    ],
)
def test_what_another_wording_says_in_its_own_way(text: Text, said: str) -> None:
    assert Shouted()(text) == said
