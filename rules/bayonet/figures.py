"""A figure in Bayonet, and the modifiers it brings to its own side of a comparison."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.bayonet.tables import ARMOURS, MASKS, Kind, Quality, Tables
from rules.dice import Line
from rules.errors import RuleError
from rules.facts import Facts, Flag
from rules.text import say, spoken, unsaid

SHOOTING = "Shooting"
RESOLVED = "Shooting › Resolution"
RATE = "Shooting › Rate of fire"
MODIFIERS = "Modifiers"

Factor = Annotated[int, Field(strict=True, ge=-5, le=20)]
"""A combat factor: -5 to 20."""


class Figure(Facts):
    """What a figure fights with. A factor is null where it has none."""

    range_cf: Factor | None = Field(title="Range Combat Factor", description="Null for one that cannot shoot.")
    physical_cf: Factor | None = Field(title="Physical Combat Factor", description="Against shots, and hand to hand.")
    abc_cf: Factor | None = Field(default=None, title="ABC Combat Factor", description="Against gas and the like.")
    psi_cf: Factor | None = Field(default=None, title="Psi Combat Factor", description="Against psi and magic.")
    quality: Quality = Field(default="ordinary", title="Quality")
    officer: Flag = Field(default=False, title="Officer")
    armour: int = Field(
        default=0, strict=True, ge=0, le=2, title="Armour", description="1 body armour, 2 full body armour."
    )
    mask: int = Field(
        default=0,
        strict=True,
        ge=0,
        le=3,
        title="Mask",
        description="Against ABC only: 1 improvised, 2 gas mask, 3 full suit.",
    )


FACTORS = {
    "range": unsaid("Range Combat Factor"),
    "physical": unsaid("Physical Combat Factor"),
    "abc": unsaid("ABC Combat Factor"),
    "psi": unsaid("Psi Combat Factor"),
}
_QUALITIES = {
    "inferior": unsaid("inferior quality"),
    "ordinary": unsaid("ordinary quality"),
    "superior": unsaid("superior quality"),
    "exceptional": unsaid("exceptional quality"),
}


def factor(figure: Figure, name: str, who: str) -> Line:
    """The combat factor of that name as a line; raises RuleError for a figure that has none."""
    value: int | None = getattr(figure, f"{name}_cf")
    if value is None:
        raise RuleError(say("The {part} has no {factor}.", part=spoken(who), factor=say(FACTORS[name])), RESOLVED)
    return Line(say(FACTORS[name]), value, RESOLVED, "total")


def personal(figure: Figure, tables: Tables) -> list[Line]:
    """Quality and rank, which count for a figure whatever it does."""
    quality = Line(say(_QUALITIES[figure.quality]), tables.quality[figure.quality], MODIFIERS, "total")
    officer = Line(say("officer"), tables.officer * figure.officer, MODIFIERS, "total")
    return [line for line in (quality, officer) if line.value]


def protection(figure: Figure, kind: Kind, from_behind: bool = False) -> list[Line]:
    """Armour, which a shot from behind ignores; against ABC a mask in its place."""
    if kind == "abc":
        return [Line(say(MASKS[figure.mask]), figure.mask, MODIFIERS, "total")] if figure.mask else []
    if not figure.armour:
        return []
    worn = Line(say(ARMOURS[figure.armour]), figure.armour, MODIFIERS, "total")
    return [worn, Line(say("shot from behind: armour ignored"), -figure.armour, MODIFIERS, "total")][: 1 + from_behind]
