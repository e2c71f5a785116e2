"""The two sides of an assault as facts, with their weapons (Melee); and the names of the page's sections."""

from __future__ import annotations

from typing import Annotated

from pydantic import Discriminator, Field, Tag, model_validator

from rules.kernel.facts import Count
from rules.kernel.text import N_, Text
from rules.openfire_ww2.facts import Attribute, Group, Hulled, Squad, State, Vehicle, Weapon
from rules.openfire_ww2.tables import Facing

Groups = tuple[Group, ...]


class FightingSquad(Squad):
    """A squad in an assault. Weapons are manned in the order given; without any it can only be assaulted."""

    wpn: Attribute = Field(title=N_("WPN"), description=N_("Skill with weapons, 1 to 10."))
    weapons: Groups = Field(default=(), max_length=20, title=N_("Weapons"), description=N_("All that it fights with."))
    weapon: Weapon | None = Field(default=None, title=N_("Weapon"), description=N_("If it has only one kind."))
    teams: Count | None = Field(default=None, title=N_("Teams"), description=N_("How many fight with it."))
    facing: Facing = Field(default="front", title=N_("Side that is hit"), description=N_("Of a vehicle."))

    @model_validator(mode="after")
    def _armed_one_way(self) -> FightingSquad:
        _one_way(self.weapons, self.weapon, self.teams)
        return self

    @property
    def groups(self) -> Groups:
        return _alone(self.weapon, self.teams) or self.weapons

    @property
    def body(self) -> Squad:
        return self


def _number_or_list(given: object) -> str:
    return "list" if isinstance(given, list | tuple) else "number"


Mounts = Annotated[
    Annotated[Count, Tag("number")] | Annotated[Groups, Field(max_length=20), Tag("list")],
    Discriminator(_number_or_list),
]
"""The weapons of a vehicle, the main one first; or, beside `weapon` and `teams`, just how many it could lose."""


class FightingVehicle(Hulled):
    """A vehicle in an assault. It loses its weapons in the order given; without any it can only be assaulted."""

    wpn: Attribute = Field(title=N_("WPN"), description=N_("Accuracy, 1 to 10."))
    weapons: Mounts = Field(
        default=(), title=N_("Weapons"), description=N_("All that it fights with, the main one first.")
    )
    weapons_left: Count | None = Field(
        default=None, title=N_("Weapons left"), description=N_("How many it could lose; empty: those that fight.")
    )
    weapon: Weapon | None = Field(default=None, title=N_("Weapon"), description=N_("If it has only one kind."))
    teams: Count | None = Field(default=None, title=N_("Weapons that fire"))
    facing: Facing = Field(default="front", title=N_("Side that is hit"), description=N_("Of a vehicle."))
    states: tuple[State, ...] = Field(default=(), max_length=10, title=N_("States"))

    @model_validator(mode="after")
    def _armed_one_way(self) -> FightingVehicle:
        _one_way(self._listed, self.weapon, self.teams)
        if self.weapons_left is not None and not isinstance(self.weapons, tuple):
            raise ValueError(Text("weapons_left: weapons gives their number already"))
        return self

    @property
    def _listed(self) -> Groups:
        return self.weapons if isinstance(self.weapons, tuple) else ()

    @property
    def groups(self) -> Groups:
        return _alone(self.weapon, self.teams) or self._listed

    @property
    def body(self) -> Vehicle:
        """The vehicle as fire finds it."""
        told = self.weapons_left if isinstance(self.weapons, tuple) else self.weapons
        left = sum(group.teams for group in self.groups) if told is None else told
        hull = {name: getattr(self, name) for name in Hulled.model_fields}
        return Vehicle.model_construct(**hull, weapons=left)


AnyFighter = FightingSquad | FightingVehicle
Fighter = Annotated[AnyFighter, Field(discriminator="kind")]
"""A squad or a vehicle in an assault."""


def _one_way(listed: Groups, weapon: Weapon | None, teams: int | None) -> None:
    """Raises ValueError for half a weapon, or for weapons told twice."""
    if (weapon is None) != (teams is None):
        raise ValueError(Text("weapon and teams: give both of them, or neither"))
    if weapon and listed:
        raise ValueError(Text("weapon: weapons lists what it fights with already"))


def _alone(weapon: Weapon | None, teams: int | None) -> Groups:
    return () if weapon is None else (Group(weapon=weapon, teams=teams or 0),)


# The sections of the Open Fire page, as ledgers and refusals name them.

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
    """The section of an order or a manoeuvre on the page."""
    return f"{ORDERS if order in _ORDERS else MANOEUVRES} › {HEADINGS[order]}"
