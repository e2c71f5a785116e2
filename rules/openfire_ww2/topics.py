"""Open Fire's rules in our own words, by topic, each with its section and its rulings; and the kinds of its throws."""

from __future__ import annotations

from rules.kernel.action import Topic
from rules.kernel.text import Text
from rules.kernel.throw_kinds import ACTIVATION, LOOKED_UP, MORALE, TO_HIT, TO_KILL, UNWANTED, ThrowKinds

TOPICS: dict[str, Topic] = {
    "turn": Topic(
        Text("The turn"),
        "Turn sequence",
        Text(
            "A player has a movement and a combat phase, in the order they like. In the one units only move, in the "
            "other they only fight; manoeuvres and officers' orders are possible in both."
        ),
    ),
    "sight": Topic(
        Text("Line of sight"),
        "Visibility and Line of Sight",
        Text(
            "Draw a straight line from unit to unit. Only terrain that hides the target wholly, or smoke, forbids "
            "shooting and assault."
        ),
    ),
    "profiles": Topic(
        Text("Characteristics and ranks"),
        "Characteristics; Unit types; Ranks",
        Text(
            "WPN is skill with weapons, ARM armour, MOR morale, TRN training; vehicles have hit points instead of MOR. "
            "Teams have 2 to 6 men; snipers and officers may stand alone. Those who shoot at conscripts add 1 to the "
            "die, at veterans they take 1 off. Trained units have +1 MOR in Initiative tests, veterans in Terror tests "
            "as well. Every vehicle is trained or better."
        ),
        ("vehicle_mor",),
    ),
    "weapons": Topic(
        Text("Weapon types"),
        "Weapon types",
        Text(
            "Light weapons harm only infantry of ARM up to their PEN. Mobile ones may move and fire next turn, heavy "
            "ones may not fire after a move unless a vehicle carries them, artillery is heavy and scatters. Infantry "
            "weapons harm infantry and guns, and light vehicles at −1 PEN; vehicle weapons harm everything. A gun in "
            "tow does not fire."
        ),
        ("heavy_after_move", "mobile_after_move"),
    ),
    "movement": Topic(
        Text("Movement"),
        "Movement; Terrain",
        Text(
            "Infantry 5″, light vehicles 12″, tanks 10″, heavy tanks 8″; guns 5″ by their crew, 10″ in tow. Half as "
            "much again on roads and paths, and for infantry in trenches; half through rivers, ruins, forests and "
            "swamps, rounded down. Then add 2″ for a charge or Sprint, 3″ for Overdrive. The men of a team stay within "
            "2″ of one another."
        ),
        ("states_last", "leave_position_rate"),
    ),
    "shooting": Topic(
        Text("Shooting"),
        "Shooting",
        Text(
            "Check range and whether the weapon can harm its target. Each team throws its ROF in dice: WPN against TRN "
            "on the grid. A die for every hit: PEN against ARM on the same grid. Every kill is a casualty, nearest "
            "first. ACC, rank and cover change the die to hit; manoeuvres and Concentrate Fire change the row."
        ),
        ("heavy_after_move", "mobile_after_move", "heavy_fire_pins"),
    ),
    "grid": Topic(
        Text("The grid"),
        "Shooting",
        Text(
            "One grid for both throws: the row is WPN or PEN, the column TRN or ARM. A is automatic, a dash "
            "impossible, whatever the modifiers; otherwise no face always succeeds or fails. Rows above 10 count as "
            "10, a row below 1 is impossible, columns stay within 1 and 10."
        ),
    ),
    "cover": Topic(
        Text("Cover"),
        "Terrain; Pinning",
        Text(
            "Terrain that hides up to half of a model is partial cover, −1 on the die to hit; more, short of all, is "
            "full cover, −2. Hit the Dirt, Hull Down and being pinned give partial cover, Set Up Position full. The "
            "best cover alone counts."
        ),
    ),
    "explosions": Topic(
        Text("Explosions and grenades"),
        "Explosions; Grenades",
        Text(
            "Shells, bombs and grenades that hit their target hit every unit within 1″ of it as well: a kill die for "
            "each of them and each hit, at the front or the top of a vehicle. A squad throws one grenade a turn."
        ),
        ("grenade_kill", "blast_facing"),
    ),
    "artillery": Topic(
        Text("Artillery"),
        "Artillery",
        Text(
            "Instead of to hit, each round throws a scatter die for the direction and a d6 for the distance, 1″ a "
            "point, from the point aimed at. Whatever lies within 2″ of where it lands is hit: a kill die a unit, "
            "vehicles on the top."
        ),
        ("scatter_directions", "supporting_pen", "heavy_fire_pins"),
    ),
    "smoke": Topic(
        Text("Smoke"),
        "Smoke Round",
        Text("Mortars may fire smoke instead. It is aimed and scatters like a shell, and nobody sees through it."),
        ("smoke_radius", "smoke_turns", "scatter_directions"),
    ),
    "vehicles": Topic(
        Text("Shooting at vehicles"),
        "Shooting at Vehicles",
        Text(
            "The side has 1 ARM less and a 6 immobilises; rear and top have 2 less and a 6 halves movement; on the "
            "front a 6 destroys a weapon, the main one first. The 6 is a natural one on a kill die that succeeds; on "
            "an automatic cell a die is thrown to look for it. Every kill costs a hit point; at none the vehicle is "
            "terrain."
        ),
        ("vehicle_hp", "front_six"),
    ),
    "melee": Topic(
        Text("Assault and melee"),
        "Melee",
        Text(
            "A charge adds 2″ to the move. The assaulted unit may shoot first, the charger then strikes, survivors "
            "strike back, all resolved like shooting, without cover and ACC. Every weapon that could fire takes part; "
            "one that is lost to the first blow does not strike back."
        ),
        ("melee_rof", "charge_stopped"),
    ),
    "orders": Topic(
        Text("Officers' orders"),
        "Orders and Manoeuvres › Orders",
        Text(
            "For units within 12″ of the officer, after an Initiative test: 2d6, MOR or less. Fall Back: squads in the "
            "open move to the nearest terrain. Concentrate Fire: up to two units that can harm it fire at one target, "
            "+1 WPN, which counts for those shots and in no assault. Hold the Line: Terror passes. Supporting Fire: "
            "three artillery rounds. Rally on Me: retreating units pass their next Terror and move toward him. Passed "
            "or failed, the action is spent."
        ),
        ("order_test", "fall_back_when_pinned", "supporting_pen", "vehicle_mor"),
    ),
    "manoeuvres": Topic(
        Text("Manoeuvres"),
        "Orders and Manoeuvres › Manoeuvres",
        Text(
            "In place of the move or of the fire, after an Initiative test. Hit the Dirt: partial cover, −1 WPN for "
            "those who shoot at it, half move. Set Up Position: full cover, +1 WPN, no move. Sprint: +2″ toward cover, "
            "also in the combat phase. Button Vehicle: throw to hit; if more than half of the shots do, the vehicle "
            "neither moves nor shoots for a turn. Barrage: three rounds, then no fire and no move in its next turn. "
            "Overdrive: +3″, −1 WPN. Hull Down: partial cover, +1 WPN, no move."
        ),
        ("states_last", "leave_position_rate", "manoeuvre_costs", "vehicle_mor"),
    ),
    "terror": Topic(
        Text("Terror"),
        "Terror",
        Text(
            "A squad that loses men throws 2d6: MOR or less passes, otherwise it is pinned. With half of its men or "
            "more lost since the start it tests at −1 MOR for each, and falls back its move if it fails. It tests "
            "again when it loses more men, and at each of its turn starts until it passes, which ends pinning and "
            "retreat. To fall back is its move of the turn in its own turn only."
        ),
        ("heavy_fire_pins",),
    ),
    "pinning": Topic(
        Text("Pinned"),
        "Pinning",
        Text(
            "A pinned squad does not move, has partial cover and −1 MOR, and neither takes nor holds an objective. The "
            "page says that heavy weapons can pin, and gives no test for it."
        ),
        ("heavy_fire_pins", "fall_back_when_pinned"),
    ),
    "minefields": Topic(
        Text("Minefields"),
        "Minefields",
        Text(
            "Throw to hit for every man who walks in; whoever is hit dies. A vehicle is hit for sure and immobilised. "
            "Minesweepers find the mines. A squad that loses men takes its Terror test before anything else."
        ),
        ("mine_wpn", "mine_hp"),
    ),
    "objectives": Topic(
        Text("Objectives and victory"),
        "Objectives",
        Text(
            "A d6 says how many. The players place them in turn, the first in their own zones, which reach 12″ from "
            "their edge. Infantry within 3″ takes one, vehicles never do, nor does who is pinned. Most objectives for"
            " 2 turns, an enemy whose squads all retreat, or being the last man standing wins."
        ),
    ),
}


# What the throws of Open Fire WWII are for.

THROWS = ThrowKinds(
    {
        "*to_hit*": TO_HIT,
        "*to_kill*": TO_KILL,
        "*terror*": MORALE,
        "initiative*": ACTIVATION,
        "mines*": UNWANTED,
        "scatter_die*": LOOKED_UP,
        "inches*": LOOKED_UP,
        "objectives*": LOOKED_UP,
    }
)
