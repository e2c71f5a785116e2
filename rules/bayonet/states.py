"""What a Bayonet figure can be in, what sets it and what clears it (States)."""

from __future__ import annotations

from rules.system import State

_STATES = (
    State(
        "suppressed",
        "fire",
        ("turn_end", "manual"),
        "seeks cover, no return fire, may move 2″; until the end of its own bound",
        marker=True,
    ),
    State(
        "fleeing",
        "fire, assault",
        ("turn_end", "manual"),
        "moves away, no return fire; until the end of its own bound",
        marker=True,
    ),
    State("downed", "fire, assault", (), "out of play; afterwards a die tells what became of it", "count", True),
    State("fired", "fire", ("turn_start",), "one shot or burst a bound; until the end of the enemy's bound"),
    State(
        "reloading", "fire", ("turn_start",), "a big gun: the enemy's bounds before it may fire again", "count", True
    ),
    State("targeted", "fire", ("turn_end",), "has been shot at this bound: friends of the shooter aid, by one throw"),
    State("moved", "move", ("turn_end",), "has moved in this bound"),
    State("acted", "activate, move, assault", ("turn_end",), "has had its go in this bound", quiet=True),
    State(
        "in_hand_to_hand",
        "assault, manual",
        ("move", "manual"),
        "cannot shoot; shots at it −2, and may stray",
        marker=True,
    ),
    State("overlapping", "manual", ("move", "manual"), "cannot shoot; shots at it −1, and may stray", marker=True),
)
STATES = {state.name: state for state in _STATES}
