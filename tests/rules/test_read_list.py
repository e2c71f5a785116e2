"""`python -m rules read-list`: the printed object for each list builder, and for players' own lists."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.data.test_list_files import ROSTER, pack_file
from tests.rows import for_each
from tests.rules.command.test_posted_lists import HELD_OUT, TRIED
from tests.rules.ran import Run, process

FIELDS = {"name": str, "units": list, "questions": list, "faults": list, "passed_over": list}
UNIT = {"type": str, "name": str, "models": int, "weapons": dict, "points": (int, type(None))}
BUILDERS = {
    "the publisher's app": "app: datasheets without a gap, figures without arms",
    "New Recruit's text": "New Recruit: headings with a colon and bullets in bullets",
    "New Recruit's tournament text": "New Recruit: a tournament's text with the figures of each arm",
    "BattleScribe's forum text": "BattleScribe: figures with two arms each",
    "Army Forge's text": "Army Forge: shared text with a rule for each figure",
    "Army Forge's file": "Army Forge: a file with a hero in a unit and upgrades",
    "ListForge": "a list builder's detailed text: figures in bullets, arms in bullets below",
    "WarOrgan": "a builder with figures, with and and: tabs",
    "Best Coast Pairings": "a tournament site's text: hollow bullets of the same depth",
    "a table": "a table in Markdown",
}


def has_form(found: Any) -> bool:
    """True if an object has the fields of the contract and no others, each with a value of its type."""
    units = all(
        one.keys() == UNIT.keys() and all(isinstance(one[name], kind) for name, kind in UNIT.items())
        for one in found["units"]
    )
    texts = all(isinstance(one, str) for name in ("questions", "faults", "passed_over") for one in found[name])
    arms = all(isinstance(n, int) for one in found["units"] for n in one["weapons"].values())
    own = found.keys() == FIELDS.keys() and all(isinstance(found[name], kind) for name, kind in FIELDS.items())
    return units and texts and arms and own


@for_each("builder", BUILDERS)
def test_a_list_of_each_builder_is_printed_in_the_form_of_the_contract(run: Run, tmp_path: Path, builder: str) -> None:
    one = next(one for one in (*TRIED, *HELD_OUT) if one["id"] == BUILDERS[builder])
    file = tmp_path / f"list.{one.get('ending', 'txt')}"
    file.write_text(one["text"].strip(), encoding="utf-8")
    found = run("read-list", one["system"], str(file), "--json").json
    assert has_form(found)
    types = Counter(unit.partition(",")[0] for unit in one["read"])
    assert found["units"]
    assert Counter(unit["type"] for unit in found["units"]) <= types
    assert found["faults"] == []


@pytest.mark.parametrize("ending", ["ros", "rosz"])
def test_a_roster_is_printed_in_the_form_of_the_contract(run: Run, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"list.{ending}"
    file.write_bytes(pack_file(ROSTER.encode()) if ending == "rosz" else ROSTER.encode())
    found = run("read-list", "openfire_ww2", str(file), "--json").json
    assert has_form(found)
    assert [one["type"] for one in found["units"]] == ["rifle_squad", "medium_tank"]


def test_a_list_from_standard_input_is_printed_word_for_word() -> None:
    text = "Raid (300 pts)\nTROOPS\n2x IFV [95 pts each]\nSquad 1: Marines x5, 4 assault rifles, 1 LMG\nPlasma dogs\n"
    ran = process("read-list", "fubar", "-", "--json", facts=text)
    ifv = {"type": "ifv", "name": "", "models": 1, "weapons": {"light_cannon": 1, "lmg": 1}, "points": 95}
    marines = {
        "type": "marines",
        "name": "Squad 1",
        "models": 5,
        "weapons": {"assault_rifle": 4, "lmg": 1},
        "points": None,
    }
    assert json.loads(ran.out) == {
        "name": "Raid",
        "units": [ifv, ifv, marines],
        "questions": ["What is “Plasma dogs”?"],
        "faults": [],
        "passed_over": ["TROOPS"],
    }


def test_a_list_that_cannot_be_a_force_is_printed_with_its_faults(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("1000 Marines\n", encoding="utf-8")
    found = run("read-list", "fubar", str(file), "--json").json
    assert found["units"] == []
    assert "at most 100, not 1000" in found["faults"][0]


def test_a_damaged_file_is_one_line_on_standard_error(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "list.rosz"
    file.write_bytes(b"PK")
    ran = run("read-list", "fubar", str(file), "--json")
    assert (ran.code, len(ran.faults)) == (2, 1)
    assert "damaged" in ran.faults[0]
