"""The parts of an option's worth: known facts of reactions, the usual cover, and what a reaction is good for."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest

from data import system_of
from data.files import opponent_of
from rules.command.opponent_table import GENERIC
from rules.command.planned import Reaction
from rules.command.system import Board
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.opponent.sight import Intent, Sight
from rules.opponent.view import View
from rules.opponent.weighing import fill_known, usual_cover
from tests.rules.opponent.test_decide import few_to_go, near, playing, with_unit
from tests.sixth import SIXTH

BOARD = few_to_go(system_of("fubar"))


@pytest.mark.parametrize(
    ("request_", "filled"),
    [
        (Request("fire", ("u1",), ("u5",)), True),
        (Request("fire", ("u1",), ("u5", "u6")), False),
        (Request("fire", ("u1", "u2"), ("u5",)), False),
        (Request("fire", ("u1",)), False),
        (Request("leap", ("u1",), ("u5",)), False),
        (Request("fire", ("u1",), ("u99",)), False),
        (Request("fire", ("u1",), ("u6",)), False),
    ],
)
def test_a_reaction_has_the_known_distance_and_cover_of_the_one_enemy_that_its_unit_sees(
    request_: Request, filled: bool
) -> None:
    sight = Sight(cover={"u5": "hard"}).with_pairs("u1", {"u5": Decimal(9), "u6": None})
    known = Request("fire", ("u1",), ("u5",), distance=(Decimal(9),), cover=("hard",), side="Red")
    assert fill_known(View(BOARD, sight, "Red"), request_) == (known if filled else request_)


def test_what_a_reaction_says_itself_is_kept() -> None:
    sight = Sight(cover={"u5": "bunker"}).with_pairs("u1", {"u5": Decimal(9)})
    told = Request("fire", ("u1",), ("u5",), distance=(Decimal(4),), situation=("reaction",), side="Blue")
    assert fill_known(View(BOARD, sight, "Red"), told) == Request(
        "fire", ("u1",), ("u5",), distance=(Decimal(4),), cover=("none",), situation=("reaction",), side="Blue"
    )


def test_the_usual_cover_is_that_of_the_table_else_the_least_of_the_rules() -> None:
    table = opponent_of("fubar")
    assert usual_cover(BOARD, table.model_copy(update={"cover": "hard"})) == "hard"
    assert usual_cover(BOARD, table.model_copy(update={"cover": ""})) == "soft"
    assert usual_cover(Board.of(BOARD.game.copy(), SIXTH), table.model_copy(update={"cover": ""})) == ""


# Which reaction is given.


def on_guard() -> Board:
    """Return a board on which a unit of Red has moved in sight of a unit of Blue on guard."""
    board = BOARD
    moved, guard = board.game.units_of_side("Red")[0], board.game.units_of_side("Blue")[0]
    board = with_unit(
        board, moved.model_copy(update={"states": {"tried": 1, "activated": 1, "action": "run", "moved": 1}})
    )
    return with_unit(board, guard.model_copy(update={"states": {"tried": 1, "on_guard": 1, "action": "on_guard"}}))


def reaction(unit: str, *target: str) -> Reaction:
    return Reaction(unit, Text("react"), Request("fire", (unit,), target, situation=("reaction",)))


@pytest.mark.parametrize(
    ("inches", "found", "given"),
    [
        (12, reaction("u5", "u1"), True),
        (25, reaction("u5", "u1"), False),
        (12, reaction("u5", "u99"), False),
        (12, reaction("u5"), False),
        (12, reaction("u99", "u1"), False),
        (12, reaction("u1", "u5"), False),
        (12, reaction("u6", "u1"), False),
    ],
)
def test_a_side_reacts_with_its_own_units_at_enemies_that_they_can_harm(
    inches: int, found: Reaction, given: bool
) -> None:
    board = on_guard()
    chosen = playing(opponent_of("fubar"), "Blue").reaction(board, near(board, inches), [found])
    assert (chosen is not None) is given
    if chosen is not None:
        assert chosen.request == Request(
            "fire", ("u5",), ("u1",), distance=(Decimal(12),), cover=("none",), situation=("reaction",), side="Blue"
        )
        assert chosen.chosen.gain.lead > 0


def test_a_die_chooses_among_twelve_equal_orders_at_most() -> None:
    game = Game()
    for nth in range(14):
        game.units[f"u{nth}"] = Unit(id=f"u{nth}", name=f"Band {nth}", side="Red", models=2, starting=2)
    game.units["foe"] = Unit(id="foe", name="Foe", side="Blue", models=60, starting=60)
    board = Board.of(game, SIXTH)
    found = playing(GENERIC).order(board, near(board))
    assert found is not None
    assert [tie.weighed.option.unit for tie in found.ties] == [f"u{nth}" for nth in range(12)]
    assert found.undecided == 12


@pytest.mark.parametrize("guards", [0, 1, 2])
def test_each_unit_on_guard_in_sight_makes_a_move_cost_more(guards: int) -> None:
    def worst_lead(number: int) -> float:
        walks = {"tried": 1, "activated": 1, "action": "walk"}
        board = with_unit(BOARD, BOARD.unit("u1").model_copy(update={"states": walks}))
        for foe in BOARD.game.units_of_side("Blue")[:number]:
            board = with_unit(board, foe.model_copy(update={"states": {"on_guard": 1, "tried": 1}}))
        opponent, view = playing(opponent_of("fubar")), View(board, near(board, 8), "Red")
        scale = opponent.appraiser.scale(view, opponent.table.stance("balanced"))
        return min(one.gain.lead for one in opponent.weigh_moves(view, scale, board.unit("u1"), 1))

    assert worst_lead(0) == 0
    assert worst_lead(guards + 1) < worst_lead(guards)


def test_a_unit_on_guard_that_does_not_see_a_move_costs_it_nothing() -> None:
    walks = {"tried": 1, "activated": 1, "action": "walk"}
    board = with_unit(BOARD, BOARD.unit("u1").model_copy(update={"states": walks}))
    board = with_unit(board, board.unit("u5").model_copy(update={"states": {"on_guard": 1, "tried": 1}}))
    lost = list[float]()
    for sight in (near(board, 8), near(board, 8).with_pairs("u1", {"u5": None})):
        opponent, view = playing(opponent_of("fubar")), View(board, sight, "Red")
        scale = opponent.appraiser.scale(view, opponent.table.stance("balanced"))
        moves = opponent.weigh_moves(view, scale, board.unit("u1"), 1)
        back = [one.gain.lead for one in moves if one.option.move and one.option.move.intent is Intent.BACK]
        lost.append(min(back))
    assert lost[0] < 0
    assert lost[1] == 0


def test_where_rules_know_one_cover_only_there_is_no_usual_one() -> None:
    fire = BOARD.system.commands["fire"]

    class OneCover(type(fire)):
        covers = fire.covers[:1]

    system = replace(BOARD.system, commands={**BOARD.system.commands, "fire": OneCover})
    table = opponent_of("fubar").model_copy(update={"cover": ""})
    assert usual_cover(BOARD._replace(system=system), table) == ""
