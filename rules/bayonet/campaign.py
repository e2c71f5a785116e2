"""Bayonet over many battles: what a level of experience gives a figure, and what injuries take off it."""

from __future__ import annotations

from typing import get_args

from rules.bayonet.figures import LEAST_FACTOR
from rules.bayonet.fire_facts import Profile
from rules.bayonet.tables import Quality
from rules.game.after_battle import AfterBattle, Fate, Gives, Injuries, OwnFates, along
from rules.kernel.text import Term, Text

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


# What a battle leaves of a figure: the page's fates in place of our recovery; modifiers are ours (Afterwards).

AFTER_BATTLE = AfterBattle(
    routs=("fleeing",),
    own_fates=OwnFates(
        action="afterwards",
        downed="downed",
        fates={
            "dead": Fate(lives=False),
            "severe": Fate(injury=-3, taken=True),
            "major": Fate(injury=-2, taken=True),
            "minor": Fate(injury=-1, taken=True),
            "trivial": Fate(),
            "unhurt": Fate(stands=True),
        },
    ),
)
