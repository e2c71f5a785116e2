"""The bot's seat as a table of states: what brings it there, what it does or shows, and where that leads.

A step is the bot's own work and leads on by itself. In any other state it waits, and its screen has the controls of
the row, in this order. `OpponentSeat` takes the steps by this table, and `cogs/components/play/opponent.py`
draws the screens. README.md draws it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class Seat(StrEnum):
    """The states of the seat: its steps, and the screens at which it waits."""

    LOOK, REACT, CHOOSE, GIVE = "look", "react", "choose", "give"
    MARCH, STRIKE, STOP = "march", "strike", "stop"
    GLANCE, SIGHT, MOVE, SIDE, QUESTION = "glance", "sight", "move", "side", "question"
    HELD, LAST, RESUMED, DONE = "held", "last", "resumed", "done"


class Tap(StrEnum):
    """The controls of the screens; those without a step in `LEADS` leave the bot's seat as it is."""

    PLAY_ON, SEEN, UNSEEN, SEERS, CORRECT = "plays on", "right", "none sees it", "only these", "other"
    MOVED, COULD_NOT, WHY, STRUCK = "done", "could not", "why this order", "the side"
    ANSWER, REACTION, NEXT, UNDO = "its answer", "reactions", "next steps", "undo and why"


class SeatRow(NamedTuple):
    """A state: what brings the seat there, and what it does or shows.

    A step has the states that it leads to (`then`), a screen its controls (`taps`).
    """

    when: str
    does: str
    then: tuple[Seat, ...] = ()
    taps: tuple[Tap, ...] = ()


_SIGHT = (Tap.SEEN, Tap.UNSEEN, Tap.SEERS, Tap.CORRECT)
SEAT: Mapping[Seat, SeatRow] = {
    Seat.LOOK: SeatRow(
        "players let it play on, or report", "looks who may react now", (Seat.GLANCE, Seat.REACT, Seat.STOP)
    ),
    Seat.REACT: SeatRow("its units may react, with reports", "chooses a reaction", (Seat.GIVE, Seat.CHOOSE)),
    Seat.CHOOSE: SeatRow("no reaction is left", "chooses an order", (Seat.SIGHT, Seat.MOVE, Seat.GIVE, Seat.STOP)),
    Seat.GIVE: SeatRow(
        "no figure has to move first", "gives it", (Seat.SIDE, Seat.QUESTION, Seat.REACT, Seat.CHOOSE, Seat.STOP)
    ),
    Seat.MARCH: SeatRow("figures moved as ordered", "records the move", (Seat.QUESTION, Seat.LOOK)),
    Seat.STRIKE: SeatRow("players name the side", "gives the order", (Seat.SIDE, Seat.QUESTION, Seat.LOOK, Seat.STOP)),
    Seat.STOP: SeatRow(
        "it has no more to give now", "looks who is next", (Seat.HELD, Seat.LAST, Seat.RESUMED, Seat.DONE)
    ),
    Seat.GLANCE: SeatRow("a unit may react, without a report", "asks for its view of the mover", taps=_SIGHT),
    Seat.SIGHT: SeatRow("a unit may act, without a report", "asks for its view of all enemies", taps=_SIGHT),
    Seat.MOVE: SeatRow("figures have to move", "shows the order", taps=(Tap.MOVED, Tap.COULD_NOT, Tap.WHY)),
    Seat.SIDE: SeatRow("it strikes a vehicle", "asks which side", taps=(Tap.STRUCK,)),
    Seat.QUESTION: SeatRow("a command asks players", "shows the question", taps=(Tap.ANSWER,)),
    Seat.HELD: SeatRow("others may react to it", "waits for them", taps=(Tap.PLAY_ON, Tap.REACTION, Tap.UNDO)),
    Seat.LAST: SeatRow("others may, and it is done", "offers both", taps=(Tap.NEXT, Tap.REACTION, Tap.UNDO)),
    Seat.RESUMED: SeatRow("it interrupted a unit", "offers that unit's steps", taps=(Tap.PLAY_ON, Tap.NEXT, Tap.UNDO)),
    Seat.DONE: SeatRow("nothing of that", "offers the next steps", taps=(Tap.PLAY_ON, Tap.NEXT, Tap.UNDO)),
}
LEADS: Mapping[Tap, Seat] = {
    **dict.fromkeys((Tap.PLAY_ON, *_SIGHT, Tap.COULD_NOT), Seat.LOOK),
    Tap.MOVED: Seat.MARCH,
    Tap.STRUCK: Seat.STRIKE,
}
"""The step that a tap leads to; while a command of the bot asks players, each leads to its question.

What is seen may be reported in any state."""
