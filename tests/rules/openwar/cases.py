"""Small facts for every action of OpenWar, for tests that play all rolls there can be."""

from __future__ import annotations

from typing import Any


def unit(**changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"mov": 5, "melee": 0, "ranged": 1, "armour": 4, "presence": 1, "morale": 8, "models": 2}
    return found | changes


def shot(weapon: str = "bow", count: int = 2, **changes: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "attacker": unit(),
        "target": unit(models=3),
        "weapons": [{"weapon": weapon, "count": count}],
        "distance": 3,
    }
    return facts | changes


def fight(weapon: str = "spear", count: int = 2, **changes: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "attacker": unit(),
        "target": unit(models=3),
        "weapons": [{"weapon": weapon, "count": count}],
    }
    return facts | changes


CASES: dict[str, list[dict[str, Any]]] = {
    "fire": [
        shot(),
        shot(cover="cover", attacker=unit(holding=True, exhausted=1)),
        shot("javelin", 1, target=unit(models=1, holding=True)),
        shot("javelin", 1, attacker=unit(glory=1), target=unit(shaken=2)),
    ],
    "fight": [
        fight(),
        fight("axe", 1, attacker=unit(charging=True, melee=1)),
        fight("dagger", 1, target=unit(models=1, morale=12)),
    ],
    "move": [{"unit": unit()}],
    "run": [{"unit": unit(mov=6)}],
    "charge": [{"unit": unit()}],
    "retreat": [{"unit": unit(in_contact=True)}],
    "hold": [{"unit": unit()}],
    "regroup": [{"unit": unit(exhausted=1, shaken=2)}, {"unit": unit()}],
    "initiative": [{"sides": [{"name": "Red"}, {"name": "Blue"}]}, {"sides": [{}, {}, {}]}],
}
