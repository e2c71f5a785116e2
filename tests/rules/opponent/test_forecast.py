"""Forecasts of commands: computed once for equal plays, and again for any difference between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from random import Random

import pytest

from bot.simulation.duel_matches import sample_game
from bot.simulation.field import SIDES
from data import system_of
from rules.command.planned import Planned
from rules.command.system import Board
from rules.game.events import TurnAdvanced
from rules.game.game import Game
from rules.game.unit import Unit, Weapon
from rules.kernel.action import Plan, Played
from rules.kernel.facts import MissingFacts
from rules.kernel.plays import Effect
from rules.kernel.request import Request
from rules.kernel.table import Live
from rules.opponent.forecast import GAMES, MOST_BOARDS, chance_roller, distribution, foresee, make_order, sample_rest
from rules.opponent.memory import keep
from rules.opponent.toll import toll
from tests.sixth import SIXTH


def aiming(key: str, actions_left: int = 0, **rulings: str) -> Board:
    """Return a board on which the first unit of Red has still to fire."""
    system = system_of(key)
    board = sample_game(system, dict(zip(SIDES, system.about.demo, strict=True)))
    board = board.after([TurnAdvanced(turn=1, order=SIDES, holder="Red")])
    unit = board.game.units_of_side("Red")[0]
    states = {"tried": 1, "activated": 1, "action": "aimed_fire", "actions_left": actions_left}
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
    board = aiming("openfire_d12", actions_left=1)
    whole = foresee(board, shot(board, 6), Random(1).random)
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
        assert foresee(board, request, Random(1).random) is None
    assert make_order(board, spent) is foresee(board, spent, Random(1).random) is None, "the rules warn of it"
    assert make_order(board, spent, bent=True) is not None
    assert foresee(board, spent, Random(1).random, bent=True) is not None


def test_an_order_is_not_completed_by_a_target_and_not_given_if_its_dice_are_refused() -> None:
    board = aiming("fubar")
    engaged = {"engaged_with": ",".join(unit.id for unit in board.game.units_of_side("Blue")[:2])}
    unit = board.game.units_of_side("Red")[0]
    board.game.units[unit.id] = unit.model_copy(update={"states": engaged})
    leave = Request("act", (unit.id,), action="withdraw")
    with pytest.raises(MissingFacts, match="which enemy may follow"):
        board.system.acts["withdraw"].plan(board, leave)
    assert make_order(board, leave, bent=True) is None
    far = aiming("openfire_ww2")
    assert make_order(far, shot(far, 50), bent=True) is not None, "the weapons are known only to the roll"
    assert make_order(far, shot(far, 50)) is None
    assert foresee(far, shot(far, 50), Random(1).random, bent=True) is None


def test_a_shot_of_too_many_dice_is_sampled_whenever_it_is_foreseen() -> None:
    board = aiming("fubar")
    unit, many = board.game.units_of_side("Red")[0], (Weapon(name="flamethrower", count=99),)
    board.game.units[unit.id] = unit.model_copy(update={"models": 99, "starting": 99, "weapons": many})
    losses = list[float]()
    for _ in range(2):
        came = foresee(board, shot(board, 6), Random(1).random, most=4)
        assert came is not None
        assert (came.exact, {way.chance for way in came.ways}, len(came.ways)) == (False, {1 / GAMES}, GAMES)
        assert not toll(board, play_of(board, shot(board, 6)), Random(1).random).exact
        losses.append(expected_losses(board, 6))
    assert losses[0] == losses[1] > 0


def test_a_command_of_two_rolls_is_sampled() -> None:
    system = system_of("openfire_d12")
    board = sample_game(system, dict(zip(SIDES, system.about.demo, strict=True)))
    board = board.after([TurnAdvanced(turn=1, order=SIDES, holder="Red")])
    unit = board.game.units_of_side("Red")[0].id
    move = Request("move", (unit,), distance=(Decimal(6),), action="advance", terrain=("dangerous",), side="Red")
    came = foresee(board, move, Random(1).random)
    assert came is not None
    assert len(came.plays) == 2
    assert (came.exact, len(came.ways), came.ways[0].outcomes) == (False, GAMES, ())


def test_effects_that_depend_on_the_dice_beyond_the_outcome_are_sampled() -> None:
    """The second time at once; a state that ends costs nothing, and hits on a unit without a part change nothing."""

    def by_dice(plan: Plan, played: Played) -> Sequence[Effect]:
        hits = sum(face > 5 for face in played.steps[0].faces)
        return Effect("target", "models", -hits), Effect("target", "tired", to=""), Effect("nobody", "models", -1)

    system = replace(SIXTH, actions={"shoot": replace(SIXTH.actions["shoot"], effects=by_dice)})
    game = Game()
    for id, side in (("u1", "Red"), ("u2", "Blue")):
        game.units[id] = Unit(id=id, name=id, side=side, models=6, starting=6)
    board = Board.of(game, system)
    play = play_of(board, Request("fire", ("u1",), ("u2",), side="Red"))
    for _ in range(2):
        came = toll(board, play, Random(1).random)
        assert not came.exact
        assert came.lost == {"u2": pytest.approx(2.25, abs=0.3)}
        assert came.states == {("u2", "tired"): 0}
    del game.units["u1"]
    assert toll(Board.of(game, SIXTH), play, Random(1).random).lost == {"u2": pytest.approx(2.25)}, (
        "its attacker is a card"
    )


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
