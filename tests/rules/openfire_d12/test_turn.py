"""`/turn next`, `/turn end` and the winner."""

from __future__ import annotations

from rules.command.system import Board
from rules.game.events import PointsScored, TurnAdvanced
from rules.kernel.request import Request
from rules.kernel.text import NOTHING, Text
from rules.kernel.wording import ENGLISH
from tests.rules.openfire_d12.table import board, carry_out, forbidden, hurt, marked, warnings_of

TWO = board(("Red", "line_squad"), ("Blue", "raiders"))
SPENT = marked(TWO, "u1", "u2", activated=1, moved=1, actions_done="advance,attack")


def test_a_new_round_collects_the_activation_markers() -> None:
    came_to = carry_out(marked(SPENT, "u1", suppression=1), "turn next")
    assert came_to.board.game.turn == 2
    assert came_to.board.unit("u1").states == {"suppression": 1}
    assert came_to.board.unit("u2").states == {}
    assert came_to.notes == ("Roll for the initiative.",)
    assert came_to.board.game.order == ()


def test_assault_ranges_last() -> None:
    near = marked(SPENT, "u1", in_assault_range_of="u2")
    assert carry_out(near, "turn next").board.unit("u1").has("in_assault_range_of")


def test_units_that_have_not_been_activated_are_listed() -> None:
    assert warnings_of(TWO, "turn next") == ("2 units have not acted this round. Red: Line squad; Blue: Raiders.",)
    assert warnings_of(hurt(TWO, "u2", 0), "turn next") == ("1 unit has not acted this round: Line squad.",)
    assert not warnings_of(SPENT, "turn next")


def _in_round(number: int, **rulings: int) -> Board:
    spent = marked(board(("Red", "line_squad"), ("Blue", "raiders"), **rulings), "u1", "u2", activated=1)
    return spent.after([TurnAdvanced(turn=number)])


def test_the_last_round_is_announced_and_another_round_needs_confirmation() -> None:
    assert "This is the last of 5 rounds." in carry_out(_in_round(4), "turn next").notes
    assert warnings_of(_in_round(5), "turn next") == (
        "Round 5 was the last: the side with the most points wins (Rounds).",
    )
    assert "This is the last of 3 rounds." in carry_out(_in_round(2, rounds=3), "turn next").notes


def test_the_most_points_after_the_last_round_win() -> None:
    scored = _in_round(5).after(
        [PointsScored(side="Red", points=3, why=Text("relay")), PointsScored(side="Blue", points=2, why=NOTHING)]
    )
    verdict = scored.system.victory(scored)
    assert (verdict.leader, verdict.over) == ("Red", True)
    early = _in_round(4).after([PointsScored(side="Red", points=3, why=Text("relay"))])
    assert not early.system.victory(early).over
    playing = marked(scored, "u2", activated=None)
    assert not playing.system.victory(playing).over
    assert playing.system.victory(playing.after([TurnAdvanced(turn=6)])).over


def test_ending_a_go_forfeits_the_rest() -> None:
    forbidden(TWO, "turn end", "Roll for initiative first")
    going = carry_out(carry_out(TWO, "initiative", (6, 6, 1, 1)).board, "move", unit="u1").board
    forbidden(going, "turn end", "not Blue", side="Blue")
    came_to = carry_out(going, "turn end", side="Red")
    assert came_to.board.game.holder == "Blue"
    assert not came_to.board.unit("u1").has("actions_left")
    assert came_to.notes == ("Line squad forfeits 1 action.", "Blue's turn, 1 unit left.")


def test_the_end_of_a_go_leaves_the_actions_of_other_sides() -> None:
    """A unit keeps its actions at the end of the enemy's activation, if its side activated another one by a bent
    rule.
    """
    going = carry_out(carry_out(TWO, "initiative", (6, 6, 1, 1)).board, "move", unit="u1").board
    came_to = carry_out(marked(going, "u2", activated=1, actions_left=1), "turn end", side="Red")
    assert came_to.board.unit("u2").count("actions_left") == 1
    assert not came_to.board.unit("u1").has("actions_left")


def test_a_second_activation_asks_the_side_whose_actions_it_ends() -> None:
    """The player of the other side declares it finished."""
    going = carry_out(carry_out(TWO, "initiative", (6, 6, 1, 1)).board, "move", unit="u1").board
    order = going.system.commands["activate"].plan(
        marked(going, "u2", activated=1), Request("activate", unit=("u2",), side="Blue")
    )
    assert [one.side for one in order.ends] == ["Red"]
    assert any("forfeits 1 action" in ENGLISH(one) for one in order.warnings)


def test_a_round_that_was_over_goes_on_with_a_unit_that_has_actions_left_again() -> None:
    """As after an undo: other units act only with a warning."""
    over = SPENT.after([TurnAdvanced(turn=1, order=("Red", "Blue"), holder=None)])
    assert over.after(over.system.settle(over)).game.holder is None
    again = marked(over, "u2", actions_left=1)
    assert again.after(again.system.settle(again)).game.holder == "Blue"
