"""The sections of the Open Fire page, as ledgers and refusals name them."""

from __future__ import annotations

from rules.text import say, unsaid

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
    "fall_back": unsaid("Fall Back"),
    "concentrate_fire": unsaid("Concentrate Fire"),
    "hold_the_line": unsaid("Hold the Line"),
    "supporting_fire": unsaid("Supporting Fire"),
    "rally_on_me": unsaid("Rally on Me"),
    "hit_the_dirt": unsaid("Hit the Dirt"),
    "set_up_position": unsaid("Set Up Position"),
    "sprint": unsaid("Sprint"),
    "button_vehicle": unsaid("Button Vehicle"),
    "barrage": unsaid("Barrage"),
    "overdrive": unsaid("Overdrive"),
    "hull_down": unsaid("Hull Down"),
}
"""What the page calls its orders, the first five, and its manoeuvres."""
_ORDERS = tuple(HEADINGS)[:5]


def named(order: str) -> str:
    """An order or a manoeuvre in the language that is spoken: "Hit the Dirt"."""
    return say(HEADINGS[order])


def section_of(order: str) -> str:
    """Its section, as the page has it."""
    return f"{ORDERS if order in _ORDERS else MANOEUVRES} › {HEADINGS[order]}"
