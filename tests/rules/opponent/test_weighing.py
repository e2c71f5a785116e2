"""The parts of an option's worth: known facts of reactions, the usual cover, and what a reaction is good for."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from data import system_of
from data.files import opponent_of
from rules.bayonet.turn import TURNS
from rules.command.opponent_table import GENERIC
from rules.command.order import Order, commands_of
from rules.command.planned import Reaction
from rules.command.system import Board
from rules.game.events import TurnAdvanced
from rules.game.game import Game
from rules.game.unit import Unit, Weapon
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.opponent.forecast import make_order
from rules.opponent.options import attacks, lone_options
from rules.opponent.sight import Intent, Sight
from rules.opponent.view import View
from rules.opponent.weighing import fill_known, usual_cover
from tests.rows import for_each
from tests.rules.opponent.test_decide import few_to_go, near, playing, stuck, with_unit
from tests.rules.opponent.test_options import all_tried
from tests.sixth import SIXTH

BOARD = few_to_go(system_of("fubar"))


@for_each(
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


@for_each(
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


def worst_lead(guards: int, board: Board = BOARD) -> float:
    """Return what the most expensive move of a unit costs beside that many enemies on guard."""
    walks = {"tried": 1, "activated": 1, "action": "walk"}
    board = with_unit(board, board.unit("u1").model_copy(update={"states": walks}))
    for foe in board.game.units_of_side("Blue")[:guards]:
        board = with_unit(board, foe.model_copy(update={"states": {"on_guard": 1, "tried": 1}}))
    opponent, view = playing(opponent_of("fubar")), View(board, near(board, 8), "Red")
    scale = opponent.appraiser.scale(view, opponent.table.stance("balanced"))
    return min(one.gain.lead for one in opponent.weigh_moves(view, scale, board.unit("u1"), 1))


@pytest.mark.parametrize("guards", [0, 1, 2])
def test_each_unit_on_guard_in_sight_makes_a_move_cost_more(guards: int) -> None:
    assert worst_lead(0) == 0
    assert worst_lead(guards + 1) < worst_lead(guards)


def test_only_the_worst_reaction_counts_if_it_leaves_the_next_no_target() -> None:
    board = with_unit(BOARD, BOARD.unit("u1").model_copy(update={"models": 1}))
    rifles = (Weapon(name="assault_rifle", count=8),)
    board = with_unit(board, board.unit("u5").model_copy(update={"models": 8, "weapons": rifles}))
    board.game.rulings["allocation"] = "casualties_first"
    board = Board.of(board.game, board.system)
    assert worst_lead(2, board) == worst_lead(1, board) < 0


def test_what_gains_next_to_nothing_is_neither_a_reaction_nor_a_reason_to_go_on() -> None:
    board = on_guard()
    for id in ("u2", "u6"):
        board = with_unit(board, board.unit(id).model_copy(update={"starting": 10**6}))
    assert playing(opponent_of("fubar"), "Blue").reaction(board, near(board, 12), [reaction("u5", "u1")]) is None
    last = stuck()
    mine, foe = last.game.units_of_side("Blue")[0], last.game.units_of_side("Red")[0]
    last = with_unit(last, mine.model_copy(update={"starting": 10**8}))
    last = with_unit(last, foe.model_copy(update={"starting": 10**6, "states": {"activated": 1}}))
    sight = Sight().with_pairs(mine.id, {foe.id: Decimal(6)})
    found = playing(opponent_of("opreb"), "Blue").order(last, sight)
    assert found is not None
    assert {one.option.request.command for one in found.weighed} == {"move"}


def test_a_side_with_nothing_to_do_and_no_end_of_its_own_has_no_order() -> None:
    board = all_tried(BOARD).after([TurnAdvanced(turn=1, order=("Red", "Blue"), holder="Red")])
    assert playing(opponent_of("fubar")).order(board, Sight()) is None


def test_a_reaction_that_needs_no_distance_is_given_at_an_unreported_enemy() -> None:
    board = few_to_go(system_of("openfire_d12"), "Blue")
    foe, blade = board.game.units_of_side("Blue")[0].id, (Weapon(name="blade", count=4),)
    board = with_unit(board, board.unit("u1").model_copy(update={"states": {"free_attack_at": foe}, "weapons": blade}))
    free = Reaction("u1", Text("free attack"), Request("fire", ("u1",), (foe,), situation=("free",)))
    found = playing(opponent_of("openfire_d12")).reaction(board, Sight(), [free])
    assert found is not None
    assert found.chosen.gain.lead > 0


def test_opportunity_fire_at_a_known_distance_leaves_no_question_without_choices() -> None:
    """The rules of Bayonet asked for the distance again beside the position, and so it was never weighed."""
    board = few_to_go(system_of("bayonet"), "Blue")
    mover = board.game.units_of_side("Blue")[1]
    board = with_unit(board, mover.model_copy(update={"states": {"moved": 1, "acted": 1}}))
    board = board.after(TURNS.start_reactions(board, ["Red"]))
    first = board.system.late_reactions(board)[0]
    order = make_order(board, fill_known(View(board, near(board, 6), "Red"), first.request))
    assert order is not None
    assert order.request.situation == ("opportunity_known",)
    assert playing(opponent_of("bayonet")).reaction(board, near(board, 6), [first]) is None, "a shot later is better"


class Point(Order[Any, Any]):
    """An act at a target that changes nothing and rolls no dice."""

    key, title, needs = "point", Text("Point"), ("unit", "target")

    def headline(self) -> Text:
        return Text("pointing")


class Wave(Point):
    key, needs = "wave", ("unit",)


def test_an_act_without_dice_has_no_worth_and_one_without_effect_is_no_option() -> None:
    game = Game()
    for id, side in (("u1", "Red"), ("u2", "Blue")):
        game.units[id] = Unit(id=id, name=id, side=side, models=6, starting=6)
    board = Board.of(game, replace(SIXTH, acts=commands_of(Point, Wave)))
    opponent, view = playing(GENERIC), View(board, near(board, 1), "Red")
    scale = opponent.appraiser.scale(view, opponent.table.stance("balanced"))
    acts = [one for one in attacks(view, board.unit("u1"), GENERIC) if one.request.command == "act"]
    assert [one.request.action for one in acts] == ["point"]
    assert opponent.weigh_attack(view, scale, acts[0]).gain.total == 0
    assert [one.request.action for one in lone_options(view, board.unit("u1"), GENERIC)] == ["wave"]
    assert {one.option.request.command for one in opponent.ranked_options(view)} == {"fire"}


def test_a_unit_on_guard_that_does_not_see_or_reach_a_move_costs_it_nothing() -> None:
    walks = {"tried": 1, "activated": 1, "action": "walk"}
    board = with_unit(BOARD, BOARD.unit("u1").model_copy(update={"states": walks}))
    board = with_unit(board, board.unit("u5").model_copy(update={"states": {"on_guard": 1, "tried": 1}}))
    lost = list[float]()
    for sight in (near(board, 8), near(board, 8).with_pairs("u1", {"u5": None}), near(board, 40)):
        opponent, view = playing(opponent_of("fubar")), View(board, sight, "Red")
        scale = opponent.appraiser.scale(view, opponent.table.stance("balanced"))
        moves = opponent.weigh_moves(view, scale, board.unit("u1"), 1)
        back = [one.gain.lead for one in moves if one.option.move and one.option.move.intent is Intent.BACK]
        lost.append(min(back))
    assert lost[0] < 0
    assert lost[1:] == [0, 0]


def test_where_rules_know_one_cover_only_there_is_no_usual_one() -> None:
    fire = BOARD.system.commands["fire"]

    class OneCover(type(fire)):
        covers = fire.covers[:1]

    system = replace(BOARD.system, commands={**BOARD.system.commands, "fire": OneCover})
    table = opponent_of("fubar").model_copy(update={"cover": ""})
    assert usual_cover(BOARD._replace(system=system), table) == ""
