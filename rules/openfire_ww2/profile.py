"""What an Open Fire unit is in a force file: its characteristics, its rank, and what it can do besides."""

from __future__ import annotations

from pydantic import Field, model_validator

from rules.facts import Facts, Flag
from rules.openfire_ww2.facts import Attribute, Mor, no_conscript
from rules.openfire_ww2.tables import VEHICLES, Kind, Rank
from rules.text import N_, Text
from rules.unit import Unit, one_model

MOST = 100
"""Hit points, and weapons, of one vehicle."""


class Profile(Facts):
    """The lasting facts of a unit; what changes in play is its men or hit points, and its states."""

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
    def _only_vehicles_lack_mor(self) -> Profile:
        if (self.kind in VEHICLES) != (self.mor is None):
            raise ValueError(Text("mor: every squad has MOR, and no vehicle has"))
        return self

    @model_validator(mode="after")
    def _no_vehicle_is_conscript(self) -> Profile:
        if self.kind in VEHICLES:
            no_conscript(self.rank)
        return self


def unfit(unit: Unit) -> list[Text]:
    """What the rules could not be told of: a vehicle is a hull with hit points and weapons (Shooting at Vehicles)."""
    if unit.profile.get("kind") not in VEHICLES:
        return []
    faults = one_model(unit)
    if not unit.hp or sum(unit.hp) > MOST:
        faults.append(Text("hp: a vehicle has hit points, {most} at most", most=MOST))
    if sum(weapon.count for weapon in unit.weapons) > MOST:
        faults.append(Text("weapons: a vehicle carries {most} at most", most=MOST))
    return faults
