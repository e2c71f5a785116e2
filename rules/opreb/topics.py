"""Open Rebellion's rules in our own words, by topic, with their sections and rulings; and the kinds of its throws."""

from __future__ import annotations

from rules.kernel.action import Topic
from rules.kernel.text import Text
from rules.kernel.throw_kinds import INITIATIVE, MORALE, MOVEMENT, SAVES, TO_HIT, TO_KILL, ThrowKind, ThrowKinds

TOPICS: dict[str, Topic] = {
    "dice": Topic(
        Text("Bang dice"),
        "Concepts › Bang dice",
        Text(
            "Every die is a d6, and a 5 or a 6 is a bang. Faces are never modified: whoever has an advantage throws "
            "more dice."
        ),
    ),
    "skill": Topic(
        Text("Skill tests"),
        "Concepts › Skill test",
        Text(
            "A unit has 3 to 5 skill dice by its quality. A skill test throws them and counts the bangs; none at all "
            "is a whiff."
        ),
        ("pin_effect",),
    ),
    "initiative": Topic(
        Text("Initiative"),
        "Initiative",
        Text(
            "At the start of a turn each side nominates a unit, and these take a skill test. The side with more bangs "
            "activates first; then the sides take turns, a unit at a time, until all have been activated."
        ),
        ("initiative_tie",),
    ),
    "activation": Topic(
        Text("Activation and actions"),
        "Initiative › Actions",
        Text(
            "An active unit first settles its wound markers: the opponent throws a die for each, and each bang kills "
            "a model. Then it takes two actions, in any order, the same one twice if it likes: a standard move, a "
            "tac-move, small arms fire, getting into position, or an Initiative Action. A unit that stops early ends "
            "its side's go. Only its own side ends the actions that a unit has left, and no side passes where it alone "
            "has units left."
        ),
        ("wound_kill",),
    ),
    "movement": Topic(
        Text("Movement"),
        "Infantry movement",
        Text(
            "Infantry moves 5″, as far over rough ground as in the open. A tac-move is 5″ and 1″ more for each bang "
            "of a skill test, but 3″ in all on a whiff. A unit that moves is no longer in position."
        ),
        ("pin_effect",),
    ),
    "fire": Topic(
        Text("Small arms fire"),
        "Small arms fire › Action",
        Text(
            "One enemy squad in sight is the target, and both sides throw bang dice. Attacker: the rate of fire of "
            "every model that sees the target, its skill dice, and its support weapons that are in position (an HMG "
            "usually 3, a SAW 2). Defender: a die per full range band of the attacker's weapons (4″, 8″ or 12″; "
            "exactly at its edge a band is full), its skill dice, and 4 in cover of either kind. Each bang of the "
            "defender cancels one of the attacker's; those left over are the damage."
        ),
        ("mixed_bands", "support_crew", "pin_effect"),
    ),
    "fall_back": Topic(
        Text("Falling back"),
        "Small arms fire › Fall back",
        Text(
            "Only with damage, and during the shooting. In the open the defender passes a morale check, which is a "
            "skill test, or falls back toward cover; it may also choose to fail. In light cover it may choose to fall"
            " back toward hard cover. In hard cover it stays. Falling back is a tac-move away from the enemy, first "
            "of all from the shooter. A unit that fell back is neither in position nor hidden any more, and the cover"
            " it stands in then decides what the damage becomes."
        ),
        ("morale_bangs", "pin_effect"),
    ),
    "damage": Topic(
        Text("Damage conversion"),
        "Small arms fire › Damage conversion",
        Text(
            "In the open every damage is a wound. In light cover too, but the defender throws a die for each, and a "
            "bang makes it a pinned marker. In hard cover every damage is a pinned marker, but the attacker throws, "
            "and a bang makes it a wound. Better than that, all are pinned markers and nobody throws. A unit in "
            "position counts a tier better, a hidden one too; blast and exceptional weapons take one tier off. The "
            "shifts are added up, then kept between open and better than hard. There may be more markers than models."
        ),
    ),
    "markers": Topic(
        Text("Wounds and pinned markers"),
        "Small arms fire › Apply damage",
        Text(
            "Wound markers are possible kills, and the unit is disorganised while it has any; nobody knows how many "
            "are kills until it next activates. Pinned markers show how far fire keeps its heads down; the pages give"
            " them no further effect, so a ruling may."
        ),
        ("wound_kill", "pin_effect"),
    ),
    "rally": Topic(
        Text("Initiative Action"),
        "Initiative › Actions",
        Text(
            "The unit keeps its heads down to be rid of pinned markers: a skill test takes off as many as its bangs "
            "and one more."
        ),
        ("pin_removal",),
    ),
    "cover": Topic(
        Text("Cover"),
        "Small arms fire › Terrain",
        Text(
            "Area terrain is usually light cover (soft is the same). Walls and other solid linear terrain can be "
            "hard, for models that touch them, against shooters beyond. A unit has a cover if more than half of its "
            "models have it; in mixed cover, count downward: hard models first, then hard and light together. A "
            "shooter round the wall with clear sight to more than half of the models makes hard cover light; the 4 "
            "dice stay."
        ),
    ),
    "close_combat": Topic(
        Text("Close combat"),
        "Small arms fire",
        Text("The pages have no close combat. Assault teams come within one range band and fire."),
    ),
    "not_covered": Topic(
        Text("Named, not covered"),
        "Initiative › Actions",
        Text(
            "The pages name support fire, communications, smoke grenades, overwatch and a platoon commander's extra "
            "action, but give no procedure for them. Agree on one at the table; the board takes markers and objects by "
            "hand."
        ),
    ),
}


# What the throws of Open Rebellion are for.

RALLY = ThrowKind("morale", tests=False)
"""Nerve is thrown for, and nothing is at stake."""

THROWS = ThrowKinds(
    {
        "initiative*": INITIATIVE,
        "attacker_pool*": TO_HIT,
        "defender_pool*": SAVES,
        "defender_conversion*": SAVES,
        "attacker_conversion*": TO_KILL,
        "wound_markers*": TO_KILL,
        "morale_check*": MORALE,
        "rally*": RALLY,
        "tac_move*": MOVEMENT,
    }
)
