"""Some small facts for each action of the aftermath, for tests of every system."""

from __future__ import annotations

from typing import Any

from tests.rules.campaign.table import learned

CASES: dict[str, list[dict[str, Any]]] = {
    "recovery": [
        {"lost": 3},
        {"lost": 0},
        {"lost": 2, "held_field": True},
        {"lost": 4, "held_field": True, "medic": True},
    ],
    "salvage": [{"state": state, "held_field": held} for state in ("destroyed", "disabled") for held in (False, True)],
    "experience": [
        learned(),
        learned("caused_losses", "destroyed", "objective", "won", before=9, models=8, recruits=2),
        learned("caused_losses", "routed"),
        learned(before=10, models=8, recruits=4),
    ],
    "reinforcements": [{}, {"lost_battle": True, "territories": 1}, {"base": 0}],
}
