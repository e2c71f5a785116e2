"""What a FUBAR unit can be in, what sets it and what clears it (States)."""

from __future__ import annotations

from rules.kernel.action_set import State, by_name
from rules.kernel.text import Text

LISTED = (
    State(
        "suppressed",
        Text("fire"),
        ("activation",),
        Text("cannot fire; −1 each on activation; strikes last"),
        "count",
        True,
        harm=True,
    ),
    State(
        "tried",
        Text("activation"),
        ("turn_end",),
        Text("has had its activation throw this turn"),
        quiet=True,
        goes_with="activated",
    ),
    State(
        "activated",
        Text("activation"),
        ("turn_end",),
        Text("has been activated this turn, by its throw or by close combat"),
        marker=True,
    ),
    State(
        "acted",
        Text("close combat"),
        ("activation", "turn_end"),
        Text("has had its action in close combat"),
        quiet=True,
    ),
    State(
        "action",
        Text("activation or move"),
        ("activation",),
        Text("what it may fire, its cover, its speed"),
        "word",
        spent=True,
        lasting=("duck_and_weave", "gone_to_ground"),
    ),
    State(
        "on_guard",
        Text("the action, or a failed activation"),
        ("activation",),
        Text("one reaction shot a turn"),
        marker=True,
    ),
    State("reacted", Text("a reaction shot"), ("turn_end",), Text("no further reaction this turn")),
    State(
        "moved",
        Text("movement"),
        ("activation",),
        Text("has moved since its activation; a vehicle then fires one weapon"),
        spent=True,
    ),
    State("fired", Text("fire"), ("activation",), Text("has fired since its activation"), spent=True),
    State(
        "engaged_with", Text("close combat"), ("manual",), Text("the fight goes on at each turn start"), "words", True
    ),
    State(
        "fought",
        Text("close combat"),
        ("turn_end",),
        Text("has fought its round of this turn with these"),
        "words",
        quiet=True,
    ),
    State(
        "yet_to_strike",
        Text("close combat with several"),
        ("turn_end",),
        Text("this many of its figures have not struck in any fight this turn"),
        "words",
        quiet=True,
    ),
    State(
        "withdrew",
        Text("a try to break off"),
        ("turn_end",),
        Text("has tried to break off close combat this turn"),
        quiet=True,
    ),
    State(
        "stunned", Text("vehicle damage"), ("activation",), Text("−2 on the next activation"), marker=True, harm=True
    ),
    State("immobilised", Text("vehicle damage"), (), Text("no move for the rest of the game"), marker=True, harm=True),
    State("weapons_lost", Text("vehicle damage"), (), Text("these weapons are gone"), "words", True, harm=True),
    State(
        "crew_lost",
        Text("vehicle damage"),
        (),
        Text("this many of its crew are gone; they save no more hits"),
        "count",
        harm=True,
    ),
    State("destroyed", Text("vehicle damage"), (), Text("a wreck"), marker=True, harm=True),
    State(
        "effects_this_turn",
        Text("vehicle damage"),
        ("turn_end",),
        Text("the same effect again climbs"),
        "words",
        quiet=True,
    ),
    State(
        "boarded",
        Text("board"),
        ("activation", "turn_end"),
        Text("got in this turn: a reaction still finds it"),
        quiet=True,
    ),
    State("aboard", Text("board"), ("manual",), Text("inside this vehicle"), "unit"),
)
STATES = by_name(LISTED)
