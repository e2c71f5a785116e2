"""What an Open Fire unit can be in, what sets it and what clears it (States)."""

from __future__ import annotations

from rules.kernel.action import State, by_name
from rules.kernel.text import Text

LISTED = (
    State(
        "pinned",
        Text("Terror, ruling"),
        ("test_passed",),
        Text("no move, partial cover, −1 MOR, holds no objective"),
        "flag",
        True,
        harm=True,
    ),
    State(
        "retreating",
        Text("Terror at half strength"),
        ("test_passed",),
        Text("falls back its move from the enemy"),
        marker=True,
        harm=True,
    ),
    State(
        "hit_the_dirt",
        Text("manoeuvre passed"),
        ("move", "turn_start", "manual"),
        Text("partial cover, −1 WPN for those who shoot at it, half move; the ruling states_last says how long"),
        marker=True,
    ),
    State(
        "set_up_position",
        Text("manoeuvre passed"),
        ("move", "turn_start", "manual"),
        Text("full cover, +1 WPN, no move; the ruling states_last says how long"),
        marker=True,
    ),
    State(
        "hull_down",
        Text("manoeuvre passed"),
        ("move", "turn_start", "manual"),
        Text("partial cover, +1 WPN, no move; the ruling states_last says how long"),
        marker=True,
    ),
    State(
        "concentrate_fire", Text("order"), ("turn_end",), Text("its next shot is at this target, +1 WPN"), "unit", True
    ),
    State("holds_the_line", Text("order"), ("turn_start",), Text("Terror passes without dice"), marker=True),
    State("rallying", Text("order"), ("test_passed",), Text("its next Terror passes without dice"), marker=True),
    State("overdrive", Text("manoeuvre"), ("turn_end",), Text("+3″, −1 WPN"), marker=True),
    State(
        "buttoned",
        Text("button_vehicle"),
        ("turn_end",),
        Text("neither moves nor fires for as many of its turns"),
        "count",
        True,
        harm=True,
        turns=True,
    ),
    State(
        "barraged",
        Text("barrage"),
        ("turn_end",),
        Text("neither fires nor moves in its next turn; 2 for as long as that of the barrage lasts"),
        "count",
        True,
        harm=True,
        turns=True,
    ),
    State(
        "moved_this_turn",
        Text("movement"),
        ("turn_end",),
        Text("its heavy weapons do not fire, unless a vehicle carries them"),
    ),
    State(
        "moved_last_turn",
        Text("the turn's end"),
        ("turn_end",),
        Text("its heavy weapons do not fire, unless a vehicle carries them"),
        spent=True,
    ),
    State("fired", Text("fire"), ("turn_end",), Text("has fought this turn")),
    State("acted", Text("order or manoeuvre"), ("turn_end",), Text("has used its action this turn")),
    State("manoeuvre", Text("Initiative test passed"), ("turn_end",), Text("what it may now carry out"), "word"),
    State(
        "carried_out",
        Text("move or shots of a manoeuvre"),
        ("turn_end",),
        Text("its manoeuvre and what it did by it count once"),
        "word",
        quiet=True,
    ),
    State("ordered_back", Text("Fall Back"), ("turn_end",), Text("moves at once to the nearest terrain"), quiet=True),
    State(
        "nerve_tested",
        Text("Terror test"),
        ("turn_end",),
        Text("has taken a Terror test this turn, with so many men; new losses end it"),
        "count",
        quiet=True,
    ),
    State(
        "lay_before",
        Text("Hit the Dirt, at the turn's end"),
        ("manual",),
        Text("got down in an earlier turn: leaves its position at full rate"),
        quiet=True,
    ),
    State("fell_back", Text("falling back"), ("turn_start", "test_passed"), Text("has fallen back"), quiet=True),
    State("grenade_thrown", Text("grenade"), ("turn_end",), Text("no second grenade this turn")),
    State("towed_by", Text("tow"), ("manual",), Text("does not fire; moves behind this vehicle"), "unit", True),
    State("immobilised", Text("fire, mines"), (), Text("no move for the rest of the game"), marker=True, harm=True),
    State("engine_damaged", Text("fire"), (), Text("half move for the rest of the game"), marker=True, harm=True),
    State(
        "weapons_lost",
        Text("fire"),
        (),
        Text("this many weapons are gone, the main one first"),
        "count",
        True,
        harm=True,
    ),
    State("knocked_out", Text("fire"), (), Text("terrain for the rest of the game"), marker=True, harm=True),
)
STATES = by_name(LISTED)
