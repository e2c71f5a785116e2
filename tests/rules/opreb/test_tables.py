"""Numbers of the data files and of the rulings: the first and last valid ones, and those beyond."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from rules.opreb.tables import Moves, OprebNumbers, OprebWeaponRow
from tests.rules.opreb.playing import the_system
from tests.rules.ranges import takes_only

MOVES = {"standard": 5, "tac_move": 5, "whiff": 3}
WHOLE: dict[str, Any] = {"bang": 5, "cover_dice": 4, "moves": MOVES, "tiers": {}}
SAW, RIFLE = {"dice": 2}, {"band": 8, "rof": 1}
RANGES: list[tuple[type[BaseModel], dict[str, Any], str, list[int], list[object]]] = [
    (Moves, MOVES, "standard", [1], [0]),
    (Moves, MOVES, "tac_move", [1], [0]),
    (Moves, MOVES, "whiff", [1], [0]),
    (OprebWeaponRow, RIFLE, "rof", [1, 3], [4, -1]),
    (OprebWeaponRow, SAW, "rof", [0], [-1]),
    (OprebWeaponRow, RIFLE, "dice", [0], [-1]),
    (OprebWeaponRow, SAW, "crew", [1, 2], [0]),
    (OprebNumbers, WHOLE, "bang", [2, 6], [1, 7]),
    (OprebNumbers, WHOLE, "cover_dice", [0], [-1]),
    (the_system().rulings, {}, "morale_bangs", [1, 3], [0, 4, "2"]),
]


@pytest.mark.parametrize(("model", "others", "name", "good", "bad"), RANGES)
def test_a_figure_out_of_its_range_is_refused_by_name(
    model: type[BaseModel], others: dict[str, Any], name: str, good: list[int], bad: list[object]
) -> None:
    takes_only(model, others, name, good, bad)


def test_a_word_that_no_table_knows_is_refused() -> None:
    with pytest.raises(ValidationError, match=r"cover_die\n.*not permitted"):
        OprebNumbers.model_validate(WHOLE | {"cover_die": 4})


def test_the_figures_of_a_system_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        the_system().tables.bang = 4
