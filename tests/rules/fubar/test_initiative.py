"""The initiative: a die and the scenario modifier, ties rolled again (Initiative)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.fubar.initiative import FubarInitiativeFacts, FubarRollForInitiative
from rules.game.events import TurnAdvanced
from rules.game.table_events import PlayerSeated
from rules.game.tabletop import Player
from rules.kernel.request import Request
from rules.kernel.resolve import ruleset_of
from tests.rows import for_each
from tests.rules.fubar.table import SYSTEM, chances, faulty, outcome, play
from tests.rules.opponent.test_decide import to_go


def sides(*modifiers: int) -> dict[str, Any]:
    return {"sides": [{"modifier": modifier} for modifier in modifiers]}


@for_each(
    ("modifiers", "dice", "order"),
    [
        ((0, 0), [3, 5], [1, 0]),
        ((3, 0), [3, 5], [0, 1]),
        ((0, 0), [4, 4, 2, 6], [1, 0]),
        ((1, 0), [4, 5, 2, 1], [0, 1]),
        ((0, 0, 0), [6, 2, 6, 1, 5], [2, 0, 1]),
        ((0, -2, 1), [3, 4, 2, 5, 5], [2, 0, 1]),
    ],
)
def test_the_highest_goes_first(modifiers: tuple[int, ...], dice: list[int], order: list[int]) -> None:
    assert list(outcome("initiative", sides(*modifiers), dice)["order"]) == order


def test_only_the_tied_roll_again() -> None:
    steps = play("initiative", sides(0, 0, 0), [6, 2, 6, 1, 5]).played.steps
    assert [step.throw.side for step in steps] == [0, 1, 2, 0, 2]
    assert len({step.throw.key for step in steps}) == 5


def test_a_modifier_may_be_left_out() -> None:
    assert list(outcome("initiative", {"sides": [{}, {"modifier": 1}]}, [3, 3])["order"]) == [1, 0]


def test_facts_that_cannot_be() -> None:
    faulty("initiative", sides(0), "sides")
    faulty("initiative", {"sides": []}, "sides")
    faulty("initiative", sides(0, 11), "sides.1.modifier")
    faulty("initiative", {"sides": [{}, {"colour": "red"}]}, "sides.1.colour")


def test_two_sides_with_one_more_on_the_die() -> None:
    assert chances("initiative", sides(1, 0)) == {((0, 1),): Fraction(21, 31), ((1, 0),): Fraction(10, 31)}


def test_equal_sides_are_equal() -> None:
    assert set(chances("initiative", sides(0, 0, 0, 0)).values()) == {Fraction(1, 24)}


def test_six_more_cannot_be_beaten() -> None:
    assert chances("initiative", sides(0, 6)) == {((1, 0),): 1}


def test_odds_of_many_sides_are_refused() -> None:
    with pytest.raises(Exception, match="up to 6 sides"):
        chances("initiative", sides(*[0] * 7))


@for_each(("blue", "names"), [(0, ["Blue"]), (1, ["Blue"]), (2, ["Blue 1", "Blue 2"])])
def test_by_ruling_each_player_has_a_die_and_numbers_tell_several_of_one_side_apart(
    blue: int, names: list[str]
) -> None:
    board = to_go(SYSTEM)
    seats = [PlayerSeated(player=Player(id=f"p{n}", name=f"P{n}", side="Blue")) for n in range(blue)]
    board = board.after([*seats, TurnAdvanced(turn=1)])
    board = board._replace(book=ruleset_of(SYSTEM, {"initiative_by": "player"}))
    [plan] = FubarRollForInitiative.plan(board, Request("initiative", modifiers=("0", "0"))).plays
    assert isinstance(plan.facts, FubarInitiativeFacts)
    assert [side.name for side in plan.facts.sides] == ["Red", *names]
    assert plan.rulings_used == (("initiative_by",) if blue == 2 else ())


def test_dice_of_sides_with_long_names_have_shortened_ones_with_room_for_a_number() -> None:
    board, long = to_go(SYSTEM), "B" * 61
    board.game.units.clear()
    for ruling, seated, name in (("side", 2, "B" * 60), ("player", 1, "B" * 60), ("player", 2, f"{'B' * 56} 1")):
        seats = [PlayerSeated(player=Player(id=f"p{n}", name=f"P{n}", side=long)) for n in range(seated)]
        seats.append(PlayerSeated(player=Player(id="red", name="Red", side="Red")))
        now = board.after([*seats, TurnAdvanced(turn=1)])
        now = now._replace(book=ruleset_of(SYSTEM, {"initiative_by": ruling}))
        [plan] = FubarRollForInitiative.plan(now, Request("initiative", modifiers=("-10", "2"))).plays
        red, first = plan.facts.model_dump()["sides"][:2]
        assert red == {"modifier": -10, "name": "Red", "side": 0}
        assert first == {"modifier": 2, "name": name, "side": 1}
