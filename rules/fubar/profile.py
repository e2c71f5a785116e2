"""What a FUBAR unit is in a force file: its training, its armour, and for a vehicle its hull."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from rules.facts import Count, Facts
from rules.fubar.tables import Armour, Level, VehicleArmour
from rules.text import say


class Profile(Facts):
    """The lasting facts of a unit; what changes in play is its models and states."""

    kind: Literal["infantry", "vehicle"] = Field(default="infantry", title="Kind")
    level: Level = Field(title="Level", description="Training and experience.")
    leader_level: Level | None = Field(default=None, title="Leader's level")
    armour: Armour = Field(default="none", title="Armour", description="What most of the figures wear.")
    hull: VehicleArmour | None = Field(default=None, title="Vehicle armour")
    carries: Count = Field(default=0, title="Carries", description="Figures it has room for.")
    crew: Count = Field(default=2, title="Crew", description="Of a vehicle; they bail out when it is destroyed.")

    @model_validator(mode="after")
    def _vehicles_have_hulls(self) -> Profile:
        if (self.kind == "vehicle") != (self.hull is not None):
            raise ValueError(say("hull: a vehicle has vehicle armour, and nothing else has"))
        return self
