"""Notes on an undo about what no marker shows: figures to put back, units that may act again, the turn and points."""

from __future__ import annotations

from typing import Any

from bot.resolution.undo_notes import put_back_notes, unmarked_notes
from data import system_of
from rules.command.system import Board
from rules.game.game import Game
from rules.game.unit import Unit
from rules.kernel.wording import Wording
from tests.rows import for_each


class Plain(Wording):
    """A reader who knows units by their ids."""

    def unit(self, id: str) -> str:
        return id


def board(*states: dict[str, Any], system: str = "openfire_d12", **more: Any) -> Board:
    """Return a board with a unit of Red for each of these states: u1, u2 …"""
    units = {
        f"u{at}": Unit(id=f"u{at}", name=f"u{at}", side="Red", models=5, starting=5, states=one)
        for at, one in enumerate(states, 1)
    }
    return Board.of(Game(units=units, **more), system_of(system))


def said(before: Board, after: Board) -> list[str]:
    return [Plain()(note) for note in unmarked_notes(before, after)]


@for_each(
    ("before", "after", "notes"),
    [
        ({"moved": 1}, {}, ["u1 may act again."]),
        ({}, {"moved": 1}, []),
        ({"ground_due": 1, "scout_waiting": 1}, {}, ["u1: no longer ground due or scout waiting."]),
        ({}, {"ground_due": 1, "scout_waiting": 1}, ["u1: ground due and scout waiting again."]),
        ({"actions_left": 1}, {"actions_left": 2}, ["u1 has 2 actions left again."]),
        ({"actions_left": 2}, {"actions_left": 1}, ["u1 has 1 action left again."]),
        ({"actions_left": 2}, {}, []),
        ({"actions_left": 1, "moved": 1}, {"actions_left": 2}, ["u1 has 2 actions left again."]),
        ({"moved": 1, "ground_due": 1}, {"scout_waiting": 1}, [
            "u1 may act again.", "u1: no longer ground due.", "u1: scout waiting again.",
        ]),
    ],
)  # fmt: skip
def test_the_changes_of_one_unit(before: dict[str, Any], after: dict[str, Any], notes: list[str]) -> None:
    assert said(board(before), board(after)) == notes


def test_states_that_point_at_units_name_them_on_the_table_only() -> None:
    pointing = {"in_assault_range_of": "u2,u9"}
    assert said(board(pointing, {}), board({}, {})) == ["u1: no longer in assault range of u2."]
    assert said(board({}, {}), board(pointing, {})) == ["u1: in assault range of u2 again."]


def test_a_count_of_its_own_words() -> None:
    thrown = [board({"grenades_thrown": count}, system="bayonet") for count in (2, 1)]
    assert said(*thrown) == ["u1: grenades thrown 1 again."]


def test_many_changes_are_told_together() -> None:
    few, many = [{"moved": 1}] * 3, [{"moved": 1}] * 4
    assert said(board(*few), board(*[{}] * 3)) == [f"u{at} may act again." for at in range(1, 4)]
    assert said(board(*many), board(*[{}] * len(many))) == ["4 units of Red may act again."]
    left = [{"actions_left": 1}] * len(many)
    assert said(board(*left), board(*[{"actions_left": 2}] * len(many))) == ["4 units of Red: actions left as it was."]
    gone = [{"ground_due": 1}] * len(many)
    assert said(board(*gone), board(*[{}] * len(many))) == ["4 units of Red: no longer ground due."]
    assert said(board(*[{}] * len(many)), board(*gone)) == ["4 units of Red: ground due again."]


def test_a_turn_gives_no_unit_another_go_and_is_told_with_the_points() -> None:
    before = board({"moved": 1, "ground_due": 1}, turn=2, scores={"Red": 3, "Blue": 2})
    after = board({}, turn=1, scores={"Red": 1, "Blue": 2})
    assert said(before, after) == ["u1: no longer ground due.", "Round 1 again.", "Red: 1 point again."]
    assert said(board(phase="morale"), board(phase="move")) == ["Round 1 again."]
    assert said(board(scores={"Red": 3}), board()) == ["Red: no points again."]


def test_figures_go_back_unless_they_moved_on() -> None:
    here = board({}, {}, {}).game
    here.units["u3"] = here.units["u3"].model_copy(update={"models": 0})
    notes = [Plain()(note) for note in put_back_notes({"u1", "u2", "u3", "u9"}, {"u2"}, here)]
    assert notes == ["Put u1 back where the move began.", "Agree where to place u2: later moves stay."]
    assert list(put_back_notes({"u3"}, (), here)) == []
