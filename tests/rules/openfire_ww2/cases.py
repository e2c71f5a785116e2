"""Some small facts for each action of Open Fire WW2, for tests of every system."""

from __future__ import annotations

from typing import Any

_TEAM: dict[str, Any] = {
    "kind": "infantry",
    "trn": 5,
    "arm": 4,
    "rank": "trained",
    "mor": 8,
    "men": 3,
    "starting": 3,
}
_WORN: dict[str, Any] = _TEAM | {"rank": "veteran", "mor": 7, "men": 2, "starting": 4, "pinned": True}
_CREW: dict[str, Any] = _TEAM | {"kind": "gun", "arm": 6, "rank": "conscript"}
_TANK: dict[str, Any] = {"kind": "tank", "trn": 5, "arm": 7, "rank": "trained", "hp": 3, "weapons": 3}
_TRUCK: dict[str, Any] = _TANK | {"kind": "light_vehicle", "arm": 2, "hp": 1, "weapons": 1}
_RIFLE: dict[str, Any] = {"rng": 24, "rof": 1, "pen": 4, "mobility": "mobile", "domain": "infantry_weapon"}
_PISTOL: dict[str, Any] = _RIFLE | {"rng": 8, "mobility": "light"}
_MG: dict[str, Any] = _RIFLE | {"rof": 2, "pen": 5, "mobility": "heavy"}
_GUN: dict[str, Any] = _MG | {"rof": 1, "pen": 8, "domain": "vehicle_weapon", "explosive": True}
_MORTAR: dict[str, Any] = _RIFLE | {"rng": 48, "pen": 5, "mobility": "artillery", "explosive": True}
_GRENADE: dict[str, Any] = _RIFLE | {"rng": 6, "acc": -1, "mobility": "light", "explosive": True, "grenade": True}
_REGULAR: dict[str, Any] = {"wpn": 5, "rank": "trained"}


def _fire(target: dict[str, Any], *weapons: tuple[dict[str, Any], int], **more: Any) -> dict[str, Any]:
    groups = [{"weapon": weapon, "teams": teams} for weapon, teams in weapons]
    return {"shooter": _REGULAR, "weapons": groups, "distance": 6, "target": target} | more


def _armed_side(unit: dict[str, Any], *weapons: tuple[dict[str, Any], int], **more: Any) -> dict[str, Any]:
    """Return a side of an assault with several kinds of weapon, or none."""
    groups = [{"weapon": weapon, "teams": teams} for weapon, teams in weapons]
    return unit | {"wpn": 5, "weapons": groups} | more


def _fighter(unit: dict[str, Any], weapon: dict[str, Any], teams: int) -> dict[str, Any]:
    return unit | {"wpn": 5, "weapon": weapon, "teams": teams}


CASES: dict[str, list[dict[str, Any]]] = {
    "fire": [
        _fire(_TEAM, (_RIFLE, 1)),
        _fire(_WORN, (_RIFLE, 1), (_MG, 1), cover="full", shooter_state=["concentrate_fire"]),
        _fire(_TEAM, (_PISTOL, 1), (_RIFLE, 1), (_MG, 1), moved="this_turn"),
        _fire(_CREW, (_GUN, 1), bystanders=[_TEAM]),
        _fire(_TEAM, (_GRENADE, 1), bystanders=[_WORN, _TRUCK], target_state=["hit_the_dirt", "rallying"]),
        _fire(_TANK, (_GUN, 2)),
        _fire(_TANK, (_GUN, 1), facing="side", target_state=["hull_down"]),
        _fire(_TRUCK, (_RIFLE, 1), (_GUN, 1), facing="top", shooter_state=["overdrive"]),
        _fire(_TRUCK | {"arm": 1}, (_GUN | {"pen": 10}, 1), facing="rear"),
    ],
    "blast": [
        {"weapon": _GUN, "hits": 1, "bystanders": [_TEAM, _TRUCK]},
        {"weapon": _GRENADE, "hits": 1, "bystanders": [_WORN]},
        {"weapon": _GUN, "hits": 0, "bystanders": [_TANK]},
    ],
    "morale": [{"unit": {"mor": 8, "rank": "trained", "men": 3, "starting": 6}}],
    "initiative_test": [
        {"unit": {"mor": 8, "rank": "trained"}, "order": "hit_the_dirt"},
        {"unit": {"mor": 7, "rank": "veteran", "pinned": True}, "order": "barrage"},
        {"unit": {"rank": "trained"}, "order": "overdrive"},
        {"unit": {"mor": 8, "rank": "conscript"}, "order": "rally_on_me", "officer_distance": 12},
    ],
    "scatter": [{"rounds": 1}, {"rounds": 3}],
    "smoke": [{"rounds": 1}],
    "artillery": [
        {"weapon": _MORTAR, "targets": [[_TEAM | {"name": "team"}]]},
        {"weapon": _MORTAR, "targets": [[_WORN, _TRUCK]]},
        {
            "weapon": _MORTAR | {"pen": 8, "domain": "vehicle_weapon"},
            "targets": [[_TEAM | {"name": "a"}, _TANK | {"name": "b"}], [_TANK | {"name": "b"}, _TEAM | {"name": "a"}]],
        },
        {"weapon": _MORTAR, "targets": [[]]},
    ],
    "assault": [
        {
            "attacker": _fighter(_TEAM, _RIFLE, 1),
            "defender": _fighter(_TRUCK, _RIFLE, 1),
            "defender_shoots": False,
        },
        {"attacker": _fighter(_TEAM, _RIFLE, 1), "defender": _fighter(_CREW, _MG, 1)},
        {"attacker": _fighter(_WORN, _RIFLE, 2), "defender": _fighter(_TEAM, _RIFLE, 1)},
        {
            "attacker": _armed_side(_TEAM, (_RIFLE, 1), (_GUN, 1)),
            "defender": _armed_side(_TANK | {"hp": 1}, facing="side"),
        },
        {"attacker": _armed_side(_TANK, (_GUN, 1)), "defender": _armed_side(_TANK | {"hp": 2}, (_GUN, 1), (_RIFLE, 1))},
    ],
    "minefield": [
        {"kind": "infantry", "models": 3, "trn": 5},
        {"kind": "tank", "models": 1, "trn": 5},
        {"kind": "infantry", "models": 3, "trn": 5, "minesweeper": True},
    ],
    "button_vehicle": [_fire(_TANK, (_RIFLE, 1), (_MG, 1)), _fire(_TRUCK, (_RIFLE, 2), (_GUN, 1))],
    "objectives": [{}],
    "movement": [
        {"kind": "infantry"},
        {"kind": "light_vehicle", "terrain": ["road", "swamp"], "extra": ["overdrive", "engine_damaged"]},
        {"kind": "gun", "extra": ["towed"]},
        {"kind": "infantry", "extra": ["charge", "pinned"]},
    ],
}
