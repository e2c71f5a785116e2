"""What a FUBAR unit can be in, what sets it and what clears it (States)."""

from __future__ import annotations

from rules.system import State

_STATES = (
    State("suppressed", "fire", ("activation",), "cannot fire; −1 each on activation; strikes last", "count", True),
    State("tried", "activation", ("turn_end",), "has had its activation throw this turn", quiet=True),
    State("activated", "activation", ("turn_end",), "passed its activation throw this turn", marker=True),
    State("action", "activation or move", ("activation",), "what it may fire, its cover, its speed", "word"),
    State("on_guard", "the action, or a failed activation", ("activation",), "one reaction shot a turn", marker=True),
    State("reacted", "a reaction shot", ("turn_end",), "no further reaction this turn"),
    State("moved", "movement", ("activation",), "a vehicle that moved fires one weapon"),
    State("fired", "fire", ("activation",), "has fired since its activation"),
    State("engaged_with", "close combat", ("manual",), "the fight goes on at each turn start", "unit", True),
    State("stunned", "vehicle damage", ("activation",), "−2 on the next activation", marker=True),
    State("immobilised", "vehicle damage", (), "no move for the rest of the game", marker=True),
    State("weapons_lost", "vehicle damage", (), "these weapons are gone", "words", True),
    State("destroyed", "vehicle damage", (), "a wreck", marker=True),
    State("effects_this_turn", "vehicle damage", ("turn_end",), "the same effect again climbs", "words", quiet=True),
    State("aboard", "board", ("manual",), "inside this vehicle", "unit"),
)
STATES = {state.name: state for state in _STATES}
