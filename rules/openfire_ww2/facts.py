"""Units in Open Fire: squads, vehicles and weapons as facts, their profiles, and their levels."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeVar, get_args

from pydantic import Discriminator, Field, Tag, model_validator

from rules.game.after_battle import Gives, advance_along, raise_to
from rules.game.unit import Unit, profile_reader, vehicle_faults
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts, Flag, Inches, Models
from rules.kernel.text import N_, Sentence, Term, Text
from rules.openfire_ww2.tables import VEHICLES, Domain, Facing, Kind, Mobility, Rank

MOST_ATTRIBUTE = 10
Attribute = Annotated[int, Field(strict=True, ge=1, le=MOST_ATTRIBUTE)]
"""WPN, ARM, TRN or PEN: 1 to 10, the rows and columns of the grid."""

Mor = Annotated[int, Field(strict=True, ge=1, le=12)]
"""MOR, compared with 2d6 and never looked up on the grid: 1 to 12."""

Accuracy = Annotated[int, Field(strict=True, ge=-2, le=2)]
"""ACC, a modifier of the die to hit: −2 to +2."""

ShooterState = Literal["concentrate_fire", "set_up_position", "hull_down", "overdrive"]
TargetState = Literal["hit_the_dirt", "set_up_position", "hull_down", "holds_the_line", "rallying"]
State = ShooterState | TargetState
Name = Annotated[str, Field(min_length=1, max_length=60)]
"""Name given by the players; in play, the part in the action."""


class Shooter(Facts):
    """A unit that fires."""

    wpn: Attribute = Field(title=N_("WPN"), description=N_("Skill with weapons, 1 to 10."))
    rank: Rank = Field(title=N_("Rank"))


class WeaponType(Facts):
    """A kind of weapon (Weapon types)."""

    rng: Inches = Field(title=N_("RNG"), description=N_("Range in inches."))
    rof: Count = Field(title=N_("ROF"), description=N_("Dice per team."))
    pen: Attribute = Field(title=N_("PEN"), description=N_("Penetration, 1 to 10."))
    acc: Accuracy = Field(default=0, title=N_("ACC"), description=N_("Added to the die to hit, −2 to +2."))
    mobility: Mobility = Field(title=N_("Mobility"))
    domain: Domain = Field(title=N_("Domain"), description=N_("An infantry weapon harms no tanks."))
    explosive: Flag = Field(
        default=False, title=N_("Explosive"), description=N_("A hit also hits every unit within 1″.")
    )
    mounted: Flag = Field(default=False, title=N_("Mounted"), description=N_("On a vehicle."))
    grenade: Flag = Field(default=False, title=N_("Grenade"), description=N_("One per squad; it explodes."))
    machine_gun: Flag = Field(
        default=False, title=N_("Machine gun"), description=N_("Pins like heavy weapons, by ruling.")
    )

    @property
    def bursts(self) -> bool:
        """True if a hit with it also hits units nearby (Explosions; Grenades)."""
        return self.explosive or self.grenade


class FiringTeams(Facts):
    """Teams that fire one kind of weapon."""

    weapon: WeaponType = Field(title=N_("Weapon"))
    teams: Count = Field(title=N_("Teams"), description=N_("Teams that fire it; each rolls as many dice as its ROF."))
    name: Name | None = Field(default=None, title=N_("Name"))


class Squad(Facts):
    """Infantry, or a gun and its crew."""

    kind: Literal["infantry", "gun"] = Field(title=N_("Kind"))
    trn: Attribute = Field(title=N_("TRN"), description=N_("Training, 1 to 10."))
    arm: Attribute = Field(title=N_("ARM"), description=N_("Armour, 1 to 10."))
    rank: Rank = Field(title=N_("Rank"))
    mor: Mor = Field(title=N_("MOR"), description=N_("Morale, 1 to 12."))
    men: Models = Field(title=N_("Men"), description=N_("Men alive."))
    starting: Models = Field(title=N_("Starting men"), description=N_("Men at the start of the game."))
    pinned: Flag = Field(default=False, title=N_("Pinned"), description=N_("Partial cover, −1 MOR."))
    states: tuple[State, ...] = Field(
        default=(), max_length=20, title=N_("States"), description=N_("A unit that is not aimed at.")
    )
    name: Name | None = Field(default=None, title=N_("Name"))

    @model_validator(mode="after")
    def _check_men(self) -> Squad:
        check_no_more_men(self.men, self.starting)
        return self


def check_no_more_men(men: int, starting: int) -> None:
    """Raise ValueError for more men than at the start."""
    if men > starting:
        raise ValueError(Text("men: {men} are more than the {starting} it started with", men=men, starting=starting))


class Hulled(Facts):
    """The common facts of all vehicles, fighting or not."""

    kind: Literal["light_vehicle", "tank", "heavy_tank"] = Field(title=N_("Kind"))
    trn: Attribute = Field(title=N_("TRN"), description=N_("Training of the crew, 1 to 10."))
    arm: Attribute = Field(title=N_("ARM"), description=N_("Armour of the front, 1 to 10."))
    rank: Rank = Field(title=N_("Rank"))
    hp: Count = Field(title=N_("HP"), description=N_("Hit points left."))
    name: Name | None = Field(default=None, title=N_("Name"))

    @model_validator(mode="after")
    def _check_rank(self) -> Hulled:
        check_no_conscript(self.rank)
        return self


def check_no_conscript(rank: Rank) -> None:
    """Raise ValueError for a vehicle of conscripts (Ranks)."""
    if rank == "conscript":
        raise ValueError(Text("rank: choose trained or veteran; a vehicle is never conscript"))


class WW2Vehicle(Hulled):
    """A light vehicle, a tank or a heavy tank."""

    weapons: Count = Field(title=N_("Weapons left"), description=N_("Weapons that it could lose."))


Target = Annotated[Squad | WW2Vehicle, Field(discriminator="kind", title=N_("Target"))]
"""A squad or a vehicle, distinguished by its kind."""
S = TypeVar("S", bound=str)


def each_once(states: tuple[S, ...]) -> tuple[S, ...]:
    """Return the states named, each once."""
    return tuple(dict.fromkeys(states))


def must_not_be_destroyed(unit: Squad | WW2Vehicle, who: Text) -> None:
    """Raise RuleError if no man of the squad is alive, or the vehicle is knocked out."""
    if isinstance(unit, Squad) and not unit.men:
        raise RuleError(Sentence(Text("{unit} has no men left.", unit=who)), "Shooting")
    if isinstance(unit, WW2Vehicle) and not unit.hp:
        raise RuleError(Sentence(Text("{unit} is knocked out and is terrain now.", unit=who)), "Shooting at Vehicles")


def check_bystanders(units: Iterable[Squad | WW2Vehicle]) -> None:
    """Raise RuleError if a unit within a blast is already destroyed."""
    for unit in units:
        must_not_be_destroyed(unit, Text("the unit within the blast"))


# An Open Fire unit in a force file: its characteristics, its rank, and its special abilities.

MOST = 100
"""Most hit points, and most weapons, of one vehicle."""


class WW2Profile(Facts):
    """The permanent facts of a unit; only its men or hit points, and its states, change in play."""

    kind: Kind = Field(default="infantry", title=N_("Kind"))
    wpn: Attribute = Field(title=N_("WPN"), description=N_("Skill with weapons, 1 to 10."))
    arm: Attribute = Field(title=N_("ARM"), description=N_("Armour, 1 to 10; of a vehicle, its front."))
    mor: Mor | None = Field(default=None, title=N_("MOR"), description=N_("Morale, 1 to 12; vehicles have none."))
    trn: Attribute = Field(title=N_("TRN"), description=N_("Training, 1 to 10."))
    rank: Rank = Field(default="trained", title=N_("Rank"))
    officer: Flag = Field(default=False, title=N_("Officer"), description=N_("May issue orders."))
    minesweeper: Flag = Field(default=False, title=N_("Minesweeper"), description=N_("No mine goes off under it."))
    tows: Flag = Field(default=False, title=N_("Tows guns"))

    @model_validator(mode="after")
    def _check_morale(self) -> WW2Profile:
        if (self.kind in VEHICLES) != (self.mor is None):
            raise ValueError(Text("mor: give every squad its MOR; vehicles have none"))
        if self.kind in VEHICLES:
            check_no_conscript(self.rank)
        return self


profile = profile_reader(WW2Profile)


def unit_faults(unit: Unit) -> list[Text]:
    """Return the faults of a vehicle, which needs hit points and a limited number of weapons (Shooting at Vehicles)."""
    if unit.profile.get("kind") not in VEHICLES:
        return []
    faults = vehicle_faults(unit)
    if not unit.hp or sum(unit.hp) > MOST:
        faults.append(Text("hp: give a vehicle its hit points, {most} at most", most=MOST))
    if sum(weapon.count for weapon in unit.weapons) > MOST:
        faults.append(Text("weapons: a vehicle carries at most {most}", most=MOST))
    return faults


# Open Fire in campaigns: the benefits of each level.

LEVELS: Gives = (
    (advance_along(WW2Profile, "rank", get_args(Rank), Term),),
    (
        raise_to(WW2Profile, "wpn", MOST_ATTRIBUTE, lambda n: Text("WPN {n}", n=n)),
        raise_to(WW2Profile, "trn", MOST_ATTRIBUTE, lambda n: Text("TRN {n}", n=n)),
    ),
)
"""The next rank, and one more WPN or TRN."""


# The two sides of an assault as facts, with their weapons (Melee); and the sections of the rules.

Groups = tuple[FiringTeams, ...]


class FightingSquad(Squad):
    """A squad in an assault. Weapons are manned in the order given; without any it can only be assaulted."""

    wpn: Attribute = Field(title=N_("WPN"), description=N_("Skill with weapons, 1 to 10."))
    weapons: Groups = Field(default=(), max_length=20, title=N_("Weapons"), description=N_("All weapons."))
    weapon: WeaponType | None = Field(default=None, title=N_("Weapon"), description=N_("If all are of one kind."))
    teams: Count | None = Field(default=None, title=N_("Teams"), description=N_("Weapons that fight."))
    facing: Facing = Field(default="front", title=N_("Side that is hit"), description=N_("Of a vehicle."))

    @model_validator(mode="after")
    def _check_weapons(self) -> FightingSquad:
        _check_one_way(self.weapons, self.weapon, self.teams)
        return self

    @property
    def groups(self) -> Groups:
        return _single_group(self.weapon, self.teams) or self.weapons

    @property
    def body(self) -> Squad:
        return self


Mounts = Annotated[
    Annotated[Count, Tag("number")] | Annotated[Groups, Field(max_length=20), Tag("list")],
    Discriminator(lambda given: "list" if isinstance(given, list | tuple) else "number"),
]
"""The weapons of a vehicle, the main one first; or, with `weapon` and `teams`, only the number that it could lose."""


class FightingVehicle(Hulled):
    """A vehicle in an assault. It loses its weapons in the order given; without any it can only be assaulted."""

    wpn: Attribute = Field(title=N_("WPN"), description=N_("Accuracy, 1 to 10."))
    weapons: Mounts = Field(default=(), title=N_("Weapons"), description=N_("All weapons, the main one first."))
    weapons_left: Count | None = Field(
        default=None, title=N_("Weapons left"), description=N_("Weapons it could lose; empty: those that fight.")
    )
    weapon: WeaponType | None = Field(default=None, title=N_("Weapon"), description=N_("If all are of one kind."))
    teams: Count | None = Field(default=None, title=N_("Weapons that fire"))
    facing: Facing = Field(default="front", title=N_("Side that is hit"), description=N_("Of a vehicle."))
    states: tuple[State, ...] = Field(default=(), max_length=10, title=N_("States"))

    @model_validator(mode="after")
    def _check_weapons(self) -> FightingVehicle:
        _check_one_way(self._listed_weapons, self.weapon, self.teams)
        if self.weapons_left is not None and not isinstance(self.weapons, tuple):
            raise ValueError(Text("weapons_left: leave it empty; weapons already gives their number"))
        return self

    @property
    def _listed_weapons(self) -> Groups:
        return self.weapons if isinstance(self.weapons, tuple) else ()

    @property
    def groups(self) -> Groups:
        return _single_group(self.weapon, self.teams) or self._listed_weapons

    @property
    def body(self) -> WW2Vehicle:
        """The vehicle as a target of fire."""
        told = self.weapons_left if isinstance(self.weapons, tuple) else self.weapons
        left = sum(group.teams for group in self.groups) if told is None else told
        hull = {name: getattr(self, name) for name in Hulled.model_fields}
        return WW2Vehicle.model_construct(**hull, weapons=left)


AnyFighter = FightingSquad | FightingVehicle
Fighter = Annotated[AnyFighter, Field(discriminator="kind")]
"""A squad or a vehicle in an assault."""


def _check_one_way(listed: Groups, weapon: WeaponType | None, teams: int | None) -> None:
    """Raise ValueError for half a weapon, or for weapons given twice."""
    if (weapon is None) != (teams is None):
        raise ValueError(Text("weapon and teams: give both of them, or neither"))
    if weapon and listed:
        raise ValueError(Text("weapon: leave it empty; weapons already lists them"))


def _single_group(weapon: WeaponType | None, teams: int | None) -> Groups:
    return () if weapon is None else (FiringTeams(weapon=weapon, teams=teams or 0),)


# The sections of the Open Fire rules, as ledgers and refusals name them.

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
"""The names in the rules of the orders, which are the first five, and of the manoeuvres."""
_ORDERS = tuple(HEADINGS)[:5]


def order_name(order: str) -> Text:
    """Return an order or a manoeuvre by its name in the rules: "Hit the Dirt"."""
    return Text(HEADINGS[order])


def section_of(order: str) -> str:
    """Return the section of an order or a manoeuvre in the rules."""
    return f"{ORDERS if order in _ORDERS else MANOEUVRES} › {HEADINGS[order]}"
