"""Who and what fights in Open Fire: the facts about squads, vehicles and weapons that every action is told."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from rules.errors import RuleError
from rules.facts import Count, Facts, Flag, Inches, Models
from rules.openfire_ww2.tables import Domain, Mobility, Rank
from rules.text import say

Attribute = Annotated[int, Field(strict=True, ge=1, le=10)]
"""WPN, ARM, MOR, TRN or PEN: 1 to 10."""

Accuracy = Annotated[int, Field(strict=True, ge=-2, le=2)]
"""ACC, added to the die to hit: −2 to +2."""

ShooterState = Literal["concentrate_fire", "set_up_position", "hull_down", "overdrive"]
TargetState = Literal["hit_the_dirt", "set_up_position", "hull_down", "holds_the_line", "rallying"]
State = ShooterState | TargetState


Name = Annotated[str, Field(min_length=1, max_length=60)]
"""What the players call it."""


class Shooter(Facts):
    """Who fires."""

    wpn: Attribute = Field(title="WPN", description="Skill with weapons, 1 to 10.")
    rank: Rank = Field(title="Rank")


class Weapon(Facts):
    """One kind of weapon (Weapon types)."""

    rng: Inches = Field(title="RNG", description="Range in inches.")
    rof: Count = Field(title="ROF", description="Dice a team throws.")
    pen: Attribute = Field(title="PEN", description="Penetration, 1 to 10.")
    acc: Accuracy = Field(default=0, title="ACC", description="Added to the die to hit, −2 to +2.")
    mobility: Mobility = Field(title="Mobility")
    domain: Domain = Field(title="Domain", description="An infantry weapon harms no tanks.")
    explosive: Flag = Field(default=False, title="Explosive", description="A hit also hits every unit within 1 inch.")
    mounted: Flag = Field(default=False, title="Mounted", description="On a vehicle.")
    grenade: Flag = Field(default=False, title="Grenade", description="One per squad; it explodes.")

    @property
    def bursts(self) -> bool:
        """Whether a hit with it also hits those nearby (Explosions; Grenades)."""
        return self.explosive or self.grenade


class Group(Facts):
    """Teams that fire one kind of weapon."""

    weapon: Weapon = Field(title="Weapon")
    teams: Count = Field(title="Teams", description="Teams that fire it; each throws its ROF in dice.")
    name: Name | None = Field(default=None, title="Name")


class Squad(Facts):
    """Infantry, or a gun and its crew."""

    kind: Literal["infantry", "gun"] = Field(title="Kind")
    trn: Attribute = Field(title="TRN", description="Training, 1 to 10.")
    arm: Attribute = Field(title="ARM", description="Armour, 1 to 10.")
    rank: Rank = Field(title="Rank")
    mor: Attribute = Field(title="MOR", description="Morale, 1 to 10.")
    men: Models = Field(title="Men", description="Men alive.")
    starting: Models = Field(title="Starting men", description="Men at the start of the game.")
    pinned: Flag = Field(default=False, title="Pinned", description="Partial cover, −1 MOR.")
    states: tuple[State, ...] = Field(default=(), max_length=20, title="States", description="Of a unit not aimed at.")
    name: Name | None = Field(default=None, title="Name")

    @model_validator(mode="after")
    def _no_more_than_started(self) -> Squad:
        no_more_men(self.men, self.starting)
        return self


def no_more_men(men: int, starting: int) -> None:
    """Raises ValueError for more men than there were at the start."""
    if men > starting:
        raise ValueError(say("men: {men} are more than the {starting} it started with", men=men, starting=starting))


class Vehicle(Facts):
    """A light vehicle, a tank or a heavy tank."""

    kind: Literal["light_vehicle", "tank", "heavy_tank"] = Field(title="Kind")
    trn: Attribute = Field(title="TRN", description="Training of the crew, 1 to 10.")
    arm: Attribute = Field(title="ARM", description="Armour of the front, 1 to 10.")
    rank: Rank = Field(title="Rank")
    hp: Count = Field(title="HP", description="Hit points left.")
    weapons: Count = Field(title="Weapons left", description="Which it could lose.")
    name: Name | None = Field(default=None, title="Name")


Target = Annotated[Squad | Vehicle, Field(discriminator="kind", title="Target")]
"""A squad or a vehicle, told apart by its kind."""


def once(states: tuple[Any, ...]) -> tuple[Any, ...]:
    """The states named, each once."""
    return tuple(dict.fromkeys(states))


def must_stand(unit: Squad | Vehicle, who: str) -> None:
    """Raises RuleError when nobody of the squad is alive, or the vehicle is knocked out."""
    if isinstance(unit, Squad) and not unit.men:
        raise RuleError(say("The {who} has no men left.", who=who), "Shooting")
    if isinstance(unit, Vehicle) and not unit.hp:
        raise RuleError(say("The {who} is knocked out and is terrain now.", who=who), "Shooting at Vehicles")
