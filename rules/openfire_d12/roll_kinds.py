"""Purposes of the rolls of Open Fire d12."""

from __future__ import annotations

from rules.kernel.roll_kinds import INITIATIVE, MORALE, SAVES, TO_HIT, UNWANTED, RollKinds

ROLLS = RollKinds(
    {
        "initiative*": INITIATIVE,
        "roll_off*": INITIATIVE,
        "skill_tests*": TO_HIT,
        "defence_tests*": SAVES,
        "dangerous_ground*": UNWANTED,
        "*_test": MORALE,
        "*_test *": MORALE,
        "*_test_again*": MORALE,
    }
)
