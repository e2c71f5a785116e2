"""FUBAR's rules in our own words, by topic, each with its section and its rulings; and the kinds of its throws."""

from __future__ import annotations

from rules.kernel.action import Topic
from rules.kernel.dice import Highest, Lowest, Reading
from rules.kernel.plays import Play
from rules.kernel.text import Text
from rules.kernel.throw_kinds import ACTIVATION, INITIATIVE, MOVEMENT, SAVES, TO_HIT, ThrowKind, ThrowKinds

TOPICS: dict[str, Topic] = {
    "dice": Topic(
        Text("Dice"),
        "Six-sided Dice Conventions",
        Text("Every test is a d6. Whatever the modifiers, a die that shows 6 succeeds and a die that shows 1 fails."),
    ),
    "initiative": Topic(
        Text("Initiative"),
        "Playing the Game › Initiative",
        Text(
            "At the start of a turn each side throws a d6 and adds its scenario modifier; ties are thrown again. "
            "The highest side activates first and goes on activating until a unit fails. Then the next highest side "
            "goes, to and fro, until every unit has had one try. A side with no unit left to try is passed over, and "
            "no side passes where it alone has units left. By ruling each player throws, and the best die of a side "
            "counts."
        ),
        ("initiative_by",),
    ),
    "activation": Topic(
        Text("Activation"),
        "Activation",
        Text(
            "Throw the activation number of the unit, or its leader's if that is better. Each suppressed figure and "
            "each figure more than 3″ out of touch takes 1 off the die, a stunned crew takes 2 off; no enemy in sight"
            " adds 1. A unit that passes takes one action. One that fails is On Guard, or, with more than half of its"
            " figures lost, withdraws 6″. After the throw, passed or failed, its suppressed figures stand up."
        ),
        ("half_strength_of",),
    ),
    "movement": Topic(
        Text("Actions and movement"),
        "Activation › Choice",
        Text(
            "Walk 6″ and fire small arms or throw grenades at one point of the move; Run 12″ without fire; Duck and "
            "Weave 8″ without fire, as in soft cover; On Guard stands and reacts once a turn; Gone to Ground 3″ "
            "into the nearest cover, which counts one level better; Aimed Fire stands, +1 to hit; Assault 8″ into "
            "contact. Vehicles drive 12″ in the open and 6″ through soft cover; medium and heavy tanks 6″ through "
            "moderate cover if they do not fire."
        ),
    ),
    "firing": Topic(
        Text("Firing"),
        "Firing",
        Text(
            "One die per fire point of every weapon in range, expertise or better hits. Cover makes the number "
            "worse by 1, 2 or 3, never worse than 6+; then Aimed Fire adds 1 to the die. Armour saves each hit. The "
            "owner takes what is not saved as suppressed figures, up to the unit's limit, and casualties, one "
            "result a figure; surplus hits are lost. A ruling says whether a unit in close combat is fired at."
        ),
        ("allocation", "same_area_cover", "fire_into_close_combat"),
    ),
    "suppression": Topic(
        Text("Suppression"),
        "Suppression",
        Text(
            "A suppressed figure lies on its side: it does not fire, takes 1 off its unit's next activation throw, "
            "and strikes last in close combat. It stands up after that throw. A unit has at most 1 (green) to 4 "
            "(elite) such figures."
        ),
        ("allocation",),
    ),
    "cover": Topic(
        Text("Cover"),
        "Cover",
        Text(
            "Soft cover (scrub, woods, hedges, wooden houses, rifle pits) +1, moderate (stone, brick, rubble, "
            "trenches) +2, hard (bunkers) +3 on the number needed; half of the unit must be in it. Somebody of the "
            "target must be within 2″ of the cover's edge, and only figures within 2″ of theirs fire out. Inside "
            "one area of cover fire reaches 6″."
        ),
        ("same_area_cover",),
    ),
    "close_combat": Topic(
        Text("Close combat"),
        "Close Combat",
        Text(
            "After an assault move of 8″, and once unengaged figures of the defender within 3″ of an assaulting figure "
            "have moved up, both sides strike at once, one die a figure against expertise; figures "
            "that lie suppressed, on either side, strike last. Armour saves, cover does not help, every unsaved hit "
            "is a casualty. The fight goes on at each turn start; a figure of a unit in several fights strikes in one "
            "of them. To break off, pass an activation throw and move 1″ a point of a d6; the enemy "
            "may follow the same way. Each round, and breaking off or following, is what these units do in the turn; "
            "suppressed figures stand up when a fight goes on. Rulings say whether others fire into it, and whether a "
            "unit breaks off in a turn whose round it has fought."
        ),
        ("melee_stand_up", "withdraw_after_round", "fire_into_close_combat"),
    ),
    "vehicles": Topic(
        Text("Vehicles"),
        "Vehicles",
        Text(
            "Vehicles activate like units. A moving one fires one weapon, a stationary one all. Each hit may be "
            "saved, 6+ to 2+ by armour. Each that is not: 1–2 crew stunned, 3–4 a weapon destroyed, 5 immobilised, "
            "6 destroyed. On the front the better of two dice for the owner, on the side one, on the rear the worse "
            "of two. The same effect again in one turn becomes the next higher. When it is destroyed, all inside "
            "bail out and take one hit each. Troops right behind it have its save, too. Infantry that it rams needs an "
            "activation throw to get out of its path; else each figure there is hit."
        ),
        ("passenger_hits", "fire_from_inside", "behind_vehicle_saves", "ram_damage"),
    ),
    "weapons": Topic(
        Text("Weapons"),
        "Weapons",
        Text(
            "Each weapon has a range and fire points, the dice it throws. An assault rifle has 2 within 12″. A "
            "heavy machine gun on foot needs two figures, in a bunker one. Flamethrowers and cannons ignore cover. A "
            "mortar may fire at what any friend sees."
        ),
        ("best_weapon_survives",),
    ),
    "cardinal_rule": Topic(
        Text("The Cardinal Rule"),
        "The Cardinal Rule",
        Text(
            "Where a rule makes no sense in what lies on the table, leave it out or change it. That is what Anyway is "
            "for: what a warning says is put on record together with what you did all the same."
        ),
    ),
}


# What the throws of FUBAR are for.


def _vehicle_damage(play: Play) -> Reading[int]:
    """How a vehicle's damage dice are read: on the front the lower of two counts (Vehicles)."""
    return Lowest() if play.facts.get("facing") == "front" else Highest()


THROWS = ThrowKinds(
    {
        "initiative*": INITIATIVE,
        "activation*": ACTIVATION,
        "to_hit*": TO_HIT,
        "*strikes*": TO_HIT,
        "*saves*": SAVES,
        "vehicle_damage*": ThrowKind("to_kill", reading=_vehicle_damage),
        "withdrawal*": MOVEMENT,
        "follow_up*": MOVEMENT,
    }
)
