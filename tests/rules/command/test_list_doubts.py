"""Lists with unexplained parts: the reader asks about them, or marks them."""

from __future__ import annotations

import pytest

from data.systems import system_of, vocabulary
from rules.command.army_list import AS_READ, MODELS, POINTS, UNITS, read_list
from rules.command.list_words import name_key
from rules.kernel.wording import ENGLISH
from tests.rules.command.test_posted_lists import faults, parse_list, units, unknown_names


def marks(system: str, text: str) -> list[str]:
    return [ENGLISH(one) for line in parse_list(system, text).lines for one in line.assumed]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Marines?", "?"),
        ("❌ Marines", "❌"),
        ("½ Marines", "½"),
        ("~5 Marines", "~"),
        ("Marines (-1 model)", "-"),
        ("Tank (optional)", "optional"),
        ("Tank (if 500 pts)", "if"),
        ("Not used: Tank", "Not"),
        ("Marines, dead", "dead"),
    ],
)
def test_words_and_marks_of_doubt_are_asked_about(line: str, said: str) -> None:
    """Nothing on a line is passed over in silence."""
    found = parse_list("fubar", line)
    assert found.units == ()
    assert any(f"“{said}”" in fault for fault in faults(found)), faults(found)


@pytest.mark.parametrize("line", ["Marines without LMG", "Marines w/o LMG", "Marines ohne LMG", "Marines, no LMG"])
def test_a_weapon_that_is_not_there_is_none(line: str) -> None:
    found = parse_list("fubar", line)
    assert found.units == ()
    words = vocabulary("fubar").with_meanings({one.key: "word:oneofthem" for one in found.unknown_names})
    assert read_list(system_of("fubar"), words, line).faults


def test_struck_through_words_are_left_out_and_named() -> None:
    found = parse_list("fubar", "~~Marines x5~~\nIFV ~~with LMG~~\n[s]Tank[/s]")
    assert units(found) == ["ifv"]
    assert set(found.passed) == {"~~Marines x5~~", "~~with LMG~~", "[s]Tank[/s]"}


def test_a_weapon_with_numbers_in_brackets_is_not_lost_with_them() -> None:
    assert units(parse_list("fubar", 'Tank (heavy cannon (36", A2), LMG)')) == ["tank, 1 heavy_cannon, 1 lmg"]


def test_words_beside_points_are_traits_or_left_out_with_a_mark() -> None:
    assert units(parse_list("openfire_ww2", "Rifle Squad (Veteran, 90 pts)")) == [
        "rifle_squad, rank=veteran, points=90"
    ]
    assert marks("fubar", "Marines (Delta, 90 pts)") == ["“Delta” is left out"]


def test_a_misspelt_weapon_is_read_with_a_mark() -> None:
    assert marks("fubar", "Militia with pisol") == ["'pisol' is read as pistol"]


def test_a_name_that_is_more_than_the_type_is_marked() -> None:
    assert marks("fubar", "Marine Captain") == ["'Marine Captain' is read as Marines"]
    assert marks("fubar", "Captain Bob, Marines") == ["“Captain Bob” is read as a name"]
    assert faults(parse_list("fubar", "3x Heroes, Marines"))


@pytest.mark.parametrize(
    ("first", "others", "is_unit"),
    [
        (100, "Tank - 300 pts\nIFV - 100 pts\nMarines - 100 pts", True),
        (480, "Tank - 300 pts\nIFV - 100 pts\nMarines - 100 pts\n= 980", True),
        (500, "Tank - 300 pts\nIFV - 100 pts\nMarines - 100 pts\n= 500", False),
        (100, "Tank\nIFV\nMarines", False),
    ],
)
def test_a_first_line_with_few_points_or_a_part_of_the_total_is_a_unit_and_else_the_name_of_the_list(
    first: int, others: str, is_unit: bool
) -> None:
    found = parse_list("fubar", f"Planet Guard - {first} pts\n{others}")
    assert [one.words for one in found.unknown_names if one.kind == "unit"] == ["Planet Guard"] * is_unit
    assert found.name == ("" if is_unit else "Planet Guard")
    assert [one.partition(",")[0] for one in units(found)] == ["tank", "ifv", "marines"]


@pytest.mark.parametrize(
    ("line", "arms"),
    [
        ("3 with smg and LMG", "3 smg, 3 lmg"),
        ("3 with smg, LMG", "3 smg, 3 lmg"),
        ("3 with smg and RPG, 2 with LMG", "3 smg, 3 rpg, 2 lmg"),
        ("3 with smg; RPG", "3 smg, 1 rpg"),
    ],
)
def test_figures_with_two_weapons_have_each_of_them(line: str, arms: str) -> None:
    assert units(parse_list("fubar", f"Marines x5: {line}"))[:1] == [f"marines, {arms}"]


def test_a_name_written_as_a_unit_is_marked_as_the_name_of_the_list() -> None:
    assert marks("fubar", "Bob\nTank\nMarines") == ["“Bob” is read as the name of the list"]
    assert marks("fubar", "Bob:\nTank\nMarines") == []


def test_a_unit_without_points_among_others_that_have_them_is_marked() -> None:
    assert marks("fubar", "Tank 180 pts\nMarines 110 pts\nIFV") == ["it has no points, but other units do"]


@pytest.mark.parametrize("text", ["MARINES\nBIKERS\nTANK", "Bikers:\nMarines:\nTank", "6 Bikers:\nMarines\nTank"])
def test_a_heading_that_is_written_as_a_unit_is_asked_about(text: str) -> None:
    """L5"""
    assert any(said.casefold() == "bikers" for said in unknown_names(parse_list("fubar", text)))


def test_units_that_stand_behind_a_word_that_is_passed_over_are_asked_about() -> None:
    found = parse_list("fubar", "Army: 5 Marines\nTank")
    assert unknown_names(found) or faults(found)


# Sums


def test_a_total_that_does_not_fit_is_asked_about() -> None:
    text = "Raid\nTank 180 pts\nMarines 110 pts\nTotal: 300 pts"
    found = parse_list("fubar", text)
    [one] = found.unknown_names
    assert (one.words, one.nearest) == ("Total: 300 pts", (AS_READ._replace(value="290"),))
    again = read_list(system_of("fubar"), vocabulary("fubar").with_meanings({one.key: one.nearest[0].code}), text)
    assert (unknown_names(again), len(again.units)) == ([], 2)
    more = read_list(
        system_of("fubar"),
        vocabulary("fubar").with_meanings({one.key: one.nearest[0].code}),
        text.replace("110", "115"),
    )
    assert unknown_names(more) == ["Total: 300 pts"], "another sum is asked about again"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Raid (500 pts)\nTank 180 pts\nMarines 110 pts", ["Raid (500 pts)"]),
        ("Raid (300 pts)\nTank 180 pts\nMarines 110 pts", []),
        ("Raid (250 pts)\nTank 180 pts\nMarines 100 pts\nMilitia", ["Raid"]),
        ("Raid (400 pts)\nTank 180 pts\nMarines 100 pts\nMilitia", []),
        ("Raid\nTank 180 pts\nMarines 110 pts\nTotal: 290 pts", []),
        ("Raid\nTank 180 pts\nMarines\nTotal: 290 pts", []),
        ("+ NUMBER OF UNITS: 3\n\nTank\nMarines", ["+ NUMBER OF UNITS: 3"]),
        ("+ NUMBER OF UNITS: 2\n\nTank\nMarines", []),
    ],
)
def test_sums_of_a_list_are_compared_with_its_units(text: str, says: list[str]) -> None:
    assert unknown_names(parse_list("fubar", text)) == says


# Counts


def test_squads_counted_in_brackets_are_units() -> None:
    found = parse_list("opreb", "Line Rifle Squad (x2)\nScout Sharpshooters (x1)")
    assert units(found) == ["line_rifles", "line_rifles", "scout_sharpshooters"]
    [one] = parse_list("opreb", "Colonial Militia Section (x4)").unknown_names
    assert one.nearest == (UNITS, MODELS)


def test_a_leader_counted_before_the_others_is_one_of_them() -> None:
    assert units(parse_list("opreb", "1x Sergeant, 7x Militiaman with rifles")) == ["colonial_militia, 8 rifle"]


def test_a_platoon_named_like_its_teams_is_a_heading() -> None:
    text = "Rifle Platoon\n-4 Rifle Teams\n\nPanzer IV Platoon\n-3 Panzer IV"
    found = parse_list("openfire_ww2", text)
    assert units(found) == ["rifle_team"] * 4 + ["medium_tank"] * 3
    assert unknown_names(found) == []
    assert unknown_names(parse_list("openfire_ww2", "Rifle Company\nCompany HQ\nMortar team")) == ["Rifle Company"]
    assert marks("openfire_ww2", "Mortar Platoon") == ["'Mortar Platoon' is read as Mortar team"]


def test_a_number_in_brackets_before_a_unit_is_asked_about() -> None:
    [one] = parse_list("openfire_ww2", "(5) Sherman tank").unknown_names
    assert one.nearest == (POINTS, UNITS, MODELS)
    words = vocabulary("openfire_ww2").with_meanings({name_key("(5) Sherman tank"): POINTS.code})
    assert units(read_list(system_of("openfire_ww2"), words, "(5) Sherman tank")) == ["medium_tank, points=5"]


def test_a_weapon_in_the_german_singular_is_one() -> None:
    assert unknown_names(parse_list("openfire_ww2", "Schützentrupp aus 5 Mann mit Maschinenpistole"))


def test_arms_and_points_in_lines_below_belong_to_the_unit() -> None:
    assert units(parse_list("fubar", "10 Militia (50)\n10 rifles\n60 points\n\nTank\n180 points")) == [
        "militia, 10 models, 10 infantry_rifle, points=60",
        "tank, points=180",
    ]


def test_a_side_named_like_a_unit_is_a_heading() -> None:
    assert units(parse_list("opreb", "Colonists:\n2 militia sections\n1 scout team")) == [
        "colonial_militia",
        "colonial_militia",
        "scout_sharpshooters",
    ]
    assert unknown_names(parse_list("opreb", "Colonists:\n1 scout team")) == ["Colonists"]


def test_a_heading_between_single_stars_is_no_unit() -> None:
    text = "*Our side*\n\n*Infantry*\nRifle squad - 120\n- Veteran\n- 1 x LMG\n\n*Armour*\nMedium tank - 150"
    found = parse_list("openfire_ww2", text)
    assert (found.name, units(found)) == (
        "Our side",
        ["rifle_squad, 1 lmg, rank=veteran, points=120", "medium_tank, points=150"],
    )


def test_dots_lead_from_a_name_to_its_points() -> None:
    assert units(parse_list("fubar", "Militia.................40 points\nTank....180 points")) == [
        "militia, points=40",
        "tank, points=180",
    ]


def test_rules_below_quality_and_defence_are_passed_over() -> None:
    found = parse_list(
        "opreb", "Line Rifle Squad [6] - 120pts\nQuality 4+ Defense 5+\nRelentless\n5x Assault Rifle, 1x SAW"
    )
    assert units(found) == ["line_rifles, 5 assault_rifle, 1 saw, points=120"]
    assert "Relentless" in found.passed


def test_plurals_in_the_middle_of_a_name_and_numbers_in_french_and_spanish_are_known() -> None:
    assert len(parse_list("openfire_ww2", "trois groupes de combat de 9 hommes").units) == 3
    assert units(parse_list("opreb", "Fusileros de línea: 5 fusiles de asalto, 1 ametralladora ligera")) == [
        "line_rifles, 5 assault_rifle, 1 saw"
    ]


def test_a_number_of_a_line_in_doubt_is_asked_about_once() -> None:
    found = faults(parse_list("fubar", "~5 Marines 7"))
    assert [fault for fault in found if "what does 7 count?" in fault] == found[:1]
