"""The players of duels: what they do where nothing is left to choose, and which reactions they take."""

from __future__ import annotations

from random import Random

import pytest

from bot.simulation.duel_matches import player_by_name
from bot.simulation.duel_players import DuelPlayer, GreedyPlayer, RandomPlayer
from data import SYSTEMS
from data.files import opponent_of
from rules.command.planned import Reaction
from rules.command.system import Board
from rules.kernel.request import Request
from rules.kernel.table import Decision, DecisionNeeded
from rules.kernel.text import Text
from rules.opponent.options import Option, attacks, lone_options, moves, turn_options
from rules.opponent.sight import Sight
from rules.opponent.view import View
from rules.opponent.worth import Appraiser
from tests.rules.opponent.test_decide import few_to_go, near
from tests.rules.opponent.test_forecast import aiming, play_of, shot

STAND_INS = ("random", "greedy")
PLAYERS = (*STAND_INS, "opponent")


def player(who: str, key: str = "fubar", side: str = "Red") -> DuelPlayer:
    table = opponent_of(key)
    return player_by_name(who, side, "balanced", Appraiser(table, Random(1).random), Random(1))


@pytest.mark.parametrize("who", PLAYERS)
def test_a_turn_begins_with_the_name_of_its_phase(who: str) -> None:
    system = next(one for one in SYSTEMS if one.phases)
    board = few_to_go(system, most=1)
    option = player(who, system.key).next_order(board, near(board))
    assert option is not None
    assert option.request.command == "turn phase"


@pytest.mark.parametrize("who", STAND_INS)
def test_no_attack_of_a_turn_is_repeated(who: str) -> None:
    board = aiming("fubar")
    view, one = View(board, near(board), "Red"), player(who)
    assert isinstance(one, RandomPlayer | GreedyPlayer)
    kinds = (lone_options, moves, attacks)
    made = [option for unit in view.own for kind in kinds for option in kind(view, unit, one.table)]
    made += [Option(step.request) for step in turn_options(board, "Red", one.table)]
    kept = one.assaults if isinstance(one, RandomPlayer) else one.given
    kept.turn, kept.made = board.game.turn, made
    option = one.next_order(board, near(board))
    assert option is None if who == "random" else option is not None and option.request.command != "fire"


def on_guard() -> tuple[Board, Sight, Reaction]:
    """Return a game in which a unit of Blue may react to one of Red, and that reaction."""
    board = aiming("fubar")
    red, blue = (board.game.units_of_side(side)[0] for side in ("Red", "Blue"))
    board.game.units[blue.id] = blue.model_copy(update={"states": {"on_guard": 1}})
    board.game.units[red.id] = red.model_copy(update={"states": {"tried": 1, "moved": 1, "activated": 1}})
    request = Request("fire", (blue.id,), (red.id,), situation=("reaction",))
    return board, near(board), Reaction(blue.id, Text("reaction"), request)


@pytest.mark.parametrize("who", PLAYERS)
def test_a_player_reacts_with_units_of_the_own_side_alone(who: str) -> None:
    """The greedy stand-in does so whenever it may."""
    board, sight, one = on_guard()
    theirs, mine = player(who), player(who, side="Blue")
    assert [theirs.choose_reaction(board, sight, [one]) for _ in range(9)] == [None] * 9
    assert theirs.choose_reaction(board, sight, []) is None
    found = [option.request for _ in range(9) if (option := mine.choose_reaction(board, sight, [one]))]
    assert 9 >= len(found) >= (1 if who == "random" else 9)
    assert {(each.command, each.unit, each.target, each.situation) for each in found} == {
        ("fire", one.request.unit, one.request.target, ("reaction",))
    }
    assert {str(each.distance[0]) for each in found} == {"14"}


@pytest.mark.parametrize("who", STAND_INS)
def test_a_reaction_that_the_rules_refuse_is_not_taken(who: str) -> None:
    board, sight, one = on_guard()
    board.game.units[one.unit] = board.unit(one.unit).model_copy(update={"weapons": ()})
    mine = player(who, side="Blue")
    assert [mine.choose_reaction(board, sight, [one]) for _ in range(9)] == [None] * 9


def test_a_choice_without_offers_is_the_usual_one() -> None:
    """The greedy stand-in always takes that one."""
    board = aiming("fubar")
    choice = Decision("aim", "attacker", Text("Where?"), ("low", "high"), "high", str)
    needed = DecisionNeeded(choice, ())
    assert [player(who).choose_option(board, play_of(board, shot(board, 10)), needed, {}) for who in STAND_INS] == [
        "high"
    ] * 2
