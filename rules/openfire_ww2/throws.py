"""What the throws of Open Fire WWII are for."""

from __future__ import annotations

from rules.throw_kinds import ACTIVATION, LOOKED_UP, MORALE, TO_HIT, TO_KILL, UNWANTED, ThrowKinds

THROWS = ThrowKinds(
    {
        "*to_hit*": TO_HIT,
        "*to_kill*": TO_KILL,
        "*terror*": MORALE,
        "initiative*": ACTIVATION,
        "mines*": UNWANTED,
        "scatter_die*": LOOKED_UP,
        "inches*": LOOKED_UP,
        "objectives*": LOOKED_UP,
    }
)
