"""What an Open Fire unit can be in, what sets it and what clears it (States)."""

from __future__ import annotations

from rules.system import State

_STATES = (
    State(
        "pinned", "Terror, ruling", ("test_passed",), "no move, partial cover, −1 MOR, holds no objective", "flag", True
    ),
    State("retreating", "Terror at half strength", ("test_passed",), "falls back its move from the enemy", marker=True),
    State(
        "hit_the_dirt",
        "manoeuvre passed",
        ("move", "turn_start", "manual"),
        "partial cover, −1 WPN for those who shoot at it, half move; the ruling states_last says how long",
        marker=True,
    ),
    State(
        "set_up_position",
        "manoeuvre passed",
        ("move", "turn_start", "manual"),
        "full cover, +1 WPN, no move; the ruling states_last says how long",
        marker=True,
    ),
    State(
        "hull_down",
        "manoeuvre passed",
        ("move", "turn_start", "manual"),
        "partial cover, +1 WPN, no move; the ruling states_last says how long",
        marker=True,
    ),
    State("concentrate_fire", "order", ("turn_end",), "its next shot is at this target, +1 WPN", "unit", True),
    State("holds_the_line", "order", ("turn_start",), "Terror passes without dice", marker=True),
    State("rallying", "order", ("test_passed",), "its next Terror passes without dice", marker=True),
    State("overdrive", "manoeuvre", ("turn_end",), "+3″, −1 WPN", marker=True),
    State(
        "buttoned", "button_vehicle", ("turn_end",), "neither moves nor fires for as many of its turns", "count", True
    ),
    State(
        "barraged", "barrage", ("turn_end",), "2: fires its three rounds now; 1: neither fires nor moves", "count", True
    ),
    State("moved_this_turn", "movement", ("turn_end",), "its heavy weapons do not fire, unless a vehicle carries them"),
    State(
        "moved_last_turn",
        "the turn's end",
        ("turn_end",),
        "its heavy weapons do not fire, unless a vehicle carries them",
    ),
    State("fired", "fire", ("turn_end",), "has fought this turn"),
    State("acted", "order or manoeuvre", ("turn_end",), "has used its action this turn"),
    State("manoeuvre", "Initiative test passed", ("turn_end",), "what it may now carry out", "word"),
    State("grenade_thrown", "grenade", ("turn_end",), "no second grenade this turn"),
    State("towed_by", "tow", ("manual",), "does not fire; moves behind this vehicle", "unit", True),
    State("immobilised", "fire, mines", (), "no move for the rest of the game", marker=True),
    State("engine_damaged", "fire", (), "half move for the rest of the game", marker=True),
    State("weapons_lost", "fire", (), "so many weapons are gone, the main one first", "count", True),
    State("knocked_out", "fire", (), "terrain for the rest of the game", marker=True),
)
STATES = {state.name: state for state in _STATES}
