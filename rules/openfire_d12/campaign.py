"""The core rules over many battles: what a level of experience gives a unit."""

from __future__ import annotations

from collections.abc import Mapping

from rules.campaign.levels import Gives, down_to
from rules.game.unit import UnitSpec
from rules.kernel.text import Text
from rules.openfire_d12.profile import Profile


def levels(units: Mapping[str, UnitSpec]) -> Gives:
    """SKL, CMD or DEF one better, never past the best that a unit of the book has: the lower, the better."""

    def best(trait: str) -> int:
        return min((unit.profile[trait] for unit in units.values()), default=1)

    return (
        (
            down_to(Profile, "skl", best("skl"), lambda n: Text("SKL {n}", n=n)),
            down_to(Profile, "cmd", best("cmd"), lambda n: Text("CMD {n}", n=n)),
            down_to(Profile, "defence", best("defence"), lambda n: Text("DEF {n}", n=n)),
        ),
    )
