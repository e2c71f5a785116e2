"""A variant contains only its differences from its base."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from data.files import system_files
from rules.files.derived import base_key_of, key_of
from rules.files.file_system import FileSystem
from rules.files.system import read_system
from rules.kernel.errors import BadFacts
from rules.kernel.serialise import rulings_json
from rules.kernel.wording import ENGLISH
from tests.rows import for_each
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


TINY = (Path(__file__).parent / "tiny.toml").read_bytes()


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


def test_a_variant_may_leave_a_modifier_of_its_base_without_a_roll() -> None:
    pairs = read_system((Path(__file__).parent / "pairs.toml").read_bytes(), "pairs.toml")
    then = '[{ roll = "turns", check = 4, by = "unit", dice = 2, as = "turned" }]'
    named = f'base = "pairs"\n[system]\nkey = "club"\nname = "Club"\n[action.drill]\nthen = {then}\n'
    club = read_system(named.encode(), "club.toml", {"pairs": pairs})
    unit = {"unit": {"skill": 4, "models": 1}}
    assert Sitting(club).play("drill", unit, [3, 4]).played.outcome._asdict() == {"turned": 1}


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


def test_one_row_may_be_removed_without_a_list() -> None:
    """A text was taken letter by letter: there was no "w" in the base."""
    named = 'base = "battle_forge"\nremove = "weapons.sabre"\n[system]\nkey = "club"\nname = "Club"\n'
    troop = '[units.storm_troop]\nweapons = [{ name = "carbine", count = 6 }]\n'
    assert set(BASE.weapons) - set(variant(named + troop).weapons) == {"sabre"}


def test_a_variant_is_based_on_four_files_at_most() -> None:
    found = read_system(TINY, "tiny.toml")
    for n in range(5):
        text = f'base = "{found.key}"\n[system]\nkey = "tiny_{n}"\nname = "Tiny {n}"\n'
        if n == 4:
            with pytest.raises(BadFacts, match=r"club.toml, line 1: a variant is based on at most 4 files"):
                read_system(text.encode(), "club.toml", {found.key: found})
            break
        found = read_system(text.encode(), "club.toml", {found.key: found})
    assert [one.key for one in found.bases] == ["tiny_2", "tiny_1", "tiny_0", "tiny"]
    assert found.files == (*(one.content for one in reversed(found.bases)), found.content)


@for_each(
    ("content", "base", "key"),
    [
        (b"", "", ""),
        (b'base = "tiny"\n[system]\nkey = "club"\n', "tiny", "club"),
        (b"\n \"base\" = 'tiny'\n[system]\n key='club'\n", "tiny", "club"),
        (b'[system]\nkey = "club"\nbase = "tiny"\n', "", "club"),
        (b'die = 6\n[system]\nbase = "tiny"\n', "", ""),
        (b'base = "%s"\n' % (b"t" * 31), "", ""),
    ],
)
def test_the_keys_of_a_file_and_of_its_base_are_found_without_reading_it(content: bytes, base: str, key: str) -> None:
    assert (base_key_of(content), key_of(content)) == (base, key)


def test_the_hash_of_a_variant_changes_with_its_base() -> None:
    changed = read_system(BASE.content + b"\n# another word\n", "battle_forge.toml")
    other = read_system(CLUB.encode(), "club.toml", {"battle_forge": changed})
    assert other.digest != variant(CLUB).digest


@for_each(
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
        (
            CLUB.replace("change = {", "change = 3 #"),
            16,
            "action.fire.change: write fields in braces, such as { to_hit",
        ),
        (CLUB.replace("{ when =", "3 } #"), 16, "action.fire.change: write fields in braces, such as { to_hit"),
        (CLUB.replace('"battle_forge"', "3"), 2, 'there is no system "3" to base this on; the names here are battle'),
        (CLUB.replace("battle_forge", "b" * 41), 2, f'there is no system "{"b" * 40}" to base'),
        (CLUB.replace("club_forge", "battle_forge"), 5, "a variant needs a key and a name of its own, under [system]"),
        (CLUB.replace('name = "Club Forge"', ""), 5, "a variant needs a key and a name of its own, under [system]"),
        ('base = "battle_forge"\nsystem = 3\n', 2, "a variant needs a key and a name of its own, under [system]"),
        ('base = "battle_forge"\n', 1, "a variant needs a key and a name of its own, under [system]"),
        (f"{CLUB[:23]}[system]\nremove = 3\n", 4, "write remove at the top of the file, above [system]"),
        (CLUB.replace("remove = [", "remove = 3 #"), 3, "give a list: write [ and ] around it"),
        (
            CLUB.replace('"weapons.sabre"', f'"{"w" * 81}"'),
            3,
            f'remove: there is no "{"w" * 80}" in the base; the names',
        ),
        (
            CLUB.replace('"weapons.sabre"', '"system.key.x"'),
            3,
            'no "system.key.x" in the base; did you mean "system.key"?',
        ),
        (f"{CLUB}[rulings]\nshock_limit = 3\n", 21, "rulings.shock_limit: choose courage or none"),
        (f'{CLUB}[rulings]\nshock_limit = ["none"]\n', 21, "rulings.shock_limit: write fields in braces, such as"),
        (f"{CLUB}[action.rush]\nlike = 3\n", 21, 'there is no action "3" to copy; the names here are activate, break'),
        (
            f'{CLUB}[action.rush]\nlike = "fight"\n',
            21,
            'there is no action "fight" to copy; the names here are activate',
        ),
        (f'{CLUB}[units.line_squat]\nname = "Squad"\n', 20, "units.line_squat.profile.co: missing: add co, a whole"),
    ],
)
def test_faults_of_a_variant_are_reported_with_their_lines(text: str, line: int, said: str) -> None:
    with pytest.raises(BadFacts) as caught:
        variant(text)
    found = [ENGLISH(one) for one in caught.value.faults]
    assert found[0].startswith(f"club.toml, line {line}: ")
    assert said in found[0]
    assert not any("longrange.why" in fault for fault in found), "that a row lacks a field is no further fault"
