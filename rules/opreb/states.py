"""What an Open Rebellion unit can be in, what sets it and what clears it (States)."""

from __future__ import annotations

from rules.system import State

_STATES = (
    State("wounds", "fire", ("activation",), "possible kills, settled when it next activates", "count", True),
    State(
        "disorganised",
        "fire",
        ("activation",),
        "has wound markers; the pages give it no further effect",
        goes_with="wounds",
    ),
    State("pinned", "fire", ("manual",), "by the ruling pin_effect; an Initiative Action takes it off", "count", True),
    State(
        "in_position",
        "an action, or setup",
        ("move", "manual"),
        "one tier better; support weapons add dice; ended by moving and falling back",
        marker=True,
    ),
    State(
        "hidden",
        "setup",
        ("manual",),
        "one tier better; on the table as a card; ended by firing and falling back",
        marker=True,
    ),
    State("activated", "activation", ("turn_end",), "has been activated this turn", marker=True),
    State("actions_left", "activation", ("turn_end",), "actions it may still take", "count"),
)
STATES = {state.name: state for state in _STATES}
