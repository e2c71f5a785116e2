"""Facts that name units by their type are completed with the numbers of the type."""

from __future__ import annotations

from typing import Any

import pytest

from data.files import system_files
from rules.files.named_facts import complete_units
from rules.files.ruleset import FileRuleset
from rules.files.system import read_system
from rules.kernel.errors import BadFacts
from tests.rows import for_each
from tests.rules.files.test_faults import TEXTS

TROOP = {"mov": 7, "acc": 5, "strength": 6, "sav": 5, "init": 6, "co": 7, "models": 6}
MILITIA = {"mov": 6, "acc": 3, "strength": 3, "sav": 3, "init": 4, "co": 4, "models": 10}
CARBINES, SABRES = [{"weapon": "carbine", "count": 6}], [{"weapon": "sabre", "count": 6}]


def completed(action: str, given: dict[str, Any], key: str = "battle_forge") -> dict[str, Any]:
    system = system_files()[key] if key == "battle_forge" else read_system(TEXTS[key].encode(), f"{key}.toml")
    assert isinstance(system, FileRuleset)
    return dict(complete_units(system, system.actions[action], given, system.rulings()))


@for_each(
    ("action", "given", "found"),
    [
        ("fire", {"attacker": "storm_troop"}, {"attacker": TROOP, "weapons": CARBINES}),
        ("fire", {"attacker": "storm_troop", "distance": 18}, {"attacker": TROOP, "weapons": CARBINES}),
        ("fire", {"attacker": "storm_troop", "distance": 19}, {"attacker": TROOP, "weapons": []}),
        ("fire", {"attacker": "storm_troop", "distance": "far"}, {"attacker": TROOP, "weapons": CARBINES}),
        ("fire", {"attacker": "storm_troop", "weapons": []}, {"attacker": TROOP}),
        ("fight", {"attacker": "storm_troop"}, {"attacker": TROOP, "weapons": SABRES}),
        ("fire", {"target": {"type": "militia", "models": 3}}, {"target": MILITIA | {"models": 3}}),
        ("fire", {"target": MILITIA}, {}),
        ("fire", {"target": 3}, {}),
        ("activate", {"unit": "militia"}, {"unit": MILITIA}),
        ("activate", {"attacker": "militia"}, {}),
        ("initiative", {"sides": ["Ann", {"name": "Bob"}]}, {"sides": [{"name": "Ann"}, {"name": "Bob"}]}),
        ("initiative", {"sides": "Ann"}, {}),
    ],
)  # fmt: skip
def test_units_and_the_weapons_that_reach_are_filled_in(
    action: str, given: dict[str, Any], found: dict[str, Any]
) -> None:
    assert completed(action, given) == given | found


def test_as_many_weapons_as_models_are_used() -> None:
    few = {"attacker": {"type": "storm_troop", "models": 2}}
    assert completed("fire", few)["weapons"] == [{"weapon": "carbine", "count": 2}]
    wrong = {"attacker": {"type": "storm_troop", "models": "two"}}
    assert completed("fire", wrong)["weapons"] == []


def test_nominated_units_are_named_too() -> None:
    sides = completed("bid", {"sides": ["boys", {"type": "riders", "luck": 1}, {"luck": 5}]}, "odd")["sides"]
    assert sides == [{}, {"luck": 1}, {"luck": 5}]


ARMED = """
[record.arm.facts]
weapon = { name = "Weapon", kind = "word" }
count = { name = "Number", kind = "count" }
[record.foe.facts]
models = { name = "Models", kind = "count" }
[record.swing.facts]
attacker = { name = "Attacker", of = "one" }
target = { name = "Target", of = "foe" }
weapons = { name = "Weapons", of = "arm", most = 3, optional = true }
[record.helper.facts]"""


def test_facts_that_a_file_declares_have_the_weapons_of_all_models_of_the_type() -> None:
    """A record without models could not be completed."""
    text = TEXTS["pairs"].replace("[record.helper.facts]", ARMED)
    text = text.replace(
        'weapons = { }\nthen = [\n    { roll = "swing"', 'facts = "swing"\nthen = [\n    { roll = "swing"'
    )
    system = read_system(text.encode(), "pairs.toml")
    assert isinstance(system, FileRuleset)
    found = complete_units(system, system.actions["swing"], {"attacker": "clowns"}, system.rulings())
    assert found["weapons"] == [{"weapon": "club", "count": 3}, {"weapon": "sling", "count": 1}]


def test_an_attack_without_weapons_gets_none() -> None:
    guards = {"skill": 4, "models": 6}
    assert completed("duel", {"attacker": "guards", "target": "guards"}, "tiny") == {
        "attacker": guards,
        "target": guards,
    }


def test_an_unknown_type_is_told_by_its_beginning() -> None:
    with pytest.raises(BadFacts, match=f'target: there is no "{"m" * 40}"; the names here are'):
        completed("fire", {"target": "m" * 41})


def test_a_number_that_is_called_type_is_a_number() -> None:
    text = TEXTS["tiny"].replace("[profile]", '[profile]\ntype = { name = "Type", default = 1 }')
    system = read_system(text.encode(), "tiny.toml")
    assert isinstance(system, FileRuleset)
    given = {"attacker": {"type": 3, "skill": 4, "models": 2}}
    assert complete_units(system, system.actions["duel"], given, system.rulings()) == given
