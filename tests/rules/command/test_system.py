"""A rule system as a value: the commands that it offers, and to which unit; and its words."""

from __future__ import annotations

from dataclasses import replace

from data import system_of
from rules.command.system import Board
from rules.game.events import TurnAdvanced
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.rules.opponent.test_decide import to_go


def test_a_unit_is_offered_its_own_actions_and_no_unit_in_particular_all() -> None:
    """A vehicle of FUBAR drives: it was offered Walk and Run."""
    board = to_go(system_of("fubar"))
    [activate] = [one for key, one in board.system.commands.items() if key == "activate"]
    vehicle = next(one for one in board.game.units.values() if one.profile.get("kind") == "vehicle")
    section = next(one for one in board.game.units.values() if one.profile.get("kind") != "vehicle")
    every, own = activate.actions_of(board, None), activate.actions_of(board, vehicle)
    assert list(every) == list(activate.actions)
    assert [one.label for one in own] != [one.label for one in activate.actions_of(board, section)]


def test_the_side_with_the_turn_is_named_by_the_phase_and_another_side_in_its_place() -> None:
    bayonet = system_of("bayonet")
    for phase, holder, side, said in (
        (None, "Red", None, "Red's bound."),
        ("shooting", "Red", None, "Red's shots."),
        ("shooting", "Red", "Blue", "Blue's shots."),
        ("other", None, "Blue", "Blue's bound."),
    ):
        game = Game().with_events([TurnAdvanced(turn=1, order=("Red", "Blue"), holder=holder, phase=phase)])
        assert ENGLISH(bayonet.whose_go(game, side)) == said


def test_a_plural_is_the_one_of_the_system_or_the_usual_one() -> None:
    system = replace(system_of("fubar"), plurals={"axe": "axen"})
    assert (system.many("axe"), system.many("lmg"), system.many("infantry_rifle")) == (
        "axen",
        "LMGs",
        "infantry rifles",
    )


def test_a_single_figure_fires_one_weapon_and_a_vehicle_or_two_figures_several() -> None:
    def fires_one(models: int, kind: str) -> bool:
        unit = Unit(id="u1", name="u1", side="Red", models=models, starting=2, profile={"kind": kind})
        return system_of("fubar").fires_one(unit)

    assert [fires_one(1, "infantry"), fires_one(2, "infantry"), fires_one(1, "vehicle")] == [True, False, False]


def test_the_origins_of_traits_are_those_of_units_that_are_still_there() -> None:
    unit = Unit(id="u1", name="u1", side="Red", models=1, starting=1, origins={"skill": Text("Campaign")})
    board = Board.of(Game(units={"u1": unit}), system_of("opreb"), "cm")
    assert board.origins({"unit": "u1", "target": "u9"}) == {"u1": {"skill": Text("Campaign")}}
    assert (board.ruler.units, Board.of(board.game, board.system).ruler.units) == ("cm", "inches")
    assert board.after([]) is board
