"""Units and weapons of Open Rebellion as facts, their profiles, and unsettled results at the end of a battle."""

from __future__ import annotations

from typing import Annotated, cast

from pydantic import Field, model_validator
from pydantic.config import JsonDict

from rules.game.after_battle import AfterBattle
from rules.kernel.facts import Count, Facts, Flag, Inches, Models
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.text import N_, Text
from rules.opreb.tables import Band, Cover, NearCover

MOST_SKILL = 5
Skill = Annotated[int, Field(strict=True, ge=3, le=MOST_SKILL)]
"""Skill dice of a unit: 3 to 5."""

Rof = Annotated[int, Field(strict=True, ge=1, le=3)]
"""Rate of fire of a model: 1 to 3 dice."""

WeaponName = Annotated[str, Field(strict=True, min_length=1, max_length=60)]

SUPPORT_DICE = {"hmg": 3, "saw": 2}
"""Dice that one support weapon usually adds in position (Small arms fire › Attacker dice pool)."""


class Skilled(Facts):
    """A unit that takes a skill test."""

    skill: Skill = Field(title=N_("Skill dice"))
    pinned: Count = Field(
        default=0, title=N_("Pinned markers"), description=N_("Count only under the ruling pin_effect.")
    )


class Attacker(Skilled):
    """The firing unit."""

    band: Band = Field(title=N_("Range band"), description=N_("Inches in one range band of its weapons."))
    in_position: Flag = Field(title=N_("In position"))


class FiringModels(Facts):
    """Models with line of sight to the target that have the same rate of fire and range band."""

    count: Count = Field(title=N_("Models with line of sight"))
    rof: Rof = Field(title=N_("Rate of fire"), description=N_("Dice per model."))
    band: Band | None = Field(
        default=None, title=N_("Their range band"), description=N_("Inches, if not the attacker's own.")
    )


def without_default(schema: JsonDict) -> None:
    """Remove a default that depends on other fields from the schema."""
    schema.pop("default", None)


class Support(Facts):
    """Support weapons of one kind: they add dice in position only, and their crews do not count as shooters."""

    weapon: WeaponName = Field(title=N_("Weapon"))
    count: Count = Field(title=N_("Weapons"))
    dice: Count = Field(
        default=0,
        title=N_("Dice each"),
        description=N_("Empty: 3 for an hmg, 2 for a saw."),
        json_schema_extra=without_default,
    )
    crew: Count = Field(
        default=0,
        title=N_("Total crew"),
        description=N_("Counts only if the ruling support_crew lets them fire too."),
    )
    rof: Rof = Field(default=1, title=N_("Crew's rate of fire"), description=N_("Dice per crew model."))

    @model_validator(mode="before")
    @classmethod
    def _usual_dice(cls, given: object) -> object:
        facts = cast("dict[str, object]", given) if isinstance(given, dict) else {}
        weapon = facts.get("weapon")
        if "dice" in facts or not isinstance(weapon, str) or weapon not in SUPPORT_DICE:
            return given  # pyright: ignore[reportUnknownVariableType] — of any type: the fields validate it
        return facts | {"dice": SUPPORT_DICE[weapon]}

    @model_validator(mode="after")
    def _has_dice(self) -> Support:
        if "dice" not in self.model_fields_set:
            raise ValueError(Text("dice: give the number of dice of the {weapon}", weapon=self.weapon))
        return self


class TargetSquad(Skilled):
    """The target squad."""

    models: Models = Field(title=N_("Models"))
    cover: Cover = Field(title=N_("Cover"), description=N_("The cover of more than half of its models."))
    in_position: Flag = Field(title=N_("In position"))
    hidden: Flag = Field(title=N_("Hidden"), description=N_("Represented by a card."))


class NearestCover(Facts):
    """The nearest cover that is not closer to the shooter."""

    kind: NearCover = Field(title=N_("Kind of cover"))
    distance: Inches = Field(title=N_("Distance to it"), description=N_("Inches."))


# Passed tests in the record of a battle (the unit did not fall back).


def _is_passed(play: Play, roll: RecordedRoll) -> bool:
    """True if the test was passed; a check within a shot is passed unless the unit falls back (Falling Back)."""
    for name, stands in (("fell_back", False), ("passed", True)):
        if isinstance(value := play.outcome.get(name), bool):
            return value is stands
    return roll.successes > 0


AFTER_BATTLE = AfterBattle(passed=_is_passed)
