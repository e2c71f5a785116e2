"""Lists as players post them: lines that were misread once, public lists in their shapes, and files."""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from data.list_files import text_of_list
from data.systems import system_of, vocabulary
from rules.command.army_list import ABOVE, EACH, MODELS, TOGETHER, UNITS, ArmyList, read_list
from rules.command.list_words import name_key
from rules.kernel.wording import ENGLISH
from tests.rules.command.test_army_list import unit_in_words

FOLDER = Path(__file__).parent / "posted"
TRIED = [
    one
    for name in (
        "tried",
        *(f"{nth}_sample" for nth in ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")),
    )
    for one in tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["list"]
]
HELD_OUT = tomllib.loads((FOLDER / "held_out.toml").read_text(encoding="utf-8"))["list"]


def parse_list(system: str, text: str) -> ArmyList:
    return read_list(system_of(system), vocabulary(system), text)


def units(found: ArmyList) -> list[str]:
    return [unit_in_words(unit) for unit in found.units]


def unknown_names(found: ArmyList) -> list[str]:
    return [one.words for one in found.unknown_names]


def faults(found: ArmyList) -> list[str]:
    return [ENGLISH(fault) for fault in found.faults]


# The rows that were read wrongly


def test_points_without_a_word_behind_a_dash_are_no_models() -> None:
    assert units(parse_list("fubar", "6 Regulars w/ assault rifles - 70")) == [
        "regular_section, 6 models, 6 assault_rifle, points=70"
    ]
    assert units(parse_list("fubar", "Marines, 4 assault rifles, 1 LMG – 180")) == [
        "marines, 4 assault_rifle, 1 lmg, points=180"
    ]
    assert units(parse_list("fubar", "Militia - 12")) == units(parse_list("fubar", "Militia x12"))


def test_a_number_in_the_name_of_a_vehicle_is_no_count() -> None:
    assert units(parse_list("openfire_ww2", "- Sd.Kfz. 251 half track")) == ["half_track"]
    assert units(parse_list("fubar", "2 Ford 150 technicals")) == ["technical, 'Ford 150 technicals'"] * 2


def test_as_many_squads_as_a_squad_has_models_are_asked_about() -> None:
    found = parse_list("fubar", "10 Planet Defence Squad, 8 rifles, LMG, RPG")
    assert unknown_names(found) == ["10 Planet Defence Squad"]
    assert unknown_names(parse_list("fubar", "10 Planet Defence Squads")) == []


def test_the_numbers_of_another_game_behind_a_dash_are_no_words() -> None:
    found = parse_list(
        "fubar", 'Marines [5] - 285pts\nQuality 3+\nDefense 3+\n4x Assault Rifles - 24" A3 AP(1)\n5x CCWs - A2'
    )
    assert (units(found), unknown_names(found)) == (["marines, 4 assault_rifle, points=285"], [])
    assert found.passed == ("Quality 3+", "Defense 3+")


def test_fields_of_a_builder_give_points_and_no_unit() -> None:
    found = parse_list(
        "fubar", "Army Name: Raid\nGeneral: Marines\n\nMarines\nBattlefield Role: Leader\nPoints Cost: 90 pts\nTank"
    )
    assert (found.name, units(found), unknown_names(found)) == ("Raid", ["marines, points=90", "tank"], [])
    assert "General: Marines" in found.passed


def test_a_label_before_a_colon_is_a_name() -> None:
    for system, kind in (("fubar", "marines"), ("opreb", "marine_assault_team"), ("openfire_d12", "line_squad")):
        said = {"fubar": "Marines", "opreb": "Marines", "openfire_d12": "Line squad"}[system]
        found = parse_list(system, f"Squad 1: {said} x5")
        assert [(one["type"], one.get("name"), one.get("models", 5)) for one in found.units] == [(kind, "Squad 1", 5)]


def test_a_calibre_or_a_mark_is_never_a_count() -> None:
    assert units(parse_list("fubar", ".50 cal technical")) == ["technical, '.50 cal technical'"]
    assert units(parse_list("openfire_ww2", "8x T-34/76")) == ["medium_tank"] * 8
    assert units(parse_list("openfire_ww2", '2" mortar team')) == ["mortar_team, '2\" mortar team'"]
    assert units(parse_list("openfire_ww2", "1x Sd.Kfz. 251/1")) == ["half_track"]
    for said in ("6 pdr AT gun", "7.5cm Pak 40", "88mm heavy tank", "5 cm mortar team", "2 inch mortar team"):
        assert len(parse_list("openfire_ww2", said).units) == 1, said


@pytest.mark.parametrize("system", ["fubar", "opreb"])
def test_two_lines_without_a_bullet_are_two_units(system: str) -> None:
    found = parse_list(system, "Marines x5\n1 sniper")
    assert found.units[0].get("models", 5) == 5
    assert [one.units == () for one in found.lines] == [False, system == "fubar"]
    if system == "fubar":
        [sniper] = found.unknown_names
        assert (sniper.words, sniper.kind) == ("1 sniper", "unit")
        assert ABOVE in sniper.nearest


def test_a_line_without_a_type_is_asked_about_and_the_line_above_is_unchanged() -> None:
    found = parse_list("fubar", "Technical\nSection of 10 veterans with rifles")
    assert units(found) == ["technical"]
    assert len(found.unknown_names) == 1
    assert faults(found) == []


def test_a_line_with_a_count_and_men_is_not_the_name_of_the_list() -> None:
    found = parse_list("fubar", "6 Fire Teams (4 men)\nMarines")
    assert (found.name, units(found)) == ("", ["marines"])
    assert unknown_names(found) == ["Fire Teams"]


def test_a_first_line_with_points_alone_is_the_name_of_the_list() -> None:
    found = parse_list("fubar", "Red Force (350 pts)\nMarines x5")
    assert (found.name, units(found), unknown_names(found)) == ("Red Force", ["marines"], [])


def test_headings_and_signatures_are_passed_over_and_named() -> None:
    signed = "Exported with App Version: v1.48.0 (1), Data Version: v750"
    found = parse_list("fubar", f"CHARACTERS\nMarines x5\n{signed}")
    assert (units(found), unknown_names(found), found.passed) == (["marines"], [], ("CHARACTERS", signed))


def test_as_many_models_as_weapons() -> None:
    found = parse_list("fubar", "8x Militia (100 pts): 8 with Rifle")
    assert units(found) == ["militia, 8 infantry_rifle, points=100"]


def test_bullets_that_add_up_to_the_models_are_its_figures() -> None:
    found = parse_list("fubar", "5x Marines (180 pts)\n• 4x Marine: Assault rifle\n• 1x Marine Sergeant: SMG")
    assert units(found) == ["marines, 4 assault_rifle, 1 smg, points=180"]


def test_bullets_that_do_not_add_up_are_reported() -> None:
    found = parse_list("fubar", "8x Marines (180 pts)\n• 4x Marine: Assault rifle\n• 1x Marine Sergeant: SMG")
    assert found.units == ()
    assert "the figures below it are 5, not 8" in faults(found)[0]


def test_brackets_are_the_numbers_of_weapons_and_words_behind_the_points_are_rules() -> None:
    text = 'Marines [5] Q4+ D4+ | 120pts | Fearless\n4x Assault Rifle (24", A1), 1x LMG (36", A3)'
    found = parse_list("fubar", text)
    assert units(found) == ["marines, 4 assault_rifle, 1 lmg, points=120"]
    assert (unknown_names(found), found.passed) == ([], ("Fearless",))


def test_the_more_telling_word_wins() -> None:
    assert [one["type"] for one in parse_list("openfire_ww2", "3x Panzer VI Tiger").units] == ["heavy_tank"] * 3
    assert len(parse_list("openfire_ww2", "3x Tiger Sherman").faults) == 1


# Readings that must stay correct


@pytest.mark.parametrize(
    "line",
    [
        "🪖 Marines x5",
        "☐ Marines x5",
        "✅ Marines x5",
        "→ Marines x5",
        "– Marines x5",
        "— Marines x5",
        "[x] Marines x5",
        "- [ ] Marines x5",
        "**Marines** x5",
        "Marines x５",
        "Marines × 5",
        "Marines*5",
        "\ufeffMarines x5",
        "Marines x5\r\n",
        "Marines\t5",
        "**5 Marines**",
        "1. Marines x5",
        "* 5x Marines",
        "Marines (5)",
    ],
)
def test_a_line_is_read_with_any_bullet_or_decoration_around_it(line: str) -> None:
    found = parse_list("fubar", line)
    assert (units(found), unknown_names(found), faults(found)) == (["marines"], [], [])


def test_numbers_that_were_read_right_stay_so() -> None:
    assert units(parse_list("fubar", "2 x 5 Marines")) == ["marines"] * 2
    assert units(parse_list("openfire_ww2", "2nd Rifle squad")) == ["rifle_squad, '2nd Rifle squad'"]
    assert units(parse_list("fubar", "Marines [1.000 pts]")) == ["marines, points=1000"]
    assert units(parse_list("fubar", "Marines (1,000 points)")) == ["marines, points=1000"]
    assert units(parse_list("fubar", "180 - 5 Marines, 5 rifles")) == ["marines, 5 infantry_rifle, points=180"]


def test_few_that_may_be_units_or_figures_are_asked() -> None:
    found = parse_list("fubar", "3x Marines")
    assert (found.units, found.unknown_names[0].nearest) == ((), (UNITS, MODELS))


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("2x IFV [95 pts]\nTank 100 pts\nTotal: 290 pts", [95, 95, 100]),
        ("2x IFV [190 pts]\nTank 100 pts\nTotal: 290 pts", [95, 95, 100]),
        ("Raid (291 points)\n2x IFV [191 pts]\nTank 100 pts", [96, 95, 100]),
        ("2x IFV, 95 pts each", [95, 95]),
        ("2 Trupps Marines zu je 5 Mann - je 110 Punkte", [110, 110]),
        ("2x IFV @ 95", [95, 95]),
    ],
)
def test_points_of_several_units_follow_the_total_or_a_word(text: str, worth: list[int]) -> None:
    found = parse_list("fubar", text)
    assert ([one["points"] for one in found.units], unknown_names(found)) == (worth, [])


def test_points_of_several_units_without_a_total_are_asked_about_once() -> None:
    text = "2x IFV [95 pts]\n3x Technical [60 pts]\nTank"
    found = parse_list("fubar", text)
    [one] = found.unknown_names
    assert (units(found), one.nearest) == (["tank"], (EACH, TOGETHER))
    for code, worth in ((EACH.code, [95, 95, 60, 60, 60]), (TOGETHER.code, [48, 47, 20, 20, 20])):
        again = read_list(system_of("fubar"), vocabulary("fubar").with_meanings({one.key: code}), text)
        assert [unit.get("points") for unit in again.units] == [*worth, None]


def test_a_word_for_a_kind_of_units_is_a_heading() -> None:
    """The word names a unit too."""
    found = parse_list("openfire_ww2", "Red Force 300 pts\n\nTanks\nSherman 200 pts\n\nInfantry\nRifle squad 100 pts")
    assert units(found) == ["medium_tank, points=200", "rifle_squad, points=100"]
    assert found.passed == ("Tanks", "Infantry")
    found = parse_list("openfire_ww2", "Army\n\nTanks\n2 Shermans\n1 Tiger")
    assert (units(found), unknown_names(found)) == (["medium_tank"] * 2 + ["heavy_tank"], [])


def test_a_word_that_may_stand_over_units_is_asked() -> None:
    """L5"""
    assert unknown_names(parse_list("openfire_ww2", "Sherman\ninfantry\nInfantry team (4 men)")) == ["infantry"]
    text = "Army\n\nInfantry\n2 HMG teams\n5 Marines\n\nVehicles\nTank"
    assert unknown_names(parse_list("fubar", text)) == ["Infantry"]
    words = vocabulary("fubar").with_meanings({name_key("Infantry"): "unit:regular_section"})
    found = read_list(system_of("fubar"), words, text)
    assert (unknown_names(found), units(found)[0]) == ([], "regular_section, 'Infantry'")


def test_a_faction_that_is_called_as_a_unit_is_none() -> None:
    """L5"""
    head = "Red Force (300 points)\n\nMarines\nSkirmish (500 points)\n\n"
    found = parse_list("fubar", f"{head}BATTLELINE\n\nMilitia (100 points)\n\nTank (200 points)")
    assert (units(found), unknown_names(found), found.name) == (
        ["militia, points=100", "tank, points=200"],
        [],
        "Red Force",
    )
    found = parse_list("fubar", "Red Force (300 points)\n\nMarines\n\nBATTLELINE\nMilitia\nTank (200 points)")
    assert unknown_names(found) == ["Marines"]


def test_a_first_line_with_a_unit_and_the_points_of_all_is_the_name_of_the_list() -> None:
    """L4b"""
    found = parse_list("fubar", "Militia 290 pts:\n2x 5 Marines (100 pts each)\nIFV - 90 pts")
    assert (found.name, units(found)) == ("Militia", ["marines, points=100"] * 2 + ["ifv, points=90"])


def test_an_unknown_first_unit_is_no_name_of_the_list() -> None:
    """Its points are part of the total, or fewer than those of any unit."""
    assert unknown_names(
        parse_list("fubar", "Captain Bob, 80 pts\nMarines, 70 pts\nTank, 180 pts\nTotal: 330 pts")
    ) == ["Captain Bob"]
    assert unknown_names(parse_list("fubar", "Captain Bob, 50 pts\nMarines, 110 pts\nTank, 180 pts")) == ["Captain Bob"]
    assert parse_list("fubar", "Red Force, 290 pts\nMarines, 110 pts\nTank, 180 pts").name == "Red Force"


def test_a_number_before_a_word_for_headings_is_asked() -> None:
    """L3"""
    assert unknown_names(parse_list("opreb", "My army\n5 troops\nLine rifle squad")) == ["troops"]
    assert unknown_names(parse_list("opreb", "My army\n1 HQ:\nLine rifle squad\n2 TROOPS\nLine rifle squad")) == []


def test_the_unit_behind_a_place_in_the_army_is_asked() -> None:
    """L1"""
    assert unknown_names(parse_list("fubar", "Marines - 50 pts\nTroops: Grunts (10) - 50 pts")) == ["Grunts"]


# Public lists


def parse_posted(one: dict[str, Any]) -> ArmyList:
    text = one["text"]
    if "ending" in one:
        text = text_of_list(text.strip().encode(), f"list.{one['ending']}")
    return parse_list(one["system"], text)


def without_name(line: str) -> str:
    """Return a unit without its given name, which fights in no battle."""
    return re.sub(r", (?:'[^']*'|\"[^\"]*\")", "", line)


def wrong(one: dict[str, Any]) -> list[str]:
    """Return the units of a list that were misread, or lost without a question."""
    found = parse_posted(one)
    got, want = Counter(map(without_name, units(found))), Counter(map(without_name, one["read"]))
    lost = [] if found.unknown_names or found.faults else [*(want - got).elements()]
    return [*(got - want).elements(), *lost]


@pytest.mark.parametrize("one", TRIED, ids=lambda one: one["id"])
def test_a_list_in_a_public_shape_is_read(one: dict[str, Any]) -> None:
    found = parse_posted(one)
    assert wrong(one) == []
    known = [*one.get("asks", ()), *one.get("asks_instead", ())]
    for said in unknown_names(found):
        assert any(said in word or word in said for word in known), said
    assert len(found.faults) == one.get("faults", 0)
    assert set(one.get("asks", ())) <= {*unknown_names(found)}
    if "name" in one:
        assert found.name == one["name"]
    assert {*one.get("passed", ())} <= {line.lstrip("• ") for line in found.passed}


@pytest.mark.parametrize("one", [*TRIED, *HELD_OUT], ids=lambda one: one["id"])
def test_no_line_of_a_list_is_lost(one: dict[str, Any]) -> None:
    """Each line is part of a unit, the name of the list, or passed over and named."""
    if "ending" in one or re.match(r"\s*(?:\| )?(?:# \| )?(?:Unit|Einheit|Figure|Name)\b.*\n", one["text"]):
        return
    found = parse_posted(one)
    kept = " ".join([found.name, *found.passed, *(line.line for line in found.lines)])
    for line in one["text"].splitlines():
        for word in re.findall(r"[^\W\d_]{4,}", line):
            assert word in kept or re.search(r"pts|points|punkte|puntos|^cost$|^list$", word, re.IGNORECASE), (
                word,
                line,
            )


@pytest.mark.parametrize("one", HELD_OUT, ids=lambda one: one["id"])
def test_a_public_list_that_was_held_out_is_read(one: dict[str, Any]) -> None:
    assert wrong(one) == []
    assert parse_posted(one).name == one.get("name", parse_posted(one).name)


def test_one_line_in_ten_is_asked_about_at_most() -> None:
    assert share_asked(HELD_OUT) <= 0.1


def share_asked(lists: list[dict[str, Any]]) -> float:
    lines = [line for one in lists for line in one["text"].splitlines() if re.search(r"\w", line)]
    return sum(len(parse_posted(one).unknown_names) + len(parse_posted(one).faults) for one in lists) / len(lines)


# Time


@pytest.mark.parametrize(
    "text",
    [
        "Marines\n" + "1 rifle\n" * 399,
        "plasma dogs of war\n" * 399,
        ("a " * 1_990 + "\n") * 16,
        ("marines, " * 440 + "\n") * 16,
        ("(" * 1_900 + ")" * 1_900 + "\n") * 16,
        ("Marines [5] Q4+ D4+ | 120pts | " + "Fearless, " * 380 + "\n") * 16,
        ('x "' * 1_300 + "\n") * 16,
        ("12 " * 1_300 + "\n") * 16,
        ("a 3+ b4/" * 490 + "\n") * 16,
        ("(5) [6] " * 480 + "\n") * 16,
        ("IFV, tank, marines, " * 190 + "\n") * 16,
        ("Marines - 120\n- 5 rifles\n" * 200),
        "x\n" * 32_000,
        "Planetenverteidigung, Sturmgewehre " * 1_800,
    ],
    ids=[
        *("weapons below", "unknown", "words", "commas", "brackets", "rules", "quotes"),
        *("digits", "profiles", "numbers in brackets", "units on a line", "bullets", "lines", "one line"),
    ],
)
def test_the_largest_list_is_read_in_a_third_of_a_second(text: str) -> None:
    """64 kB: in time that grows with its length, whatever it is made of."""
    began = process_time()
    parse_list("fubar", text[:64_000])
    assert process_time() - began < 0.3


def calls_of(text: str) -> int:
    """Count the function calls that read a list."""
    called = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal called
        called += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        parse_list("fubar", text)
    finally:
        sys.setprofile(None)
    return called


@pytest.mark.parametrize(
    ("before", "again"),
    [
        ("Marines ", "rifle "),
        ("Marines ", "plasma "),
        ("Marines: ", "4 rifles, "),
        ("Marines ", "12 "),
        ("Marines ", "- 12 "),
        ("Marines ", "(5) "),
        ("Marines ", "(( "),
        ("Marines ", '"x" '),
        ("", "IFV, tank, "),
        ("", "2 IFVs; "),
        ("Marines (110 pts)\n", "- 4x Trooper: rifle\n"),
        ("Marines (110 pts)\n", "  - 4 rifles\n"),
        ("", "Marines - 120\n"),
        ("", "Marines 1\n"),
        ("", "2x IFV [95 pts]\n"),
        ("", "Attack 6+ Move 5+\n"),
        ("Name,Unit\n", "a,IFV\n"),
        ("", "Unit: IFV\nPoints: 90\n"),
    ],
)
def test_four_times_the_list_is_four_times_the_work(before: str, again: str) -> None:
    few, more, most = (calls_of(before + again * n) for n in (20, 40, 80))
    assert most - more <= 2.3 * (more - few) + 500, (few, more, most)
