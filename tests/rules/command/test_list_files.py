"""Lists in files of other programs and in tables, as the text that is read."""

from __future__ import annotations

from typing import Any

import pytest

from rules.command.list_files import is_army_list, lines_of_json, lines_of_table
from rules.kernel.errors import BadFacts
from tests.rows import for_each
from tests.rules.command.test_army_list import list_in_words, parse_list


def test_a_list_in_the_shape_of_army_forge_is_read() -> None:
    marines = {
        "name": "Marines",
        "customName": "Old Guard",
        "size": 5,
        "cost": 120,
        "quality": 4,
        "loadout": [{"name": "Assault Rifle", "count": 4}, {"name": "RPG", "count": 1}],
    }
    tank = {"name": "Tank", "size": 1, "loadout": [{"name": "Heavy Cannon", "count": 1}]}
    found = parse_list("fubar", lines_of_json({"name": "My, army", "gameSystem": "gf", "units": [marines, tank]}))
    assert found.name == "My army"
    assert list_in_words(found) == ["marines, 'Old Guard', 4 assault_rifle, 1 rpg, points=120", "tank, 1 heavy_cannon"]


def test_a_list_in_the_shape_of_new_recruit_is_read() -> None:
    rifle = {"name": "Assault rifle", "type": "upgrade", "number": 4}
    model = {"name": "Marine", "type": "model", "number": 4, "selections": [rifle]}
    gunner = {"name": "Gunner", "type": "model", "number": 1, "selections": [{"name": "RPG", "type": "upgrade"}]}
    squad = {"name": "Marines", "type": "unit", "number": 1, "selections": [model, gunner]}
    militia = {"name": "Plasma dogs", "type": "unit", "selections": []}
    roster = {"roster": {"name": "Test", "forces": [{"name": "Patrol", "selections": [squad, militia]}]}}
    found = parse_list("fubar", lines_of_json(roster))
    assert list_in_words(found) == ["marines, 4 assault_rifle, 1 rpg", "? Plasma dogs"]


@for_each("shape", [[], {}, {"units": 3}, {"units": [1, {"name": 5}]}, {"roster": []}, None, "x"])
def test_json_that_is_no_list_is_refused(shape: Any) -> None:
    with pytest.raises(BadFacts, match="no units of a force"):
        lines_of_json(shape)


def test_json_nested_without_end_is_no_harm() -> None:
    deep: dict[str, Any] = {"name": "Tank", "type": "unit"}
    for _ in range(200):
        deep = {"name": "group", "selections": [deep]}
    assert "group" in lines_of_json({"forces": [deep]})


@for_each("between", [",", ";", "\t"])
def test_a_table_with_a_header_is_read(between: str) -> None:
    rows = [["Unit", "Count", "Models", "Weapons", "Pts"], ["Marines", "2", "5", "assault rifles", "120"]]
    rows += [["Tank", "1", "", "", "200"], ["Total", "", "", "", "440"]]
    found = parse_list("fubar", lines_of_table("\n".join(between.join(row) for row in rows)))
    assert list_in_words(found) == ["marines, 5 assault_rifle, points=120"] * 2 + ["tank, points=200"]


def test_text_with_commas_is_no_table() -> None:
    assert lines_of_table("Marines, 5\nTank") == "Marines, 5\nTank"


@for_each(
    ("found", "is_list"),
    [
        ({"roster": {}}, True),
        ({"list": {}}, True),
        ({"units": []}, True),
        ({"selections": []}, True),
        ({"forces": []}, True),
        ({"units": [], "system": "fubar"}, False),
        ({"name": "x"}, False),
        ([], False),
        (None, False),
    ],
)
def test_a_list_of_another_program_is_known_by_its_fields(found: Any, is_list: bool) -> None:
    assert is_army_list(found) is is_list


def named(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, **more}


def group(*inside: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "Group", "selections": [*inside], **more}


def in_groups(deep: int, name: str = "Tank", kind: str = "unit") -> dict[str, Any]:
    found = named(name, type=kind)
    for _ in range(deep):
        found = group(found)
    return found


HALF = named("Marines", combined=True, size=5, cost=60, loadout=[named("Rifle", count=5)])
OTHER = HALF | {"selectionId": "b", "joinToUnit": "a", "weapons": [named("Axe")]}


@for_each(
    ("whole", "text"),
    [
        ({"name": "A", "units": [named("Tank")]}, "# A\nTank"),
        ({"listName": "A", "units": [named("Tank")]}, "# A\nTank"),
        ({"roster": {"name": "A", "units": [named("Tank")]}, "name": "B"}, "# A\nTank"),
        ({"roster": {"listName": "A", "units": [named("Tank")]}, "name": "B"}, "# A\nTank"),
        ({"roster": {"units": [named("Tank")]}, "name": "B"}, "# B\nTank"),
        ({"list": {"units": [named("Tank")]}, "name": "B", "listName": "C"}, "# C\nTank"),
        ({"units": [named("Tank"), named("IFV")]}, "\nTank\nIFV"),
        ({"units": [named('A\n,;:|()[]{}"&\t B')]}, "\nA B"),
        ({"units": [named("x" * 61)]}, f"\n{'x' * 60}"),
        ({"units": [named("Tank"), named(","), {"type": "unit"}, named("Gun", type="upgrade")]}, "\nTank"),
        ({"units": [named("Tank")] * 201}, "\nTank" * 200),
        ({"units": [named("A")] * 150, "forces": [named("B")] * 51}, "\nA" * 150 + "\nB" * 50),
        ({"forces": [group(named("Tank", type="unit"), named("Sarge", type="model"))]}, "\nTank\nSarge"),
        ({"forces": [in_groups(8)]}, "\nTank"),
        ({"forces": [in_groups(9)]}, "\nGroup"),
        ({"units": [group(in_groups(7, "Man", "model"), type="unit")]}, "\nGroup (1 models): 1 Group"),
        ({"units": [group(in_groups(8, "Man", "model"), type="unit")]}, "\nGroup: 1 Group"),
        ({"units": [group(in_groups(7, "Gun", "upgrade"), type="unit")]}, "\nGroup: 1 Gun"),
        ({"units": [group(in_groups(8, "Gun", "upgrade"), type="unit")]}, "\nGroup: 1 Group"),
        (
            {"units": [named("A", customName="B"), named("C", customName="C"), named("D", custom_name="E")]},
            '\n"B" A\nC\n"E" D',
        ),
        (
            {"units": [named("A", size=5), named("B", models=6), named("C", size=0), named("D", size=10_001)]},
            "\nA (5 models)\nB (6 models)\nC\nD",
        ),
        ({"units": [named("A", size=10_000, cost=1)]}, "\nA (10000 models) [1 pts]"),
        (
            {
                "units": [
                    named("A", equipment=[named("Rifle"), named("Rifle", number=2), named("Axe", count=0), named("")])
                ]
            },
            "\nA: 3 Rifle, 1 Axe",
        ),
        (
            {
                "units": [
                    group(type="unit", loadout=[named("Fear", type="ArmyBookRule"), named("Kit", type="ArmyBookItem")])
                ]
            },
            "\nGroup",
        ),
        ({"units": [group(type="unit", loadout=[named("Rifle", type="ArmyBookWeapon")])]}, "\nGroup: 1 Rifle"),
        ({"units": [group(named("x"), loadout=[named("Rifle")])]}, "\nGroup: 1 Rifle"),
        (
            {
                "units": [
                    group(
                        named("Lead", type="model", number=2),
                        group(named("Man", type="model"), named("Gun", number=3)),
                        type="unit",
                    )
                ]
            },
            "\nGroup (3 models): 3 Gun",
        ),
        ({"units": [{**HALF, "selectionId": "a"}, OTHER]}, "\nMarines (10 models) [120 pts]: 10 Rifle, 1 Axe"),
        (
            {"units": [{**HALF, "selectionId": "a"}, OTHER, {**OTHER, "selectionId": "c"}]},
            "\nMarines (15 models) [180 pts]: 15 Rifle, 2 Axe",
        ),
        ({"units": [HALF | {"selectionId": "a", "joinToUnit": "a"}]}, "\nMarines (5 models) [60 pts]: 5 Rifle"),
        ({"units": [named("Tank", selectionId="a"), OTHER]}, "\nTank\nMarines (5 models) [60 pts]: 5 Rifle, 1 Axe"),
        (
            {"units": [HALF | {"selectionId": "a"}, OTHER | {"combined": False, "weapons": []}]},
            "\nMarines (5 models) [60 pts]: 5 Rifle\nMarines (5 models) [60 pts]: 5 Rifle",
        ),
    ],
)
def test_each_unit_of_a_file_is_a_line(whole: dict[str, Any], text: str) -> None:
    assert lines_of_json(whole) == text


@for_each(
    ("costs", "text"),
    [
        ([named("pts", value=90.5)], " [90 pts]"),
        ([named("Points", value="90")], " [90 pts]"),
        ([named("Punkte", value=1), named("pts", value=2)], " [3 pts]"),
        ([named("PL", value=5)], ""),
        ([named("pts", value=-1)], ""),
        ([named("pts", value=9_999)], " [9999 pts]"),
        ([named("pts", value=10_000)], ""),
        ([named("pts", value="many"), named("pts", value=4)], " [4 pts]"),
        ([named("pts", value=None)], ""),
        ([named("pts", value="nan")], ""),
        ([named("pts", value="inf")], ""),
    ],
)
def test_points_are_the_costs_of_a_unit_and_its_parts(costs: list[dict[str, Any]], text: str) -> None:
    assert lines_of_json({"units": [named("A", costs=costs)]}) == f"\nA{text}"
    part = named("Gun", type="model", costs=[named("pts", value=7)])
    inside = lines_of_json({"units": [named("A", type="unit", costs=costs, selections=[part])]})
    assert inside == f"\nA (1 models) [{7 + int(text.split()[0][1:]) if text else 7} pts]"
    assert lines_of_json({"units": [named("A", cost=8, costs=costs)]}) == "\nA [8 pts]", "its own cost has all"


@for_each(
    ("table", "text"),
    [
        ("Unit,Pts\nTank,90", "Tank [90 pts]"),
        ("Unit;Pts;Anzahl\nTank;90;2", "2x Tank [90 pts]"),
        ("Name\tModels\tGear\nMarines\t5\trifles", "Marines (5 models); rifles"),
        ("| Unit | Pts |\n|---|:-:|\n| **Tank** | `90` |", "Tank [90 pts]"),
        (
            "Unit,Pts,Total\nTank,90,180\nIFV,60,60\nGun,,50\nTotal,,290",
            "Tank [90 pts each]\nIFV [60 pts]\nGun [50 pts]\nTotal: 290",
        ),
        ("Unit,Pts\nTank,90\nSumme,90", "Tank [90 pts]\nTotal: 90"),
        ("Unit,Pts,Rank,,\nTank,90,Veteran,x,\nGun,,,,", "Tank [90 pts]; Veteran\nGun"),
        ("Figure,Weapons\nAnn,rifle", "Ann; rifle"),
        ("Figure,Rank\nAnn,Captain", "Figure,Rank\nAnn,Captain"),
        ("Unit\nTank", "Unit\nTank"),
        ("Units of mine, all\nTank", "Units of mine, all\nTank"),
        ("Unit,Pts", ""),
        ("Unit,Pts\nTank", "Tank"),
        ("Unit,Pts\n ,90", " [90 pts]".strip()),
        ("Unit: Tank\nPoints: 90\n\n- *Unit*: IFV\n• Size: 2\n", "Tank [90 pts]\nIFV (2 models)"),
        ("Points: 90\nUnit: Tank", "Points: 90\nUnit: Tank"),
        ("Unit: Tank\nUnit: IFV", "Unit: Tank\nUnit: IFV"),
        ("Unit: Tank\nMood: bad", "Unit: Tank\nMood: bad"),
        ("Unit: Tank", "Unit: Tank"),
        ("", ""),
    ],
)
def test_a_table_or_a_sheet_is_a_line_for_each_unit_and_other_text_is_unchanged(table: str, text: str) -> None:
    assert lines_of_table(table) == text
