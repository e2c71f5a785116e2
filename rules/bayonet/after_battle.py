"""What a battle leaves of a figure: the page's fates in place of our recovery; modifiers are ours (Afterwards)."""

from __future__ import annotations

from rules.after_battle import AfterBattle, Fate, OwnFates

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
