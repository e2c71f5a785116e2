"""The grid as the page prints it, and values outside it."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from data.folders import tables
from rules.command.effects import initial_rulings
from rules.kernel.resolve import stored_ruleset
from rules.kernel.serialise import rulings_json
from rules.openfire_ww2.tables import AUTOMATIC, IMPOSSIBLE, WW2Rulings, WW2Tables
from tests.rows import for_each
from tests.rules.openfire_ww2.table import SYSTEM

PAGE = """
4+ 5+ 5+ 6+ 6+ n n n n n
3+ 4+ 4+ 5+ 5+ 6+ 6+ n n n
3+ 3+ 4+ 4+ 5+ 5+ 6+ 6+ n n
3+ 3+ 3+ 4+ 4+ 5+ 5+ 6+ 6+ n
2+ 3+ 3+ 3+ 4+ 4+ 5+ 5+ 6+ 6+
2+ 2+ 3+ 3+ 3+ 4+ 4+ 5+ 5+ 6+
2+ 2+ 2+ 3+ 3+ 3+ 4+ 4+ 5+ 5+
A 2+ 2+ 2+ 3+ 3+ 3+ 4+ 4+ 5+
A A 2+ 2+ 2+ 3+ 3+ 3+ 4+ 4+
A A A 2+ 2+ 2+ 3+ 3+ 3+ 4+
"""
CELLS = {"A": AUTOMATIC, "n": IMPOSSIBLE} | {f"{face}+": face for face in range(2, 7)}


def test_the_grid_is_the_pages_cell_by_cell() -> None:
    page = tuple(tuple(CELLS[cell] for cell in row.split()) for row in PAGE.strip().splitlines())
    assert SYSTEM.tables.grid == page


def test_a_better_row_is_never_worse_and_a_higher_column_never_better() -> None:
    grid = SYSTEM.tables.grid
    assert all(list(row) == sorted(row) for row in grid)
    assert all(list(column) == sorted(column, reverse=True) for column in zip(*grid, strict=True))


@for_each(
    ("row", "column", "cell"),
    [(11, 10, 4), (0, 1, IMPOSSIBLE), (-3, 1, IMPOSSIBLE), (5, 0, 2), (5, -1, 2), (5, 12, 6), (12, 1, AUTOMATIC)],
)
def test_rows_above_10_clamp_no_row_below_1_and_columns_clamp(row: int, column: int, cell: int) -> None:
    assert SYSTEM.tables.cell(row, column) == cell


@for_each("row", ["2+ 2+", "7+ " * 10, "x " * 10])
def test_a_grid_that_is_not_whole_is_not_opened(row: str) -> None:
    given = tables("openfire_ww2", "weapons")
    with pytest.raises(ValidationError):
        WW2Tables.model_validate(given | {"grid": [row, *given["grid"][1:]]})


def test_a_row_of_the_grid_may_be_numbers_too() -> None:
    given = tables("openfire_ww2", "weapons")
    grid = WW2Tables.model_validate(given | {"grid": [[4] * 10, *given["grid"][1:]]}).grid
    assert grid == ((4,) * 10, *SYSTEM.tables.grid[1:])
    with pytest.raises(ValidationError):
        WW2Tables.model_validate(given | {"grid": [["4+"] * 10, *given["grid"][1:]]})


def test_every_ruling_is_ours() -> None:
    found = rulings_json(SYSTEM)
    assert [one["name"] for one in found] == list(WW2Rulings.model_fields)
    assert all(one["house"] for one in found)


@for_each(
    ("name", "default", "options"),
    [
        ("heavy_after_move", "this_or_last", ["this_or_last", "last"]),
        ("mobile_after_move", "free", ["free", "next_turn"]),
        ("states_last", "until_moved", ["next_turn", "until_moved", "until_ended"]),
        ("vehicle_hp", "kill", ["kill", "hit"]),
        ("front_six", "one_by_one", ["one_by_one", "all_others"]),
        ("grenade_kill", "roll", ["roll", "sure"]),
        ("melee_rof", "weapon", ["weapon", "one"]),
        ("charge_stopped", "pinned_stops", ["pinned_stops", "goes_in"]),
        ("heavy_fire_pins", "off", ["off", "terror", "always"]),
        ("mine_wpn", 5, list(range(1, 11))),
        ("mine_hp", 1, list(range(4))),
        ("scatter_directions", 8, [8, 12, "arrow"]),
        ("vehicle_mor", 8, list(range(5, 13))),
        ("supporting_pen", 8, list(range(1, 11))),
        ("smoke_radius", 2, list(range(1, 7))),
        ("smoke_turns", 1, list(range(1, 7))),
        ("order_test", "by_order", ["by_order", "officer", "unit"]),
        ("leave_position_rate", "half", ["half", "full"]),
        ("fall_back_when_pinned", "stays", ["stays", "moves"]),
        ("blast_facing", "front", ["front", "top"]),
    ],
)
def test_rulings_with_their_defaults_and_options(name: str, default: object, options: list[object]) -> None:
    [found] = [one for one in rulings_json(SYSTEM) if one["name"] == name]
    assert (found["default"], found["options"]) == (default, options)


def test_br_games_begun_before_keep_the_full_move_of_those_who_leave_a_position() -> None:
    assert stored_ruleset(SYSTEM, {}).rulings.leave_position_rate == "full"
    begun = {event.name: event.value for event in initial_rulings(SYSTEM)}
    assert stored_ruleset(SYSTEM, begun).rulings.leave_position_rate == "half"
