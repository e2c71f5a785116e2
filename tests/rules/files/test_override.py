"""A variant of a system whose rules are in Python: it plays like its base, except for its own values."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from data import system_of
from data.files import bases
from data.python_systems import PYTHON_SYSTEMS
from rules.command.force import specs
from rules.command.list_words import Meaning, Vocabulary
from rules.files.file_system import FileSystem
from rules.files.sheet import sheet
from rules.files.system import read_system
from rules.kernel.errors import BadFacts
from rules.kernel.resolve import ruleset_of
from rules.kernel.serialise import play_of
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.rules.declared import declared
from tests.rules.table import Sitting

PLAIN = 'base = "{base}"\n[system]\nkey = "club"\nname = "Club rules"\n'
CLUB = """
base = "opreb"
remove = ["weapons.gauss_rifle"]

[system]
key = "club_rebellion"
name = "Club Rebellion"

[tables]
cover_dice = 6
moves = { standard = 6 }

[rulings]
pin_effect = "minus_skill_die"
morale_bangs = 2

[weapons]
rifle = { band = 12 }
laser_rifle = { rof = 3, band = 12, plural = "laser rifles" }

[states.pinned]
until = "turn_end"

[topics.movement]
text = "Infantry moves 6″."

[units.line_rifles]
weapons = [{ name = "laser_rifle", count = 5 }, { name = "saw" }]

[forces.expedition]
name = "The club's expedition"
"""
SECOND = 1.0
LONGEST = 600
"""Letters of a sentence that tells of a fault."""


@cache
def variant(text: str) -> FileSystem:
    return read_system(text.encode("utf-8", "surrogateescape"), "club.toml", bases())


def faults(text: str) -> list[str]:
    with pytest.raises(BadFacts) as caught:
        variant(text)
    return [ENGLISH(one) for one in caught.value.faults]


def examples(key: str) -> list[dict[str, Any]]:
    """Return the worked examples of a system's page."""
    return json.loads((Path(__file__).parents[1] / key / "examples.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("key", PYTHON_SYSTEMS)
def test_a_variant_that_says_nothing_has_all_that_its_base_has(key: str) -> None:
    club, base = variant(PLAIN.format(base=key)), system_of(key)
    assert (club.key, club.name, club.about.credit) == ("club", "Club rules", base.about.credit)
    assert (club.is_base, bases()[key].is_base) == (True, True)
    for part in ("states", "topics", "units", "weapons", "setup", "absent", "turn"):
        assert getattr(club, part) == getattr(base, part), part
    assert list(declared(club))[1:] == list(declared(base))[1:]
    assert sheet(club, ENGLISH).splitlines()[1:] == sheet(base, ENGLISH).splitlines()[1:]
    assert club.rulings().model_dump() == base.rulings().model_dump()
    assert [len(specs(club, force)) for force in club.forces.values()] == [
        len(specs(base, force.model_copy(update={"system": key}))) for force in club.forces.values()
    ]


@pytest.mark.parametrize("key", PYTHON_SYSTEMS)
def test_a_variant_that_says_nothing_plays_the_examples_of_its_base(key: str) -> None:
    club = variant(PLAIN.format(base=key))
    for example in examples(key):
        rulings = dict(ruling.split("=", 1) for ruling in example["rulings"])
        played = [
            play_of(Sitting(system, rulings, tuple(example["choose"])).play(*facts_and_dice(example)), {})
            for system in (club, system_of(key))
        ]
        assert played[0] == played[1], example["name"]


def facts_and_dice(example: dict[str, Any]) -> tuple[str, Any, Any]:
    return example["action"], example["facts"], example["dice"]


def test_a_club_changes_numbers_weapons_units_states_texts_and_rulings() -> None:
    club, base = variant(CLUB), system_of("opreb")
    numbers = club.tables.numbers
    assert (numbers["cover_dice"], numbers["moves"].standard, numbers["moves"].tac_move) == (6, 6, 5)
    assert ruleset_of(club).rulings == ruleset_of(club, {"pin_effect": "minus_skill_die", "morale_bangs": 2}).rulings
    assert set(base.weapons) - set(club.weapons) == {"gauss_rifle"}
    assert (club.tables.weapons["rifle"].rof, club.tables.weapons["rifle"].band) == (1, 12)
    assert [one.name for one in club.units["line_rifles"].weapons] == ["laser_rifle", "saw"]
    assert (club.units["line_rifles"].models, club.many("laser_rifle")) == (6, "laser rifles")
    assert (club.states["pinned"].cleared_by, club.states["pinned"].harm) == (("turn_end",), True)
    assert ENGLISH(club.topics["movement"].text) == "Infantry moves 6″."
    assert (club.forces["expedition"].name, club.forces["colonists"].system) == (
        "The club's expedition",
        "club_rebellion",
    )


def test_the_numbers_of_a_club_are_in_the_ledger() -> None:
    example = next(one for one in examples("opreb") if one["facts"].get("target", {}).get("cover") == "light")
    resolution = next(Sitting(variant(CLUB)).every_play("fire", example["facts"], 1))[0]
    lines = {ENGLISH(line.why): line.value for throw in play_of(resolution, {}).throws for line in throw.ledger}
    assert lines["in cover"] == 6


def test_a_variant_is_based_on_a_variant() -> None:
    club = variant(CLUB)
    second = 'base = "club_rebellion"\n[system]\nkey = "second"\nname = "Second"\n[tables]\nbang = 4\n'
    found = read_system(second.encode(), "second.toml", {**bases(), "club_rebellion": club})
    numbers = found.tables.numbers
    assert (numbers["bang"], numbers["cover_dice"], found.rulings().morale_bangs) == (4, 6, 2)


@for_each(
    ("old", "new", "line", "said"),
    [
        ("cover_dice = 6", "cover_dise = 6", 10, 'tables.cover_dise: there is no "cover_dise"; did you mean'),
        ("cover_dice = 6", 'cover_dice = "six"', 10, "tables.cover_dice: give a whole number"),
        ("cover_dice = 6", "cover_dice = 1000000", 10, "tables.cover_dice: numbers go up to 200"),
        ("cover_dice = 6", "cover_dice = 101", 10, "tables.cover_dice: give a whole number from 0 to 100"),
        ("rof = 3, band = 12", "dice = 101", 19, "weapons.laser_rifle.dice: give a whole number from 0"),
        ("standard = 6", "standard = 0", 11, "tables.moves.standard: give a whole number from 1"),
        ('"minus_skill_die"', '"minus_skil_die"', 14, "rulings.pin_effect: choose"),
        ("morale_bangs = 2", "morale_bangs = 9", 15, "rulings.morale_bangs: choose 1, 2 or 3"),
        ("morale_bangs", "moral_bangs", 15, 'rulings.moral_bangs: there is no "moral_bangs"; did you'),
        ("rifle = { band = 12 }", "rifle = { bnd = 12 }", 18, 'weapons.rifle.bnd: there is no "bnd"; did you mean'),
        ("rof = 3, band", "rate = 3, band", 19, 'weapons.laser_rifle.rate: there is no "rate"'),
        ("count = 5", "count = 5 }, { name = \"lazer\"", 28, 'units.line_rifles.weapons: there is no "lazer"'),
        ('name = "laser_rifle", count', 'name = "rifle", count', 19, "weapons.laser_rifle: no unit carries it"),
        ('until = "turn_end"', 'holds = "flag"', 22, "states.pinned.holds: the rules need it: change only its"),
        ('until = "turn_end"', 'until = "noon"', 22, "states.pinned.until: choose"),
        ('["weapons.gauss_rifle"]', '["states.pinned"]', 3, "remove: the rules need it: remove only weapons, units"),
        ('["weapons.gauss_rifle"]', '["weapons.saw"]', 28, 'units.line_rifles.weapons: there is no "saw"'),
        ('["weapons.gauss_rifle"]', '["weapons.gaus"]', 3, 'remove: there is no "weapons.gaus" in the base'),
        ('"Infantry moves 6″."', '"@everyone moves 6″."', 25, "topics.movement.text: texts have no formatting: remove"),
        ('"Infantry moves 6″."', '"{unit} moves 6″."', 25, 'topics.movement.text: "unit" has no value here'),
        ("[states.pinned]", "[state.pinned]", 21, 'state: there is no "state"; did you mean "states"?'),
        ("[forces.expedition]", "[forces.expeditions]", 30, "forces.expeditions"),
        ("[topics.movement]", "[action.fire]", 24, "action: the rules of the base are in Python"),
        ('"Infantry moves 6″."', f'"{"a" * 1501}"', 25, "topics.movement.text: write a text of at most 1500 letters"),
        ("cover_dice = 6", "cover_dice = 201", 10, "tables.cover_dice: numbers go up to 200"),
        ("cover_dice = 6", "cover_dice = -201", 10, "tables.cover_dice: numbers go up to 200"),
        ("[topics.movement]", '[topics.movement]\nrulings = ["pin"]', 25, 'topics.movement.rulings: there is no "pin"'),
        ("[topics.movement]", "[opponent]\nsoon = 1\npoints = { pined = 1 }\n[topics.movement]", 26,
         'opponent.points.pined: there is no "pined"; did you mean "pinned"?'),
    ],
)  # fmt: skip
def test_faults_of_a_python_variant_are_reported_with_their_lines(old: str, new: str, line: int, said: str) -> None:
    assert old in CLUB
    found = faults(CLUB.replace(old, new, 1))
    assert any(one.startswith(f"club.toml, line {line}: {said}") for one in found), found


@for_each(
    ("top", "tables", "said"),
    [
        ("", '[rulings]\npassenger_hits = "never"', "7: rulings.passenger_hits: choose 'destroyed_only' or"),
        ("", "[tables]\nmoevs = 3", '7: tables.moevs: there is no "moevs"; did you mean "moves"?'),
        ("", "[tables.cover]\nlihgt = 3", '7: tables.cover.lihgt: choose \'none\', \'soft\', \'moderate\' or'),
        ("", "[states.suppressed]\nuntil = 'noon'", "7: states.suppressed.until: choose 'turn_start', 'turn_end', 'ac"),
        ("", "[states.suppressed]\neffect = 3", "7: states.suppressed.effect: give a text, not 3"),
        ("", '[topics.firing]\ntxt = "b"', '7: topics.firing.txt: there is no "txt"; did you mean "text"?'),
        ("", '[topics.pause]\ntxt = "b"', "6: topics.pause.title: missing"),
        ("", '[[setup]]\nkee = "a"\ntext = "b"', '7: setup.kee: there is no "kee"; did you mean "key"?'),
        ("", "[aliases.de]\nsuppressed = 3", "7: aliases.de.suppressed: give a list: write [ and ] around it, not 3"),
        ("", "[units.militia]\nweapon = 3", '7: units.militia.weapon: there is no "weapon"; did you mean "weapons"?'),
        ("", "[units.militia]\nplural = ''", "7: units.militia.plural: write a text of at most 60 letters"),
        ("", '[units.militia]\nweapons = [{ name = "lazer" }]', "6: units.militia: weapons: there is no lazer; choose"),
        ('remove = ["units.ifv"]', "", '1: forces.raiders.units: there is no "ifv"'),
        ('remove = ["units.ifv", "demo"]', "", "2: remove: the rules need it: remove only weapons, units"),
    ],
)  # fmt: skip
def test_faults_in_the_tables_of_python_are_reported_with_their_lines(top: str, tables: str, said: str) -> None:
    """A misspelt field of a step of the setup ended in an error, and its line was not known."""
    found = faults(f'base = "fubar"\n{top}\n[system]\nkey = "club"\nname = "Club"\n{tables}\n')
    assert any(one.startswith(f"club.toml, line {said}") for one in found), found


def test_a_fault_of_python_in_no_table_is_reported_too() -> None:
    def make(*_: object) -> Any:
        raise BadFacts([Text("not today")])

    base = replace(bases()["fubar"], make=make)
    with pytest.raises(BadFacts) as caught:
        read_system(PLAIN.format(base="fubar").encode(), "club.toml", {"fubar": base})
    assert [ENGLISH(one) for one in caught.value.faults] == ["club.toml, line 1: not today"]


def test_a_variant_of_python_has_its_own_plurals_ends_and_demo_and_may_remove_a_whole_table() -> None:
    more = '[units.militia]\nplural = "Militia men"\n[states.suppressed]\nuntil = ["turn_end", "manual"]\n'
    demo = '[demo]\ntry = ["/fire"]\n'
    club = variant(PLAIN.format(base="fubar").replace("[system]", 'remove = "absent"\n[system]') + more + demo)
    base = system_of("fubar")
    assert (club.many("militia"), dict(club.absent)) == ("Militia men", {})
    assert Vocabulary.of(club).longest_match(["Militia", "men"]) == (2, (Meaning("unit", "militia"),))
    assert club.states["suppressed"].cleared_by == ("turn_end", "manual")
    assert (club.about.demo, club.about.steps) == (base.about.demo, ("/fire",))
    text = "a" * 1500
    assert (
        variant(PLAIN.format(base="fubar") + f'[topics.firing]\ntext = "{text}"\n').topics["firing"].text.msgid == text
    )


def test_all_faults_of_a_python_variant_are_reported_at_once() -> None:
    wrong = CLUB.replace("cover_dice", "cover_dise").replace("rof = 3", "rof = 9").replace("standard", "standrad")
    assert len(faults(wrong)) == 3


HOSTILE = {
    "a huge number": CLUB.replace("cover_dice = 6", "cover_dice = 1" + "0" * 4000),
    "a weapon of a million dice": CLUB.replace("rof = 3, band", "dice = 1000000, crew"),
    "a number that is none": CLUB.replace("cover_dice = 6", "cover_dice = nan"),
    "a date": CLUB.replace("cover_dice = 6", "cover_dice = 2026-01-01"),
    "lists in lists": CLUB.replace("cover_dice = 6", "cover_dice = " + "[" * 50_000 + "]" * 50_000),
    "a text of many letters": CLUB.replace("Infantry moves", "a " * 60_000),
    "thousands of weapons": CLUB + "\n".join(f"[weapons.x{n}]\nrof = 1\nband = 4" for n in range(3000)),
    "thousands of units": CLUB + "\n".join(f'[units.x{n}]\nname = "X"' for n in range(3000)),
    "a name of ours": CLUB.replace('key = "club_rebellion"', 'key = "undo"'),
    "no table": CLUB.replace("[topics.movement]\ntext =", "topics ="),
    "a list where a table is needed": CLUB.replace("[forces.expedition]\nname =", "[[forces]]\nname ="),
    "a system of another kind": CLUB.replace('name = "Club Rebellion"', 'name = "Club Rebellion"\ndie = 20'),
}


@for_each("text", HOSTILE.values())
def test_a_hostile_variant_of_python_is_refused_or_guarded(text: str) -> None:
    assert text != CLUB
    before = time.process_time()
    try:
        found = variant(text).units
    except BadFacts as error:
        found = [ENGLISH(one) for one in error.faults]
    assert time.process_time() - before < SECOND
    assert all(0 < len(one) < LONGEST for one in found)
