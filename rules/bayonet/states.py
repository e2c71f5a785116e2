"""What a Bayonet figure can be in, what sets it and what clears it (States)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.bayonet.tables import Board
from rules.command.effects import mark
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import State, by_name
from rules.kernel.text import Text

LISTED = (
    State(
        "suppressed",
        Text("fire"),
        ("turn_end", "manual"),
        Text("seeks cover, no return fire, may move 2″; until the end of its next own bound"),
        marker=True,
        harm=True,
        living=True,
    ),
    State(
        "fleeing",
        Text("fire, assault"),
        ("turn_end", "manual"),
        Text("moves away, no return fire; until the end of its next own bound"),
        marker=True,
        harm=True,
        living=True,
    ),
    State(
        "recovers",
        Text("the beginning of its own bound"),
        ("turn_end",),
        Text("what it suffered before this bound of its own, and is rid of when the bound ends"),
        "words",
        quiet=True,
        living=True,
    ),
    State(
        "downed",
        Text("fire, assault"),
        (),
        Text("out of play; afterwards a die tells what became of it"),
        "count",
        True,
        harm=True,
    ),
    State(
        "fired", Text("fire"), ("turn_start",), Text("one shot or burst a bound; until the end of the enemy's bound")
    ),
    State(
        "reloading",
        Text("fire"),
        ("turn_start",),
        Text("a big gun: the enemy's bounds before it may fire again"),
        "count",
        True,
        living=True,
    ),
    State(
        "targeted",
        Text("fire"),
        ("turn_end",),
        Text("has been shot at this bound: friends of the shooter aid, by one throw"),
    ),
    State(
        "aids_against",
        Text("assault"),
        ("turn_end",),
        Text("whom it has aided against in this bound: one enemy"),
        "words",
        quiet=True,
        living=True,
    ),
    State(
        "grenades_thrown",
        Text("fire"),
        ("manual",),
        Text("grenades of those it carries that are used up"),
        "count",
    ),
    State("moved", Text("move, assault"), ("turn_end",), Text("has moved in this bound"), spent=True),
    State("acted", Text("activate, move, assault"), ("turn_end",), Text("has had its go in this bound"), quiet=True),
    State(
        "in_hand_to_hand",
        Text("assault, manual"),
        ("move", "manual"),
        Text("cannot shoot; shots at it −2, and may stray"),
        marker=True,
        living=True,
    ),
    State("fights", Text("assault"), ("move",), Text("whom it is hand to hand with"), "words", quiet=True, living=True),
    State(
        "overlapping",
        Text("manual"),
        ("move", "manual"),
        Text("cannot shoot; shots at it −1, and may stray"),
        marker=True,
        living=True,
    ),
)
STATES = by_name(LISTED)


# Suppressed and fleeing: from the result to the end of the next own bound that begins after it (States).

SUFFERED = ("suppressed", "fleeing")


def begun(board: Board, side: str | None) -> list[Event]:
    """A bound of that side begins, of everybody while it is nobody's: what they suffer now ends with it."""
    units = [unit for unit in board.game.units.values() if side in (None, unit.side)]
    return [event for unit in units for event in _recovering(unit, _suffered(unit))]


def over(board: Board, unit: Unit) -> list[Event]:
    """The end of its own bound: what it came in with is over, unless the ruling leaves it to the players."""
    ends = {} if board.rulings.suppressed_lasts == "manual" else dict.fromkeys(unit.words("recovers"))
    return [*mark(unit, **{state: None for state in ends if unit.has(state)}), *_recovering(unit, ())]


def renewed(unit: Unit, states: Iterable[str]) -> list[Event]:
    """Events by which a result suffered again in this bound lasts through the next."""
    new = set(states)
    return _recovering(unit, [state for state in unit.words("recovers") if state not in new])


def forgotten(unit: Unit) -> list[Event]:
    """What has been taken off it in the meantime, and is set again, is new."""
    return _recovering(unit, [state for state in unit.words("recovers") if unit.has(state)])


def _suffered(unit: Unit) -> list[str]:
    return [state for state in SUFFERED if unit.has(state)]


def _recovering(unit: Unit, states: Iterable[str]) -> list[Event]:
    words = ",".join(states)
    return [] if words == (unit.word("recovers") or "") else mark(unit, recovers=words or None)
