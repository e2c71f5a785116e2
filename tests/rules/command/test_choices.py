"""The beginning of a word is enough where it fits one only."""

from __future__ import annotations

from decimal import Decimal

import pytest

from data import SYSTEMS, system_of
from rules.command.choices import (
    codes_beginning,
    match_name,
    only_code,
    parse_code,
    parse_inches,
    unknown_codes,
    weapon_groups,
    weapons_served,
    written_code,
)
from rules.kernel.errors import BadFacts
from rules.kernel.facts import Choice
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH, INCHES, Ruler
from tests.rows import for_each

ACTIONS = ("aimed_fire", "assault", "walk", "walk_back")


@for_each(
    ("said", "meant"),
    [("aim", "aimed_fire"), ("Aimed fi", "aimed_fire"), ("AS", "assault"), ("walk", "walk"), ("walk-b", "walk_back")],
)
def test_a_beginning_that_fits_one_is_enough(said: str, meant: str) -> None:
    assert only_code(said, ACTIONS) == meant


@for_each(("said", "fit"), [("a", ["aimed_fire", "assault"]), ("x", []), ("", []), (" ", [])])
def test_a_beginning_that_fits_several_or_none_is_not(said: str, fit: list[str]) -> None:
    assert codes_beginning(said, ACTIONS) == fit
    assert only_code(said, ACTIONS) is None


def test_names_of_the_same_thing_do_not_stand_in_each_others_way() -> None:
    assert match_name("col", {"colonists": "c", "Colonists of Mars": "c", "marines": "m"}) == "c"
    assert match_name("", {"colonists": "c"}) is None


@for_each(("said", "key"), [("bayo", "bayonet"), ("FUB", "fubar"), ("Open Reb", "opreb")])
def test_a_system_by_its_beginning(said: str, key: str) -> None:
    assert system_of(said).key == key


def test_a_beginning_of_several_systems_names_them() -> None:
    with pytest.raises(
        BadFacts, match=r"'open' may be Open Fire, 20 mm WW2, Open Fire core rules, OpenWar or Open Rebellion"
    ):
        system_of("open")
    with pytest.raises(BadFacts, match="There are no rules called 'chess'; choose "):
        system_of("chess")
    assert all(system_of(system.name).key == system.key for system in SYSTEMS)


def test_options_by_their_beginnings() -> None:
    fubar = system_of("fubar")
    said = Request(command="activate", action="aim", situation=("no_vis", "out=2"))
    spelled = fubar.commands["activate"].complete_request(said)
    assert (spelled.action, spelled.situation) == ("aimed_fire", ("no_visible_enemy", "out_of_touch=2"))
    fire = fubar.commands["fire"].complete_request(Request(command="fire", cover=("h", "none"), situation=("same",)))
    assert (fire.cover, fire.situation) == (("hard", "none"), ("same_area",))


def test_the_start_of_several_options_is_ambiguous() -> None:
    fubar = system_of("fubar").commands["activate"]
    said = fubar.complete_request(Request(command="activate", unit=("u1",), action="g"))
    assert said.action == "gone_to_ground"
    with pytest.raises(BadFacts, match=r"action: there is no 'jump'; choose .*aimed fire.* or "):
        fubar.plan(None, Request(command="activate", unit=("u1",), action="jump"))  # type: ignore[arg-type]
    with pytest.raises(BadFacts, match="cover: leave it empty, there is nothing to choose"):
        fubar.plan(None, Request(command="activate", unit=("u1",), cover=("none",)))  # type: ignore[arg-type]


@for_each(("system", "command"), [("opreb", "activate"), ("openfire_ww2", "move"), ("openwar", "activate")])
def test_an_action_is_refused_where_there_is_none_to_choose(system: str, command: str) -> None:
    """It was dropped without a word: `/activate action:hold` activated a unit that did not hold."""
    with pytest.raises(BadFacts, match="action: leave it empty, there is nothing to choose"):
        system_of(system).commands[command].plan(None, Request(command=command, unit=("u1",), action="hold"))  # type: ignore[arg-type]


def test_a_name_of_different_things_is_none_and_one_typed_in_full_in_any_case_is_itself() -> None:
    assert match_name("m", {"marines": 1, "militia": 2}) is None
    assert codes_beginning("WALK ", ACTIONS) == ["walk"]
    assert codes_beginning("walk", ("Walk", "walk", "walk_back")) == ["walk"]
    assert codes_beginning("WALK", ("Walk", "walk", "walk_back")) == ["Walk", "walk"]


SITUATIONS = (
    Choice("lit", Text("lit")),
    Choice("out_of_touch=1", Text("one")),
    Choice("out_of_touch=2", Text("two")),
    Choice("hard=6", Text("hard"), length=True),
    Choice("near_4", Text("near"), length=True),
)
CENTIMETRES = Ruler("cm", {})


@for_each(
    ("said", "inches", "centimetres"),
    [
        ("li", "lit", "lit"),
        ("lit…", "lit…", "lit…"),
        ("o…", "o…", "o…"),
        ("out=2", "out_of_touch=2", "out_of_touch=2"),
        ("out_of_touch=7", "out_of_touch=7", "out_of_touch=7"),
        ("ha=6", "hard=6", "hard=2.4"),
        ("hard=15", "hard=15", "hard=6"),
        ("hard=", "hard=", "hard="),
        ("near_4", "near_4", "near_1.6"),
        ("near_10", "near_10", "near_4"),
        ("", "", ""),
    ],
)
def test_a_length_at_the_end_of_a_code_is_in_the_units_of_the_table(said: str, inches: str, centimetres: str) -> None:
    assert (parse_code(said, SITUATIONS, INCHES), parse_code(said, SITUATIONS, CENTIMETRES)) == (inches, centimetres)


def test_the_codes_of_a_table_in_centimetres_are_written_so() -> None:
    assert [written_code(one, CENTIMETRES) for one in SITUATIONS] == [
        "lit",
        "out_of_touch=1",
        "out_of_touch=2",
        "hard=15",
        "near_10",
    ]


def faults(*given: str, choices: tuple[Choice, ...] = SITUATIONS) -> list[str]:
    return [ENGLISH(one) for one in unknown_codes("situation", given, choices)]


def test_unknown_and_ambiguous_codes_are_named_with_the_choices() -> None:
    """A number may be another than those offered, and a list may be asked for."""
    known = "lit, out of touch, hard or near 4″"
    assert faults("lit", "out_of_touch=9", "hard=6.5", "lit…") == []
    assert faults("dark") == [f"situation: there is no 'dark'; choose {known}"]
    assert faults("out_of_touch=x", "near_5", "out_of_touch", "hard=", "lit=2") == [
        f"situation: there is no 'out_of_touch=x'; choose {known}",
        f"situation: there is no 'near_5'; choose {known}",
        "situation: 'out_of_touch' can mean out of touch",
        "situation: 'hard=' can mean hard",
        f"situation: there is no 'lit=2'; choose {known}",
    ]
    assert faults("g", choices=(Choice("go", Text("")), Choice("gun=1", Text("")), Choice("x", Text("")))) == [
        "situation: 'g' can mean go or gun"
    ]
    assert faults("x", choices=()) == ["situation: leave it empty, there is nothing to choose"]


KNOWN = ("bolt_action_rifle", "assault_rifle", "lmg", "at_gun")


@for_each(
    ("text", "groups"),
    [
        ("4 lmg", [(4, "lmg")]),
        (" 4x LMG,2 × at-guns , bolt", [(4, "lmg"), (2, "at_gun"), (None, "bolt_action_rifle")]),
        ("0 lmg", [(0, "lmg")]),
        ("lmgs", [(None, "lmg")]),
        ("at guns", [(None, "at_gun")]),
        ("assaults", [(None, "assault_rifle")]),
        ("torch, lmg", [(None, "at_gun"), (None, "lmg")]),
        ("2 wrenches", [(2, "wrench")]),
    ],
)
def test_weapons_are_known_by_their_name_a_part_of_it_or_an_other_name(
    text: str, groups: list[tuple[int | None, str]]
) -> None:
    assert weapon_groups(text, (*KNOWN, "wrench"), {"torch": "at gun"}.get) == groups


@for_each(
    ("text", "told"),
    [
        ("rifle", "'rifle' is not a weapon here. Weapons: bolt action rifle, assault rifle, LMG and AT gun."),
        ("at", "'at' is not a weapon here. Weapons: bolt action rifle, assault rifle, LMG and AT gun."),
        (
            "lgm",
            "'lgm' is not a weapon here. Weapons: bolt action rifle, assault rifle, LMG and AT gun. Did you mean LMG?",
        ),
        ("4 lmg,, rifle", "'' is not a weapon; write it like '4 bolt action rifles'"),
        ("torch", "'torch' is not a weapon here. Weapons: bolt action rifle, assault rifle, LMG and AT gun."),
    ],
)
def test_a_word_that_is_no_weapon_or_several_is_named_with_the_nearest(text: str, told: str) -> None:
    with pytest.raises(BadFacts) as refused:
        weapon_groups(text, KNOWN)
    assert [ENGLISH(one) for one in refused.value.faults] == [told]


def test_a_unit_without_weapons_is_shown_an_example_all_the_same() -> None:
    with pytest.raises(BadFacts, match="write it like '4 rifles'"):
        weapon_groups("", ())


def test_weapons_fire_in_turn_as_far_as_hands_go() -> None:
    kinds = [("mg", 2, 2), ("mine", 3, 0), ("rifle", 9, 1), ("mg", 1, 2), ("none", 0, 0)]
    assert weapons_served(kinds, 6) == {"mg": 2, "mine": 3, "rifle": 2}
    assert weapons_served(kinds, 3) == {"mg": 1, "mine": 3, "rifle": 1}
    assert weapons_served(kinds, 1) == {"mine": 3, "rifle": 1}
    assert weapons_served([("mg", 1, 2), ("mg", 1, 2)], 4) == {"mg": 2}


@for_each(
    ("text", "inches", "centimetres"),
    [
        ("10", "10", "4"),
        ("11,5", "11.5", "4.6"),
        (' 12.5" ', "12.5", "12.5"),
        ("12in", "12", "12"),
        ("30 cm", "12", "12"),
        ("1234.5678", "1234.5678", "493.82712"),
    ],
)
def test_a_distance_is_in_the_units_of_the_table_or_its_own(text: str, inches: str, centimetres: str) -> None:
    assert [parse_inches(text), parse_inches(text, CENTIMETRES)] == [Decimal(inches), Decimal(centimetres)]


@for_each("text", ["", "far", "-3", "12345", "1.23456", "10 m"])
def test_other_words_are_no_distance_and_examples_are_shown(text: str) -> None:
    for ruler, how in ((INCHES, "inches like 10 or 11.5, or 30cm"), (CENTIMETRES, "centimetres like 30 or 28.5")):
        with pytest.raises(BadFacts) as refused:
            parse_inches(text, ruler)
        assert [ENGLISH(one) for one in refused.value.faults] == [f"distance: '{text}' is not a distance; write {how}"]
