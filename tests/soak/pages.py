"""An independent count of dice and scores needed for shots, from the tables of the pages, without using `rules`.

Every function takes the facts of a recorded `fire` and the faces rolled. It yields the rolls that the page requires, in
order: the number of dice, and the face each needs (None if faces are added up).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Facts = Mapping[str, Any]
Rolls = Iterator[tuple[int, int | None]]
Faces = Sequence[Sequence[int]]

# FUBAR: Training, Cover, Weapons, Personal armour, Vehicles

EXPERTISE = {"green": 6, "seasoned": 5, "veteran": 4, "elite": 4}
COVER = ("none", "soft", "moderate", "hard")
FIRE_POINTS = {
    "pistol": (8, 1),
    "infantry_rifle": (24, 1),
    "assault_rifle": (24, 1),
    "sniper_rifle": (32, 2),
    "smg": (16, 3),
    "lmg": (32, 3),
    "combat_shotgun": (8, 3),
    "grenade_launcher": (16, 3),
    "heavy_mg": (32, 4),
    "flamethrower": (8, 4),
    "thrown_grenades": (8, 3),
    "rpg": (24, 3),
    "light_at_gun": (32, 3),
    "light_mortar": (40, 3),
    "light_cannon": (32, 4),
    "heavy_cannon": (48, 6),
}
IGNORE_COVER = ("flamethrower", "light_cannon", "heavy_cannon")
ARMOUR_SAVES = {"light": 6, "medium": 5, "heavy": 4, "power": 3, "battlesuit": 2}
HULL_SAVES = {"none": 6, "light": 5, "medium": 4, "heavy": 3, "very_heavy": 2}


def fubar(facts: Facts, rulings: Facts, faces: Faces) -> Rolls:
    thrown, hits = iter(faces), 0
    for ignoring in (False, True):
        dice = sum(_fire_points(one, float(facts["distance"]), ignoring) for one in facts["shooters"])
        if dice:
            need = _fubar_need(facts, rulings, ignoring)
            yield dice, need
            hits += sum(face != 1 and (face >= need or face == 6) for face in next(thrown, ()))
    hull = facts.get("behind_vehicle") or (facts["vehicle"]["armour"] if "vehicle" in facts else None)
    if hull and hits:
        yield hits, HULL_SAVES[hull]
        hits -= sum(face >= HULL_SAVES[hull] for face in next(thrown, ()))
    armour = facts["target"]["armour"] if "target" in facts else "none"
    if facts.get("behind_vehicle") and rulings.get("behind_vehicle_saves") == "vehicle":
        armour = "none"
    if armour != "none" and hits:
        yield hits, ARMOUR_SAVES[armour]


def _fire_points(group: Facts, distance: float, ignoring: bool) -> int:
    name = group["weapon"]
    reach, points = FIRE_POINTS[name]
    if name == "assault_rifle" and distance <= 12:
        points = 2
    return group["count"] * points if distance <= reach and (name in IGNORE_COVER) == ignoring else 0


def _fubar_need(facts: Facts, rulings: Facts, ignoring: bool) -> int:
    level = COVER.index(facts["cover"])
    if facts.get("same_area") and rulings.get("same_area_cover") == "none":
        level = 0
    if facts.get("target_action") == "duck_and_weave":
        level = max(level, 1)
    elif facts.get("target_action") == "gone_to_ground" and level:
        level = min(level + 1, 3)
    need = min(6, EXPERTISE[facts["attacker"]["level"]] + (0 if ignoring else level))
    return max(2, need - (facts["action"] == "aimed_fire"))


# Open Rebellion: Small arms fire


def opreb(facts: Facts, rulings: Facts, faces: Faces) -> Rolls:
    attacker, target = facts["attacker"], facts["target"]
    pool = _skill(attacker, rulings) + sum(one["count"] * one["rof"] for one in facts["shooters"])
    for gun in facts["support"]:
        pool += gun["count"] * gun["dice"] * attacker["in_position"]
        pool += gun["count"] * gun["crew"] * gun["rof"] * (rulings.get("support_crew") == "rof")
    yield pool, 5
    against = int(float(facts["distance"]) // attacker["band"])
    yield against + _skill(target, rulings) + 4 * (target["cover"] != "open"), 5


def _skill(unit: Facts, rulings: Facts) -> int:
    pinned = unit["pinned"] if rulings.get("pin_effect") == "minus_skill_die" else 0
    return max(1, unit["skill"] - pinned)


# Open Fire d12: Attack, steps 1 to 5


def openfire_d12(facts: Facts, rulings: Facts, faces: Faces) -> Rolls:
    attacker, target = facts["attacker"], facts["target"]
    far = float(facts["distance"])
    seen = -3 * (_sight(facts) == "obscured") - 3 * (attacker["suppression"] > 0) - target["stealth"]
    hits: list[int] = []
    for group, lay in zip(facts["weapons"], [*faces, *([()] * len(facts["weapons"]))], strict=False):
        weapon = group["weapon"]
        long = weapon["longshot"] and far > weapon["rng"]
        need = _d12(attacker["skl"], seen - long)
        yield group["models"] * (1 if long else weapon["att"]), need
        hits.append(sum(face >= need for face in lay))
    # Only its token shows that the target evaded; the caller adds that to the facts.
    help = {"none": 0, "light": 1, "heavy": 3}[_d12_cover(facts, rulings)] + 2 * facts["evaded"]
    for group, count in zip(facts["weapons"], hits, strict=True):
        piercing = max(0, group["weapon"]["prc"] - target["heavy_armour"])
        if count and rulings.get("piercing") == "literal":
            yield count, _d12(target["def"] - piercing, help)
        elif count:
            yield count, _d12(target["def"], help - piercing)


def _sight(facts: Facts) -> str:
    if not facts.get("seen"):
        return facts["los"]
    half = sum(facts["seen"].values()) / 2
    return next((how for how, models in facts["seen"].items() if models > half), "obscured")


def _d12_cover(facts: Facts, rulings: Facts) -> str:
    """Return the cover if enough of the models have it."""
    covered, models = facts.get("covered"), sum(hp > 0 for hp in facts["target"]["hp"])
    enough = {"most": models // 2 + 1, "any": 1, "all": models}[rulings.get("mixed_cover", "most")]
    return facts["cover"] if covered is None or covered >= enough else "none"


def _d12(attribute: int, modifier: int) -> int:
    return min(12, max(1, attribute - modifier))


# Open Fire WW2: the grid, Weapons, Shooting

GRID = """4 5 5 6 6 - - - - -|3 4 4 5 5 6 6 - - -|3 3 4 4 5 5 6 6 - -|3 3 3 4 4 5 5 6 6 -|2 3 3 3 4 4 5 5 6 6
2 2 3 3 3 4 4 5 5 6|2 2 2 3 3 3 4 4 5 5|A 2 2 2 3 3 3 4 4 5|A A 2 2 2 3 3 3 4 4|A A A 2 2 2 3 3 3 4"""
ROWS = [row.split() for row in GRID.replace("\n", "|").split("|")]
COVER_OF = {"hit_the_dirt": 1, "hull_down": 1, "set_up_position": 2}


def openfire_ww2(facts: Facts, rulings: Facts, faces: Faces) -> Rolls:
    """Yield the rolls to hit and to kill the target; explosions and Terror come later."""
    target, vehicle = facts["target"], facts["target"]["kind"] not in ("infantry", "gun")
    thrown, hits = iter(faces), list[int]()
    groups = [one for one in facts["weapons"] if _fires(one["weapon"], facts, rulings)]
    for group in groups:
        dice = group["weapon"]["rof"] * group["teams"]
        cell, bonus = _ww2_hit(group["weapon"], facts)
        need = 9 if cell == "-" else 0 if cell == "A" else int(cell) - bonus
        if cell not in "A-":
            yield dice, need
        lay = next(thrown, ()) if cell not in "A-" else [6] * dice * (cell == "A")
        hits.append(sum(face >= need for face in lay))
    for group, count in zip(groups, hits, strict=True):
        light = group["weapon"]["domain"] == "infantry_weapon" and target["kind"] == "light_vehicle"
        armour = target["arm"] - {"front": 0, "side": 1, "rear": 2, "top": 2}[facts["facing"]] * vehicle
        cell = _cell(group["weapon"]["pen"] - light, armour)
        sure = group["weapon"]["grenade"] and rulings.get("grenade_kill") == "sure"
        if count and not sure and (cell not in "A-" or (cell == "A" and vehicle)):
            yield count, 1 if cell == "A" else int(cell)


def _fires(weapon: Facts, facts: Facts, rulings: Facts) -> bool:
    """True if a weapon reaches, can harm, and may fire after a move."""
    kind, armour, moved = facts["target"]["kind"], facts["target"]["arm"], facts["moved"]
    harms = kind in ("infantry", "gun", "light_vehicle") or weapon["domain"] == "vehicle_weapon"
    if weapon["mobility"] == "light":
        harms = kind == "infantry" and armour <= weapon["pen"]
    still = moved == "no" or weapon["mounted"]
    if weapon["mobility"] == "heavy":
        still |= moved == "this_turn" and rulings.get("heavy_after_move") == "last"
    elif weapon["mobility"] == "mobile":
        still |= moved == "last_turn" or rulings.get("mobile_after_move") != "next_turn"
    else:
        still = True
    return harms and still and float(facts["distance"]) <= weapon["rng"]


def _ww2_hit(weapon: Facts, facts: Facts) -> tuple[str, int]:
    """Return the cell of the grid, and the bonus to the die."""
    own, its, target = facts["shooter_state"], facts["target_state"], facts["target"]
    row = facts["shooter"]["wpn"] + sum(one in own for one in ("concentrate_fire", "set_up_position", "hull_down"))
    row -= ("overdrive" in own) + ("hit_the_dirt" in its)
    cover = max([{"none": 0, "partial": 1, "full": 2}[facts["cover"]], *(COVER_OF.get(one, 0) for one in its)])
    cover = max(cover, int(bool(target.get("pinned"))))
    return _cell(row, target["trn"]), weapon["acc"] - cover + {"conscript": 1, "veteran": -1}.get(target["rank"], 0)


def _cell(row: int, column: int) -> str:
    return "-" if row < 1 else ROWS[min(row, 10) - 1][min(max(column, 1), 10) - 1]


PAGES = {"fubar": fubar, "opreb": opreb, "openfire_d12": openfire_d12, "openfire_ww2": openfire_ww2}
