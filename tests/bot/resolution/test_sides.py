"""The side of a roll or a decision, by the part that the rules assign it to."""

from __future__ import annotations

from typing import Any

from bot.resolution.sides import deciding_side, rolling_side
from rules.command.planned import Planned
from rules.command.system import Board
from rules.game.unit import Unit
from rules.kernel.dice import Roll
from rules.kernel.table import Decision, DecisionNeeded
from rules.kernel.text import Text
from tests.rows import for_each
from tests.rules.opponent.test_forecast import aiming, play_of, shot

TEXT = Text("hits")
READING: Any = None
PAIR = {"attacker": "u1", "target": "u5"}


def plan(board: Board, **roles: str) -> Planned:
    return play_of(board, shot(board, 10))._replace(roles=roles)


def decider(board: Board, by: str, **roles: str) -> str | None:
    choice = Decision("aim", by, Text("Where?"), ("low", "high"), "high", str)
    return deciding_side(board, plan(board, **roles), DecisionNeeded(choice, ()))


def of_three() -> Board:
    board = aiming("fubar")
    board.game.units["u9"] = Unit(id="u9", name="Raiders", side="Green", models=3, starting=3)
    return board


@for_each(
    ("roles", "attacker", "defender"),
    [
        (PAIR, "Red", "Blue"),
        ({"unit": "u1"}, "Red", "Blue"),
        ({"unit": "u5"}, "Blue", "Red"),
        ({"target": "u1"}, "Blue", "Red"),
        ({"target": "u1", "target_2": "u2"}, "Blue", "Red"),
        ({}, None, None),
    ],
)
def test_a_unit_alone_or_a_target_without_an_attacker_has_the_other_side_against_it(
    roles: dict[str, str], attacker: str | None, defender: str | None
) -> None:
    board = aiming("fubar")
    assert (decider(board, "attacker", **roles), decider(board, "defender", **roles)) == (attacker, defender)


def test_of_three_sides_neither_is_the_other_one() -> None:
    board = of_three()
    assert (decider(board, "defender", **PAIR), decider(board, "defender", unit="u1")) == ("Blue", None)


def test_a_roll_of_a_side_is_for_the_one_of_that_number_if_there_is_one() -> None:
    for board, third in ((aiming("fubar"), None), (of_three(), "Green")):
        rolls = [Roll("first", TEXT, "unit", 6, READING, side=nth) for nth in range(4)]
        found = [rolling_side(board, plan(board), roll, "Blue") for roll in rolls]
        assert found == ["Red", "Blue", third, None]


def test_a_roll_without_a_unit_is_for_the_side_of_its_caller() -> None:
    board, roll = aiming("fubar"), Roll("first", TEXT, "attacker", 6, READING)
    assert rolling_side(board, plan(board), roll, "Blue") == "Blue"
    assert rolling_side(board, plan(board, **PAIR), roll, "Blue") == "Red"
