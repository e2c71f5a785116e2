"""A variant contains only its differences from its base."""

from __future__ import annotations

from fractions import Fraction

import pytest

from data.files import system_files
from rules.files.file_system import FileSystem
from rules.files.system import read_system
from rules.kernel.errors import BadFacts
from rules.kernel.serialise import rulings_json
from rules.kernel.wording import ENGLISH
from tests.rules.battle_forge.cases import fight, fire, unit
from tests.rules.table import Sitting

CLUB = """
base = "battle_forge"
remove = ["modifier.behind_terrain", "weapons.sabre", "units.storm_troop", "forces.vanguard"]

[system]
key = "club_forge"
name = "Club Forge"

[modifier.long_range]
value = -2

[weapons.rifle]
short = 6

[action.fire]
change = { break_test = { when = "models_lost > 0" } }

[demo]
forces = ["levy", "levy"]
"""
BASE = system_files()["battle_forge"]


def variant(text: str) -> FileSystem:
    return read_system(text.encode(), "club.toml", system_files())


def chances(system: FileSystem, **changes: object) -> dict[tuple[object, ...], Fraction]:
    facts = fire(weapons=[{"weapon": "rifle", "count": 1}], **changes)
    return {tuple(outcome): p for outcome, p in Sitting(system).chances("fire", facts).items()}


def test_a_variant_overrides_differences_and_keeps_the_rest() -> None:
    club = variant(CLUB)
    assert (club.key, club.name, club.about.credit) == ("club_forge", "Club Forge", BASE.about.credit)
    assert set(BASE.weapons) - set(club.weapons) == {"sabre"}
    assert club.actions.keys() == BASE.actions.keys()
    # At 8″ a rifle is at long range here: Accuracy 4 less 2 hits by 20 %, and half of the hits are not saved.
    hit = {outcome[0]: sum(p for one, p in chances(club).items() if one[0] == outcome[0]) for outcome in chances(club)}
    assert hit == {0: Fraction(8, 10), 1: Fraction(2, 10)}


def test_a_variant_changes_a_step_of_an_action_and_of_those_that_are_like_it() -> None:
    club = variant(CLUB)
    lost = chances(club, target=unit(models=5))
    assert {outcome[4] for outcome in lost if outcome[2]} == {"passed", "failed"}
    kept = {tuple(one)[4] for one in Sitting(BASE).chances("fire", fire(target=unit(models=5)))}
    assert kept == {None}


def test_a_variant_changes_a_step_of_an_action_that_is_like_another_one() -> None:
    named = 'base = "battle_forge"\n[system]\nkey = "club"\nname = "Club"\n'
    club = variant(named + '[action.fight]\nchange = { to_hit = { dice = "3 * models" } }\n')
    facts = fight(weapons=[{"weapon": "bayonet", "count": 1}])
    for system, most in ((BASE, 1), (club, 3)):
        assert max(one[0] for one in Sitting(system).chances("fight", facts)) == most


def test_a_variant_names_the_option_of_a_ruling_that_holds() -> None:
    named = 'base = "battle_forge"\n[system]\nkey = "club"\nname = "Club"\n'
    club = variant(named + '[rulings]\nshock_limit = "none"\n')
    assert club.rulings().model_dump() == {"shock_limit": "none"}
    assert BASE.rulings().model_dump() == {"shock_limit": "courage"}
    assert {one["name"]: one["options"] for one in rulings_json(club)} == {"shock_limit": ["none", "courage"]}


def test_the_hash_of_a_variant_changes_with_its_base() -> None:
    changed = read_system(BASE.content + b"\n# another word\n", "battle_forge.toml")
    other = read_system(CLUB.encode(), "club.toml", {"battle_forge": changed})
    assert other.digest != variant(CLUB).digest


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (
            CLUB.replace('"battle_forge"', '"battle_forg"'),
            2,
            'there is no system "battle_forg" to base this on; did you mean "battle_forge"?',
        ),
        (CLUB.replace('key = "club_forge"\n', ""), 5, "a variant needs a key and a name of its own, under [system]"),
        (CLUB.replace('"weapons.sabre"', '"weapons.saber"'), 3, 'in the base; did you mean "weapons.sabre"?'),
        (
            f"{CLUB}[units.linesquad]\nmodels = 6\n",
            20,
            'units.linesquad: there is no "linesquad"; did you mean "line_squad"?',
        ),
        (
            CLUB.replace("[modifier.long_range]", "[modifier.longrange]"),
            9,
            'modifier.longrange: there is no "longrange"; did you mean "long_range"?',
        ),
        (CLUB.replace('"units.storm_troop", ', ""), 2, 'there is no "sabre"'),
        (
            '[system]\nkey = "club"\nbase = "battle_forge"\nname = "Club"\n',
            3,
            "write base at the top of the file, above [system]",
        ),
        (
            f'{CLUB}[rulings]\nshock_limit = "never"\n',
            21,
            "rulings.shock_limit: choose courage or none",
        ),
        (
            CLUB.replace("break_test = {", "break_tests = {"),
            16,
            'action.fire.change.break_tests: there is no "break_tests"; did you mean "break_test"?',
        ),
    ],
)
def test_faults_of_a_variant_are_reported_with_their_lines(text: str, line: int, said: str) -> None:
    with pytest.raises(BadFacts) as caught:
        variant(text)
    found = [ENGLISH(one) for one in caught.value.faults]
    assert found[0].startswith(f"club.toml, line {line}: ")
    assert said in found[0]
    assert not any("longrange.why" in fault for fault in found), "that a row lacks a field is no further fault"
