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
FIELDS = [
    ("moves.standard", [1, 100], [0, 101]),
    ("moves.tac_move", [1], [0]),
    ("moves.whiff", [1], [0]),
    ("tiers.hard", [0, 3], [-1, 4]),
    ("bang", [2, 6], [1, 7]),
    ("cover_dice", [0, 100], [-1, 101, '"six"']),
]
"""Numbers of the tables: the first and last valid ones, and those beyond."""
ROWS = [
    ("band = 8, rof", [1, 3], [4, -1]),
    ("band = 8, rof = 1, dice", [0], [-1]),
    ("dice = 2, crew", [1, 2], [0]),
]
"""The same of weapons, whose row ends with the number."""


def faults(own: str) -> list[str]:
    try:
        read_system((CLUB + own).encode(), "club.toml", bases())
    except BadFacts as error:
        return [ENGLISH(one) for one in error.faults]
    return []


def with_numbers(nth: int, valid: bool) -> tuple[list[str], str]:
    """Return the fields that have so many valid or invalid numbers, and tables with that number of each."""
    numbers = [(name, *(good if valid else bad)[nth : nth + 1]) for name, good, bad in (*FIELDS, *ROWS)]
    numbers = [one for one in numbers if len(one) > 1]
    tables = "".join(f"{name} = {n}\n" for name, n in numbers if "=" not in name)
    weapons = [f"laser{at} = {{ {row} = {n} }}" for at, (row, n) in enumerate(numbers) if "=" in row]
    carried = ", ".join(f'{{ name = "{one.split()[0]}" }}' for one in weapons)
    units = f"[units.colonial_militia]\nweapons = [{carried}]\n" if weapons else ""
    lines = ["[tables]", tables, "[weapons]", "laser = { dice = 2 }", *weapons]
    return [name.split()[-1] for name, _ in numbers], units + "\n".join(lines)


@pytest.mark.parametrize("nth", range(2))
def test_a_figure_at_the_end_of_its_range_is_valid(nth: int) -> None:
    assert faults(with_numbers(nth, valid=True)[1]) == []


@pytest.mark.parametrize("nth", range(3))
def test_a_figure_out_of_its_range_is_refused_by_name(nth: int) -> None:
    names, own = with_numbers(nth, valid=False)
    found = faults(own)
    assert len(found) == len(names)
    for name, fault in zip(names, found, strict=True):
        assert f"{name}: give a whole number from " in fault


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
