"""Small facts for every action of Zombie Wargame, for tests that play all rolls there can be."""

from __future__ import annotations

from typing import Any


def living(**changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"mov": 6, "ranged": 2, "melee": 2, "cool": 2, "undead": False, "models": 1}
    return found | changes


def zombie(**changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"mov": 4, "ranged": 0, "melee": 3, "cool": 0, "undead": True, "models": 1}
    return found | changes


def shot(weapon: str = "rifle", **changes: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "attacker": living(),
        "target": zombie(),
        "weapons": [{"weapon": weapon, "count": 1}],
        "distance": 10,
    }
    return facts | changes


CASES: dict[str, list[dict[str, Any]]] = {
    "fire": [
        shot(),
        shot(target=living(wounds=2), distance=20),
        shot("shotgun", attacker=living(ranged=3, aimed=True), target=living(), distance=5),
        shot("pistol", attacker=living(wounds=1, aimed=True), distance=4),
    ],
    "fight": [
        {"attacker": living(melee=1), "target": living(melee=1)},
        {"attacker": zombie(melee=2), "target": living(melee=1, wounds=1)},
        {"attacker": living(melee=2, wounds=1), "target": zombie(melee=1)},
        {"attacker": living(melee=0), "target": zombie(melee=2)},
    ],
    "cool_test": [{"unit": living(), "near": "five"}, {"unit": living(cool=0), "near": "three"}],
    "move": [{"unit": living()}, {"unit": living(wounds=2)}],
    "break_away": [{"unit": living(in_contact=True)}, {"unit": living(in_contact=True, wounds=2, mov=3)}],
    "aim": [{"unit": living()}],
    "initiative": [{"sides": [{"name": "Red"}, {"name": "Blue"}]}, {"sides": [{}, {}, {}]}],
}
