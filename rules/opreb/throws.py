"""What the throws of Open Rebellion are for."""

from __future__ import annotations

from rules.throw_kinds import INITIATIVE, MORALE, MOVEMENT, SAVES, TO_HIT, TO_KILL, ThrowKinds

THROWS = ThrowKinds(
    {
        "initiative*": INITIATIVE,
        "attacker_pool*": TO_HIT,
        "defender_pool*": SAVES,
        "defender_conversion*": SAVES,
        "attacker_conversion*": TO_KILL,
        "wound_markers*": TO_KILL,
        "morale_check*": MORALE,
        "rally*": MORALE,
        "tac_move*": MOVEMENT,
    }
)
