"""A figure in Bayonet, and the modifiers it brings to its own side of a comparison."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.bayonet.tables import ARMOURS, MASKS, Kind, Quality, Tables
from rules.kernel.dice import Line, Trait
from rules.kernel.errors import RuleError
from rules.kernel.facts import Facts, Flag
from rules.kernel.text import N_, Sentence, Text

SHOOTING = "Shooting"
RESOLVED = "Shooting › Resolution"
RATE = "Shooting › Rate of fire"
MODIFIERS = "Modifiers"

LEAST_FACTOR = -5
Factor = Annotated[int, Field(strict=True, ge=LEAST_FACTOR, le=20)]
"""A combat factor: -5 to 20."""


class Figure(Facts):
    """What a figure fights with. A factor is null where it has none."""

    range_cf: Factor | None = Field(title=N_("Range Combat Factor"), description=N_("Null for one that cannot shoot."))
    physical_cf: Factor | None = Field(
        title=N_("Physical Combat Factor"), description=N_("Against shots, and hand to hand.")
    )
    abc_cf: Factor | None = Field(
        default=None, title=N_("ABC Combat Factor"), description=N_("Against gas and the like.")
    )
    psi_cf: Factor | None = Field(default=None, title=N_("Psi Combat Factor"), description=N_("Against psi and magic."))
    quality: Quality = Field(default="ordinary", title=N_("Quality"))
    officer: Flag = Field(default=False, title=N_("Officer"))
    armour: int = Field(
        default=0, strict=True, ge=0, le=2, title=N_("Armour"), description=N_("1 body armour, 2 full body armour.")
    )
    mask: int = Field(
        default=0,
        strict=True,
        ge=0,
        le=3,
        title=N_("Mask"),
        description=N_("Against ABC only: 1 improvised, 2 gas mask, 3 full suit."),
    )


FACTORS = {
    "range": N_("Range Combat Factor"),
    "physical": N_("Physical Combat Factor"),
    "abc": N_("ABC Combat Factor"),
    "psi": N_("Psi Combat Factor"),
}
_QUALITIES = {
    "inferior": N_("inferior quality"),
    "ordinary": N_("ordinary quality"),
    "superior": N_("superior quality"),
    "exceptional": N_("exceptional quality"),
}


def factor(figure: Figure, name: str, who: Text, part: str = "") -> Line:
    """The combat factor of that name as a line; raises RuleError for a figure that has none.

    `part` is the figure's in the action where another one may throw the die.
    """
    value: int | None = getattr(figure, f"{name}_cf")
    if value is None:
        raise RuleError(Sentence(Text("{unit} has no {factor}", unit=who, factor=Text(FACTORS[name]))), RESOLVED)
    return Line(Text(FACTORS[name]), value, RESOLVED, "total", traits=(Trait(f"{name}_cf", part),))


def personal(figure: Figure, tables: Tables, part: str = "") -> list[Line]:
    """Quality and rank, which count for a figure whatever it does; `part` as in `factor`."""
    quality = tables.quality[figure.quality]
    traits = (Trait("quality", part),)
    lines = [Line(Text(_QUALITIES[figure.quality]), quality, MODIFIERS, "total", traits=traits)]
    return [*lines, Line(Text("officer"), tables.officer, MODIFIERS, "total")] if figure.officer else lines


def protection(figure: Figure, kind: Kind, from_behind: bool = False) -> list[Line]:
    """Armour, which a shot from behind ignores; against ABC a mask in its place."""
    if kind == "abc":
        return [Line(Text(MASKS[figure.mask]), figure.mask, MODIFIERS, "total")] if figure.mask else []
    if not figure.armour:
        return []
    worn = Line(Text(ARMOURS[figure.armour]), figure.armour, MODIFIERS, "total")
    return [worn, Line(Text("shot from behind: armour ignored"), -figure.armour, MODIFIERS, "total")][: 1 + from_behind]
