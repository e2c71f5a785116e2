"""What a Bayonet figure is in a force file: the figure, and what its weapon does (Shooting)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.bayonet.figures import Factor, Figure
from rules.bayonet.fire_facts import Area
from rules.bayonet.tables import Kind
from rules.facts import Flag, Inches

Reach = Annotated[int, Field(strict=True, ge=0, le=1000)]


class Profile(Figure):
    """The lasting facts of a figure. A factor that is left out is one it does not have."""

    range_cf: Factor | None = Field(default=None, title="Range Combat Factor")
    physical_cf: Factor | None = Field(default=None, title="Physical Combat Factor")
    range: Inches | None = Field(default=None, title="Range", description="Inches; ours, the page has none.")
    arc: Annotated[int, Field(strict=True, ge=0, le=180)] = Field(
        default=45, title="Arc", description="Degrees to either side of straight ahead."
    )
    move: Reach | None = Field(default=None, title="Move", description="Inches; ours, the page has none.")
    bounds_between: Annotated[int, Field(strict=True, ge=1, le=20)] = Field(
        default=1, title="Bounds between shots", description="1 fires every bound; larger artillery is slower."
    )
    kind: Kind = Field(default="physical", title="Kind of attack")
    area: Area | None = Field(default=None, title="Area effect")
    indirect: Flag = Field(default=False, title="Indirect fire")
    automatic: Flag = Field(default=False, title="Automatic", description="May split its factor between targets.")
