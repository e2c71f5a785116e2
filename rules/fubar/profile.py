"""What a FUBAR unit is in a force file: its training, its armour, a vehicle's hull; and what levels give it."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import Field, model_validator

from rules.fubar.tables import Armour, Level, VehicleArmour
from rules.game.after_battle import Gives, along
from rules.game.unit import Unit, one_model, profile_as
from rules.kernel.facts import Count, Facts
from rules.kernel.text import N_, Term, Text


class Profile(Facts):
    """The lasting facts of a unit; what changes in play is its models and states."""

    kind: Literal["infantry", "vehicle"] = Field(default="infantry", title=N_("Kind"))
    level: Level = Field(title=N_("Level"), description=N_("Training and experience."))
    leader_level: Level | None = Field(default=None, title=N_("Leader's level"))
    armour: Armour = Field(default="none", title=N_("Armour"), description=N_("What most of the figures wear."))
    hull: VehicleArmour | None = Field(default=None, title=N_("Vehicle armour"))
    carries: Count = Field(default=0, title=N_("Carries"), description=N_("Figures it has room for."))
    crew: Count = Field(
        default=2, title=N_("Crew"), description=N_("Of a vehicle; they bail out when it is destroyed.")
    )

    @model_validator(mode="after")
    def _vehicles_have_hulls(self) -> Profile:
        if (self.kind == "vehicle") != (self.hull is not None):
            raise ValueError(Text("hull: a vehicle has vehicle armour, and nothing else has"))
        return self


profile = profile_as(Profile)


def unfit(unit: Unit) -> list[Text]:
    """What the rules could not be told of: every vehicle is a unit of its own (Vehicles)."""
    return one_model(unit) if profile(unit).kind == "vehicle" else []


# FUBAR over many battles: what a level of experience gives a unit.

LEVELS: Gives = ((along(Profile, "level", get_args(Level), Term),),)
"""The next level of training of the page's table."""
