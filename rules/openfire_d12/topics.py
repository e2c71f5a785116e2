"""The core rules in our own words, by topic, each with its section and its rulings; and the kinds of their throws."""

from __future__ import annotations

from rules.kernel.action import Topic
from rules.kernel.text import Text
from rules.kernel.throw_kinds import INITIATIVE, MORALE, SAVES, TO_HIT, UNWANTED, ThrowKinds

TOPICS: dict[str, Topic] = {
    "units": Topic(
        Text("Units and leaders"),
        "Models and Units",
        Text(
            "A unit is one model or several, with one profile: MOV, SKL, DEF, CMD and HP for each model. One model is"
            " its leader; the others stay within 4″ of it, where it could get by a 4″ move, so not behind a wall or "
            "on top of what cannot be climbed. Friends are one's own units; sides may be allied."
        ),
    ),
    "tests": Topic(
        Text("Tests and roll-offs"),
        "Dice and Measuring",
        Text(
            "A test throws a d12: the attribute or more succeeds. Modifiers count on the die and add up; a modified "
            "die stays within 1 and 12. A natural 12 is critical and always succeeds; a natural 1 is nothing special."
            " A die is thrown again once at most, and the second stands. In a roll-off the highest sum wins, ties "
            "throw again."
        ),
    ),
    "measuring": Topic(
        Text("Measuring"),
        "Dice and Measuring › Measuring Distances",
        Text(
            "Measure from base edge to base edge, anything at any time. Within means any part at that distance or "
            "nearer, wholly within means all of it. A model's assault range is 1″ around its base."
        ),
    ),
    "setup": Topic(
        Text("Setting up"),
        "Setup Stage",
        Text(
            "Agree on the module, the size and the mission with its areas, objectives, scoring and rounds. Lay out "
            "terrain; whoever did not may change it. Objective markers are 1–2″ wide. Roll off for the deployment "
            "areas; the winner chooses and deploys first, wholly inside. Last, in that order, sides place one waiting "
            "scout unit each in turn, more than 12″ from any enemy."
        ),
    ),
    "rounds": Topic(
        Text("Rounds and victory"),
        "Battle Stage; Aftermath Stage",
        Text(
            "A round: collect the activation markers, throw for initiative, activate every unit. After the last round, "
            "five where the mission names none, the most points win."
        ),
        ("rounds",),
    ),
    "initiative": Topic(
        Text("Initiative"),
        "Battle Stage › Determine Initiative Order",
        Text(
            "Each player throws as many d12 as there are players. The highest sum goes first, and so on; ties throw "
            "again."
        ),
    ),
    "activation": Topic(
        Text("Activation and actions"),
        "Battle Stage › Alternate Activations; Actions",
        Text(
            "In order of initiative each side activates one unit that has not been. It takes up to two actions, none "
            "twice except Recover: Recover, Advance, Rush, Assault, Attack, Interact, or one of a module's own. One "
            "token leaves Recover, Advance, Attack and Interact, two leave Recover and Interact. A unit that stops "
            "early ends its side's go. Only its own side ends the actions that a unit has left, and no side passes "
            "where it alone has units left."
        ),
    ),
    "movement": Topic(
        Text("Moving"),
        "Moving Units; Actions › Advance, Rush",
        Text(
            "The leader moves in straight legs and the others are set around it; not off the table, not over the "
            "bases of other units. Advance MOV, 2″ less with a token; Rush MOV − 2″, without a token, not by vehicles"
            " and not from an enemy's assault range. Neither ends in an enemy's assault range. Within one a unit may "
            "Advance freely; if it leaves, that enemy may make a free attack first, before anything else of the unit."
        ),
    ),
    "assault": Topic(
        Text("Assault"),
        "Actions › Assault; Special Rules › Impact",
        Text(
            "Without a token, a move of up to MOV + 3″ that must end in an enemy's assault range; if it cannot, take "
            "another action. A unit does not leave an assault range by it. A weapon with Impact then gives a free "
            "attack at an enemy in assault range."
        ),
    ),
    "attack": Topic(
        Text("Attack"),
        "Actions › Attack",
        Text(
            "Each model uses one weapon; targets may be split. With an enemy in assault range only it is attacked, "
            "with weapons of range 1″; a target within 1″ is in it. Range and sight are the leader's. ATT dice a model "
            "against SKL: −3 with a token, −3 obscured, −X at Stealth, −1 at Longshot's double range, where ATT is 1. "
            "Each hit asks a Defence test of the target: PRC makes it harder, +1 light or +3 heavy cover, +2 evading. "
            "Each failed test does DMG; Heavy Armour X takes X off DMG, not below 1, and off PRC. Two tokens bar any "
            "attack, free ones too."
        ),
        ("piercing", "mixed_cover"),
    ),
    "damage": Topic(
        Text("Damage"),
        "Actions › Attack › Remove Casualties",
        Text(
            "All damage of an attack is added up first. A damaged model takes it first, then any the owner picks, the "
            "leader only when alone, damaged or not. What is left over goes on to the next model."
        ),
    ),
    "sight": Topic(
        Text("Line of sight"),
        "Making Attacks › Line of Sight",
        Text(
            "From the leader's eye. All of a model seen: clear. Part of it behind obscuring terrain, or all of it "
            "inside: obscured. Nothing seen, or a model of a third unit in the way: blocked. Thin parts do not count;"
            " terrain that is not obscuring never spoils sight. What most models of the target are counts for all; no"
            " most, obscured. Blocked means another target."
        ),
    ),
    "evade": Topic(
        Text("Evading"),
        "Making Attacks › Evading an Attack",
        Text(
            "A target with fewer than two tokens and an attacker more than 6″ away may evade, said before the dice: "
            "+2 on its Defence tests against this attack, then a suppression token, whatever the dice."
        ),
    ),
    "recover": Topic(
        Text("Recover"),
        "Actions › Recover",
        Text(
            "A Command test: +2 in an enemy's assault range, +1 with no enemy within 6″, +1 more with none within "
            "12″, +2 with a friend within 6″. Failed, a token goes. Passed, a token goes and the unit has one more "
            "action. A natural 12 takes all tokens off as well. A Fearless unit throws a failed Command test once "
            "more."
        ),
    ),
    "terrain": Topic(
        Text("Terrain"),
        "Terrain",
        Text(
            "Agree on keywords. Obscuring: spoils sight. Light or heavy cover: for models in it or partly hidden by "
            "it, the better one counts. Climbable: 1″ a level up, 1″ for two levels down, a single one by ruling, "
            "ending on clear ground unless a second move goes on; the same level costs nothing. Dangerous: where the "
            "leader crosses, a die for each model, each natural 12 a hit of DMG 1 and PRC 0; free attacks come before. "
            "Slow: MOV − 2″. Rough: nobody stops or is placed on it. Impassable; clear. Flying units ignore all of it "
            "on the move."
        ),
        ("mixed_cover", "climb_down"),
    ),
    "interact": Topic(
        Text("Interact"),
        "Actions › Interact",
        Text(
            "The object says what comes of it: an objective is secured, a terminal works, with or without an attribute "
            "test."
        ),
    ),
    "special": Topic(
        Text("Special rules"),
        "Special Rules",
        Text(
            "Fearless, Flying, Heavy Armour X, Scout, Stealth X, Transport X (carries X models; the page says not "
            "how), Vehicle (no Rush). Weapons: Impact (free attack after an Assault), Longshot (twice the range with "
            "one die at −1)."
        ),
    ),
}


# What the throws of Open Fire d12 are for.

THROWS = ThrowKinds(
    {
        "initiative*": INITIATIVE,
        "roll_off*": INITIATIVE,
        "skill_tests*": TO_HIT,
        "defence_tests*": SAVES,
        "dangerous_ground*": UNWANTED,
        "*_test": MORALE,
        "*_test *": MORALE,
        "*_test_again*": MORALE,
    }
)
