"""A waiting command as it is stored: all of its answers, and nothing of the moment at which it was given."""

from __future__ import annotations

from bot.game.questions import AnsweredRoll
from bot.resolution.pending_command import (
    Amend,
    Change,
    ManualChange,
    PendingCommand,
    Reasons,
    Resolve,
    Undo,
    stored_rolls,
)
from rules.game.entry import FreshRoll
from rules.kernel.request import Request
from rules.kernel.text import Text

WARNING, NOTE = Text("too far"), Text("Bob agreed.")
ROLL = AnsweredRoll(key="hit", label=Text("hit"), sides=6, faces=(5, 2), source="bot", queued=1, nth=0, side="Red")
FRESH = FreshRoll("7", 1, 6, (5,))
GIVEN = PendingCommand(
    command=Resolve(request=Request("fire", unit=("u1",))),
    thrown=(ROLL,),
    choices={"allocation": ("suppress=1",)},
    typed=(5, "12"),
    otherwise="physical",
    own=("Red", "bot"),
    anyway=True,
    confirmed=(WARNING,),
    allowed={"side:Blue": (WARNING,)},
    notes=(NOTE,),
    agreed=("side:Blue",),
    fresh=(FRESH,),
    entropy="7",
    thrown_at=9,
    reasons=Reasons((NOTE,), (WARNING,)),
)
MOMENT = {"asks": True, "pending": ("q", 1), "shown_at": 8, "as_of": 7, "accepted": True}


def test_a_waiting_command_comes_back_as_it_was_stored() -> None:
    commands = (
        GIVEN.command,
        Undo(entry=3, laid_open=True, says_first=True),
        Amend(entry=4, request=Request("fire"), back=True, own=(1, 2)),
        ManualChange(name="Ann", change=Change.of("end", winner="Red")),
    )
    for command in commands:
        one = GIVEN.with_changes(command=command)
        assert PendingCommand.from_stored(one.to_stored()) == one
        assert PendingCommand.from_stored(one.to_stored(), asks=True) == one.with_changes(asks=True)
    assert stored_rolls(GIVEN.to_stored()) == [ROLL]
    assert stored_rolls({}) == []


def test_the_moment_at_which_it_was_given_is_not_stored() -> None:
    moved = GIVEN.with_changes(**MOMENT)
    assert moved.to_stored() == GIVEN.to_stored()
    assert moved.as_stored() == GIVEN.with_changes(asks=True)
    assert set(GIVEN.to_stored()) == {
        *("command", "thrown", "choices", "typed", "otherwise", "own", "anyway", "confirmed", "allowed", "notes"),
        *("agreed", "fresh", "entropy", "thrown_at", "reasons"),
    }


def test_each_answer_is_added_to_those_before() -> None:
    assert GIVEN.with_choice("allocation", "x").choices == {"allocation": ("suppress=1", "x")}
    assert GIVEN.with_choice("stay", "y").choices == {"allocation": ("suppress=1",), "stay": ("y",)}
    more = GIVEN.with_new_rolls([FRESH], "8")
    assert (more.fresh, more.entropy) == ((FRESH, FRESH), "8")
    assert GIVEN.with_new_rolls([], "8") is GIVEN
    assert Reasons((NOTE,), ()).merge(Reasons((WARNING,), (NOTE,))) == Reasons((NOTE, WARNING), (NOTE,))
