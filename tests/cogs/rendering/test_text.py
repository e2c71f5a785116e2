"""Texts for one reader: their language, their knowledge of hidden units, and markdown without effect."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.rendering.text import Reader, escape_typed
from cogs.rendering.units import unit_line
from data import system_of
from data.texts import language
from rules.command.system import Board
from rules.game.game import Game
from rules.game.tabletop import Player
from rules.game.unit import Unit
from rules.kernel.resolve import ruleset_of
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
    counted,
    inches_text,
    name_units,
)
from tests.rows import for_each
from tests.texts.strange import STRANGE

ENGLISH, GERMAN = Reader(language("en-US")), Reader(language("de"))
NAMES = ("defender", "card 4", "card 1", "*", "e", "unit", "Militia", "the", "{unit}", "pool", "Ärger", "\\", "1")
"""Hidden units may be called like anything; "Militia" is the other unit's name."""


def board(name: str = "Snipers", **states: Any) -> Board:
    """Ann's unit 1 lies hidden before Bob's Militia; Cyd is the umpire."""
    units = [
        Unit(id="u1", name=name, side="Red", models=4, starting=4, states={"hidden": 1}),
        Unit(id="u2", name="Militia", side="Blue", models=8, starting=8, states=states),
    ]
    seats = [Player(id="ann", name="Ann", side="Red"), Player(id="bob", name="Bob", side="Blue")]
    seats.append(Player(id="cyd", name="Cyd", umpire=True))
    game = Game(units={one.id: one for one in units}, players={one.id: one for one in seats})
    return Board(game, system_of("opreb"), ruleset_of(system_of("opreb"), {}))


# The language


def test_names_of_the_usual_sides_are_translated_and_other_names_stay() -> None:
    """A side with a name of its own keeps it, and so does a player whose name is that of a usual side."""
    text = Text("{side} already has a player. Join a side first.", side="Red")
    assert GERMAN(text).startswith("Rot: ")
    assert ENGLISH(text).startswith("Red ")
    assert GERMAN(Listed(("Red", "Blue", "Green"))) == "Rot, Blau und Green"
    assert GERMAN(Typed("Red")) == "Red"
    called_so = Game(players={"ann": Player(id="ann", name="Blue", side="Red")})
    at = GERMAN.at(Board(called_so, system_of("opreb"), ruleset_of(system_of("opreb"), {})))
    assert at(Listed(("Red", "Blue"))) == "Rot und Blue"
    in_its_name = board("Snipers (Red)")
    assert GERMAN.at(in_its_name)(Text("{unit} moves", unit=UnitRef("u2"))).startswith("Militia")
    assert Reader(language("de"), in_its_name, "ann")(UnitRef("u1")) == "Snipers (Rot)"


def test_lists_are_put_together_by_the_language() -> None:
    three = Listed(["a", "b", "c"])
    assert [ENGLISH(three), GERMAN(three), Reader(STRANGE)(three)] == ["a, b and c", "a, b und c", "a、b、c"]
    assert [ENGLISH(Listed(["a", "b"], "or")), GERMAN(Listed(["a", "b"], "or"))] == ["a or b", "a oder b"]
    assert [ENGLISH(Listed(["a", "b"], "then")), GERMAN(Listed(["a", "b"], "then"))] == ["a, then b", "a und dann b"]
    assert [ENGLISH(Listed(["a"])), GERMAN(Listed([]))] == ["a", ""]


@for_each(
    ("number", "spec", "english", "german"),
    [
        (Decimal("11.5"), "", "11.5", "11,5"),
        (Decimal("12.345"), ":.1f", "12.3", "12,3"),
        (Decimal("1E+2"), "", "100", "100"),
        (Decimal("-0.5"), ":+", "−0.5", "−0,5"),
        (-3, ":+", "−3", "−3"),
        (3, ":+", "+3", "+3"),
        (100_000, ":,", "100,000", "100.000"),
        (100_000, "", "100000", "100000"),
    ],
)
def test_numbers_are_written_as_in_the_language(number: Decimal | int, spec: str, english: str, german: str) -> None:
    text = Text("{n" + spec + "}", n=number)
    assert (ENGLISH(text), GERMAN(text)) == (english, german)
    assert (ENGLISH.plain(text), GERMAN.plain(text)) == (english, german)


def test_sentences_codes_and_plurals_come_out_of_the_catalogue() -> None:
    assert ENGLISH.say("📌 {unit} is wiped out.", unit="Militia") == "📌 Militia is wiped out."
    assert GERMAN.say("📌 {unit} is wiped out.", unit="Militia") == "📌 Militia aufgerieben."
    assert (ENGLISH(Term("heavy_mg", 2)), GERMAN(Term("heavy_mg", 2))) == ("heavy MGs", "schwere MGs")
    assert (ENGLISH(counted(1, "hit", "hits")), GERMAN(counted(2, "hit", "hits"))) == ("1 hit", "2 Treffer")
    assert (
        GERMAN(Text("{who}, {distance}", who=Role("target 2"), distance=inches_text(Decimal("7.5")))) == "Ziel 2, 7,5″"
    )
    assert GERMAN(Plural("{n} bang", "{n} bangs", 3)) == "3 Erfolge"
    assert (ENGLISH(Role("attacker", article=True)), GERMAN(Role("attacker", article=True))) == (
        "the attacker",
        "Angreifer",
    )


def test_to_say_nothing_is_to_say_nothing() -> None:
    """An empty text is the head of a catalogue to the tools of gettext."""
    assert (GERMAN(NOTHING), GERMAN.say(""), GERMAN.translated("")) == ("", "", "")
    assert GERMAN(Joined((NOTHING, "a", NOTHING, 0), ", ")) == "a, 0"


# Hidden units


@for_each("name", NAMES)
@for_each(("reader", "knows"), [(None, False), ("bob", False), ("eve", False), ("ann", True), ("cyd", True)])
def test_a_hidden_unit_is_a_card_exactly_where_it_is_spoken_of(name: str, reader: str | None, knows: bool) -> None:
    """Nothing else changes: not our own words, other names or typed texts."""
    words = Reader(language("en"), board(name), reader)
    text = Text(
        "The defender pool of {unit}: card 4, {part}, {other}; {typed} ({plain}), {units}. {sentence}",
        unit=UnitRef("u1"),
        part=name_units(Role("defender"), {"attacker": "u1"}),
        other=UnitRef("u2"),
        typed=Typed(name),
        plain=name,
        units=Listed([UnitRef("u2"), name_units(Role("target"), {"target": "u1"})]),
        sentence=Sentence(Joined((Heading(UnitRef("u1")), "e"))),
    )
    for speaks, said in ((words, escape_typed(name)), (words.plain, name)):
        shown = said if knows else "card 1"
        capital = shown[:1].upper() + shown[1:]
        assert speaks(text) == (
            f"The defender pool of {shown}: card 4, defender, Militia; {said} ({said}), "
            f"Militia and {shown}. {capital} e."
        )


def test_a_card_is_called_so_in_the_language_of_the_reader() -> None:
    assert Reader(language("de"), board(), "bob")(UnitRef("u1")) == "Karte 1"
    assert Reader(language("de"), board(), "ann")(UnitRef("u1")) == "Snipers"


def test_the_same_reader_before_another_board() -> None:
    seen = board()
    seen.game.units["u1"] = seen.game.units["u1"].model_copy(update={"states": {}})
    words = Reader(language("en"), board(), "bob")
    assert (words(UnitRef("u1")), words.at(seen)(UnitRef("u1")), words.plain.at(seen).reader) == (
        "card 1",
        "Snipers",
        "bob",
    )


def test_a_unit_that_has_left_keeps_its_name_and_its_secret() -> None:
    now = board()
    now.game.departed = {id: now.game.units.pop(id) for id in list(now.game.units)}
    assert Reader(language("en"), now, "ann")(UnitRef("u1")) == "Snipers"
    assert Reader(language("en"), now)(UnitRef("u1")) == "card 1"
    assert Reader(language("en"), now)(UnitRef("u2")) == "Militia"
    assert Reader(language("en"), now)(UnitRef("u9")) == "unit 9"
    assert ENGLISH(UnitRef("u9")) == "unit 9"


def test_names_of_units_are_never_translated() -> None:
    """This includes the name of a state, and one spelled like a code."""
    now = board(fights="u1")
    now.game.units["u1"] = now.game.units["u1"].model_copy(update={"name": "pinned_lmg", "states": {}})
    assert Reader(STRANGE, now).plain.say("{unit} fires.", unit=UnitRef("u1")) == "pinned_lmg ｆｉｒｅｓ."
    assert unit_line(Reader(STRANGE, now), now, now.game.units["u1"]).startswith("**pinned\\_lmg** 4/4")


# Markdown

TROUBLE = st.text("*_~|`>#-[]()@<&!0123456789 ab\\\n{}", max_size=40)


@given(TROUBLE)
def test_typed_text_has_no_effect_and_reads_as_it_was_typed(typed: str) -> None:
    shown = ENGLISH(Typed(typed))
    assert ENGLISH(typed) == shown == ENGLISH.say("{words}", words=typed)
    bare = re.sub(r"\\(.)", "", shown, flags=re.DOTALL)
    assert not re.search(r"[*_~|`\[\\]", bare), shown
    assert not re.search(r"@(?:everyone|here)|<@[!&]?[0-9]{17,20}>", shown)
    assert re.sub(r"\\(.)", r"\1", shown, flags=re.DOTALL).replace("\u200b", "") == typed


@given(TROUBLE)
def test_where_markdown_means_nothing_it_is_left_alone(typed: str) -> None:
    assert ENGLISH.plain(typed) == ENGLISH.plain(Typed(typed)) == typed


@for_each("typed", ["@everyone", "@here", "<@123456789012345678>", "<@&123456789012345678>"])
def test_no_mention_by_a_typed_name(typed: str) -> None:
    assert typed not in ENGLISH.say("{unit} fires.", unit=typed)
    shown = ENGLISH.say("{unit} fires.", unit=typed).replace("\u200b", "").replace("\\<", "<")
    assert shown == f"{typed} fires."


@for_each("typed", ["<#123456789012345678>", "<t:0:R>", "https://b.c", "<https://b.c>"])
def test_a_name_is_no_channel_date_or_address(typed: str) -> None:
    shown = ENGLISH.say("{unit} fires.", unit=typed)
    assert "://" not in shown
    assert not re.search(r"(?<!\\)<", shown)


def test_no_link_of_a_name_is_a_link() -> None:
    """This also holds for parts of the name, and with any text before it."""
    assert escape_typed("[a](https://b.c) [d](h)") == "\\[a](https:\u200b//b.c) \\[d](h)"
    assert escape_typed(r"[*a*](b) \[c](d) \\[e](f)") == r"\[\*a\*](b) \\\[c](d) \\\\\[e](f)"


def test_markdown_of_ours_stays() -> None:
    assert ENGLISH.say("**{card}** · hidden", card="*x*") == "**\\*x\\*** · hidden"
    assert ENGLISH(Text("`/undo` {name}", name="`x`")) == "`/undo` \\`x\\`"


@pytest.mark.parametrize("reader", [ENGLISH, GERMAN, GERMAN.plain])
def test_a_line_never_breaks_before_the_sign_of_a_percentage(reader: Reader) -> None:
    """Issue 45: on a phone, "12" was on one line and "% fell back" on the next."""
    assert reader(Text("{n} % {effect}", n=12, effect=Typed("hit"))) == "12\u00a0% hit"


def test_a_long_name_loses_its_middle_unless_another_of_its_side_would_look_alike() -> None:
    names = ("Regular section of the valley 2", "Regulars beyond the valley 2", "Regular section 2", "Regul… section 2")
    units = {f"u{n}": Unit(id=f"u{n}", name=name, side="Red", models=1, starting=1) for n, name in enumerate(names)}
    system = system_of("fubar")

    def short(id: str, *sides: str) -> str:
        placed = {one: units[one].model_copy(update={"side": side}) for one, side in zip(units, sides, strict=True)}
        board = Board(Game(units=placed), system, ruleset_of(system, {}))
        return Reader(language("en"), board).with_short_names(16).unit(id)

    assert short("u0", "Red", "Red", "Red", "Red") == names[0]
    assert short("u0", "Red", "Blue", "Red", "Red") == "Regula… valley 2"
    assert short("u2", "Red", "Red", "Red", "Blue") == "Regul… section 2"
    assert short("u2", "Red", "Red", "Red", "Red") == names[2]
    assert short("u3", "Red", "Red", "Red", "Red") == names[3]
    assert Reader(language("en"), longest=4).unit("u1") == "unit 1"


def test_a_day_is_short_where_discord_writes_none() -> None:
    day = Text("{day:date}", day=86400)
    assert (ENGLISH(day), ENGLISH.plain(day), GERMAN.plain(day)) == ("<t:86400:d>", "02/01/1970", "02.01.70")
