"""Some small facts for each action of FUBAR, for tests of every system."""

from __future__ import annotations

from typing import Any

from tests.rules.fubar.table import at_vehicle, shot, unit

_TANK = {"armour": "heavy", "passengers": 2, "passenger_armour": "light", "weapons": ["heavy_cannon", "heavy_mg"]}
_BUS = {"armour": "none", "crew": {"figures": 1}, "units": [{"figures": 1, "armour": "light"}], "weapons": []}
_TRUCK = {"armour": "none", "passengers": 2}

CASES: dict[str, list[dict[str, Any]]] = {
    "fire": [
        shot((3, "infantry_rifle"), target=unit("green", 2, armour="light")),
        shot((1, "assault_rifle"), (1, "pistol"), target=unit("elite", 3, suppressed=2), cover="hard"),
        shot((1, "flamethrower"), distance=8, cover="moderate", target=unit(armour="battlesuit")),
        shot((1, "sniper_rifle"), target=unit(armour="power"), behind_vehicle="light", action="aimed_fire"),
        shot((2, "infantry_rifle"), cover="soft", same_area=True, distance=6, target_action="duck_and_weave"),
        shot((1, "rpg"), (1, "pistol"), cover="soft", target_action="gone_to_ground", target=unit("green", 1)),
    ],
    "fire_at_vehicle": [
        at_vehicle((2, "infantry_rifle"), facing="front", vehicle=_TANK),
        at_vehicle((1, "infantry_rifle"), facing="side", vehicle=_TRUCK, already=["stunned", "immobilised"]),
        at_vehicle((1, "infantry_rifle"), facing="rear", vehicle=_TANK, already=["weapon_destroyed"]),
        at_vehicle((2, "infantry_rifle"), facing="side", vehicle=_TRUCK, cover="soft", action="aimed_fire"),
        at_vehicle((2, "infantry_rifle"), facing="side", vehicle=_BUS),
    ],
    "activate": [
        {"unit": unit()},
        {"unit": unit("green", 3, starting=8, suppressed=1, leader_level="elite"), "out_of_touch": 2},
        {"unit": unit("elite", 1, starting=3), "no_visible_enemy": True, "stunned": True},
    ],
    "close_combat": [
        {"attacker": unit("veteran", 2, armour="medium"), "defender": unit("seasoned", 2, suppressed=1)},
        {"attacker": unit("veteran", 2, suppressed=1), "defender": unit("seasoned", 2, suppressed=1)},
        {"attacker": unit("green", 1), "defender": unit("elite", 2, suppressed=2, armour="light")},
        {"attacker": unit("green", 3), "defender": unit("elite", 2), "attacker_fighting": 1, "defender_fighting": 0},
    ],
    "withdraw": [{"unit": unit(suppressed=1), "pursuer": unit("elite")}, {"unit": unit(), "pursuer": unit("green")}],
    "ram": [{"unit": unit(armour="heavy", suppressed=7), "in_path": 3}, {"unit": unit("green"), "in_path": 2}],
    "initiative": [{"sides": [{"modifier": 0}, {"modifier": 1}]}, {"sides": [{}, {}, {"modifier": -1}]}],
    "movement": [
        {"action": "walk"},
        {"action": "run", "cover": "hard"},
        {"action": "on_guard", "vehicle": "light"},
        {"action": "walk", "vehicle": "very_heavy", "cover": "moderate"},
    ],
}
