"""Some small facts for each action of the core rules, for tests of every system."""

from __future__ import annotations

from typing import Any

from tests.rules.openfire_d12.table import armed, attack, unit

CASES: dict[str, list[dict[str, Any]]] = {
    "fire": [
        attack(),
        attack(armed(1, att=2, prc=2), distance=10, cover="light", target=unit(2)),
        attack(armed(1, dmg=3), armed(1, prc=3), target=unit(3), cover="heavy", covered=1),
        attack(armed(1, longshot=True, dmg=2), distance=30, target=unit(heavy_armour=1, stealth=1)),
        attack(armed(1, rng=1, att=3), distance=1, in_assault_range=True, free=True, target=unit(hp=[2, 2, 1])),
        attack(attacker=unit(suppression=1), seen={"clear": 1, "obscured": 1}, target=unit(2, suppression=2)),
    ],
    "assault": [
        {"unit": unit(), "target": unit(), "distance": 10},
        {"unit": unit(flying=True), "target": unit(), "distance": 9.5, "terrain": ["slow"]},
    ],
    "recover": [
        {"unit": unit(suppression=1)},
        {"unit": unit(suppression=2, fearless=True, cmd=10), "enemy_within_6": True, "enemy_within_12": True},
        {"unit": unit(suppression=2, cmd=1), "in_assault_range": True, "friend_within_6": True},
    ],
    "test": [
        {"unit": unit(), "attribute": "skl"},
        {"unit": unit(fearless=True), "attribute": "cmd", "modifier": -3, "times": 2},
        {"unit": unit(), "attribute": "def", "modifier": 8, "times": 3},
    ],
    "dangerous": [{"unit": unit(1)}, {"unit": unit(3, max_hp=1)}, {"unit": unit(2, flying=True)}],
    "initiative": [{"players": 2}, {"players": 2, "names": ["Red", "Blue"]}],
    "roll_off": [{"sides": 2}, {"sides": 3}, {"sides": 2, "dice": 2, "names": ["Red", "Blue"]}],
    "movement": [
        {"unit": unit(), "action": "advance"},
        {"unit": unit(suppression=1), "action": "advance", "terrain": ["slow", "rough"], "leaves_assault_range": True},
        {"unit": unit(), "action": "rush", "terrain": ["climb", "dangerous"], "levels_up": 2, "levels_down": 3},
        {"unit": unit(mov=0), "action": "rush"},
    ],
    "interact": [
        {"unit": unit(), "object": "relay"},
        {"unit": unit(fearless=True), "object": "terminal", "test": {"attribute": "cmd", "modifier": -1}},
        {"unit": unit(), "object": "hatch", "test": {"attribute": "skl"}},
    ],
}
