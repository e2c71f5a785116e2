"""Bayonet's rules in our own words, by topic, each with its section and its rulings; and the kinds of its throws."""

from __future__ import annotations

from rules.kernel.action import Topic
from rules.kernel.plays import Play
from rules.kernel.text import Text
from rules.kernel.throw_kinds import INITIATIVE, SAVES, TO_HIT, ThrowKind, ThrowKinds

TOPICS: dict[str, Topic] = {
    "shooting": Topic(
        Text("Shooting"),
        "Shooting",
        Text(
            "The shooter throws a d6 and adds its Range Combat Factor, the target a d6 and its Physical Combat "
            "Factor, or its ABC or Psi factor where the attack is of that kind. Modifiers count on the side they "
            "belong to. The higher score may harm the target; a shooter takes no harm from a score that goes against "
            "it."
        ),
        ("results",),
    ),
    "direct": Topic(
        Text("Direct fire"),
        "Shooting › Direct fire",
        Text(
            "One enemy in sight and within 45° of straight ahead, nobody even partly between, and neither side of the"
            " shot overlapping or in close combat. Training and mountings such as turrets change the arc. Irregular "
            "groups, different heights and other sensible cases relax this: go on anyway and give the reason. The page"
            " gives no ranges: each weapon has one of its own, which is ours. So the distance is asked, unless a "
            "ruling leaves it out."
        ),
        ("shot_range",),
    ),
    "indirect": Topic(
        Text("Indirect fire"),
        "Shooting › Indirect fire",
        Text("It needs no line of sight and goes over terrain and fighters in between."),
    ),
    "rate": Topic(
        Text("Rate of fire"),
        "Shooting › Rate of fire",
        Text(
            "One shot or one burst in each bound of an enemy, after its moves, also at those of its figures that have "
            "held their ground. Larger artillery waits some bounds between shots."
        ),
    ),
    "automatic": Topic(
        Text("Automatic weapons"),
        "Shooting › Automatic weapons",
        Text(
            "A burst divides the Range Combat Factor into whole parts of at least 1, each against a target and with "
            "an attack die of its own; the same figure may be taken twice. All other modifiers count in full for each"
            " part."
        ),
    ),
    "area": Topic(
        Text("Area effect"),
        "Shooting › Area effect",
        Text(
            "Everybody within the radius of the point of aim, usually 1″, is attacked, friend and foe unless the "
            "weapon selects. One attack die serves for all, each target throws its own. Each further multiple of the "
            "radius takes 3 off the attack; some weapons reach no further than a greatest radius. It usually needs "
            "sight."
        ),
    ),
    "gas": Topic(
        Text("Lasting effects"),
        "Shooting › Area effect",
        Text(
            "Gas and the like may stay and close an area for some bounds. Whoever enters it is attacked by its factor "
            "against the ABC Combat Factor; a mask adds 1, a gas mask 2, a full suit 3."
        ),
    ),
    "opportunity": Topic(
        Text("Opportunity fire"),
        "Shooting › Opportunity fire",
        Text(
            "At an enemy that was exposed over more than half of its possible move. It is thrown in the usual shooting "
            "phase, after movement: −1 at one that set out in sight or from a known position, else −2."
        ),
    ),
    "into_combat": Topic(
        Text("Shooting into combat"),
        "Shooting › Into combat",
        Text(
            "−1 at a target that overlaps, −2 at one hand to hand. If the shooter scores half of the target's score or "
            "less, the target's player picks another figure and throws an attack on it, with the full factor, the same "
            "modifiers and its own cover. A stray shot never strays again; an area shot strays once, off the first "
            "target that it strays off. In `/fire` a cover after the last target's is that of whoever the stray shot "
            "hits."
        ),
        ("stray_dice", "area_stray", "results"),
    ),
    "aid": Topic(
        Text("Aid"),
        "Shooting › Aid",
        Text(
            "Friends who shoot at the same enemy aid one of them, who makes the only throw with its own factor and "
            "quality. Each adds 1, all together 3 at most. They shoot by it: from within their own range, once a "
            "bound, and a big gun loads. A figure aids against one enemy: of several targets, the first enemy named."
        ),
        ("aid_each", "aid_max"),
    ),
    "modifiers": Topic(
        Text("Modifiers"),
        "Modifiers",
        Text(
            "Quality: inferior −1, superior +1, exceptional +2; an officer +1. The target adds body armour 1 or full "
            "body armour 2, not against a shot from behind; against ABC an improvised mask 1, a gas mask 2, a full "
            "suit 3 in its place. Whether body armour helps against psi the page does not say: by ruling it does. "
            "Partial cover 1, cover 2, fortification 3; uphill of thrown or primitive weapons 1. Terrain in all stays "
            "within 3."
        ),
        ("armour_against_psi",),
    ),
    "results": Topic(
        Text("Results"),
        "Results",
        Text(
            "The page names results and no score table. We say: more than half of the winning score, suppressed; "
            "exactly half, flee; less than half, downed; a tie, nothing. Twice the lower score is compared with the "
            "higher, so nothing is rounded. Suppressed figures seek cover, may move 2″ and do not return fire; "
            "fleeing ones move away; downed ones are out of play."
        ),
        ("results", "suppressed_lasts"),
    ),
    "hand_to_hand": Topic(
        Text("Hand to hand"),
        "Hand to hand",
        Text(
            "Both throw a d6 and add Physical Combat Factor, quality, rank and armour; friends may aid the attacker. "
            "The lower score suffers as in shooting, but recoils 2″ in place of being suppressed. A tie fights on."
        ),
        ("results", "aid_each", "aid_max"),
    ),
    "afterwards": Topic(
        Text("Afterwards"),
        "Afterwards",
        Text(
            "A die for each downed figure: 1 dead; 2 severely hurt, −3 and may be captured; 3 badly hurt, −2 and "
            "captured unless friends hold the field; 4 lightly hurt, −1 and captured if the enemy holds it; 5 a "
            "scratch, escaped unless the enemy holds all of it; 6 unhurt."
        ),
    ),
    "bounds": Topic(
        Text("Bounds"),
        "Bounds",
        Text(
            "The sides take turns, a bound each, in steps: its figures move, and the side says that its moves are done;"
            " the other sides shoot, opportunity fire too, until each has said that it has shot everything; its figures"
            " fight hand to hand; the bound ends. The page names no roll for who begins: we roll a d6 a side, ties "
            "again."
        ),
    ),
    "movement": Topic(
        Text("Movement"),
        "Movement",
        Text(
            "The page gives no distances: each figure has a move of its own, which is ours. Suppressed figures move "
            "2″ at most, fleeing ones away from the enemy."
        ),
        ("suppressed_lasts",),
    ),
}


# What the throws of Bayonet are for: one die against another, so the result says whether an attack hit.


def _hits(play: Play) -> int | None:
    """Targets that suffered anything; in hand to hand, whether the attacker won."""
    if play.action == "assault":
        return int(play.outcome.get("loser") == "defender")
    if play.action != "fire":
        return None
    aimed = [one for one in play.outcome.get("results", ()) if not one.get("stray")]
    return sum(one.get("result") != "none" for one in aimed)


THROWS = ThrowKinds(
    {
        "initiative*": INITIATIVE,
        "attack": TO_HIT,
        "attack [0-9]*": TO_HIT,
        "attacker": TO_HIT,
        "stray_attack*": ThrowKind("other"),
        "target*": SAVES,
        "bystander*": SAVES,
        "defender": SAVES,
        "fates*": ThrowKind("other"),
    },
    _hits,
)
