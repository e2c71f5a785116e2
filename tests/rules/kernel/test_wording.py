"""Texts in English: numbers, lists, plurals, codes, parts, sentences; and the variations of other wordings."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from decimal import Decimal
from enum import IntEnum
from functools import cache
from io import BytesIO
from itertools import pairwise

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from data import SYSTEMS, system_of
from data.texts import FOLDER
from rules.command.choices import parse_code, parse_inches, unknown_codes, written_code
from rules.command.system import System
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Choice
from rules.kernel.request import Request
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
    inches_text,
)
from rules.kernel.wording import ENGLISH, INCHES, SIGN, Ruler, Wording, plural_of
from tests.rows import for_each
from tests.rules.texts import TEXTS


@for_each(
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


@for_each(("value", "said"), [(7, "7"), (-7, "−7"), (Decimal("1E+1"), "10"), ("a-b", "a-b")])
def test_a_value_on_its_own(value: Value, said: str) -> None:
    assert ENGLISH(value) == said


@for_each(
    ("items", "last", "said"),
    [
        ([], "and", ""),
        (["a"], "or", "a"),
        (["a", "b"], "and", "a and b"),
        (["a", "b"], "or", "a or b"),
        (["a", "b", "c"], "and", "a, b and c"),
        (["a", "b", "c"], "then", "a, b, then c"),
        ([1, -2, Decimal("0.5")], "or", "1, −2 or 0.5"),
        ([Term("lmg"), UnitRef("u1"), Typed("x")], "and", "LMG, u1 and x"),
    ],
)
def test_lists(items: list[Value], last: str, said: str) -> None:
    assert ENGLISH(Listed(items, last)) == said


@for_each(("n", "said"), [(0, "0 hits on u1"), (1, "1 hit on u1"), (2, "2 hits on u1"), (-1, "−1 hits on u1")])
def test_plurals(n: int, said: str) -> None:
    assert ENGLISH(Plural("{n} hit on {unit}", "{n} hits on {unit}", n, unit=UnitRef("u1"))) == said


@for_each(
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


@for_each(
    ("code", "one", "many"),
    [
        ("infantry_rifle", "infantry rifle", "infantry rifles"),
        ("lmg", "LMG", "LMGs"),
        ("thrown_grenades", "thrown grenades", "thrown grenades"),
    ],
)
def test_codes_in_the_singular_behind_a_number(code: str, one: str, many: str) -> None:
    assert [ENGLISH(Term(code, n)) for n in (1, 0, 2)] == [one, many, many]


@for_each(
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


@for_each(
    ("role", "bare", "in_a_sentence"),
    [
        ("attacker", "attacker", "the attacker"),
        ("target 2", "target 2", "target 2"),
        ("tank_rider", "tank rider", "the tank rider"),
    ],
)
def test_parts(role: str, bare: str, in_a_sentence: str) -> None:
    assert (ENGLISH(Role(role)), ENGLISH(Role(role, article=True))) == (bare, in_a_sentence)


@for_each(
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


def test_a_sentence_begins_with_the_words_of_its_first_value() -> None:
    silent = Text("{unit} has {n} left", unit=Role("target", article=True), n=Term("lmg", 2))
    assert ENGLISH(Sentence(silent)) == "The target has LMGs left."
    assert ENGLISH(Heading(silent)) == "The target has LMGs left"


def test_side_by_side() -> None:
    assert ENGLISH(Joined([Text("It moves."), NOTHING, Text("It fires.")])) == "It moves. It fires."
    assert ENGLISH(Joined(["red", 2], "; ")) == "red; 2"


# Braces


@for_each("words", ["{n}", "{0}", "{", "}", "{{}}", "{n!r:>99}", "%(n)s"])
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
def test_every_text_has_english_words(text: Text) -> None:
    assert isinstance(ENGLISH(text), str)


@given(st.text(max_size=9), st.text(max_size=9))
def test_typed_words_come_through_as_they_are(one: str, other: str) -> None:
    assert ENGLISH(Text("{one}: {other}", one=one, other=Typed(other))) == f"{one}: {other}"


# Another wording


class Shouted(Wording):
    """Another language, markdown, and units that have names."""

    def translated(self, msgid: str) -> str:
        return re.sub(r"\{(UNIT|ROLE|FIRST|LAST)\}", lambda field: field[0].lower(), msgid.upper())

    def plural(self, one: str, many: str, n: int) -> str:
        return self.translated(one if n in (0, 1) else many).replace("{N}", "{n}")

    def typed(self, words: str) -> str:
        return words.replace("*", r"\*")

    def unit(self, id: str) -> str:
        return f"**{id}**"


@for_each(
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
def test_another_wording_changes_the_words(text: Text, said: str) -> None:
    assert Shouted()(text) == said


# Lengths: inches in the rules, said and typed as a table measures.

CM = Ruler("cm")
FUBAR = system_of("fubar").ruler("cm")
LENGTHS = {"distance", "inches", "radius", "range", "whiff"}
"""What the value of a text is called that is a length."""


class InCentimetres(Wording):
    ruler = FUBAR


# Numbers


def test_an_inch_is_two_and_a_half_centimetres_to_the_half() -> None:
    assert [CM.said(n) for n in (0, 1, 2, 3, 10, -2)] == [0, Decimal("2.5"), 5, Decimal("7.5"), 25, -5]
    assert [CM.said(Decimal(n)) for n in ("4.5", "11.5", "3.3")] == [Decimal("11.5"), 29, Decimal("8.5")]


def test_a_page_that_prints_its_own_centimetres_is_believed() -> None:
    """FUBAR: 15, 30, 20 and 8."""
    assert [FUBAR.said(n) for n in (6, 12, 8, 3)] == [15, 30, 20, 8]
    assert [FUBAR.inches(Decimal(n)) for n in (15, 30, 20, 8)] == [6, 12, 8, 3]
    assert [Ruler("cm", {2: Decimal(4)}).inches(Decimal(n)) for n in (3, 4)] == [Decimal("1.333333"), 2]
    assert parse_inches("8cm", system_of("fubar").ruler("inches")) == 3


@pytest.mark.parametrize("ruler", [CM, FUBAR])
@given(tenths=st.integers(0, 25_000))
def test_a_distance_in_millimetres_is_shown_as_typed(ruler: Ruler, tenths: int) -> None:
    typed = Decimal(tenths) / 10
    assert ruler.said(ruler.inches(typed)) == typed


@given(one=st.decimals(0, 1000, places=2), other=st.decimals(0, 1000, places=2))
def test_more_centimetres_are_more_inches(one: Decimal, other: Decimal) -> None:
    assert (FUBAR.inches(one) < FUBAR.inches(other)) == (one < other)


def test_a_table_in_inches_says_and_types_them_as_they_are() -> None:
    assert [INCHES.said(Decimal("11.5")), INCHES.inches(Decimal("11.5"))] == [Decimal("11.5")] * 2


# Words


def test_every_value_before_an_inch_sign_is_converted() -> None:
    words = InCentimetres()
    assert words(Text("Walk 6″ and stay within 3″, +2″ on a road, 1–2″ wide.")) == (
        "Walk 15 cm and stay within 8 cm, +5 cm on a road, 2.5–5 cm wide."
    )
    assert words(Text("{n} dice at {far}″ ({why:+}″)", n=6, far=Decimal("14.8"), why=-2)) == "6 dice at 37 cm (−5 cm)"
    assert words(Text("{low}–{high}″, {one:″}/{other:″}", low=6, high=30, one=4, other=3)) == "15–75 cm, 10/8"
    assert words(Listed([inches_text(Decimal(10)), inches_text(16)])) == "25 cm and 40 cm"
    assert ENGLISH(Text("{n:+″}, 6–30″, {far}″", n=2, far=Decimal(4))) == "+2, 6–30″, 4″"


def _holes(text: str) -> Iterator[tuple[str, str]]:
    """Return the names of the lengths in a text, with their contexts."""
    pieces = [*string.Formatter().parse(text), ("", None, None, None)]
    for (_, name, spec, _), (after, *_) in pairwise(pieces):
        if name in LENGTHS:
            yield name, f"{spec}{after}"


MEASURED = {
    ", radius {radius}",
    "At {distance}, as you said.",
    "Distance not given, {distance} assumed: set it with `distance`.",
}
"""Texts whose value says itself what it is measured in."""


@cache
def every_text() -> list[str]:
    """Return every text that translators receive; tests/texts/test_texts.py holds that a file has those of the code."""
    messages = read_po(BytesIO((FOLDER / "de.po").read_bytes()))
    return [form for one in messages for form in ([one.id] if isinstance(one.id, str) else one.id)]


def test_every_length_of_every_text_says_so() -> None:
    """This covers all systems and a future one: a number before the sign is measured, any other is no length."""
    said = every_text()
    bare = [text for text in said for _, after in _holes(text) if not re.match(f"[^ ]*?{SIGN}", after)]
    assert set(bare) == MEASURED
    assert not [text for text in said if re.search(r"\d+ ?(?:inch|\")|MOV [−+] ?\d+(?!″)|range \d+(?!″)", text)]


def test_nothing_that_players_read_speaks_of_inches() -> None:
    """A game is in inches or in centimetres; otherwise only authors of facts read of inches."""
    allowed = re.compile(r"inches like 10 or 11\.5, or 30cm|(- |.*\b[Ii]n |fall back )?[Ii]nch(es)?\b\D*")
    said = every_text()
    spoken = [re.sub(r"{.*?}", "", text) for text in said]
    assert [text for text in spoken if re.search(r"\binch", text, re.IGNORECASE) and not allowed.fullmatch(text)] == []


# Typed lengths


@for_each(("typed", "found"), [("20", 8), ("8", 3), ("37,5", 15), ("10in", 10), ('10"', 10), ("30 cm", 12)])
def test_a_distance_as_the_table_measures(typed: str, found: int) -> None:
    assert parse_inches(typed, FUBAR) == found


def test_a_text_that_is_no_distance_is_refused_in_centimetres() -> None:
    with pytest.raises(BadFacts) as error:
        parse_inches("far", FUBAR)
    assert InCentimetres()(error.value.faults[0]) == (
        "distance: 'far' is not a distance; write centimetres like 30 or 28.5"
    )


NEAR = (
    Choice("nearest_hard=6", Text("hard, {n}″ off", n=6), length=True),
    Choice("enemy_within_12", Text("An enemy within 12″"), length=True),
    Choice("in_light=2", Text("Models in light: 2")),
)


def test_codes_with_a_length_are_typed_as_the_table_measures() -> None:
    assert [written_code(one, FUBAR) for one in NEAR] == ["nearest_hard=15", "enemy_within_30", "in_light=2"]
    assert [written_code(one, INCHES) for one in NEAR] == [one.code for one in NEAR]
    typed = ("nearest_hard=15", "nearest_h=16", "nearest_hard=7.5", "enemy_within_30", "in_light=4")
    assert [parse_code(one, NEAR, CM) for one in typed] == [
        "nearest_hard=6", "nearest_hard=6.4", "nearest_hard=3", "enemy_within_12", "in_light=4",
    ]  # fmt: skip


def test_codes_are_shown_in_the_units_of_the_table() -> None:
    request = Request("fire", distance=(Decimal(12),), situation=("nearest_hard=6", "in_light=2"))
    assert InCentimetres()(request.details({"nearest_hard="})) == ", 30 cm, nearest hard 15 cm, in light 2"
    [wrong] = unknown_codes("situation", ["enemy_within_15"], NEAR)
    assert InCentimetres()(wrong) == (
        "situation: there is no 'enemy_within_15'; choose nearest hard, enemy within 30 cm or in light"
    )


def test_a_length_behind_a_code_need_not_be_whole() -> None:
    assert Request("fire", situation=("nearest_light=6.5",)).length("nearest_light") == Decimal("6.5")
    assert unknown_codes("situation", ["nearest_hard=6.5"], NEAR) == []
    assert unknown_codes("situation", ["in_light=6.5"], NEAR)


@for_each("of", SYSTEMS)
def test_codes_of_every_system_that_end_in_inches_are_lengths(of: System) -> None:
    """A choice with a length has its number at the end of its code; counts are excluded."""
    counts = ("levels", "out_of_touch", "attackers", "defenders")
    for command in (*of.commands.values(), *of.acts.values()):
        for one in (*command.situations, *command.terrain, *command.extra, *command.covers, *command.actions):
            number = re.search(r"\d+$", one.code)
            if number and f"{number[0]}{SIGN}" in ENGLISH(one.label) and not one.code.startswith(counts):
                assert one.length, one.code


def test_the_plural_of_a_knife_is_knives() -> None:
    assert [plural_of(one) for one in ("knife", "combat_knife", "rifle", "spikes")] == [
        "knives",
        "combat knives",
        "rifles",
        "spikes",
    ]


@for_each(
    ("side", "shown"),
    [
        ("Red", "It is Red's turn, not Marines'. `/turn end` ends it."),
        ("Reavers", "It is Reavers' turn, not Marines'. `/turn end` ends it."),
        ("MARS", "It is MARS' turn, not Marines'. `/turn end` ends it."),
        ("ss", "It is ss' turn, not Marines'. `/turn end` ends it."),
    ],
)
def test_a_name_that_ends_in_s_takes_only_an_apostrophe(side: str, shown: str) -> None:
    text = Text("It is {holder}'s turn, not {side}'s. `/turn end` ends it.", holder=side, side="Marines")
    assert ENGLISH(text) == shown
    assert ENGLISH(Text("{n}'s", n=6)) == "6's"
    assert ENGLISH(Text("{n:+}", n="six")) == "six"


def test_the_places_of_several_targets_are_listed_by_target() -> None:
    """Two phones, 26: "over 6″, up to 24″ and over 6″, up to 24″, soft cover"."""
    near, far = Decimal(6), Decimal(12)
    request = Request("fire", target=("u1", "u2"), distance=(near, far), cover=("none", "soft"))
    assert InCentimetres()(request.details()) == ", u1: 15 cm; u2: 30 cm, soft cover"
    same = Request("fire", target=("u1", "u2"), distance=(near, near), cover=("soft",))
    assert InCentimetres()(same.details()) == ", 15 cm, soft cover"


class Short(str):
    """A word of a type of its own."""


def test_a_value_of_a_derived_type_is_said_like_its_base_and_nothing_else_is() -> None:
    assert ENGLISH(Text("{a} {b}", a=Short("six"), b=IntEnum("Few", {"TWO": 2})(2))) == "six 2"
    with pytest.raises(TypeError) as error:
        ENGLISH(Text("{a}", a=b"x"))  # pyright: ignore[reportArgumentType]
    assert str(error.value) == "bytes is nothing to say"
