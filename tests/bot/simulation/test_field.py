"""The abstract table of a duel: positions of units after a move, and targets of the simulated players."""

from __future__ import annotations

from random import Random

import pytest

from bot.simulation.duel_players import GreedyPlayer
from bot.simulation.field import Battlefield
from data.files import opponent_of
from rules.opponent.sight import Intent, Moved
from rules.opponent.worth import Appraiser
from tests.rules.opponent.test_decide import near
from tests.rules.opponent.test_forecast import aiming


@pytest.mark.parametrize(
    ("intent", "inches", "y"),
    [
        (Intent.TOWARD, 4, 24.0),
        (Intent.CONTACT, 9, 29.0),
        (Intent.CONTACT, 20, 29.0),
        (Intent.NEAREST, 20, 29.0),
        (Intent.BACK, 5, 15.0),
    ],
)
def test_a_unit_goes_as_far_as_its_inches_and_stops_one_short_of_an_enemy(
    intent: Intent, inches: int, y: float
) -> None:
    board = aiming("fubar")
    field = Battlefield({"u1": (20.0, 20.0), "u5": (20.0, 30.0)})
    field.move(board, "u1", Moved(intent, inches, "u5"), inches)
    assert field.spots == {"u1": pytest.approx((20.0, y)), "u5": (20.0, 30.0)}


def test_the_greedy_stand_in_shoots_where_it_may() -> None:
    board, table = aiming("fubar"), opponent_of("fubar")
    known = Appraiser(table, Random(1).random)
    option = GreedyPlayer("Red", table, known).next_order(board, near(board))
    assert option is not None
    assert (option.request.command, option.unit) == ("fire", board.game.units_of_side("Red")[0].id)
