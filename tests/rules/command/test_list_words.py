"""The words of army lists: keys of names, their meanings, and guesses."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from data import system_of
from rules.command.list_words import Meaning, Vocabulary, is_plural, name_key, weapons_of
from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH
from tests.rows import for_each

FUBAR = system_of("fubar")
MINE = [
    ("Trupp", "word:squad"),
    ("squads", "word:squads"),
    ("grunts", "unit:militia"),
    ("grunt gun", "weapon:lmg"),
    ("grunt gun team", "unit:marines"),
    ("groupe de combat", "unit:marines"),
    ("T-34", "unit:tank"),
    ("Bren", "weapon:lmg"),
    ("Dog", "word:skip"),
]
WORDS = Vocabulary.of(FUBAR, MINE, ("Tanks", "heavy support", "Other elite units"), ("Dice", "order of"))


@for_each(
    ("word", "key", "plural"),
    [
        ("Militias", "militia", True),
        ("flies", "fly", True),
        ("ties", "tie", True),
        ("gas", "ga", True),
        ("is", "is", False),
        ("glass", "glass", False),
        ("Truppen", "trupp", True),
        ("Truppe", "trupp", True),
        ("Panzern", "panzer", True),
        ("tanken", "tank", True),
        ("enden", "ende", True),
        ("den", "den", False),
        ("leaves", "leaf", True),
        ("wolves", "wolf", True),
        ("eve", "eve", False),
        ("Éclaireurs", "eclaireur", True),
        ("MG-Trupp", "mgtrupp", False),
        ("Schützen", "schuetz", True),
        ("Løve Äöü Łódź", "loveaeoeuelodz", False),
        ("", "", False),
    ],
)
def test_a_name_has_one_key_in_any_case_accent_and_plural(word: str, key: str, plural: bool) -> None:
    assert (name_key(word), name_key(*word.split()), is_plural(word)) == (key, key, plural)


def test_a_meaning_is_a_code_and_other_words_are_none() -> None:
    for code in ("unit:marines", "word:", "field:level=green", "word:asread=290"):
        found = Meaning.of(code)
        assert found is not None
        assert found.code == code
    assert [Meaning.of(code) for code in ("", "dog:x", "unit", "unit:a b", "field:level=")] == [None] * 5


def test_names_in_many_words_in_the_plural_and_with_digits_are_known() -> None:
    def match(said: str) -> tuple[int, list[str]]:
        many, meanings = WORDS.longest_match(said.split())
        return many, [one.code for one in meanings]

    assert match("grunt gun team and more") == (3, ["unit:marines"])
    assert match("Grunt guns") == (2, ["weapon:lmg"])
    assert match("grunts") == (1, ["unit:militia"])
    assert match("groupes de combat") == (3, ["unit:marines"])
    assert match("of the grunts") == (0, [])
    assert match("planet defence squads there") == (3, ["unit:planet_defence_squad"])
    for said in ("t-34", "T 34/76", "T34s", "t_34.5"):
        found = WORDS.numbered.match(said)
        assert found is not None
        assert found[0] == said
    assert [WORDS.numbered.match(said) for said in ("T-345", "T-3")] == [None, None]


def test_a_meaning_without_a_thing_in_the_system_is_refused() -> None:
    for code in ("unit:dog", "dog", "field:strange"):
        with pytest.raises(BadFacts) as refused:
            Vocabulary.of(FUBAR, [("Dog", code)])
        assert [ENGLISH(one) for one in refused.value.faults] == [f"Dog: there is no {code}"]
    assert Vocabulary.of(FUBAR, [("Dog", "word:strange"), ("green", "field:level=green")]).meanings(("Dog",))


def test_answers_of_players_come_before_all_other_meanings_if_they_mean_anything() -> None:
    learned = WORDS.with_meanings({"grunt": "weapon:rpg", "dogofwar": "unit:tank", "cat": "unit:dog", "ox": "nothing"})
    assert [one.code for one in learned.meanings(("Grunts",))] == ["weapon:rpg"]
    assert learned.longest_match(["Dog", "of", "war"])[0] == 3
    assert learned.learned == {"grunt", "dogofwar"}
    assert [one.code for one in WORDS.meanings(("Grunts",))] == ["unit:militia"]
    assert WORDS.with_meanings({"cat": "unit:dog", "ox": "nothing"}) is WORDS


def test_words_for_squads_headings_and_lines_that_are_passed_over() -> None:
    assert [WORDS.squad_factor(one) for one in ("Stoßtrupp", "two SQUADS", "team")] == [1, 2, 0]
    headings = ["Tank", "tanks", "The Other Elite Units", "heavy supports 2", "support", "2 heavy support"]
    assert [WORDS.is_heading(one.split()) for one in headings] == [True, True, False, True, False, True]
    assert [WORDS.is_heading(one.split()) for one in ("other elite units of war", "")] == [True, False]
    assert [WORDS.is_whole_heading(one) for one in ("TANKS", "Tank")] == [True, False]
    passed = ["Dice: 5", "* dice", "Order  of battle", "Diced", "our dice"]
    assert [WORDS.is_passed_over(one) for one in passed] == [True, True, True, False, False]
    assert not Vocabulary.of(FUBAR).is_passed_over("anything")


def test_a_slip_of_one_letter_is_guessed_if_only_one_thing_is_like_it() -> None:
    """Names of four letters or fewer are never guessed, nor are words for anything but units and weapons."""
    slips = ["milita", "militai", "mmilitia", "mxlitia", "mxlitxa", "gruns", "tnak", "m" * 40]
    found = [WORDS.guess_meaning(one) for one in slips]
    assert [one and one.key for one in found] == ["militia"] * 4 + [None] * 4
    twice = Vocabulary.of(FUBAR, [("bazooka", "weapon:rpg"), ("bazooko", "weapon:lmg")])
    assert [twice.guess_meaning(one) for one in ("bazook", "bazooka")] == [None, None]
    assert twice.guess_meaning("bazookaa") == Meaning("weapon", "rpg")


def test_a_word_that_is_a_part_of_names_of_other_types_is_general() -> None:
    assert [WORDS.is_general("grunt", kind) for kind in ("militia", "marines")] == [True, False]
    assert [WORDS.is_general(*one) for one in (("groupe de combat", "marines"), ("tank", "tank"))] == [False, False]
    assert [WORDS.is_general("groupe", kind) for kind in ("marines", "tank")] == [False, True]


def test_the_nearest_names_come_first_then_those_with_a_word_of_it_then_any() -> None:
    assert WORDS.nearest("milita", "unit")[0].key == "militia"
    assert WORDS.nearest("the combat thing", "unit")[0].key == "marines"
    assert [one.key for one in WORDS.nearest("", "unit")] == list(dict.fromkeys(FUBAR.units))[:4]
    assert {one.kind for one in WORDS.nearest("rifle", "weapon")} == {"weapon"}


def test_a_system_without_a_list_of_weapons_has_those_of_its_units() -> None:
    assert weapons_of(FUBAR) == FUBAR.weapons
    own = dict.fromkeys(weapon.name for unit in FUBAR.units.values() for weapon in unit.weapons)
    assert weapons_of(replace(FUBAR, weapons=())) == tuple(own)


def test_irregular_plurals_titles_and_values_of_profiles_are_words_of_the_system() -> None:
    words = Vocabulary.of(replace(FUBAR, plurals={"marines": "marinen", "lmg": "elemgees"}))
    codes = {
        said: [one.code for one in words.meanings(said.split())] for said in ("marinen", "elemgees", "green level")
    }
    assert codes == {"marinen": ["unit:marines"], "elemgees": ["weapon:lmg"], "green level": ["field:level=green"]}
    assert [one.code for one in words.meanings(("level", "green"))] == ["field:level=green"]
    assert [one.code for one in words.meanings(("on", "guard"))] == ["state:on_guard=1"]
    assert words.meanings(("suppressed",)) == ()
    assert re.fullmatch("field:.*", words.meanings(("level",))[0].code)
