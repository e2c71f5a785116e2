"""Numbers of the system file and of the rulings: the first and last valid ones, and those beyond."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from data.files import bases
from rules.files.system import read_system
from rules.kernel.errors import BadFacts
from rules.kernel.wording import ENGLISH
from tests.rules.opreb.playing import the_system
from tests.rules.ranges import takes_only

CLUB = 'base = "opreb"\n[system]\nkey = "club"\nname = "Club"\n[units.line_rifles]\nweapons = [{ name = "laser" }]\n'
RIFLE = "[weapons]\nlaser = {{ band = 8, rof = 1, {field} = {n} }}"
SAW = "[weapons]\nlaser = {{ dice = 2, {field} = {n} }}"
ONE = "[weapons]\nlaser = {{ band = 8, {field} = {n} }}"
NUMBER = "[tables]\n{field} = {n}\n[weapons]\nlaser = {{ dice = 2 }}"
RANGES = [
    (NUMBER, "moves.standard", [1, 100], [0, 101]),
    (NUMBER, "moves.tac_move", [1], [0]),
    (NUMBER, "moves.whiff", [1], [0]),
    (NUMBER, "tiers.hard", [0, 3], [-1, 4]),
    (NUMBER, "bang", [2, 6], [1, 7]),
    (NUMBER, "cover_dice", [0, 100], [-1, 101, '"six"']),
    (ONE, "rof", [1, 3], [4, -1]),
    (RIFLE, "dice", [0], [-1]),
    (SAW, "crew", [1, 2], [0]),
]


def faults(own: str) -> list[str]:
    try:
        read_system((CLUB + own).encode(), "club.toml", bases())
    except BadFacts as error:
        return [ENGLISH(one) for one in error.faults]
    return []


@pytest.mark.parametrize(("text", "name", "good", "bad"), RANGES)
def test_a_figure_out_of_its_range_is_refused_by_name(text: str, name: str, good: list[int], bad: list[object]) -> None:
    for n in good:
        assert faults(text.format(field=name, n=n)) == []
    for n in bad:
        [found] = faults(text.format(field=name, n=n))
        assert f"{name}: give a whole number from " in found


def test_a_ruling_out_of_its_range_is_refused_by_name() -> None:
    takes_only(the_system().rulings, {}, "morale_bangs", [1, 3], [0, 4, "2"])


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("crew = 1", "a weapon has rof and band, or dice"),
        ("rof = 2", "a weapon has rof and band, or dice"),
        ("band = 8", "a weapon has rof and band, or dice"),
        ("rof = 1, band = 8, dice = 2", "a weapon has rof and band, or dice"),
        ("dice = 2, band = 4", "a weapon has rof and band, or dice"),
        ("rof = 1, band = 6", "a band is 4, 8 or 12 inches"),
    ],
)
def test_a_weapon_is_a_small_arm_or_a_support_weapon(row: str, said: str) -> None:
    assert faults(f"[weapons]\nlaser = {{ {row} }}") == [f"club.toml, line 8: weapons.laser: {said}"]


def test_a_word_that_no_table_knows_is_refused() -> None:
    [found] = faults("[tables]\ncover_die = 4\n[weapons]\nlaser = { dice = 2 }")
    assert found == 'club.toml, line 8: tables.cover_die: there is no "cover_die"; did you mean "cover_dice"?'


def test_the_figures_of_a_system_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        the_system().tables.weapons = {}
