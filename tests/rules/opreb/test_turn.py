"""`/turn next`, `/turn end`, and automatic consequences after every entry (Initiative)."""

from __future__ import annotations

import pytest

from rules.command.system import Board
from rules.game.events import TurnAdvanced
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.wording import ENGLISH
from tests.rules.opreb.table import HEAVY, MILITIA, RIFLES, SECOND_MILITIA, give, table, with_states


def board_after_initiative() -> Board:
    """Blue has won the initiative."""
    return give(table(), "initiative", HEAVY, (5, 5, 5, 5, 1, 1, 1, 1, 1)).board


def settled_board(board: Board) -> Board:
    """Return the board after its automatic consequences."""
    return board.after(board.system.settle(board))


def without_models(board: Board, *units: str) -> Board:
    for id in units:
        board.game.units[id] = board.unit(id).model_copy(update={"models": 0})
    return board


def test_the_end_of_a_go_warns_of_the_actions_that_are_lost_and_says_who_goes_on() -> None:
    board = give(board_after_initiative(), "activate", HEAVY).board
    done = give(board, "turn end", side="Blue")
    assert done.warnings == ("Heavy weapons squad forfeits 2 actions.",)
    assert done.notes == ("Red's turn, 3 units left.",)


def test_the_end_of_the_other_sides_activation_is_not_offered() -> None:
    end = board_after_initiative().system.commands["turn end"]
    with pytest.raises(RuleError, match="It is Blue's turn, not Red's"):
        end(board_after_initiative(), Request("turn end", side="Red")).judge()
    with pytest.raises(RuleError, match="Roll for initiative first"):
        end(table(), Request("turn end", side="Blue")).judge()
    assert end(board_after_initiative(), Request("turn end", side="Blue")).judge() == ()


def test_the_warnings_at_the_end_of_a_turn_are_known_in_advance() -> None:
    board = board_after_initiative()
    next = board.system.commands["turn next"]
    assert [ENGLISH(one).partition(".")[0] for one in next(board, Request("turn next")).judge()] == [
        "6 units have not acted this turn"
    ]


def test_the_fallen_keep_no_markers() -> None:
    board = without_models(with_states(table(), MILITIA, in_position=1, pinned=3, activated=1), MILITIA)
    assert settled_board(board).unit(MILITIA).states == {}


def test_actions_of_an_earlier_turn_do_not_come_back() -> None:
    """Two actions belong to an activation of this turn (Initiative › Actions)."""
    board = with_states(table(), MILITIA, actions_left=1)
    board = with_states(with_states(board, HEAVY, actions_left=1, activated=1), RIFLES, in_position=1)
    after = settled_board(board)
    assert after.unit(MILITIA).states == {}
    assert after.unit(HEAVY).states == {"actions_left": 1, "activated": 1}
    assert after.unit(RIFLES).states == {"in_position": 1}


def test_a_side_without_units_to_act_passes_the_turn_on() -> None:
    """The sides take turns until all units have been activated (Initiative)."""
    gone = without_models(board_after_initiative(), MILITIA, SECOND_MILITIA)
    assert settled_board(gone).game.holder == "Blue", "the heavy weapons squad is still to go"
    assert settled_board(without_models(gone, HEAVY)).game.holder == "Red"


def test_a_side_whose_last_unit_is_active_keeps_the_go() -> None:
    board = with_states(with_states(board_after_initiative(), MILITIA, activated=1), SECOND_MILITIA, activated=1)
    active = with_states(board, HEAVY, activated=1, actions_left=1)
    assert active.system.settle(active) == []
    both = with_states(active, RIFLES, activated=1, actions_left=1)
    assert settled_board(both).game.holder == "Blue", "an enemy with actions left, by a bent rule, takes nothing away"
    assert settled_board(with_states(board, HEAVY, activated=1)).game.holder == "Red"
    enemy = with_states(with_states(board, HEAVY, activated=1), RIFLES, activated=1, actions_left=1)
    assert settled_board(enemy).game.holder == "Red", "another side's unit that is active holds nothing up"


def test_before_the_initiative_and_when_all_have_acted_nothing_is_handed_on() -> None:
    assert table().system.settle(table()) == []
    board = board_after_initiative()
    for id in board.game.units:
        board = with_states(board, id, activated=1)
    over = settled_board(board)
    assert over.game.holder is None
    assert over.system.settle(over) == []


def test_the_end_of_a_go_leaves_the_actions_of_other_sides() -> None:
    """A unit keeps its actions at the end of the enemy's activation, if its side activated another one by a bent
    rule.
    """
    board = with_states(give(board_after_initiative(), "activate", HEAVY).board, RIFLES, activated=1, actions_left=1)
    done = give(board, "turn end", side="Blue")
    assert done.warnings == ("Heavy weapons squad forfeits 2 actions.",)
    assert done.board.unit(RIFLES).count("actions_left") == 1


def test_an_initiative_in_the_middle_of_a_turn_leaves_a_unit_its_actions() -> None:
    """The winner continues only after the active unit, even if no other unit is left to activate."""
    board = give(board_after_initiative(), "activate", HEAVY).board
    again = give(board, "initiative", HEAVY, (1, 1, 1, 1, 5, 5, 5, 5, 5)).board
    assert again.game.order[0] == "Red"
    assert again.game.holder == "Blue"
    for unit in again.game.units.values():
        again.game.units[unit.id] = unit.model_copy(update={"states": {**unit.states, "activated": 1}})
    alone = give(again, "initiative", HEAVY, (1, 1, 1, 1, 5, 5, 5, 5, 5)).board
    assert alone.game.holder == "Blue"


def test_a_unit_of_the_other_side_that_has_actions_left_is_next_when_a_go_is_over() -> None:
    """As after an undo of the entry that ended them: no other activation may take them away."""
    board = with_states(give(board_after_initiative(), "activate", HEAVY).board, RIFLES, activated=1, actions_left=1)
    done = give(board, "turn end", side="Blue")
    assert done.board.game.holder == "Red"
    assert [unit.id for unit in done.board.game.units.values() if unit.has("actions_left")] == [RIFLES]


def test_the_turn_is_not_over_while_a_unit_has_actions_left() -> None:
    """If both sides had one, the other side continues, also after a new roll for initiative."""
    board = give(board_after_initiative(), "activate", HEAVY).board
    for id in board.game.units:
        board = with_states(board, id, activated=1)
    board = with_states(board, RIFLES, actions_left=1)
    assert give(board, "turn end", side="Blue").board.game.holder == "Red"
    again = give(give(board, "turn end", side="Blue").board, "initiative", HEAVY, (5, 5, 5, 5, 1, 1, 1, 1, 1)).board
    assert again.game.holder == "Red"


def test_a_turn_that_was_over_goes_on_with_a_unit_that_has_actions_left_again() -> None:
    """An undo can cause this."""
    board = board_after_initiative()
    for id in board.game.units:
        board = with_states(board, id, activated=1)
    board = board.after([TurnAdvanced(turn=1, order=board.game.order, holder=None)])
    assert settled_board(board).game.holder is None
    assert settled_board(with_states(board, RIFLES, actions_left=1)).game.holder == "Red"
