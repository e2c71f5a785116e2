"""The aftermath of a campaign's battle as a set of actions, with the kinds of its throws and its rules as topics."""

from __future__ import annotations

from collections.abc import Mapping

from rules.campaign import experience, recovery, reinforcements, salvage
from rules.campaign.experience import EXPERIENCE
from rules.campaign.recovery import RECOVERY
from rules.campaign.reinforcements import REINFORCEMENTS
from rules.campaign.salvage import SALVAGE
from rules.campaign.tables import Rulings, Tables
from rules.kernel.action_set import About, ActionSet, Topic
from rules.kernel.facts import checked
from rules.kernel.text import Text
from rules.kernel.throw_kinds import ThrowKind, ThrowKinds

# What the throws after a battle are for.

THROWS = ThrowKinds({"recovery*": ThrowKind("other"), "salvage*": ThrowKind("other")})


# The rules of the aftermath in our own words, by topic.

TOPICS: dict[str, Topic] = {
    "recovery": Topic(
        Text("Recovery"),
        RECOVERY,
        Text(
            "Throw a d6 for each figure that a unit lost. Add 1 if its side held the field at the end, and 1 if it "
            "shared its side with a living medic. On 5 or more the figure is back at once, on 3 or 4 it recovers and "
            "misses the next battle begun once the report is signed, on 2 or less it is lost. Bayonet has a table of "
            "its own in its place: Afterwards. Wound markers left when a game of Open Rebellion ends are thrown for "
            "first, by the enemy. Who held the field may be put right afterwards: then the same dice are "
            "read again."
        ),
        ("open_wounds",),
    ),
    "injuries": Topic(
        Text("Injuries"),
        "Aftermath › Injuries",
        Text(
            "In Bayonet the die of a downed figure may leave it severely (−3), badly (−2) or lightly (−1) hurt. That "
            "counts off its Physical and Range Combat Factors until as many battles have passed. Whoever is hurt like "
            "that while the enemy holds the field is captured."
        ),
        ("injury_heals",),
    ),
    "salvage": Topic(
        Text("Salvage"),
        SALVAGE,
        Text(
            "Throw a d6 for each vehicle destroyed or disabled, and add 2 if its side held the field at the end. A "
            "destroyed one is repaired for the next battle on 5 or more, else it is lost; a disabled one is repaired "
            "on 3 or more, else it misses the next battle."
        ),
    ),
    "experience": Topic(
        Text("Experience"),
        EXPERIENCE,
        Text(
            "A unit earns 1 for fighting, and 1 each for causing losses, destroying an enemy unit, holding an "
            "objective at the end and winning: at most 4 a battle, and nothing if it routed. Recruits dilute what it "
            "had before: times its figures without them, divided by all its figures, rounded down. It reaches a level "
            "at 4, 10 and 18."
        ),
    ),
    "reinforcements": Topic(
        Text("Reinforcements"),
        REINFORCEMENTS,
        Text(
            "Before the next battle a player may place 3 figures in units, 2 more after a defeat, and as many as the "
            "territories held are worth. Where a unit is a single figure, a recruit may take the place of one that is "
            "lost, without its experience."
        ),
    ),
    "standings": Topic(
        Text("Standings"),
        "Standings",
        Text(
            "Points are given for a major victory, a minor victory and a draw. The campaign says how many; another "
            "number counts for battles that are signed from then on. Of those with as many points whoever fought fewer "
            "battles comes first, then the better difference of losses, then more figures left."
        ),
        ("points_major", "points_minor", "points_draw", "points_from", "ties"),
    ),
}


_ACTIONS = (recovery.ACTION, salvage.ACTION, experience.ACTION, reinforcements.ACTION)


def aftermath(about: About, tables: Mapping[str, object]) -> ActionSet:
    """The actions over their tables; raises BadFacts for data that is not whole."""
    return ActionSet(
        key="campaign",
        about=about,
        tables=checked(Tables, tables),
        rulings=Rulings,
        actions={action.key: action for action in _ACTIONS},
        topics=TOPICS,
        throws=THROWS,
    )
