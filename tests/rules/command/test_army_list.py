"""Lists of units as players write them: their reading, and the questions."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data import SYSTEMS
from data.files import sample_forces
from data.systems import system_of, vocabulary
from rules.command.army_list import ArmyList, Unknown, read_list, reading_json, reading_of
from rules.command.force import MOST_IN_FORCE, Force, specs
from rules.command.list_contract import question
from rules.command.list_files import lines_of_json
from rules.command.list_words import weapons_of
from rules.command.list_writing import list_text
from rules.command.system import System
from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
from tests.turns import examples

LISTS = tomllib.loads((Path(__file__).parent / "lists.toml").read_text(encoding="utf-8"))["list"]


def parse_list(system: str, text: str, learned: dict[str, str] | None = None) -> ArmyList:
    return read_list(system_of(system), vocabulary(system).with_meanings(learned or {}), text)


def text_of(one: dict[str, Any]) -> str:
    """A list of the test data as text, which some have as a file of another program."""
    return one["text"] if "text" in one else lines_of_json(json.loads(one["json"]))


def unit_in_words(unit: dict[str, Any]) -> str:
    """Return a unit as the test data has it: its name or type, models, weapons, profile."""
    weapons = [f"{one.get('count', 1)} {one['name']}" for one in unit["weapons"]] if "weapons" in unit else []
    profile = [f"{name}={value}" for name, value in unit.get("profile", {}).items()]
    weapons = ["unarmed"] if unit.get("weapons") == [] else weapons
    size = [f"{unit['models']} models"] if "models" in unit else []
    name = [repr(unit["name"])] if "name" in unit else []
    others = [f"{name}={unit[name]}" for name in ("points", "states", "medic") if name in unit]
    return ", ".join([*([unit["type"]] if "type" in unit else []), *name, *size, *weapons, *profile, *others])


def list_in_words(found: ArmyList) -> list[str]:
    return [unit_in_words(unit) for unit in found.units] + [f"? {one.words}" for one in found.unknown_names]


@for_each("one", LISTS)
def test_a_list_of_real_life_is_read_and_goes_into_json_and_comes_back_the_same(one: dict[str, Any]) -> None:
    """A reading with a pending question survives, and so do the nearest meanings of a word."""
    found = parse_list(one["system"], text_of(one))
    assert [ENGLISH(fault) for fault in found.faults] == []
    assert list_in_words(found) == one["read"]
    kept = json.loads(json.dumps(reading_json(found)))
    assert reading_of(kept) == found
    del kept["passed"]  # as those of before there was such a thing
    assert reading_of(kept) == found._replace(passed=())


def test_plain_lists_are_read_without_a_question() -> None:
    lines = [line for one in LISTS if not one.get("asks") for line in parse_list(one["system"], text_of(one)).lines]
    asked = [line.line for line in lines if line.unknown]
    assert len(LISTS) >= 50
    assert len(lines) >= 150
    assert len(asked) <= 0.05 * len(lines), asked


def test_a_force_has_the_name_given_to_it_else_that_of_its_list() -> None:
    system, named, unnamed = system_of("fubar"), parse_list("fubar", "# Raiders\nIFV"), parse_list("fubar", "IFV")
    assert [one.force(system, "Mine").name for one in (named, unnamed)] == ["Mine", "Mine"]
    assert [one.force(system).name for one in (named, unnamed)] == ["Raiders", "Force"]


@for_each(
    ("name", "fault"),
    [("?!", "name: give one line of text with a letter or digit in it"), ("N" * 61, "name: at most 60 characters")],
)
def test_a_force_whose_name_is_none_is_refused_with_the_reason(name: str, fault: str) -> None:
    with pytest.raises(BadFacts) as refused:
        parse_list("fubar", "IFV").force(system_of("fubar"), name)
    assert [ENGLISH(one).partition(", not ")[0] for one in refused.value.faults] == [fault]


@for_each("letters", [499, 500, 501])
def test_what_a_list_says_about_itself_is_cut_to_five_hundred_letters(letters: int) -> None:
    assert parse_list("fubar", f"> {'a' * letters}\nIFV").about == "a" * min(letters, 500)


def test_a_question_whose_answers_are_no_longer_known_asks_what_the_number_counts() -> None:
    assert ENGLISH(question(Unknown("IFV 2", "word"))) == "“IFV 2”: what does the number count?"


# A force as text


def same(system: System, force: Force) -> None:
    """The force as text is read as the same force."""
    found = parse_list(system.key, list_text(system, vocabulary(system.key), force))
    assert specs(system, found.force(system)) == specs(system, force)
    assert (found.name, found.about) == (force.name, force.about)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda one: one.key)
def test_every_sample_force_is_the_same_after_its_text_was_read(system: System) -> None:
    for force in sample_forces(system.key).values():
        same(system, force)


def test_a_unit_named_like_a_type_is_written_as_one_although_it_names_no_type() -> None:
    system = system_of("fubar")
    given = system.units["marines"].model_copy(update={"models": 4}).model_dump(exclude={"figures"})
    text = list_text(system, vocabulary("fubar"), Force(name="x", system="fubar", units=(given,)))
    assert text.splitlines()[-1] == "Marines (4 models): 4 assault rifle, 1 rpg"
    same(system, Force(name="x", system="fubar", units=(given,)))


@for_each("name", ["[*]a", "[b]a[/b]", "[quote=x]a", "a ~~b~~", "[s]a[/s] b", 'a "b" \\c'])
def test_a_name_in_the_signs_of_a_markup_is_the_same_after_its_text_was_read(name: str) -> None:
    """Examples by chance: a list with a unit named [*]a could not be written."""
    system = system_of("fubar")
    same(system, Force(name="x", system=system.key, units=({"type": next(iter(system.units)), "name": name},)))


@st.composite
def forces(draw: st.DrawFn) -> tuple[System, Force]:
    system = draw(st.sampled_from(SYSTEMS))
    names = st.text("abcXYZ 0123456789.,:;()[]x×\"'\\=#>-/|&äß*_", min_size=1, max_size=30)
    units = []
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(list(system.units)))
        unit: dict[str, Any] = {"type": kind}
        if draw(st.booleans()):
            unit["name"] = draw(names) + "a"
        if draw(st.booleans()):
            unit["models"] = draw(st.integers(1, 100))
        if draw(st.booleans()):
            arms = st.sampled_from(list(weapons_of(system)))
            unit["weapons"] = [
                {"name": draw(arms), "count": draw(st.integers(1, 100)), "mounted": draw(st.booleans())}
                for _ in range(draw(st.integers(0, 4)))
            ]
        if draw(st.booleans()):
            unit["points"] = draw(st.integers(0, 1000))
            unit["medic"] = draw(st.booleans())
        if draw(st.booleans()):
            unit["profile"] = system.units[draw(st.sampled_from(list(system.units)))].profile
        try:
            specs(system, Force(name="x", system=system.key, units=(unit,)))
        except BadFacts:
            unit = {"type": kind}
        units.append(unit)
    return system, Force(
        name=draw(st.sampled_from(["Raiders", "The 5th, old", "A"])), system=system.key, units=tuple(units)
    )


@given(forces())
@settings(max_examples=examples(30), deadline=None)
def test_any_force_is_the_same_after_its_text_was_read(one: tuple[System, Force]) -> None:
    same(*one)


# Hostile lists

LONGEST = ("x " * 20 + "\n") * 300
"""A list of 6,000 words."""


@for_each(
    "text",
    [
        "x" * 4000,
        "1 " * 2000,
        "squad " * 700,
        "marines, " * 450,
        "(" * 4000,
        "plasma " * 570,
        "models=" * 570,
        '"' * 4000,
    ],
)
def test_a_line_of_4000_letters_is_read_in_time(text: str) -> None:
    began = process_time()
    found = parse_list("fubar", text)
    assert process_time() - began < 2
    assert all(len(one.words) <= 60 for one in found.unknown_names)


@for_each(
    ("fits", "exceeds", "fault"),
    [
        ("x" * 4_000, "x" * 4_001, "a line can have at most 4000 characters"),
        ("Tank\n" * 400, "Tank\n" * 401, "a list can have at most 400 lines; this one has 401"),
        (
            ("x " * 20 + "\n") * 300,
            ("x " * 20 + "\n") * 300 + "x",
            "a list can have at most 6000 words; this one has 6001",
        ),
    ],
)
def test_a_list_has_so_many_lines_words_and_letters_in_a_line_at_most(fits: str, exceeds: str, fault: str) -> None:
    assert fault[:-4] not in "".join(map(ENGLISH, parse_list("fubar", fits).faults))
    [line] = parse_list("fubar", exceeds).lines
    assert (line.line, [ENGLISH(one) for one in line.faults]) == (exceeds.splitlines()[0][:60], [fault])


def test_a_thousand_units_are_refused_and_not_made() -> None:
    for text in ("1000 tanks", "1000 squads of Militia", "tank\n" * 1000):
        with pytest.raises(BadFacts, match="at most"):
            parse_list("fubar", text).force(system_of("fubar"))
        assert len(parse_list("fubar", text).units) <= 200 + MOST_IN_FORCE
    with pytest.raises(BadFacts, match="models"):
        parse_list("fubar", "1000 Marines").force(system_of("fubar"))


def test_an_empty_list_is_refused_with_advice() -> None:
    for text in ("", "\n\n", "---", "Total: 500 pts"):
        with pytest.raises(BadFacts, match="No units in this list"):
            parse_list("fubar", text).force(system_of("fubar"))


def test_a_list_may_have_sixty_units_and_no_more() -> None:
    whole = parse_list("fubar", "Militia\n" * 60)
    assert len(whole.force(system_of("fubar")).units) == 60
    assert "at most 60 units" in ENGLISH(parse_list("fubar", "Militia\n" * 61).faults[0])
