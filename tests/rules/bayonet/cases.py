"""Some small facts for each action of Bayonet, for tests of every system."""

from __future__ import annotations

from typing import Any

_GI: dict[str, Any] = {"range_cf": 3, "physical_cf": 3}
_OFFICER: dict[str, Any] = {
    "range_cf": 2,
    "physical_cf": 3,
    "abc_cf": 1,
    "quality": "superior",
    "officer": True,
    "armour": 1,
    "mask": 2,
}

CASES: dict[str, list[dict[str, Any]]] = {
    "fire": [
        {"shooter": _GI, "targets": [{"figure": _GI}]},
        {
            "shooter": _OFFICER,
            "aiding": 4,
            "targets": [{"figure": _OFFICER, "cover": 2}],
            "opportunity": "unknown",
            "from_behind": True,
        },
        {"shooter": _GI, "kind": "abc", "targets": [{"figure": _OFFICER}], "indirect": True, "sight": "blocked"},
        {"shooter": _GI, "split": [2, 1], "targets": [{"figure": _GI}, {"figure": _OFFICER, "cover": 1}]},
        {
            "shooter": _GI,
            "area": {"radius": 1, "max_radius": 2},
            "targets": [
                {"figure": _GI, "ring_distance": 0.5},
                {"figure": _OFFICER, "ring_distance": 1.5},
                {"figure": _GI, "ring_distance": 2.5},
            ],
        },
        {
            "shooter": _GI,
            "targets": [{"figure": _GI, "cover": 3}],
            "into_combat": "hand_to_hand",
            "bystanders": [_OFFICER, _GI],
        },
        {
            "shooter": _GI,
            "area": {"radius": 1},
            "targets": [{"figure": _GI, "ring_distance": 0}, {"figure": _GI, "cover": 3, "ring_distance": 1.5}],
            "into_combat": "overlap",
            "bystanders": [_GI],
        },
        {
            "shooter": _GI,
            "aiding": 2,
            "aided": 1,
            "area": {"radius": 1},
            "targets": [{"figure": _GI, "ring_distance": 0}, {"figure": _OFFICER, "ring_distance": 1.5}],
        },
        {"shooter": _GI, "kind": "psi", "targets": [{"figure": {**_OFFICER, "psi_cf": 2}}]},
    ],
    "assault": [{"attacker": _GI, "defender": _GI}, {"attacker": _OFFICER, "defender": _GI, "aiding": 2}],
    "afterwards": [{"downed": 0}, {"downed": 2}],
    "initiative": [{"sides": 2}, {"sides": 3}],
    "activate": [{}],
    "movement": [{"move": 6}, {"move": 6, "suppressed": True}, {"move": 6, "fleeing": True}],
}
