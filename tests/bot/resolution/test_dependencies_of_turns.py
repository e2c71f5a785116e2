"""The turn, the states and the entries that an undo or an amendment leaves as later entries found them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Refusal
from bot.resolution.dependencies import (
    keep_turn,
    later_entries,
    original_of,
    require_nothing_played_since,
    require_settled_board,
    require_states_kept,
    turn_of,
    turn_without,
    undo_horizon,
)
from data import system_of
from rules.command.system import Board
from rules.game.entry import Entry, play_back
from rules.game.events import Event, LossesTaken, StateSet, TurnAdvanced, UnitPlaced
from rules.game.unit import Unit
from rules.kernel.plays import Play
from rules.kernel.text import Text
from rules.kernel.wording import ENGLISH
from tests.bot.dice.rolls import recorded_roll
from tests.rows import for_each


def entry(number: int, *events: Event, **more: Any) -> Entry:
    return Entry(number=number, command=more.pop("command", "fire"), by="1", at=0.0, events=events, **more)


def turn(holder: str | None, number: int = 1, phase: str | None = None) -> TurnAdvanced:
    return TurnAdvanced(turn=number, order=("Red", "Blue"), holder=holder, phase=phase)


U1 = UnitPlaced(unit=Unit(id="u1", name="u1", side="Red", models=5, starting=5))
START, RED, BLUE = entry(1, U1), turn("Red"), turn("Blue")
DICE = (Play(action="fire", facts={}, throws=(recorded_roll("hit", 6, (1,)),)),)


@for_each(
    ("number", "dice", "entries", "enough"),
    [
        (None, False, [], False),
        (None, False, [entry(5, command="undo", undoes=4)], False),
        (None, False, [entry(5)], True),
        (None, True, [entry(5)], False),
        (None, True, [entry(5, plays=DICE)], True),
        (None, True, [entry(5, plays=DICE), entry(6, command="undo", undoes=5)], False),
        (3, False, [], False),
        (3, False, [entry(4)], False),
        (3, False, [entry(3)], True),
        (3, False, [entry(2), entry(3)], True),
        (0, False, [], True),
        (1, False, [], False),
        (3, True, [entry(3), entry(4)], False),
        (3, True, [entry(4, plays=DICE)], False),
        (3, True, [entry(3, plays=DICE), entry(4)], True),
    ],
)
def test_as_many_of_the_last_entries_are_read_as_an_undo_needs(
    number: int | None, dice: bool, entries: list[Entry], enough: bool
) -> None:
    assert undo_horizon(number, dice)(entries) == enough


# The turn


def left(record: list[Entry], number: int) -> list[TurnAdvanced]:
    """Return the turn that the undo of an entry sets, if it is not that of the other entries played back."""
    gone = {number, *(one.undoes for one in record)}
    without = play_back([one for one in record if one.number not in gone])
    return turn_without(record, record[number - 1], without)


def test_an_undo_leaves_the_turn_where_the_last_other_entry_left_it() -> None:
    assert left([START, entry(2, BLUE), entry(3, RED)], 3) == []
    assert left([START, entry(2, RED, BLUE), entry(3)], 3) == []
    phase = turn("Blue", 3, "morale")
    assert left([START, entry(2, phase), entry(3, RED, command="undo", undoes=9)], 1) == [phase]
    assert left([START, entry(2, BLUE)], 2) == []


def test_the_turn_that_a_later_undo_changed_does_not_count() -> None:
    """A side that had no units may have some again."""
    assert left([START, entry(2, BLUE), entry(3), entry(4, RED, command="undo", undoes=9)], 3) == [BLUE]
    assert left([START, entry(2, BLUE), entry(3, RED, command="undo", undoes=9), entry(4)], 4) == []


def test_an_amendment_counts_where_the_entry_was_that_it_amended() -> None:
    record = [START, entry(2, BLUE), entry(3, RED), entry(4, BLUE, undoes=2), entry(5)]
    assert original_of(record, record[3]).number == 2
    assert [one.number for one in later_entries(record, record[3])] == [3, 5]
    assert left(record, 5) == [RED]
    # It kept the turn of the entry that came after the old one, so its own is that of the old entry.
    again = [START, entry(2, BLUE), entry(3, RED), entry(4, RED, undoes=2), entry(5)]
    assert left(again, 3) == [BLUE]
    # The old one had left no turn.
    assert left([START, entry(2), entry(3, BLUE), entry(4, RED, undoes=2)], 3) == []
    assert left([START, entry(2, BLUE), entry(3, RED, undoes=2), entry(4)], 4) == [], "no other was in between"
    assert left([START, entry(2, RED), entry(3, BLUE), entry(4, RED, command="undo", undoes=2), entry(5)], 5) == []


def test_the_turn_in_which_an_entry_was_made() -> None:
    record = [START, entry(2, turn("Red", 2)), entry(3), entry(4, turn("Red", 3), turn("Red", 4)), entry(5)]
    assert [turn_of(record, one) for one in record] == [1, 2, 2, 4, 4]
    assert turn_of([*record, entry(6, command="undo", undoes=4)], record[4]) == 2


def played(*entries: Entry) -> str:
    """Return why the second entry is not undone; "" if it is."""
    try:
        require_nothing_played_since([START, *entries], entries[0])
    except Refusal as refused:
        return ENGLISH(refused.text)
    return ""


ORDER: dict[str, Any] = {"request": {"command": "fire"}}


def test_only_commands_of_the_rules_keep_a_turn() -> None:
    assert played(entry(2, BLUE), entry(3)) == ""
    assert played(entry(2, BLUE), entry(3, **ORDER)) == (
        "Entry 3 is later than this change of turn: undo it first with `/undo`."
    )
    assert played(entry(2), entry(3, **ORDER)) == ""
    assert played(entry(2, TurnAdvanced(turn=1)), entry(3, **ORDER)) == "", "it is the same turn and order"
    again = entry(2, TurnAdvanced(turn=1), command="initiative")
    assert played(again, entry(3, **ORDER)) != "", "a repeated roll for initiative decides again"
    later = [entry(at, **ORDER) for at in range(3, 10)]
    assert played(entry(2, BLUE), *later[:6]).startswith("Entries 3, 4, 5, 6, 7 and 8 are later")
    assert played(entry(2, BLUE), *later).startswith("Entries 3 to 9 are later")


def test_an_amendment_keeps_a_turn_that_came_of_returned_dice_or_an_undo() -> None:
    """Such entries cannot be named: they cannot be undone."""
    record = [START, entry(2, BLUE), entry(3, RED, command="dice back")]
    new = keep_turn(record, record[1], play_back([START]), play_back(record), entry(9, turn("Green"), U1, undoes=2))
    assert new.events == (U1, RED)
    record[2] = entry(3, RED)
    with pytest.raises(Refusal, match=r"^Entry 3 depends on it"):
        keep_turn(record, record[1], play_back([START]), play_back(record), entry(9, turn("Green"), undoes=2))


# States


def test_a_state_that_a_later_active_entry_has_set_stays() -> None:
    ends, sets = (StateSet(unit="u1", state="on_guard", value=value) for value in (None, 1))
    record = [START, entry(2, sets), entry(3, ends), entry(4, BLUE)]
    require_states_kept(record, record[2], [ends])
    require_states_kept(record, record[0], [sets, BLUE])
    require_states_kept([*record, entry(5, command="undo", undoes=2)], record[0], [ends])
    with pytest.raises(Refusal, match=r"^Entry 2 depends on it"):
        require_states_kept(record, record[0], [ends])


def test_an_amendment_must_leave_a_board_on_which_nothing_follows_by_itself() -> None:
    """A unit that is lost in it has a marker since."""
    system, lost = system_of("fubar"), LossesTaken(unit="u1", models=5)
    marked, other = (
        StateSet(unit="u1", state="on_guard", value=1),
        UnitPlaced(unit=Unit(id="u2", name="u2", side="Red", models=1, starting=1)),
    )
    record = [START, entry(2), entry(3, other), entry(4, marked)]
    board = Board.of(play_back(record), system)
    require_settled_board(record, record[1], board, entry(5, LossesTaken(unit="u1", models=4), undoes=2))
    require_settled_board(record[:2], record[1], board, entry(5, lost, undoes=2))
    already = [START, entry(2, lost), *record[2:]]
    require_settled_board(already, already[1], Board.of(play_back(already), system), entry(5, lost, undoes=2))
    with pytest.raises(Refusal) as refused:
        require_settled_board(record, record[1], board, entry(5, lost, undoes=2))
    assert refused.value.text == Text("Entry {number} depends on it: undo entry {number} first.", number=4)
