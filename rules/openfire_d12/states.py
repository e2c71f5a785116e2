"""What a unit of the core rules can be in, what sets it and what clears it (States)."""

from __future__ import annotations

from rules.kernel.action import State, by_name
from rules.kernel.text import Text

LISTED = (
    State(
        "suppression",
        Text("evading an attack"),
        ("manual",),
        Text("1: MOV −2″, −3 to hit; 2: recovers or interacts"),
        "count",
        True,
        harm=True,
        living=True,
    ),
    State(
        "activated",
        Text("activation"),
        ("turn_end",),
        Text("takes its actions, or has had them this round"),
        marker=True,
        living=True,
    ),
    State(
        "actions_left",
        Text("activation, a passed Recover"),
        ("turn_end",),
        Text("actions it may still take"),
        "count",
        living=True,
    ),
    State(
        "actions_done",
        Text("each action"),
        ("turn_end",),
        Text("none may be repeated but Recover"),
        "words",
        living=True,
        spent=True,
    ),
    State("moved", Text("movement"), ("turn_end",), Text("has moved this round"), living=True, spent=True),
    State(
        "in_assault_range_of",
        Text("assault"),
        ("manual",),
        Text("attacks these only, with range 1″"),
        "words",
        living=True,
    ),
    State(
        "free_attack_at",
        Text("an enemy leaving"),
        ("turn_end",),
        Text("attacks these once, at no cost"),
        "words",
        living=True,
    ),
    State(
        "ground_due",
        Text("dangerous ground crossed before a free attack"),
        ("manual",),
        Text("rolls for the dangerous ground before anything else"),
        living=True,
        harm=True,
    ),
    State("aboard", Text("board"), ("manual",), Text("inside this unit"), "unit", living=True),
    State(
        "scout_waiting", Text("setup"), ("manual",), Text("placed after all armies, over 12″ from enemies"), living=True
    ),
)
STATES = by_name(LISTED)
