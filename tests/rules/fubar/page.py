"""The tables of the FUBAR page shared by the tests of firing."""

from __future__ import annotations

from typing import Any

from rules.kernel.dice import Need
from tests.rules.fubar.table import needs_and_dice

LEVELS = {"green": 6, "seasoned": 5, "veteran": 4, "elite": 4}
LIMITS = {"green": 1, "seasoned": 2, "veteran": 3, "elite": 4}
COVERS = {"none": 0, "soft": 1, "moderate": 2, "hard": 3}
ARMOUR = {"light": 6, "medium": 5, "heavy": 4, "power": 3, "battlesuit": 2}
WEAPONS = {
    "pistol": (8, 1),
    "infantry_rifle": (24, 1),
    "sniper_rifle": (32, 2),
    "smg": (16, 3),
    "lmg": (32, 3),
    "combat_shotgun": (8, 3),
    "grenade_launcher": (16, 3),
    "heavy_mg": (32, 4),
    "flamethrower": (8, 4),
    "thrown_grenades": (8, 3),
    "rpg": (24, 3),
    "light_at_gun": (32, 3),
    "light_mortar": (40, 3),
    "light_cannon": (32, 4),
    "heavy_cannon": (48, 6),
}
IGNORES_COVER = ("flamethrower", "light_cannon", "heavy_cannon")
SMALL_ARMS = (
    "pistol",
    "infantry_rifle",
    "assault_rifle",
    "sniper_rifle",
    "smg",
    "lmg",
    "combat_shotgun",
    "grenade_launcher",
)


def pool(facts: dict[str, Any]) -> tuple[Need | None, int]:
    """Return the score needed by the first roll of a shot, and the number of its dice."""
    return next(iter(needs_and_dice("fire", facts).values()))
