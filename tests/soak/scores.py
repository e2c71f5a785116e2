"""An independent calculation of Bayonet's scores and results, from its page alone; it adds up faces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

Facts = Mapping[str, Any]
QUALITY = {"inferior": -1, "ordinary": 0, "superior": 1, "exceptional": 2}
MOST_TERRAIN = 3
"""Limit of all terrain modifiers together, from the table of modifiers."""


def wrong_scores(facts: Facts, rulings: Facts, faces: Sequence[int], results: Sequence[Facts]) -> Iterator[str]:
    """Yield the results of a shot that do not follow from the faces by the page."""
    lay = list(faces)
    area, attack = facts["area"], 0
    plain = [row for row in results if not row["stray"]]
    parts = facts["split"] or [facts["shooter"]["range_cf"]] * len(facts["targets"])
    for nth, (target, part, row) in enumerate(zip(facts["targets"], parts, plain, strict=True)):
        if area and area["max_radius"] is not None and target["ring_distance"] > area["max_radius"]:
            continue
        attack = lay.pop(0) if nth == 0 or not area or attack == 0 else attack
        score = attack + part + _shooting_score(facts, rulings, target, facts["aided"] in (None, nth))
        against = lay.pop(0) + _withstanding_score(facts, rulings, target)
        yield from _row(nth, row, score, against, rulings)
    strays = [row for row in results if row["stray"]]
    allowed = [row for row in plain if facts["into_combat"] and 2 * row["score"] <= row["target_score"]]
    most = min(1, len(allowed)) if area and rulings.get("area_stray") == "once_a_shot" else len(allowed)
    if len(strays) > most:
        yield f"{len(strays)} strays where {most} shots may stray"
    if len(lay) != 2 * len(strays):
        yield f"{len(lay)} dice left for {len(strays)} strays"


def _row(nth: int, row: Facts, score: int, against: int, rulings: Facts) -> Iterator[str]:
    if (row["score"], row["target_score"]) != (score, against):
        yield f"shot {nth + 1}: {row['score']} against {row['target_score']}, by the page {score} against {against}"
    elif row["result"] != _result(score, against, rulings):
        yield f"shot {nth + 1}: {score} against {against} is {row['result']}"


def _shooting_score(facts: Facts, rulings: Facts, target: Facts, aided: bool) -> int:
    shooter, area = facts["shooter"], facts["area"]
    aid = aided * min(facts["aiding"] * int(rulings.get("aid_each", 1)), int(rulings.get("aid_max", 3)))
    found = QUALITY[shooter["quality"]] + shooter["officer"] + aid
    found -= {None: 0, "known": 1, "unknown": 2}[facts["opportunity"]]
    found -= {None: 0, "overlap": 1, "hand_to_hand": 2}[facts["into_combat"]]
    rings = ceil(float(target["ring_distance"]) / float(area["radius"])) - 1 if area else 0
    return found - 3 * max(0, rings)


def _withstanding_score(facts: Facts, rulings: Facts, target: Facts) -> int:
    figure, kind = target["figure"], facts["kind"]
    useless = facts["from_behind"] or (kind == "psi" and rulings.get("armour_against_psi") == "not")
    worn = figure["mask"] if kind == "abc" else 0 if useless else figure["armour"]
    found = figure[f"{kind}_cf"] + QUALITY[figure["quality"]] + figure["officer"] + worn
    return found + min(MOST_TERRAIN, target["cover"] + bool(target["uphill"]))


def _result(score: int, against: int, rulings: Facts) -> str:
    if against >= score:
        return "none"
    if rulings.get("results", "graded") == "double":
        return "downed" if 2 * against <= score else "suppressed"
    return "suppressed" if 2 * against > score else "flee" if 2 * against == score else "downed"
