"""Units of a force: their faults, their names, and how they start."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from data import system_of
from rules.command.force import (
    Force,
    cards_last,
    muster_units,
    require_fitting,
    spec,
    specs,
    unit_name,
    unused_name,
    without_side,
)
from rules.game.game import Game
from rules.game.unit import Figure, Unit, UnitSpec, Weapon
from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH
from tests.rows import for_each

FUBAR, OPREB = system_of("fubar"), system_of("opreb")


def faults(system: str, *units: dict[str, Any]) -> list[str]:
    """Return the faults of a force for FUBAR with these units."""
    with pytest.raises(BadFacts) as refused:
        specs(FUBAR, Force(name="Raiders", system=system, units=units))
    return [ENGLISH(one) for one in refused.value.faults]


@for_each(
    ("name", "found"), [("Company HQ (Blue)", "Company HQ"), ("Company HQ", "Company HQ"), ("HQ (Blue) 2", "HQ 2")]
)
def test_a_side_leaves_the_name_of_its_unit(name: str, found: str) -> None:
    assert without_side(name, "Blue") == found


def test_a_force_is_for_its_own_system() -> None:
    assert faults("opreb", {"type": "marines"}) == ["Raiders is a force for opreb; this game uses fubar."]


def test_each_fault_names_its_unit_by_its_name_its_type_or_its_number() -> None:
    units = (
        {"type": "marines"},
        {"type": "marines", "name": "Ann", "states": {"strange": 1}},
        {"type": "marines", "weapons": [{"name": "axe"}]},
        {"profile": 3},
        {"type": "x" * 61},
        {"type": 5, "name": ""},
        {"type": "marines", "profile": 3},
    )
    told = faults("fubar", *units)
    assert [one.partition(":")[0] for one in told] == [
        "unit 2 (Ann)",
        "unit 3 (marines)",
        *["unit 4 (no name)"] * 2,
        f"unit 5 ({'x' * 61})",
        "unit 6 (5)",
        "unit 7 (marines)",
    ]
    assert told[0].startswith("unit 2 (Ann): states: there is no strange; choose suppressed, tried, activated")
    assert told[1].startswith("unit 3 (marines): weapons: there is no axe; choose ")
    assert told[4].startswith(f"unit 5 ({'x' * 61}): type: there is no '{'x' * 60}'; choose ")
    assert told[5].startswith("unit 6 (5): type: there is no '5'; choose ")
    assert told[6] == "unit 7 (marines): profile: give a table of fields"


def test_a_type_is_known_by_the_beginning_of_its_key_or_its_name_and_changes_apply_on_top() -> None:
    base = FUBAR.units["planet_defence_squad"]
    for kind in ("planet_defence_squad", "planet", base.name, base.name.upper()):
        assert spec(FUBAR, {"type": kind}) == base
    found = spec(FUBAR, {"type": "marines", "name": "Ann", "profile": {"level": "elite"}, "models": 3})
    usual = FUBAR.units["marines"]
    assert found == usual.model_copy(
        update={"name": "Ann", "models": 3, "profile": {**usual.profile, "level": "elite"}}
    )


@for_each(
    ("states", "told"),
    [
        ({"suppressed": 100, "on_guard": 1, "tried": 0}, []),
        ({"suppressed": 101}, ["states: suppressed is a number from 0 to 100, not 101"]),
        ({"suppressed": -1}, ["states: suppressed is a number from 0 to 100, not -1"]),
        ({"on_guard": 2}, ["states: on_guard is a number from 0 to 1, not 2"]),
        ({"on_guard": "x" * 41}, [f"states: on_guard is a number from 0 to 1, not {'x' * 40}"]),
    ],
)
def test_a_unit_may_start_with_flags_and_counts(states: dict[str, Any], told: list[str]) -> None:
    if not told:
        assert spec(FUBAR, {"type": "marines", "states": states}).states == states
        return
    with pytest.raises(BadFacts) as refused:
        spec(FUBAR, {"type": "marines", "states": states})
    assert [ENGLISH(one) for one in refused.value.faults] == told


def test_a_state_of_words_is_none_to_start_with() -> None:
    with pytest.raises(BadFacts, match="there is no engaged_with; choose suppressed, "):
        spec(FUBAR, {"type": "marines", "states": {"engaged_with": "u2"}})


def test_a_system_without_a_list_of_weapons_has_any() -> None:
    given = {"name": "Ann", "weapons": [{"name": "axe"}]}
    assert spec(replace(FUBAR, weapons=()), {**given, "profile": FUBAR.units["marines"].profile}).weapons == (
        Weapon(name="axe"),
    )


def test_a_unit_starts_as_its_line_says() -> None:
    one = UnitSpec(
        name="Ann", models=4, hp=(1, 2), weapons=(Weapon(name="lmg"),), profile={"level": "green"}, medic=True,
        states={"tried": 1}, points=70, figures=(Figure(name="Bob"),),
    )  # fmt: skip
    [found] = muster_units(FUBAR, Game(last_unit=6), "Red", [one])
    assert found == FUBAR.muster(
        Unit(
            id="u7", name="Ann", side="Red", models=4, starting=4, hp=(1, 2), weapons=one.weapons, medic=True,
            profile={"level": "green"}, states={"tried": 1}, points=70, figures=one.figures,
        )
    )  # fmt: skip


def names(side: str, *wanted: str, numbered: bool = False) -> list[str]:
    """Return the names of units that join a table with Red's HQ and Scouts and Blue's Tank."""
    there = [("HQ", "Red"), ("Scouts", "Red"), ("Tank", "Blue")]
    units = {
        f"u{n}": Unit(id=f"u{n}", name=name, side=side, models=1, starting=1) for n, (name, side) in enumerate(there)
    }
    found = muster_units(OPREB, Game(units=units), side, [UnitSpec(name=one) for one in wanted], numbered=numbered)
    return [one.name for one in found]


def test_equal_names_of_a_side_are_numbered_and_those_of_other_sides_have_their_side() -> None:
    assert names("Red", "HQ", "hq", "New", "New") == ["HQ 2", "hq 3", "New", "New 2"]
    assert names("Blue", "HQ", "HQ", "Tank") == ["HQ (Blue)", "HQ (Blue) 2", "Tank 2"]
    assert names("Red", "New", "New", numbered=True) == ["New 1", "New 2"]
    assert names("Blue", "HQ", numbered=True) == ["HQ (Blue) 1"]
    assert names("Red", "u5", "U5") == ["u5 2", "U5 3"]
    assert unit_name("Scouts", "Blue", (), ("scouts 1",)) == "Scouts (Blue)", "Red's are numbered"


def test_a_name_has_its_side_only_where_sixty_letters_are_enough() -> None:
    for letters, found in ((53, f"{'x' * 53} (Blue)"), (54, f"{'x' * 54} 2")):
        assert unit_name("x" * letters, "Blue", (), ("x" * letters,)) == found


def test_the_first_free_number_is_taken() -> None:
    assert unused_name("A", ("a", "a 2", "a 4")) == "A 3"
    assert unused_name("A", ("a",), numbered=True) == "A 1"
    assert unused_name("A", ("b",)) == "A"


def test_cards_have_the_last_ids_in_the_order_drawn() -> None:
    units = [
        Unit(id=f"u{n}", name=f"{n}", side="Red", models=1, starting=1, states={"hidden": n % 2}) for n in range(5)
    ]
    assert [(one.id, one.name) for one in cards_last(units, lambda n: range(n)[::-1])] == [
        ("u0", "0"),
        ("u1", "2"),
        ("u2", "4"),
        ("u3", "3"),
        ("u4", "1"),
    ]


def test_a_unit_that_the_rules_can_describe_is_the_same_after_the_check() -> None:
    unit = Unit(id="u1", name="Marines", side="Red", models=5, starting=5)
    assert require_fitting(FUBAR, unit) is unit
