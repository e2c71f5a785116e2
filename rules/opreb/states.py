"""What an Open Rebellion unit can be in, what sets it and what clears it (States)."""

from __future__ import annotations

from rules.kernel.action import State, by_name
from rules.kernel.text import Text

LISTED = (
    State(
        "wounds",
        Text("fire"),
        ("activation",),
        Text("possible kills, settled when it next activates"),
        "count",
        True,
        harm=True,
        living=True,
    ),
    State(
        "disorganised",
        Text("fire"),
        ("activation",),
        Text("has wound markers; the pages give it no further effect"),
        goes_with="wounds",
        living=True,
    ),
    State(
        "pinned",
        Text("fire"),
        ("manual",),
        Text("by the ruling pin_effect; an Initiative Action takes it off"),
        "count",
        True,
        harm=True,
        living=True,
    ),
    State(
        "in_position",
        Text("an action, or setup"),
        ("move", "manual"),
        Text("one tier better; support weapons add dice; ended by moving and falling back"),
        marker=True,
        living=True,
    ),
    State(
        "hidden",
        Text("setup"),
        ("manual",),
        Text("one tier better; on the table as a card; ended by firing and falling back"),
        marker=True,
        living=True,
        ends=Text("swap its card for models"),
    ),
    State(
        "activated", Text("activation"), ("turn_end",), Text("has been activated this turn"), marker=True, living=True
    ),
    State("actions_left", Text("activation"), ("turn_end",), Text("actions it may still take"), "count", living=True),
)
STATES = by_name(LISTED)
