"""Facts of Bayonet: a figure, a shot with its conditions, and a figure's profile in force files."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Annotated, Literal

from pydantic import Field

from rules.bayonet.tables import ARMOURS, MASKS, BayonetTables, IntoCombat, Kind, Opportunity, Quality
from rules.kernel.dice import Line, Trait
from rules.kernel.errors import RuleError
from rules.kernel.facts import LENGTH, Count, Facts, Flag, Inches
from rules.kernel.text import N_, Sentence, Text

# A figure in Bayonet, and its modifiers on its own side of a comparison.

SHOOTING = "Shooting"
RESOLVED = "Shooting › Resolution"
RATE = "Shooting › Rate of fire"
MODIFIERS = "Modifiers"

LEAST_FACTOR = -5
Factor = Annotated[int, Field(strict=True, ge=LEAST_FACTOR, le=20)]
"""A combat factor: -5 to 20."""
Level = Annotated[int, Field(strict=True, ge=0, le=3)]
Cover = Annotated[Level, Field(title=N_("Cover"), description=N_("1 partial, 2 cover, 3 fortification."))]


class BayonetFigure(Facts):
    """The fighting values of a figure. A factor is None if it has none."""

    range_cf: Factor | None = Field(title=N_("Range Combat Factor"), description=N_("Empty if it cannot shoot."))
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
    mask: Level = Field(
        default=0, title=N_("Mask"), description=N_("Against ABC only: 1 improvised, 2 gas mask, 3 full suit.")
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


def factor(figure: BayonetFigure, name: str, who: Text, part: str = "") -> Line:
    """Return the combat factor of that name as a line; raise RuleError for a figure without it.

    `part` is the figure's part in the action if another one may roll the die.
    """
    value: int | None = getattr(figure, f"{name}_cf")
    if value is None:
        raise RuleError(Sentence(Text("{unit} has no {factor}", unit=who, factor=Text(FACTORS[name]))), RESOLVED)
    return Line(Text(FACTORS[name]), value, RESOLVED, "total", traits=(Trait(f"{name}_cf", part),))


def personal(figure: BayonetFigure, tables: BayonetTables, part: str = "") -> list[Line]:
    """Return quality and rank, which always count for a figure; `part` as in `factor`."""
    quality = tables.quality[figure.quality]
    traits = (Trait("quality", part),)
    lines = [Line(Text(_QUALITIES[figure.quality]), quality, MODIFIERS, "total", traits=traits)]
    return [*lines, Line(Text("officer"), tables.officer, MODIFIERS, "total")] if figure.officer else lines


def protection(figure: BayonetFigure, kind: Kind, from_behind: bool = False) -> list[Line]:
    """Return armour, which a shot from behind ignores; against ABC, a mask instead."""
    if kind == "abc":
        return [Line(Text(MASKS[figure.mask]), figure.mask, MODIFIERS, "total")] if figure.mask else []
    if not figure.armour:
        return []
    worn = Line(Text(ARMOURS[figure.armour]), figure.armour, MODIFIERS, "total")
    return [worn, Line(Text("shot from behind: armour ignored"), -figure.armour, MODIFIERS, "total")][: 1 + from_behind]


Exact = Annotated[Inches, Field(decimal_places=20)]
"""A distance in inches, of at most 20 decimal places."""
Sight = Literal["clear", "blocked", "figure_between", "out_of_arc"]


class Target(Facts):
    """A figure under fire."""

    figure: BayonetFigure = Field(title=N_("Target"))
    cover: Cover = 0
    uphill: Flag = Field(
        default=False,
        title=N_("Uphill"),
        description=N_("Higher ground against thrown or primitive shots adds 1; 3 in all."),
    )
    ring_distance: Exact | None = Field(
        default=None, title=N_("From the point of aim"), description=N_("Inches, for an area effect.")
    )


class Bystander(BayonetFigure):
    """A figure that a stray shot could hit, with its own cover."""

    cover: Cover = 0


class Area(Facts):
    """An area effect on all figures around the point of aim (Area effect)."""

    radius: Annotated[Exact, Field(gt=0)] = Field(default=Decimal(1), title=N_("Radius"), description=N_("Inches."))
    max_radius: Exact | None = Field(
        default=None, title=N_("Greatest radius"), description=N_("No figure beyond it is hit.")
    )
    selective: Flag = Field(
        default=False, title=N_("Selective"), description=N_("It spares friends: name only enemies.")
    )

    def reaches(self, distance: Decimal) -> bool:
        return self.max_radius is None or distance <= self.max_radius

    def ring(self, distance: Decimal) -> int:
        """Return the multiples of the radius beyond the first; exact for decimals (Area effect)."""
        return max(0, ceil(Fraction(distance) / Fraction(self.radius)) - 1)


class BayonetFireFacts(Facts):
    """Facts of a shot, a burst at several targets, or an area effect."""

    shooter: BayonetFigure = Field(title=N_("Shooter"))
    aiding: Count = Field(
        default=0, title=N_("Friends aiding"), description=N_("Figures that shoot at the same enemy.")
    )
    aided: Annotated[int, Field(strict=True, ge=0, le=11)] | None = Field(
        default=None,
        title=N_("Aided against"),
        description=N_("Number of the target that the friends shoot at, from 0; empty: every target."),
    )
    kind: Kind = Field(
        default="physical", title=N_("Kind of attack"), description=N_("The factor that the target defends with.")
    )
    targets: tuple[Target, ...] = Field(min_length=1, max_length=12, title=N_("Targets"))
    split: Annotated[tuple[Annotated[Factor, Field(ge=1)], ...], Field(min_length=1, max_length=12)] | None = Field(
        default=None, title=N_("Split"), description=N_("The Range Combat Factor in parts, one per target.")
    )
    area: Area | None = Field(default=None, title=N_("Area effect"))
    opportunity: Opportunity | None = Field(
        default=None,
        title=N_("Opportunity fire"),
        description=N_("The target set out in sight or from a known position, or not."),
    )
    exposed_move: Flag = Field(
        default=True,
        title=N_("Exposed while moving"),
        description=N_("More than half of the target's possible move was under fire."),
    )
    into_combat: IntoCombat | None = Field(
        default=None, title=N_("Into combat"), description=N_("Cover of the target.")
    )
    bystanders: tuple[Bystander, ...] = Field(
        default=(), max_length=100, title=N_("Bystanders"), description=N_("Figures that a stray shot could hit.")
    )
    indirect: Flag = Field(default=False, title=N_("Indirect fire"), description=N_("It needs no line of sight."))
    sight: Sight = Field(default="clear", title=N_("Line of sight"))
    from_behind: Flag = Field(default=False, title=N_("From behind"), description=N_("Armour does not count."))


# A Bayonet figure in a force file: the figure, and its weapon (Shooting).

Reach = Annotated[int, Field(strict=True, ge=0, le=1000), LENGTH]


class BayonetProfile(BayonetFigure):
    """The permanent facts of a figure; a factor that is left out is one that it does not have."""

    range_cf: Factor | None = Field(default=None, title=N_("Range Combat Factor"))
    physical_cf: Factor | None = Field(default=None, title=N_("Physical Combat Factor"))
    range: Inches | None = Field(
        default=None, title=N_("Range"), description=N_("Inches; our own value, the rules give none.")
    )
    arc: Annotated[int, Field(strict=True, ge=0, le=180)] = Field(
        default=45, title=N_("Arc"), description=N_("Degrees to either side of straight ahead.")
    )
    move: Reach | None = Field(
        default=None, title=N_("Move"), description=N_("Inches; our own value, the rules give none.")
    )
    bounds_between: Annotated[int, Field(strict=True, ge=1, le=20)] = Field(
        default=1, title=N_("Bounds between shots"), description=N_("1 fires every bound; larger artillery is slower.")
    )
    kind: Kind = Field(default="physical", title=N_("Kind of attack"))
    area: Area | None = Field(default=None, title=N_("Area effect"))
    indirect: Flag = Field(default=False, title=N_("Indirect fire"))
    thrown: Flag = Field(default=False, title=N_("Thrown"), description=N_("One for each that the figure carries."))
    automatic: Flag = Field(
        default=False, title=N_("Automatic"), description=N_("May split its factor between targets.")
    )
