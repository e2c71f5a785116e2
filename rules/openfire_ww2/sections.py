"""The sections of the Open Fire page, as ledgers and refusals name them."""

from __future__ import annotations

from rules.text import N_, Text

SIGHT = "Visibility and Line of Sight"
RANKS = "Ranks"
WEAPON_TYPES = "Weapon types"
MOVEMENT = "Movement"
SHOOTING = "Shooting"
EXPLOSIONS = "Explosions"
GRENADES = "Grenades"
ARTILLERY = "Artillery"
SMOKE = "Smoke Round"
AT_VEHICLES = "Shooting at Vehicles"
MELEE = "Melee"
ORDERS = "Orders"
MANOEUVRES = "Manoeuvres"
TERROR = "Terror"
PINNING = "Pinning"
TERRAIN = "Terrain"
MINEFIELDS = "Minefields"
OBJECTIVES = "Objectives"

HEADINGS = {
    "fall_back": N_("Fall Back"),
    "concentrate_fire": N_("Concentrate Fire"),
    "hold_the_line": N_("Hold the Line"),
    "supporting_fire": N_("Supporting Fire"),
    "rally_on_me": N_("Rally on Me"),
    "hit_the_dirt": N_("Hit the Dirt"),
    "set_up_position": N_("Set Up Position"),
    "sprint": N_("Sprint"),
    "button_vehicle": N_("Button Vehicle"),
    "barrage": N_("Barrage"),
    "overdrive": N_("Overdrive"),
    "hull_down": N_("Hull Down"),
}
"""What the page calls its orders, the first five, and its manoeuvres."""
_ORDERS = tuple(HEADINGS)[:5]


def named(order: str) -> Text:
    """An order or a manoeuvre as the page calls it: "Hit the Dirt"."""
    return Text(HEADINGS[order])


def section_of(order: str) -> str:
    """Its section, as the page has it."""
    return f"{ORDERS if order in _ORDERS else MANOEUVRES} › {HEADINGS[order]}"
