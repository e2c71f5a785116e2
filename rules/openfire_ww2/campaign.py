"""Open Fire over many battles: what a level of experience gives a unit."""

from __future__ import annotations

from typing import get_args

from rules.game.after_battle import Gives, along, up_to
from rules.kernel.text import Term, Text
from rules.openfire_ww2.facts import MOST_ATTRIBUTE, Profile
from rules.openfire_ww2.tables import Rank

LEVELS: Gives = (
    (along(Profile, "rank", get_args(Rank), Term),),
    (
        up_to(Profile, "wpn", MOST_ATTRIBUTE, lambda n: Text("WPN {n}", n=n)),
        up_to(Profile, "trn", MOST_ATTRIBUTE, lambda n: Text("TRN {n}", n=n)),
    ),
)
"""The next rank, and one more WPN or TRN."""
