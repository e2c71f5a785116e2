"""What a Bayonet figure is in a force file: the figure, and what its weapon does (Shooting)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.bayonet.figures import Factor, Figure
from rules.bayonet.fire_facts import Area
from rules.bayonet.tables import Kind
from rules.facts import LENGTH, Flag, Inches
from rules.text import N_

Reach = Annotated[int, Field(strict=True, ge=0, le=1000), LENGTH]


class Profile(Figure):
    """The lasting facts of a figure. A factor that is left out is one it does not have."""

    range_cf: Factor | None = Field(default=None, title=N_("Range Combat Factor"))
    physical_cf: Factor | None = Field(default=None, title=N_("Physical Combat Factor"))
    range: Inches | None = Field(default=None, title=N_("Range"), description=N_("Inches; ours, the page has none."))
    arc: Annotated[int, Field(strict=True, ge=0, le=180)] = Field(
        default=45, title=N_("Arc"), description=N_("Degrees to either side of straight ahead.")
    )
    move: Reach | None = Field(default=None, title=N_("Move"), description=N_("Inches; ours, the page has none."))
    bounds_between: Annotated[int, Field(strict=True, ge=1, le=20)] = Field(
        default=1, title=N_("Bounds between shots"), description=N_("1 fires every bound; larger artillery is slower.")
    )
    kind: Kind = Field(default="physical", title=N_("Kind of attack"))
    area: Area | None = Field(default=None, title=N_("Area effect"))
    indirect: Flag = Field(default=False, title=N_("Indirect fire"))
    thrown: Flag = Field(default=False, title=N_("Thrown"), description=N_("A figure has one for each it carries."))
    automatic: Flag = Field(
        default=False, title=N_("Automatic"), description=N_("May split its factor between targets.")
    )
