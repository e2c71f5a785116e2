"""What a unit of the core rules can be in, what sets it and what clears it (States)."""

from __future__ import annotations

from rules.system import State

_STATES = (
    State("suppression", "evading an attack", ("manual",), "1: MOV −2, −3 to hit; 2: recovers only", "count", True),
    State("activated", "activation", ("turn_end",), "takes its actions, or has had them this round", marker=True),
    State("actions_left", "activation, a passed Recover", ("turn_end",), "actions it may still take", "count"),
    State("actions_done", "each action", ("turn_end",), "none may be repeated but Recover", "words"),
    State("moved", "movement", ("turn_end",), "has moved this round"),
    State("in_assault_range_of", "assault", ("manual",), "attacks these only, with range 1", "words"),
    State("aboard", "board", ("manual",), "inside this unit", "unit"),
    State("scout_waiting", "setup", ("manual",), "placed after all armies, over 12″ from enemies"),
)
STATES = {state.name: state for state in _STATES}
