"""Bayonet over many battles: what a level of experience gives a figure, and what injuries take off it."""

from __future__ import annotations

from typing import get_args

from rules.bayonet.figures import LEAST_FACTOR
from rules.bayonet.profile import Profile
from rules.bayonet.tables import Quality
from rules.campaign.injuries import Injuries
from rules.campaign.levels import Gives, along
from rules.text import Term, Text

LEVELS: Gives = ((along(Profile, "quality", get_args(Quality), Term),),)
"""Quality one better."""

INJURIES = Injuries(
    traits=("physical_cf", "range_cf"),
    least=LEAST_FACTOR,
    says={
        "severe": Text("severely hurt"),
        "major": Text("badly hurt"),
        "minor": Text("lightly hurt"),
        "trivial": Text("scratched"),
    },
)
"""What the page's afterwards leaves of those who live, until they are over it."""
