"""Who fights in FUBAR: the facts about units, shooters and vehicles that every action is told."""

from __future__ import annotations

from pydantic import Field, model_validator

from rules.errors import RuleError
from rules.facts import Count, Facts, Flag, Models
from rules.fubar.tables import Armour, Level, Tables, VehicleArmour, WeaponName
from rules.text import say, spoken, unsaid


class Unit(Facts):
    """A unit: training, figures standing and suppressed, and the armour most of them wear (Units)."""

    level: Level = Field(title="Level", description="Training and experience.")
    leader_level: Level | None = Field(
        default=None, title="Leader's level", description="Counts to activate if better."
    )
    figures: Models = Field(title="Figures", description="Alive: standing and suppressed.")
    starting: Models = Field(title="Starting figures", description="Figures at the start of the game.")
    suppressed: Models = Field(default=0, title="Suppressed", description="Figures lying on their side.")
    armour: Armour = Field(title="Armour", description="What most of the figures wear.")

    @model_validator(mode="after")
    def _adds_up(self) -> Unit:
        if self.suppressed > self.figures:
            raise ValueError(
                say(
                    "suppressed: {suppressed} of {figures} figures cannot be suppressed",
                    suppressed=self.suppressed,
                    figures=self.figures,
                )
            )
        if self.figures > self.starting:
            raise ValueError(
                say(
                    "figures: {figures} are more than the {starting} it started with",
                    figures=self.figures,
                    starting=self.starting,
                )
            )
        return self

    @property
    def standing(self) -> int:
        return self.figures - self.suppressed


class Shooters(Facts):
    """Some weapons of one kind that fire."""

    weapon: WeaponName = Field(title="Weapon")
    count: Count = Field(title="Weapons firing")
    mounted: Flag = Field(default=False, title="Mounted", description="On a vehicle or in a bunker.")


class Vehicle(Facts):
    """A vehicle under fire, and who sits in it (Vehicles)."""

    armour: VehicleArmour = Field(title="Armour")
    passengers: Models = Field(default=0, title="People inside", description="Passengers and crew.")
    passenger_armour: Armour = Field(default="none", title="Their armour")
    weapons: tuple[str, ...] = Field(
        default=(), max_length=20, title="Weapons left", description="Which it could lose."
    )


def activation_number(unit: Unit, tables: Tables) -> tuple[int, str]:
    """The face a unit activates on, and whose training it is: the leader's if better (Activation)."""
    own = tables.levels[unit.level].activation
    leader = unit.leader_level
    if leader and tables.levels[leader].activation < own:
        return tables.levels[leader].activation, say("{level} leader", level=spoken(leader))
    return own, spoken(unit.level)


def must_have_figures(unit: Unit, who: str) -> None:
    """Raises RuleError when nobody of the unit is alive."""
    if not unit.figures:
        raise RuleError(say("The {who} has no figures left.", who=who), "Units")


ACTION_NAMES: dict[str, str] = {
    "walk": unsaid("Walk"),
    "run": unsaid("Run"),
    "duck_and_weave": unsaid("Duck and Weave"),
    "on_guard": unsaid("On Guard"),
    "gone_to_ground": unsaid("Gone to Ground"),
    "aimed_fire": unsaid("Aimed Fire"),
    "assault": unsaid("Assault"),
}


def action_name(action: str) -> str:
    """What the page calls an action, in the language that is spoken."""
    return say(ACTION_NAMES[action]) if action in ACTION_NAMES else spoken(action)
