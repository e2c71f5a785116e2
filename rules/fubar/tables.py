"""FUBAR's tables, read from data, and the rulings of a game."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Generic, Literal

from pydantic import Field

from rules.command import order, system
from rules.kernel import action
from rules.kernel.action import Given, Outcome
from rules.kernel.facts import WholeInches
from rules.kernel.rows import Row
from rules.kernel.text import N_
from rules.kit import rule
from rules.kit.rulings import house_ruling, ruling
from rules.kit.table_numbers import Bonus, Steps

Level = Literal["green", "seasoned", "veteran", "elite"]
Armour = Literal["none", "light", "medium", "heavy", "power", "battlesuit"]
VehicleArmour = Literal["none", "light", "medium", "heavy", "very_heavy"]
Cover = Literal["none", "soft", "moderate", "hard"]
UnitAction = Literal["walk", "run", "duck_and_weave", "on_guard", "gone_to_ground", "aimed_fire", "assault"]
COVERS: tuple[Cover, ...] = ("none", "soft", "moderate", "hard")


Save = Annotated[int, Field(ge=2, le=6)]
"""The lowest face that saves."""


class LevelRow(Row):
    """Training and experience: the numbers to activate and to hit, and the limit of suppressed figures."""

    activation: int = Field(ge=2, le=6)
    expertise: int = Field(ge=2, le=6)
    suppress: int = Field(ge=0, le=10)


class CloseRange(Row):
    """The additional fire points of a weapon up to a shorter range, in inches."""

    range: WholeInches = Field(title=N_("Range"))
    points: int = Field(ge=1, le=100, title=N_("Fire points"))


class WeaponRow(Row):
    """A weapon: range in inches, fire points in dice, and its special rules (Weapons)."""

    range: WholeInches = Field(title=N_("Range"))
    points: int = Field(ge=1, le=100, title=N_("Fire points"))
    close: CloseRange | None = Field(default=None, title=N_("More up close"))
    small: bool = Field(default=False, title=N_("Small arm"))
    crew: int = Field(default=1, ge=0, le=100, title=N_("Crew"))
    ignores_cover: bool = Field(default=False, title=N_("Ignores cover"))
    on_the_walk: bool = Field(default=False, title=N_("Fires on the walk"))
    indirect: bool = Field(default=False, title=N_("Indirect"))


class FubarTables(Row):
    """All tables of the rules; `centimetres` are printed there beside the inches."""

    levels: dict[Level, LevelRow]
    moves: dict[UnitAction, Steps]
    cover: dict[Cover, Bonus]
    armour: dict[Literal["light", "medium", "heavy", "power", "battlesuit"], Save]
    vehicle_armour: dict[VehicleArmour, Save]
    weapons: dict[str, WeaponRow]
    centimetres: dict[int, Decimal]


class FubarRulings(Row):
    """Questions that the rules leave open, as settings of a game."""

    allocation: Literal["suppress_first", "casualties_first", "ask"] = ruling(
        "suppress_first", N_("How the owner takes unsaved hits when not deciding case by case.")
    )
    passenger_hits: Literal["destroyed_only", "each_unsaved"] = house_ruling(
        "destroyed_only", N_("Whether each hit a vehicle fails to save also needs a save by those inside.")
    )
    melee_stand_up: Literal["yes", "no"] = house_ruling(
        "yes", N_("Whether suppressed figures stand up when a fight goes on at the start of a turn.")
    )
    same_area_cover: Literal["modifier", "none"] = house_ruling(
        "modifier", N_("Cover between units in the same area of cover: the usual modifier, or nothing.")
    )
    ram_damage: Literal["casualties", "as_fire"] = house_ruling(
        "casualties", N_("Unsaved hits of a ram: casualties, or suppressed figures and casualties as by fire.")
    )
    behind_vehicle_saves: Literal["both", "vehicle"] = house_ruling(
        "both", N_("Troops right behind a vehicle: its save and then their own, or its save alone.")
    )
    best_weapon_survives: Literal["yes", "no"] = house_ruling(
        "yes", N_("Whether survivors take up the best weapons; if not, the owner says which are left.")
    )
    initiative_by: Literal["side", "player"] = house_ruling(
        "side", N_("Initiative: one die per side, or one per player, of which a side's best counts.")
    )
    half_strength_of: Literal["battle", "full"] = house_ruling(
        "battle", N_("More than half lost: of the figures that came to this battle, or of the full unit.")
    )
    fire_from_inside: Literal["no", "yes"] = house_ruling("no", N_("Whether those inside a vehicle fire out of it."))
    fire_into_close_combat: Literal["refused", "warned", "free"] = house_ruling(
        "warned", N_("Fire at a unit in close combat: refused, allowed after a warning, or free."), before="free"
    )
    withdraw_after_round: Literal["allowed", "next_turn"] = house_ruling(
        "allowed", N_("Breaking off after the round of a turn was fought: allowed, or only from the next turn on.")
    )


# The book, the board, the rules and the orders of this system, with the types of its tables and rulings.
Book = action.Ruleset[FubarTables, FubarRulings]
Board = system.Board[FubarTables, FubarRulings]
Order = order.Order[FubarTables, FubarRulings]


class FubarRule(rule.Rule[Given, Outcome, FubarTables, FubarRulings], Generic[Given, Outcome]):
    """A rule of FUBAR."""
