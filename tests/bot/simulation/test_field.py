"""The abstract table of a duel: positions of units after a move, and targets of the simulated players."""

from __future__ import annotations

from random import Random

import pytest

from bot.simulation.duel_players import GreedyPlayer
from bot.simulation.field import Assaults, Battlefield
from data.files import opponent_of
from rules.command.system import System
from rules.kernel.request import Request
from rules.opponent.options import Option
from rules.opponent.sight import Around, Intent, Moved, pair
from rules.opponent.worth import Appraiser
from tests.rows import for_each
from tests.rules.opponent.test_decide import every_system, near, to_go
from tests.rules.opponent.test_forecast import aiming


@for_each(
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


def row(*spots: tuple[str, float, float]) -> Battlefield:
    return Battlefield({unit: (x, y) for unit, x, y in spots})


def test_equal_forces_begin_face_to_face() -> None:
    spots = Battlefield.of(aiming("fubar")).spots
    red = {f"u{nth}": (7.2 * nth, 6.0) for nth in range(1, 5)}
    blue = {f"u{4 + nth}": (36 - 7.2 * nth, 30.0) for nth in range(1, 5)}
    assert spots == {unit: pytest.approx(spot) for unit, spot in (red | blue).items()}


def test_enemies_see_each_other_past_obstacles_at_whole_inches() -> None:
    board = aiming("fubar")
    field = row(("u1", 14, 8), ("u5", 14, 18), ("u6", 16.5, 8), ("u7", 14, 8.2), ("u8", 11.4, 8), ("u2", 14, 8))
    board.game.units["u2"] = board.game.units["u2"].model_copy(update={"models": 0})
    seen = field.sight(board, "soft")
    assert {pair: int(inches) for pair, inches in seen.inches.items()} == {
        pair("u1", "u5"): 10,
        pair("u1", "u6"): 2,
        pair("u1", "u7"): 1,
        pair("u1", "u8"): 3,
    }
    assert seen.unseen == {pair("u1", "u5")}
    assert set(seen.around) == {"u1", "u5", "u6", "u7", "u8"}


@for_each(
    ("one", "other", "hidden"),
    [
        ((14, 8), (14, 18), True),
        ((11.6, 8), (11.6, 18), True),
        ((11.5, 8), (11.5, 18), False),
        ((16.4, 18), (16.4, 8), True),
        ((14, 8), (14, 13), False),
        ((14, 8), (14, 13.1), True),
        ((14, 13), (14, 18), False),
        ((14, 14), (14, 18), False),
        ((14, 13), (14, 13), False),
    ],
)
def test_an_obstacle_hides_what_is_less_than_its_radius_from_the_line_between(
    one: tuple[float, float], other: tuple[float, float], hidden: bool
) -> None:
    seen = row(("u1", *one), ("u5", *other)).sight(aiming("fubar"), "soft")
    assert bool(seen.unseen) is hidden


@for_each(
    ("x", "y", "around"),
    [
        (6, 12, Around(cover=False, objective=True, holds=False)),
        (6, 12.1, Around(cover=True, objective=True, holds=False)),
        (6, 15, Around(cover=True, objective=False, holds=True)),
        (18, 18, Around(cover=True, objective=False, holds=True)),
        (18, 9.0, Around(cover=False, objective=True, holds=False)),
        (18, 8.9, Around(cover=False, objective=False, holds=False)),
        (36, 0, Around(cover=False, objective=False, holds=False)),
        (18, 0, Around(cover=True, objective=False, holds=False)),
        (6, 0, Around(cover=True, objective=False, holds=False)),
        (30, 36, Around(cover=True, objective=False, holds=False)),
    ],
)
def test_a_unit_is_told_of_cover_and_objectives_within_six_inches(x: float, y: float, around: Around) -> None:
    assert row(("u1", x, y)).surroundings("u1") == around


def test_an_objective_is_held_by_the_only_side_within_three_inches() -> None:
    board = aiming("fubar")
    away = [(f"u{nth}", 0.0, 0.0) for nth in (2, 3, 4, 6, 7, 8)]
    for spots, held in (
        ([("u1", 6, 15), ("u5", 30, 21.1)], {"Red": 1, "Blue": 0}),
        ([("u1", 6, 15), ("u5", 6, 20)], {"Red": 0, "Blue": 0}),
        ([("u1", 20, 18), ("u5", 30, 21)], {"Red": 1, "Blue": 1}),
    ):
        assert row(*spots, *away).objectives_held(board) == held


@for_each(
    ("intent", "start", "inches", "end"),
    [
        (Intent.COVER, (20.0, 18.0), 6, (23.5, 18.0)),
        (Intent.COVER, (20.0, 18.0), 2, (22.0, 18.0)),
        (Intent.COVER, (18.5, 18.0), 6, (12.5, 18.0)),
        (Intent.COVER, (18.5, 18.0), 5, (23.5, 18.0)),
        (Intent.COVER, (26.0, 17.0), 6, (26.0, 17.0)),
        (Intent.OBJECTIVE, (18.0, 10.0), 3, (18.0, 13.0)),
        (Intent.OBJECTIVE, (18.0, 10.0), 20, (18.0, 17.0)),
        (Intent.OBJECTIVE, (18.0, 17.5), 20, (18.0, 17.5)),
        (Intent.BACK, (18.0, 3.0), 9, (18.0, 0.0)),
    ],
)
def test_a_unit_ends_in_cover_at_an_objective_or_at_the_edge(
    intent: Intent, start: tuple[float, float], inches: int, end: tuple[float, float]
) -> None:
    board = aiming("fubar")
    field = row(("u1", *start), *((unit, 18.0, 30.0) for unit in ("u5", "u6", "u7", "u8")))
    field.move(board, "u1", Moved(intent, inches, "u5"), inches)
    assert field.spots["u1"] == pytest.approx(end)


@every_system
def test_the_field_is_the_same_for_either_side(system: System) -> None:
    """A unit at the place opposite has the same cover and surroundings."""
    board = to_go(system)
    field = Battlefield.of(board)
    for unit in board.game.units.values():
        x, y = field.spots[unit.id]
        field.spots["turned"] = (36 - x, 36 - y)
        assert field.is_in_cover("turned") == field.is_in_cover(unit.id)
        assert field.surroundings("turned") == field.surroundings(unit.id)


def test_an_assault_is_not_repeated_in_its_turn() -> None:
    board, made = aiming("fubar"), Assaults()
    fire, assault = (Option(Request(one, unit=("u1",), target=("u5",))) for one in ("fire", "assault"))
    for option in (fire, assault):
        made.add(option)
    assert (made.may_repeat(board, fire), made.may_repeat(board, assault)) == (True, True), "the first turn begins"
    for option in (fire, assault):
        made.add(option)
    assert (made.may_repeat(board, fire), made.may_repeat(board, assault)) == (True, False)
    board.game.turn = 2
    assert made.may_repeat(board, assault)
