"""Small facts for every action of Battle Forge, for tests that play all possible rolls."""

from __future__ import annotations

from typing import Any


def unit(**changes: Any) -> dict[str, Any]:
    """Return two average models without states."""
    found: dict[str, Any] = {"mov": 6, "acc": 4, "strength": 4, "sav": 4, "init": 5, "co": 6, "models": 2}
    return found | changes


def fire(**changes: Any) -> dict[str, Any]:
    """Return two rifles at short range, with the target in the open."""
    facts: dict[str, Any] = {
        "attacker": unit(),
        "target": unit(models=3),
        "weapons": [{"weapon": "rifle", "count": 2}],
        "distance": 8,
    }
    return facts | changes


def fight(**changes: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "attacker": unit(),
        "target": unit(models=3),
        "weapons": [{"weapon": "bayonet", "count": 2}],
    }
    return facts | changes


CASES: dict[str, list[dict[str, Any]]] = {
    "fire": [
        fire(),
        fire(distance=20, cover="fortified", obscured=True),
        fire(attacker=unit(focus=True, shock=1), target=unit(evade=True, shock=5)),
        fire(weapons=[{"weapon": "rifle", "count": 1}, {"weapon": "marksman_rifle", "count": 1}], cover="negative"),
        fire(target=unit(models=1, sav=12)),
    ],
    "fight": [
        fight(),
        fight(across=True, attacker=unit(focus=True), target=unit(evade=True, shock=6)),
        fight(weapons=[{"weapon": "sabre", "count": 1}], attacker=unit(strength=9)),
    ],
    "activate": [{"unit": unit()}, {"unit": unit(shock=2)}],
    "rally": [{"unit": unit(shock=1)}, {"unit": unit(shock=3, co=1)}],
    "break_test": [{"unit": unit()}, {"unit": unit(co=10)}],
    "move": [{"unit": unit()}, {"unit": unit(shock=7), "road": True}],
    "rush": [{"unit": unit()}, {"unit": unit(shock=1), "road": True}],
    "fall_back": [{"unit": unit(in_contact=True)}, {"unit": unit(in_contact=True, shock=4)}],
    "focus": [{"unit": unit()}],
    "evade": [{"unit": unit()}],
    "initiative": [{"sides": [{"name": "Red"}, {"name": "Blue"}]}, {"sides": [{}, {}, {}]}],
}
