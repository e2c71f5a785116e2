"""What a unit of the core rules is in a force file, and what levels give it in a campaign (Profiles)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field

from rules.game.after_battle import Gives, down_to
from rules.game.unit import Unit, UnitSpec, profile_as
from rules.kernel.facts import LENGTH, Count, Facts, Flag, checked
from rules.kernel.text import N_, Text
from rules.openfire_d12.facts import HitPoints, Score


class Profile(Facts):
    """The lasting facts of a unit; what changes in play is its hit points, models and states."""

    mov: Annotated[Count, LENGTH] = Field(title=N_("MOV"), description=N_("Move in inches."))
    skl: Score = Field(title=N_("SKL"), description=N_("Battle Skill, 1 to 12."))
    defence: Score = Field(title=N_("DEF"), description=N_("Defence, 1 to 12."))
    cmd: Score = Field(title=N_("CMD"), description=N_("Command, 1 to 12."))
    hp: HitPoints = Field(title=N_("HP"), description=N_("Hit points of every model."))
    stealth: Count = Field(default=0, title=N_("Stealth"))
    heavy_armour: Count = Field(default=0, title=N_("Heavy Armour"))
    fearless: Flag = Field(default=False, title=N_("Fearless"))
    flying: Flag = Field(default=False, title=N_("Flying"))
    vehicle: Flag = Field(default=False, title=N_("Vehicle"))
    scout: Flag = Field(default=False, title=N_("Scout"))
    transport: Count = Field(default=0, title=N_("Transport"), description=N_("Models it carries."))


profile = profile_as(Profile)


def mustered(unit: Unit) -> Unit:
    """A unit that comes to the table: hit points for each model, scouts held back (Profiles; Deploy Scouts)."""
    states = unit.states | ({"scout_waiting": 1} if profile(unit).scout else {})
    hp = unit.hp or (profile(unit).hp,) * unit.models
    return unit.model_copy(update={"hp": hp, "states": states})


def is_vehicle(unit: Unit) -> bool:
    return profile(unit).vehicle


# The core rules over many battles: what a level of experience gives a unit.


def levels(units: Mapping[str, UnitSpec]) -> Gives:
    """SKL, CMD or DEF one better, never past the best that a unit of the book has: the lower, the better."""

    def best(trait: str) -> int:
        return min((getattr(checked(Profile, unit.profile), trait) for unit in units.values()), default=1)

    return (
        (
            down_to(Profile, "skl", best("skl"), lambda n: Text("SKL {n}", n=n)),
            down_to(Profile, "cmd", best("cmd"), lambda n: Text("CMD {n}", n=n)),
            down_to(Profile, "defence", best("defence"), lambda n: Text("DEF {n}", n=n)),
        ),
    )
