"""`/move`, `/act tac_move`, `/act position`, `/act rally`, `/morale` and the turn."""

from __future__ import annotations

import pytest

from rules.kernel.errors import BadFacts, RuleError
from tests.rules.opreb.commands.table import HEAVY, MARINES, MILITIA, RIFLES, SCOUTS, give, table, with_states


@pytest.mark.parametrize("terrain", ["open", "rough"])
def test_a_standard_move_is_five_inches_over_any_ground(terrain: str) -> None:
    done = give(table(), "move", MILITIA, terrain=terrain)
    assert done.told[0] == "Up to 5″."


@pytest.mark.parametrize(("command", "options"), [("move", {"action": "tac_move"}), ("act", {"action": "tac_move"})])
def test_a_tac_move_throws_its_skill_test(command: str, options: dict[str, str]) -> None:
    done = give(table(), command, MILITIA, (5, 6, 1), **options)
    assert done.told[0] == "Up to 7″: 5″ and 2 bangs."


def test_moving_ends_in_position_but_not_hidden() -> None:
    done = give(with_states(table(), SCOUTS, in_position=1), "move", SCOUTS)
    assert not done.unit(SCOUTS).has("in_position")
    assert done.unit(SCOUTS).has("hidden")
    assert "Scout sharpshooters is no longer in position." in done.notes


def test_getting_into_position_is_an_action_and_tells_what_it_is_good_for() -> None:
    board = give(table(), "activate", HEAVY).board
    done = give(board, "act", HEAVY, action="position")
    assert done.unit(HEAVY).has("in_position")
    assert done.unit(HEAVY).count("actions_left") == 1
    assert "Until it moves it counts one tier better, and fires with HMG +3 dice." in done.notes
    with pytest.raises(RuleError, match="in position already"):
        give(done.board, "act", HEAVY, action="position")


def test_an_initiative_action_takes_pinned_markers_off_the_board() -> None:
    board = with_states(give(table(), "activate", MILITIA).board, MILITIA, pinned=5)
    done = give(board, "act", MILITIA, (5, 1, 1), action="rally")
    assert done.unit(MILITIA).count("pinned") == 3
    assert done.unit(MILITIA).count("actions_left") == 1
    assert done.told[0] == "2 pinned markers come off (1 bang + 1); 3 left."


def test_an_initiative_action_without_pinned_markers_is_warned() -> None:
    assert "no pinned markers" in give(table(), "act", MILITIA, (1, 1, 1), action="rally").warnings[0]


def test_a_pinned_unit_does_not_move_where_ruled() -> None:
    board = with_states(table(pin_effect="no_move"), MILITIA, pinned=1)
    with pytest.raises(RuleError, match="pinned unit does not move"):
        give(board, "move", MILITIA)


def test_pinned_markers_take_skill_dice_off_every_test_where_ruled() -> None:
    board = with_states(table(pin_effect="minus_skill_die"), MARINES, pinned=3)
    assert len(give(board, "morale", MARINES, (5, 1)).plays[0].played.steps[0].faces) == 2


def test_a_morale_check_changes_nothing() -> None:
    board = give(table(), "activate", MILITIA).board
    done = give(board, "morale", MILITIA, (1, 1, 1))
    assert done.board.game == board.game
    assert done.told[0] == "Morale breaks: no bangs, 1 needed."


def test_an_action_nobody_knows_is_a_fault() -> None:
    with pytest.raises(BadFacts, match="action"):
        give(table(), "move", MILITIA, action="run")


def test_a_new_turn_clears_what_ends_with_it_and_asks_for_the_initiative() -> None:
    board = with_states(give(table(), "activate", MILITIA).board, RIFLES, in_position=1, wounds=2)
    done = give(board, "turn next")
    assert done.board.game.turn == 2
    assert done.unit(MILITIA).states == {}
    assert done.unit(RIFLES).states == {"in_position": 1, "wounds": 2}
    assert done.notes == ("Each side nominates a unit.",)
    assert done.warnings[0] == "Colonial militia section forfeits 2 actions."
    assert done.warnings[1].startswith("5 units have not acted this turn")


def test_a_side_may_be_done_before_its_actions_are() -> None:
    board = give(table(), "initiative", HEAVY, (5, 5, 5, 5, 1, 1, 1, 1, 1)).board
    board = give(board, "activate", HEAVY).board
    with pytest.raises(RuleError, match="Blue goes now, not Red"):
        give(board, "turn end", side="Red")
    done = give(board, "turn end", side="Blue")
    assert done.board.game.holder == "Red"
    assert not done.unit(HEAVY).count("actions_left")


def test_a_go_cannot_end_before_the_initiative_is_thrown() -> None:
    with pytest.raises(RuleError, match="not been thrown"):
        give(table(), "turn end", side="Blue")


@pytest.mark.parametrize("gone", [(MILITIA,), (MILITIA, HEAVY)])
def test_the_order_of_sides_survives_losses(gone: tuple[str, ...]) -> None:
    board = table()
    for id in gone:
        board.game.units[id] = board.unit(id).model_copy(update={"models": 0})
    done = give(board, "initiative", MARINES, (1,) * 4 + (5,) * 5 if HEAVY not in gone else (1,) * 3 + (5,) * 5)
    assert done.board.game.order == ("Red", "Blue")
