"""Facts about units, shooters and vehicles that all actions of FUBAR share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from pydantic import Field, model_validator

from rules.fubar.tables import Armour, FubarTables, Level, VehicleArmour
from rules.game.after_battle import Gives, advance_along
from rules.game.unit import Unit, profile_reader, vehicle_faults
from rules.kernel.dice import Cause, Line, Need, Roll, Successes, Trait, total
from rules.kernel.errors import RuleError
from rules.kernel.facts import Count, Facts, Flag, Models
from rules.kernel.text import N_, Role, Sentence, Term, Text, counted

ACTIVATION = "Activation"
LEVEL = Trait("level")
"""Training as the origin of a number in a ledger."""


class UnitFacts(Facts):
    """A unit: training, upright and suppressed figures, and the armour that most of them wear (Units)."""

    level: Level = Field(title=N_("Level"), description=N_("Training and experience."))
    leader_level: Level | None = Field(
        default=None, title=N_("Leader's level"), description=N_("Counts to activate if better.")
    )
    figures: Models = Field(title=N_("Figures"), description=N_("Alive: standing and suppressed."))
    starting: Models = Field(title=N_("Starting figures"), description=N_("Figures at the start of the game."))
    suppressed: Models = Field(default=0, title=N_("Suppressed"), description=N_("Figures lying on their side."))
    armour: Armour = Field(title=N_("Armour"), description=N_("What most of the figures wear."))

    @model_validator(mode="after")
    def _check_numbers(self) -> UnitFacts:
        if self.suppressed > self.figures:
            raise ValueError(
                Text(
                    "suppressed: {suppressed} of {figures} figures cannot be suppressed",
                    suppressed=self.suppressed,
                    figures=self.figures,
                )
            )
        if self.figures > self.starting:
            raise ValueError(
                Text(
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
    """Weapons of one kind that fire."""

    weapon: str = Field(max_length=60, title=N_("Weapon"))
    count: Count = Field(title=N_("Weapons firing"))
    mounted: Flag = Field(default=False, title=N_("Mounted"), description=N_("On a vehicle or in a bunker."))


class Inside(Facts):
    """Figures inside a vehicle with saves of their own."""

    figures: Models = Field(title=N_("Figures"), description=N_("Alive: standing and suppressed."))
    armour: Armour = Field(default="none", title=N_("Armour"), description=N_("What most of the figures wear."))


class Vehicle(Facts):
    """A vehicle under fire, and the people inside (Vehicles)."""

    armour: VehicleArmour = Field(title=N_("Armour"))
    crew: Inside | None = Field(default=None, title=N_("Crew"), description=N_("If it is counted separately."))
    units: tuple[Inside, ...] = Field(
        default=(),
        max_length=100,
        title=N_("Units aboard"),
        description=N_("If they are counted separately."),
    )
    passengers: Models = Field(
        default=0, title=N_("People inside"), description=N_("Passengers and crew not counted separately.")
    )
    passenger_armour: Armour = Field(default="none", title=N_("Their armour"))
    weapons: tuple[str, ...] | None = Field(
        default=None, max_length=20, title=N_("Weapons left"), description=N_("Weapons that it could lose.")
    )


def activation_number(unit: UnitFacts, tables: FubarTables) -> tuple[int, Text]:
    """Return the face for activation, and the source of that training: the leader's if better (Activation)."""
    own = tables.levels[unit.level].activation
    leader = unit.leader_level
    if leader and tables.levels[leader].activation < own:
        return tables.levels[leader].activation, Text("{level} leader", level=Term(leader))
    return own, Term(unit.level)


def activation_roll(
    unit: UnitFacts, tables: FubarTables, key: str, label: Text, by: str, more: Sequence[Line] = ()
) -> Roll[int]:
    """Return the activation roll: each suppressed figure and `more` make the number worse, within 2+ and 6+."""
    number, whose = activation_number(unit, tables)
    # The number of a better leader is not the unit's own experience.
    traits = (LEVEL,) if whose == Term(unit.level) else ()
    lines = [Line(Text("{whose} activation", whose=whose), number, "Units › Training", traits=traits)]
    if unit.suppressed:
        lines.append(
            Line(
                Text("{figures} suppressed", figures=counted(unit.suppressed, "figure", "figures")),
                unit.suppressed,
                "Suppression",
                cause=Cause("suppressed"),
            )
        )
    lines += [line for line in more if line.value]
    need = max(2, min(6, total(lines)))
    if need != total(lines):
        why = Text("a natural 6 always succeeds") if need == 6 else Text("a natural 1 always fails")
        lines.append(Line(why, need - total(lines), "Six-sided Dice Conventions"))
    return Roll(key, label, by, 6, Successes(need), Need(need), tuple(lines), ACTIVATION)


def expertise(level: Level, tables: FubarTables) -> Line:
    """Return the ledger line of the face on which a unit of that level hits (Units › Training)."""
    need = tables.levels[level].expertise
    return Line(Text("{level}", level=Term(level)), need, "Units › Training", traits=(LEVEL,))


def must_have_figures(unit: UnitFacts, part: str) -> None:
    """Raise RuleError if no figure of the unit is alive; `part` is its part in the action."""
    if not unit.figures:
        raise RuleError(Sentence(Text("{unit} has no figures left.", unit=Role(part, article=True))), "Units")


ACTION_NAMES: dict[str, str] = {
    "walk": N_("Walk"),
    "run": N_("Run"),
    "duck_and_weave": N_("Duck and Weave"),
    "on_guard": N_("On Guard"),
    "gone_to_ground": N_("Gone to Ground"),
    "aimed_fire": N_("Aimed Fire"),
    "assault": N_("Assault"),
}


def action_name(action: str) -> Text:
    """Return the name of an action in the rules, translatable."""
    return Text(ACTION_NAMES[action]) if action in ACTION_NAMES else Term(action)


# A FUBAR unit in a force file: its training, its armour, a vehicle's hull; and the benefits of levels.


class FubarProfile(Facts):
    """The permanent facts of a unit; only its models and states change in play."""

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
    def _check_hull(self) -> FubarProfile:
        if (self.kind == "vehicle") != (self.hull is not None):
            raise ValueError(Text("hull: give it for a vehicle, and only for a vehicle"))
        return self


profile = profile_reader(FubarProfile)


def unit_faults(unit: Unit) -> list[Text]:
    """Return the fault of several vehicles in one unit: every vehicle is a separate unit (Vehicles)."""
    return vehicle_faults(unit) if profile(unit).kind == "vehicle" else []


# FUBAR in campaigns: the benefits of each level.

LEVELS: Gives = ((advance_along(FubarProfile, "level", get_args(Level), Term),),)
"""The next level of training in the table of the rules."""
