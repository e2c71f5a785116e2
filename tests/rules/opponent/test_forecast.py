"""Forecasts of commands: computed once for equal plays, and again for any difference between them."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from bot.simulation.duel_matches import sample_game
from bot.simulation.field import SIDES
from data import system_of
from rules.command.planned import Planned
from rules.command.system import Board
from rules.game.events import TurnAdvanced
from rules.kernel.action import Played
from rules.kernel.request import Request
from rules.kernel.table import Live
from rules.opponent.forecast import GAMES, MOST_BOARDS, chance_roller, distribution, foresee, make_order, sample_rest
from rules.opponent.memory import keep
from rules.opponent.toll import toll


def aiming(key: str, **rulings: str) -> Board:
    """Return a board on which the first unit of Red has still to fire."""
    system = system_of(key)
    board = sample_game(system, dict(zip(SIDES, system.about.demo, strict=True)))
    board = board.after([TurnAdvanced(turn=1, order=SIDES, holder="Red")])
    unit = board.game.units_of_side("Red")[0]
    states = {"tried": 1, "activated": 1, "action": "aimed_fire"}
    board.game.units[unit.id] = unit.model_copy(update={"states": states})
    board.game.rulings.update(rulings)
    return Board.of(board.game, system)


def shot(board: Board, inches: int, nth: int = 0) -> Request:
    one, other = board.game.units_of_side("Red")[0], board.game.units_of_side("Blue")[nth]
    return Request("fire", unit=(one.id,), target=(other.id,), distance=(Decimal(inches),), side="Red")


def play_of(board: Board, request: Request) -> Planned:
    order = make_order(board, request)
    assert order is not None
    return order.command.plays[0]


def expected_losses(board: Board, inches: int) -> float:
    request = shot(board, inches)
    return toll(board, play_of(board, request), Random(1).random).lost.get(request.target[0], 0.0)


def test_equal_plays_come_to_the_same_and_others_do_not() -> None:
    """Plays differ by distance and rulings, in whatever order they are computed."""
    usual, other = aiming("fubar"), aiming("fubar", allocation="casualties_first")
    far, near, hard = expected_losses(usual, 20), expected_losses(usual, 12), expected_losses(other, 12)
    assert 0 < far < near < hard
    assert (expected_losses(usual, 20), expected_losses(usual, 12), expected_losses(other, 12)) == (far, near, hard)


def test_a_remembered_forecast_is_shown_for_the_unit_that_suffers_it() -> None:
    """Two equal units are the same target, and each has its own losses."""
    board, found = aiming("fubar"), list[str]()
    first, second = board.game.units_of_side("Blue")[:2]
    board.game.units[second.id] = first.model_copy(update={"id": second.id})
    for nth, unit in enumerate((first, second)):
        came = toll(board, play_of(board, shot(board, 12, nth)), Random(1).random)
        assert came.lost[unit.id] > 0
        found += came.lost
    assert found == [first.id, second.id]


def test_the_likeliest_boards_are_the_first_of_all() -> None:
    board = aiming("fubar")
    whole = foresee(board, shot(board, 12), Random(1).random)
    few = foresee(board, shot(board, 12), Random(1).random, most=2)
    assert whole is not None
    assert few is not None
    assert 2 < len(whole.ways) <= MOST_BOARDS
    assert [way.chance for way in few.ways] == [way.chance for way in whole.ways[:2]]
    assert [way.board.game.units for way in few.ways] == [way.board.game.units for way in whole.ways[:2]]
    assert whole.ways[0].chance == max(way.chance for way in whole.ways)


def test_outcomes_with_equal_effects_are_one_board_of_the_likeliest_of_them() -> None:
    board = aiming("openfire_d12")
    whole = foresee(board, shot(board, 6), Random(1).random, bent=True)
    assert whole is not None
    action, play = board.system.actions[whole.plays[0].action], whole.plays[0]
    plan = action.plan(play.facts, board.book)
    dist, groups = distribution(action, plan), dict[object, dict[object, int]]()
    for outcome, weight in dist.weights.items():
        groups.setdefault(tuple(action.effects(plan, Played(outcome, (), ()))), {})[outcome] = weight
    assert max(map(len, groups.values())) > 1
    assert len(dist.weights) > MOST_BOARDS
    by_outcome = {outcome: group for group in groups.values() for outcome in group}
    shown = [by_outcome[way.outcomes[0]] for way in whole.ways]
    sums = [sum(group.values()) for group in shown]
    assert sums == sorted((sum(one.values()) for one in groups.values()), reverse=True)[:MOST_BOARDS]
    assert [way.chance for way in whole.ways] == [one / sum(sums) for one in sums]
    assert all(group[way.outcomes[0]] == max(group.values()) for group, way in zip(shown, whole.ways, strict=True))


def test_a_command_is_foreseen_only_as_far_as_the_rules_allow_it() -> None:
    board = aiming("fubar")
    unit, foe = board.game.units_of_side("Red")[0].id, board.game.units_of_side("Blue")[0].id
    unknown, unaimed, spent = Request("jump"), Request("fire", (unit,)), Request("activate", (unit,))
    for request in (unknown, unaimed, Request("fire", (unit,), (foe,), distance=(Decimal(99),))):
        assert make_order(board, request, bent=True) is None
        assert foresee(board, request, Random(1).random, bent=True) is None
    assert make_order(board, spent) is None, "the rules warn of it"
    assert make_order(board, spent, bent=True) is not None


def test_the_rest_of_a_play_is_sampled_with_the_same_dice_for_each_choice() -> None:
    board = aiming("fubar")
    play = play_of(board, shot(board, 12))
    action = board.system.actions[play.action]
    plan = action.plan(play.facts, board.book)
    dice = len(action.play(Live(chance_roller(lambda: 0)), plan).steps[0].faces)
    found = [sample_rest(action, plan, (6,) * dice, {"allocation": [how]}) for how in ("suppress=1", "suppress=1")]
    assert found[0] == found[1]
    assert len(found[0]) == 4 * GAMES
    assert {chance for _, chance in found[0]} == {1 / (4 * GAMES)}
    assert {played.steps[0].faces for played, _ in found[0]} == {(6,) * dice}
    rest = sample_rest(action, plan, (), {})
    assert len({played.steps[0].faces for played, _ in rest}) == 4 * GAMES


def test_results_are_remembered_up_to_a_limit_and_then_anew() -> None:
    known: dict[str, int] = {}
    assert [keep(known, key, value, 2) for value, key in enumerate("abc")] == [0, 1, 2]
    assert known == {"c": 2}
