"""Purposes of the rolls of FUBAR."""

from __future__ import annotations

from rules.kernel.dice import Highest, Lowest, Reading
from rules.kernel.plays import Play
from rules.kernel.roll_kinds import ACTIVATION, INITIATIVE, MOVEMENT, SAVES, TO_HIT, RollKind, RollKinds


def _vehicle_damage(play: Play) -> Reading[int]:
    """Return the reading of a vehicle's damage dice: of a hit on the front, the lower of the two (Vehicles)."""
    return Lowest() if play.facts.get("facing") == "front" else Highest()


ROLLS = RollKinds(
    {
        "initiative*": INITIATIVE,
        "activation*": ACTIVATION,
        "to_hit*": TO_HIT,
        "*strikes*": TO_HIT,
        "*saves*": SAVES,
        "vehicle_damage*": RollKind("to_kill", reading=_vehicle_damage),
        "withdrawal*": MOVEMENT,
        "follow_up*": MOVEMENT,
    }
)
