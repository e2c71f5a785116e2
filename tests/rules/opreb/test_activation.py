"""`/initiative`, `/activate` and the two actions of a unit (Initiative)."""

from __future__ import annotations

from typing import Any, cast

import pytest

from rules.command.system import Board
from rules.game.events import LossesTaken
from rules.kernel.errors import BadFacts, RuleError
from rules.kernel.request import Request
from rules.kernel.text import kind_of
from rules.kernel.wording import ENGLISH
from tests.rules.opreb.table import (
    HEAVY,
    MARINES,
    MILITIA,
    RIFLES,
    SCOUTS,
    SECOND_MILITIA,
    Named,
    give,
    table,
    with_states,
)

BLUE_WINS = (5, 5, 5, 5, 1, 1, 1, 1, 1)


def board_after_initiative() -> Board:
    """Blue has won the initiative."""
    return give(table(), "initiative", HEAVY, BLUE_WINS).board


def test_the_warnings_of_an_activation_are_known_in_advance() -> None:
    board = board_after_initiative()
    activate = board.system.commands["activate"]
    assert activate(board, Request("activate", unit=(HEAVY,), side="Blue")).judge() == ()
    assert activate(board, Request("activate", unit=(MARINES,), side="Red")).judge()


def test_each_side_nominates_a_unit_and_more_bangs_go_first() -> None:
    done = give(table(), "initiative", HEAVY, BLUE_WINS)
    assert (done.board.game.order, done.board.game.holder) == (("Blue", "Red"), "Blue")
    assert done.title == "Initiative of turn 1: Heavy weapons squad (Blue) and Marine assault team (Red)"


def test_a_side_without_nominations_uses_its_best_units() -> None:
    facts = give(table(), "initiative", (), (1,) * 9 + (5,) + (1,) * 8).plays[0].facts
    assert [side.skill for side in facts.sides] == [4, 5]  # pyright: ignore[reportAttributeAccessIssue]


def test_initiative_is_refused_with_two_units_of_a_side_or_a_modifier() -> None:
    with pytest.raises(BadFacts, match="nominates one unit"):
        give(table(), "initiative", (MILITIA, HEAVY))
    with pytest.raises(RuleError, match="no modifiers"):
        give(table(), "initiative", HEAVY, modifier=1)


def test_initiative_rolled_again_is_warned() -> None:
    assert give(board_after_initiative(), "initiative", HEAVY, BLUE_WINS).warnings == (
        "The initiative of turn 1 has already been rolled.",
    )


def test_a_new_turn_asks_for_the_initiative_only_where_it_can_be_rolled() -> None:
    asked, fallen = "Each side nominates a unit.", table()
    assert give(board_after_initiative(), "turn next").notes == (asked,)
    for id in (MILITIA, SECOND_MILITIA):
        fallen = fallen.after([LossesTaken(unit=id, models=fallen.unit(id).models)])
    assert give(fallen, "turn next").notes == (asked,)
    last = fallen.after([LossesTaken(unit=HEAVY, models=fallen.unit(HEAVY).models)])
    order = last.system.commands["turn next"].plan(last, Request("turn next"))
    notes = order.notes(last.after(order.after(last, ())), ())
    assert [(ENGLISH(note), kind_of(note)) for note in notes] == [("Blue has no unit left to nominate.", "tells")]


def test_an_active_unit_has_two_actions_and_hears_which() -> None:
    done = give(board_after_initiative(), "activate", HEAVY)
    assert done.unit(HEAVY).count("actions_left") == 2
    assert done.unit(HEAVY).has("activated")
    moves = "move 5″, tac-move 5″ + 1″ per bang of 4 dice, 3″ on a whiff"
    assert f"{moves}, fire (bands of 12″; HMG only in position)" in done.said


def test_wound_markers_are_settled_at_activation() -> None:
    board = with_states(board_after_initiative(), MILITIA, wounds=3, disorganised=1, pinned=2)
    done = give(board, "activate", MILITIA, (5, 1, 6))
    assert done.unit(MILITIA).models == 6
    assert set(done.unit(MILITIA).states) == {"activated", "actions_left", "pinned"}
    assert "or rally (2 pinned)." in done.said


def test_under_the_ruling_that_only_reports_the_markers_stay() -> None:
    board = with_states(table(wound_kill="none"), MILITIA, wounds=3, disorganised=1)
    unit = give(board, "activate", MILITIA).unit(MILITIA)
    assert (unit.models, unit.count("wounds"), unit.has("disorganised")) == (8, 3, True)


def test_a_unit_killed_by_its_wounds_takes_no_action_and_the_other_side_goes_on() -> None:
    board = with_states(board_after_initiative(), HEAVY, wounds=6)
    done = give(board, "activate", HEAVY, (5,) * 6)
    assert not done.unit(HEAVY).alive
    assert done.board.game.holder == "Red"


def test_after_two_actions_the_other_side_activates() -> None:
    one = give(give(board_after_initiative(), "activate", MILITIA).board, "move", MILITIA)
    assert (one.board.game.holder, one.notes[-1]) == ("Blue", "Colonial militia section has 1 action left.")
    two = give(one.board, "move", MILITIA)
    assert (two.board.game.holder, two.notes[-1]) == ("Red", "Red's turn, 3 units left.")


def test_the_same_action_may_be_taken_twice_but_a_third_is_warned() -> None:
    board = give(
        give(give(board_after_initiative(), "activate", MILITIA).board, "move", MILITIA).board, "move", MILITIA
    ).board
    assert give(board, "move", MILITIA).warnings == (
        "Colonial militia section has no action left (Initiative › Actions).",
    )


def test_activating_twice_or_out_of_turn_or_too_early_is_warned() -> None:
    board = give(board_after_initiative(), "activate", MILITIA).board
    assert "has actions left" in give(board, "activate", RIFLES).warnings[0]
    done = give(give(board, "move", MILITIA).board, "move", MILITIA).board
    assert "has already been activated" in give(done, "activate", MILITIA).warnings[0]
    assert "Red activates a unit now, not Blue" in give(done, "activate", HEAVY).warnings[0]


def test_a_side_that_activates_out_of_turn_is_warned_of_both_and_waits_for_the_other_side() -> None:
    """It is not their turn, and another unit has actions left, which its own side has to give up."""
    board = give(board_after_initiative(), "activate", MILITIA).board
    order = board.system.commands["activate"].plan(board, Request("activate", unit=(RIFLES,)))
    words = Named(board)
    assert [words(one) for one in order.warnings] == [
        "Colonial militia section has actions left and forfeits 2 actions (Initiative).",
        "Blue activates a unit now, not Red (Initiative).",
    ]
    assert [(one.side, words(one.left)) for one in order.ends] == [
        ("Blue", "Colonial militia section has 2 actions left.")
    ]
    assert board.system.commands["turn next"].plan(board, Request("turn next", side="Red")).ends == order.ends
    assert board.system.commands["turn next"].plan(board, Request("turn next", side="Blue")).ends == ()


def test_a_side_that_ends_an_activation_early_does_not_activate_another_unit() -> None:
    """It becomes the next side's turn; without units to activate there, the same side continues."""
    board = give(board_after_initiative(), "activate", MILITIA).board
    with pytest.raises(RuleError, match="`/turn end`; then it is Red's turn"):
        give(board, "activate", HEAVY)
    for id in (RIFLES, MARINES, SCOUTS):
        board = with_states(board, id, activated=1)
    assert "has actions left" in give(board, "activate", HEAVY).warnings[0]


def test_no_second_unit_of_a_side_goes_before_the_initiative_is_rolled_without_a_warning() -> None:
    """This includes a group that rolled for it in the turn before."""
    warned = "Roll for the initiative of turn 1 first: `/initiative` (Initiative)."
    first = give(table(), "activate", RIFLES)
    assert first.warnings == ()
    assert warned in give(first.board, "activate", MARINES).warnings
    assert give(first.board, "move", MARINES).warnings == (warned,)
    later = give(board_after_initiative(), "turn next").board
    for command in ("activate", "move"):
        assert give(later, command, RIFLES).warnings == (warned.replace("turn 1", "turn 2"),)


def test_activating_anyway_leaves_no_other_unit_active() -> None:
    board = give(give(board_after_initiative(), "activate", MILITIA).board, "activate", RIFLES).board
    assert not board.unit(MILITIA).count("actions_left")
    assert board.game.holder == "Red"


def test_a_side_with_nothing_left_to_activate_is_passed_over() -> None:
    board = board_after_initiative()
    for id in (RIFLES, MARINES, SCOUTS, SECOND_MILITIA):
        board = with_states(board, id, activated=1)
    board = give(board, "activate", MILITIA).board
    done = give(give(board, "move", MILITIA).board, "move", MILITIA)
    assert done.board.game.holder == "Blue"
    last = give(give(give(done.board, "activate", HEAVY).board, "move", HEAVY).board, "move", HEAVY)
    assert last.notes[-1] == "Every unit has been activated."


def test_a_dead_unit_does_not_activate() -> None:
    board = with_states(board_after_initiative(), HEAVY, wounds=6)
    board = give(board, "activate", HEAVY, (5,) * 6).board
    with pytest.raises(RuleError, match="out of action"):
        give(board, "activate", HEAVY)


def test_a_unit_without_actions_left_is_offered_none() -> None:
    board = with_states(board_after_initiative(), MILITIA, pinned=3)
    assert options(board, MILITIA) == ["activate"]
    board = with_states(board, MILITIA, activated=1, actions_left=1, pinned=3)
    assert "rally (3 pinned)" in options(board, MILITIA)
    assert options(with_states(board, MILITIA, actions_left=None), MILITIA) == []


def test_only_a_unit_of_the_side_to_act_may_be_activated_and_none_while_another_has_actions() -> None:
    board = board_after_initiative()
    can = [id for id in board.game.units if options(board, id) == ["activate"]]
    assert can == [id for id, unit in board.game.units.items() if unit.side == "Blue"]
    busy = with_states(board, HEAVY, activated=1, actions_left=2)
    assert busy.unit(HEAVY).side == "Blue"
    assert [id for id in busy.game.units if options(busy, id)] == [HEAVY]


# The cost of an action, and its text.


def test_an_action_of_a_unit_that_is_not_active_costs_nothing_and_hands_nothing_on() -> None:
    done = give(board_after_initiative(), "move", HEAVY)
    assert done.unit(HEAVY).states == {}
    assert done.board.game.holder == "Blue"


def test_a_unit_that_acts_without_activation_is_reminded_of_it_until_the_initiative_is_rolled() -> None:
    """Wounds are settled at its activation (Apply damage); once there is an order of play a warning says so."""
    waits = "Colonial militia section has not been activated yet"
    wounded = with_states(table(), MILITIA, wounds=1)
    assert give(table(), "move", MILITIA).notes == (f"{waits}.",)
    assert give(wounded, "move", MILITIA).notes == (f"{waits}; its 1 wound is settled then.",)
    warned = give(with_states(board_after_initiative(), MILITIA, wounds=1), "move", MILITIA)
    assert warned.warnings == (f"{waits}: `/activate` (Initiative).",)
    assert not [note for note in warned.notes if note.startswith(waits)]
    active = give(table(), "activate", MILITIA).board
    assert give(active, "move", MILITIA).notes == ("Colonial militia section has 1 action left.",)


def options(board: Board, id: str) -> list[str]:
    return list(map(ENGLISH, board.system.may(board, board.unit(id))))


def test_a_unit_may_move_fire_get_into_position_and_rally() -> None:
    """An active unit takes two actions, any two (Initiative › Actions)."""
    board = give(board_after_initiative(), "activate", MILITIA).board
    move, fire = ["move 5″", "tac-move 5″ + 1″ per bang of 3 dice, 3″ on a whiff"], ["fire (bands of 8″)"]
    assert options(board, MILITIA) == [*move, *fire, "get into position"]
    assert options(with_states(board, MILITIA, in_position=1), MILITIA) == [*move, *fire]
    assert options(with_states(board, MILITIA, pinned=1), MILITIA) == [
        *move,
        *fire,
        "get into position",
        "rally (1 pinned)",
    ]
    assert options(with_states(board, MILITIA, actions_left=None), MILITIA) == []


def test_a_unit_that_its_pinned_markers_hold_is_offered_no_move() -> None:
    board = with_states(table(pin_effect="no_move"), MILITIA, pinned=1, activated=1, actions_left=2)
    assert options(board, MILITIA) == ["fire (bands of 8″)", "get into position", "rally (1 pinned)"]


def test_support_weapons_are_offered_in_position_only() -> None:
    board = with_states(board_after_initiative(), HEAVY, activated=1, actions_left=2)
    assert "fire (bands of 12″; HMG only in position)" in options(board, HEAVY)
    assert "fire (bands of 12″)" in options(with_states(board, HEAVY, in_position=1), HEAVY)
    guns = tuple(one for one in board.unit(HEAVY).weapons if one.name == "hmg")
    board.game.units[HEAVY] = board.unit(HEAVY).model_copy(update={"weapons": guns})
    assert not [option for option in options(board, HEAVY) if option.startswith("fire")]
    assert "fire (support)" in options(with_states(board, HEAVY, in_position=1), HEAVY)


# Activation.


def test_an_activation_leaves_its_marks_and_is_not_asked_about() -> None:
    order = (
        board_after_initiative()
        .system.commands["activate"]
        .plan(board_after_initiative(), Request("activate", unit=(MILITIA,)))
    )
    assert (order.warnings, order.repeats) == ((), ())
    assert give(board_after_initiative(), "activate", MILITIA).unit(MILITIA).states == {
        "activated": 1,
        "actions_left": 2,
    }


def test_the_others_agree_to_a_second_activation_but_not_to_one_while_another_unit_is_active() -> None:
    """Its wounds would be rolled for again; all players see which unit is active (Initiative)."""
    board = give(board_after_initiative(), "activate", MILITIA).board
    order = board.system.commands["activate"].plan(board, Request("activate", unit=(MILITIA,)))
    again = "Colonial militia section has already been activated (Initiative)."
    words = Named(board)
    assert list(map(words, order.warnings)) == list(map(words, order.repeats)) == [again]
    other = with_states(board, HEAVY, activated=1)
    order = other.system.commands["activate"].plan(other, Request("activate", unit=(HEAVY,)))
    assert list(map(words, order.warnings)) == [
        "Heavy weapons squad has already been activated (Initiative).",
        "Colonial militia section has actions left and forfeits 2 actions (Initiative).",
    ]
    assert list(map(words, order.repeats)) == ["Heavy weapons squad has already been activated (Initiative)."]


def test_a_unit_killed_by_its_wounds_ends_the_go_of_others_and_says_who_goes_on() -> None:
    board = give(board_after_initiative(), "activate", MILITIA).board
    done = give(with_states(board, RIFLES, wounds=6), "activate", RIFLES, (5,) * 6)
    assert not done.unit(MILITIA).count("actions_left")
    assert done.notes == ("Blue's turn, 2 units left.",)
    again = give(
        with_states(board_after_initiative(), HEAVY, wounds=6, activated=1, actions_left=1), "activate", HEAVY, (5,) * 6
    )
    assert not again.unit(HEAVY).has("actions_left")


def test_the_actions_of_a_card_are_not_revealed() -> None:
    """Its range and its skill dice would reveal it (Hidden)."""
    assert give(board_after_initiative(), "activate", SCOUTS).notes == ()


# Initiative.


def test_the_nominated_roll_under_the_names_of_their_sides() -> None:
    done = give(table(), "initiative", HEAVY, BLUE_WINS)
    assert done.told == ("Blue activates first with 4 bangs.",)
    assert done.notes == ("Blue's turn, 3 units left.",)
    long = table()
    for id, unit in long.game.units.items():
        long.game.units[id] = unit.model_copy(update={"side": "x" * 61 if unit.side == "Blue" else "Red"})
    facts = give(long, "initiative", HEAVY, BLUE_WINS).plays[0].facts
    assert [side.name for side in cast("Any", facts).sides] == ["x" * 60, "Red"]


def test_a_unit_that_is_named_is_nominated_though_another_is_better() -> None:
    assert skills(table(), MILITIA) == [3, 5]


def test_a_card_rolls_for_its_side_only_if_the_side_has_no_open_unit() -> None:
    """Otherwise the card would be known to be the best of its side (Initiative)."""
    fallen = with_models(table(), MARINES, 0)
    assert skills(fallen, HEAVY) == [4, 4], "the rifle squad and not the hidden scouts"
    assert skills(with_models(fallen, RIFLES, 0), HEAVY) == [4, 5]


def test_of_as_good_units_the_one_with_fewer_pinned_markers_is_nominated() -> None:
    board = with_states(table(), SCOUTS, hidden=None)
    pinned = with_states(board, MARINES, pinned=1)
    assert nominated_names(board)[1] == "Marine assault team (Red)"
    assert nominated_names(pinned)[1] == "Scout sharpshooters (Red)"


def test_the_others_agree_to_a_second_roll_for_the_initiative() -> None:
    order = board_after_initiative().system.commands["initiative"].plan(board_after_initiative(), Request("initiative"))
    assert [ENGLISH(one) for one in order.repeats] == ["The initiative of turn 1 has already been rolled."]


def with_models(board: Board, id: str, models: int) -> Board:
    board.game.units[id] = board.unit(id).model_copy(update={"models": models})
    return board


def skills(board: Board, *units: str) -> list[int]:
    """Return the skill dice of the nominated units, side by side."""
    facts = board.system.commands["initiative"].plan(board, Request("initiative", unit=units)).plays[0].facts
    return [side.skill for side in cast("Any", facts).sides]


def nominated_names(board: Board) -> list[str]:
    title = board.system.commands["initiative"].plan(board, Request("initiative")).title
    return Named(board)(title).removeprefix("Initiative of turn 1: ").split(" and ")
