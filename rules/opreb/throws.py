"""What the throws of Open Rebellion are for."""

from __future__ import annotations

from rules.throw_kinds import INITIATIVE, MORALE, MOVEMENT, SAVES, TO_HIT, TO_KILL, ThrowKind, ThrowKinds

RALLY = ThrowKind("morale", tests=False)
"""Nerve is thrown for, and nothing is at stake."""

THROWS = ThrowKinds(
    {
        "initiative*": INITIATIVE,
        "attacker_pool*": TO_HIT,
        "defender_pool*": SAVES,
        "defender_conversion*": SAVES,
        "attacker_conversion*": TO_KILL,
        "wound_markers*": TO_KILL,
        "morale_check*": MORALE,
        "rally*": RALLY,
        "tac_move*": MOVEMENT,
    }
)
