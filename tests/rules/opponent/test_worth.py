"""The values that an opponent weighs beside losses: objectives, and events after the last turn."""

from __future__ import annotations

from decimal import Decimal

import pytest

from data.files import opponent_of
from rules.command.system import Board
from rules.game.unit import Unit
from rules.opponent.options import moves
from rules.opponent.sight import Around, Intent, Moved, Sight, pair
from rules.opponent.view import View
from tests.rules.opponent.test_decide import near, playing, system_of, to_go, with_unit

FUBAR = opponent_of("fubar")


def _board_after(board: Board, unit: Unit, action: str, **more: int) -> Board:
    states = {"activated": 1, "tried": 1, "action": action, **more}
    return with_unit(board, unit.model_copy(update={"states": states}))


def _is_run_for(turn: int, foes_to_go: bool) -> bool:
    """True if a unit of FUBAR that may run does so to an objective, with no other action possible."""
    board = to_go(system_of("fubar"))
    board.game.turn = turn
    first, *others = board.game.units_of_side("Red")
    board = _board_after(board, first, "run")
    for unit in (*others, *(() if foes_to_go else board.game.units_of_side("Blue"))):
        board = _board_after(board, unit, "aimed_fire", fired=1)
    sight = near(board, 24).with_around(first.id, Around(objective=True))
    found = playing(FUBAR).order(board, sight)
    move = found.chosen.option.move if found else None
    return move is not None and move.intent is Intent.OBJECTIVE


@pytest.mark.parametrize(
    ("turn", "foes_to_go", "runs"), [(4, False, False), (6, False, True), (6, True, False), (7, False, True)]
)
def test_a_unit_runs_for_an_objective_when_no_enemy_is_left_to_shoot_at_it(
    turn: int, foes_to_go: bool, runs: bool
) -> None:
    """A unit there draws all fire, so that during a fight it only counts at the end of a game."""
    assert _is_run_for(turn, foes_to_go) is runs


def test_a_walk_does_not_reach_an_objective_at_the_distance_of_a_run() -> None:
    board = to_go(system_of("fubar"))
    unit = board.game.units_of_side("Red")[0]
    view = View(board, Sight().with_around(unit.id, Around(objective=True)), "Red")
    for action, reaches in (("walk", False), ("run", True)):
        after = View(_board_after(board, unit, action), view.sight, "Red")
        found = [one.move.intent for one in moves(after, after.board.unit(unit.id), FUBAR) if one.move]
        assert (Intent.OBJECTIVE in found) is reaches


@pytest.mark.parametrize(("finds", "seen", "far"), [(True, False, 24), (False, True, 16)])
def test_a_unit_that_goes_to_an_objective_without_an_enemy_is_seen_there(finds: bool, seen: bool, far: int) -> None:
    sight = Sight().with_pairs("u1", {"u5": Decimal(24)}).with_pairs("u1", {"u5": None})
    after = sight.after_move("u1", Moved(Intent.OBJECTIVE, 12), "soft", finds)
    assert after.sees("u1", "u5") is seen
    assert after.inches[pair("u1", "u5")] == far
