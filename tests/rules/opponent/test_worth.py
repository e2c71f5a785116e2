"""The values that an opponent weighs beside losses: objectives, and events after the last turn."""

from __future__ import annotations

from decimal import Decimal

from data.files import opponent_of
from rules.command.system import Board
from rules.game.events import TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.plays import Effect
from rules.kernel.request import Request
from rules.opponent.options import moves
from rules.opponent.sight import Around, Intent, Moved, Sight, pair
from rules.opponent.view import NO_WORTH, View
from rules.opponent.worth import attack_request, phase_board, ready_unit
from tests.rows import for_each
from tests.rules.opponent.test_decide import few_to_go, near, playing, system_of, with_unit

FUBAR = opponent_of("fubar")


def _board_after(board: Board, unit: Unit, action: str, **more: int) -> Board:
    states = {"activated": 1, "tried": 1, "action": action, **more}
    return with_unit(board, unit.model_copy(update={"states": states}))


def _is_run_for(turn: int, foes_to_go: bool) -> bool:
    """True if a unit of FUBAR that may run does so to an objective, with no other action possible."""
    board = few_to_go(system_of("fubar"))
    board.game.turn = turn
    first, *others = board.game.units_of_side("Red")
    board = _board_after(board, first, "run")
    for unit in (*others, *(() if foes_to_go else board.game.units_of_side("Blue"))):
        board = _board_after(board, unit, "aimed_fire", fired=1)
    sight = near(board, 24).with_around(first.id, Around(objective=True))
    found = playing(FUBAR).order(board, sight)
    move = found.chosen.option.move if found else None
    return move is not None and move.intent is Intent.OBJECTIVE


@for_each(("turn", "foes_to_go", "runs"), [(4, False, False), (6, False, True), (6, True, False), (7, False, True)])
def test_a_unit_runs_for_an_objective_when_no_enemy_is_left_to_shoot_at_it(
    turn: int, foes_to_go: bool, runs: bool
) -> None:
    """A unit there draws all fire, so that during a fight it only counts at the end of a game."""
    assert _is_run_for(turn, foes_to_go) is runs


def test_a_walk_does_not_reach_an_objective_at_the_distance_of_a_run() -> None:
    board = few_to_go(system_of("fubar"))
    unit = board.game.units_of_side("Red")[0]
    view = View(board, Sight().with_around(unit.id, Around(objective=True)), "Red")
    for action, reaches in (("walk", False), ("run", True)):
        after = View(_board_after(board, unit, action), view.sight, "Red")
        found = [one.move.intent for one in moves(after, after.board.unit(unit.id), FUBAR) if one.move]
        assert (Intent.OBJECTIVE in found) is reaches


@for_each(("finds", "seen", "far"), [(True, False, 24), (False, True, 16)])
def test_a_unit_that_goes_to_an_objective_without_an_enemy_is_seen_there(finds: bool, seen: bool, far: int) -> None:
    sight = Sight().with_pairs("u1", {"u5": Decimal(24)}).with_pairs("u1", {"u5": None})
    after = sight.after_move("u1", Moved(Intent.OBJECTIVE, 12), "soft", finds)
    assert after.sees("u1", "u5") is seen
    assert after.inches[pair("u1", "u5")] == far


# The cost of what may happen to a unit, and its attack as a request.


def test_the_dead_are_worth_nothing_and_unknown_markers_change_nothing() -> None:
    board, known = few_to_go(system_of("fubar")), playing(FUBAR).appraiser
    unit = board.game.units_of_side("Red")[0]
    assert known.strength(board, unit) == unit.models
    assert known.strength(board, unit.model_copy(update={"models": 0})) == 0
    assert known.strength(board, unit.model_copy(update={"states": {"bewitched": 1}})) == unit.models
    assert known.strength(board, unit.model_copy(update={"states": {"suppressed": 1}})) < unit.models


def test_the_dead_of_either_side_are_worth_nothing_and_a_skipped_attack_threatens_nothing() -> None:
    board, opponent = few_to_go(system_of("fubar")), playing(FUBAR)
    for id in ("u1", "u5"):
        dead = board.unit(id).model_copy(update={"models": 0})
        view = View(with_unit(board, dead), Sight().with_around(id, Around(holds=True)), "Red")
        assert (
            opponent.appraiser.unit_worth(view, dead, opponent.appraiser.scale(view, FUBAR.stance("hold"))) == NO_WORTH
        )
    view, skipping = View(board, near(board), "Red"), playing(FUBAR.model_copy(update={"skip": ("fire", "assault")}))
    assert opponent.appraiser.threat(view, board.unit("u1"), board.unit("u5")).takes > 0
    assert skipping.appraiser.threat(view, board.unit("u1"), board.unit("u5")) == (0, 0, True)


@for_each(
    ("states", "strength"),
    [
        ({}, 5.0),
        ({"suppressed": 1}, 3.75),
        ({"suppressed": 2}, 2.5),
        ({"suppressed": 3}, 1.25),
        ({"suppressed": 4}, 0.5),
        ({"stunned": 1}, 4.0),
        ({"immobilised": 1}, 2.5),
        ({"stunned": 2, "suppressed": 2}, 1.5),
        ({"stunned": 6}, 0.0),
        ({"aboard": "u4"}, 5.0),
    ],
)
def test_markers_take_points_or_shares_of_the_strength_of_a_unit(states: dict[str, int | str], strength: float) -> None:
    table = FUBAR.model_copy(update={"points": {"stunned": -1.0}, "states": {"suppressed": -0.25}, "harm": -0.5})
    board = few_to_go(system_of("fubar"))
    unit = board.unit("u1").model_copy(update={"models": 5, "starting": 5, "hp": (), "states": states})
    assert playing(table).appraiser.strength(board, unit) == strength


def test_the_cost_of_an_effect_is_in_models_and_hit_points_and_of_markers_in_their_share() -> None:
    board = few_to_go(system_of("openfire_ww2"), most=9)
    tank = next(unit for unit in board.game.units.values() if unit.hp)
    known = playing(opponent_of("openfire_ww2")).appraiser
    assert known.cost(board, tank, Effect("target", "models", -2)) == 2
    assert known.cost(board, tank, Effect("target", "hp", -1, str(sum(tank.hp) - 1))) == 1
    assert known.cost(board, tank, Effect("target", "hp", 0, "")) == sum(tank.hp)
    assert known.cost(board, tank, Effect("target", "bewitched", 3)) == 0
    once = known.cost(board, tank, Effect("target", "immobilised", 1))
    assert once > 0
    assert known.cost(board, tank, Effect("target", "immobilised", to="1")) == once
    assert known.cost(board, tank, Effect("target", "immobilised", 2)) == 2 * once
    assert known.cost(board, tank, Effect("target", "immobilised", 0)) == 0


def test_an_attack_has_the_known_distance_and_a_cover_that_its_rules_know() -> None:
    board = few_to_go(system_of("fubar"))
    one, foe = board.unit("u1"), board.unit("u5")
    for sight, far, cover in (
        (Sight(), 1, "none"),
        (Sight(inches={"u1 u5": Decimal(9)}, cover={"u5": "hard"}), 9, "hard"),
        (Sight(cover={"u5": "bunker"}), 1, "none"),
    ):
        assert attack_request(board, "fire", one, foe, sight) == Request(
            "fire", ("u1",), ("u5",), distance=(Decimal(far),), cover=(cover,), side="Red"
        )
    assert attack_request(board, "assault", one, foe, Sight()) == Request(
        "assault", ("u1",), ("u5",), distance=(Decimal(1),), side="Red"
    )


def test_at_its_next_activation_a_unit_has_only_the_markers_that_last_or_harm() -> None:
    board = few_to_go(system_of("fubar"))
    states = {"tried": 1, "activated": 1, "suppressed": 2, "immobilised": 1, "bewitched": 1, "aboard": "u4"}
    unit = board.unit("u1").model_copy(update={"states": states})
    assert ready_unit(board, unit).states == {"suppressed": 2, "immobilised": 1, "aboard": "u4"}
    assert ready_unit(board, board.unit("u1")) is board.unit("u1")


def test_a_phase_that_is_still_to_come_is_looked_at_only_in_the_turn_of_a_side() -> None:
    board = few_to_go(system_of("bayonet"))
    assert phase_board(board, "fighting").game.phase == "fighting"
    assert phase_board(board, "") is board
    nobody = board.after([TurnAdvanced(turn=1)])
    assert phase_board(nobody, "fighting") is nobody
