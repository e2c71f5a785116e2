"""Benchmarks of exact odds in Open Rebellion's fire, compared with icepool, both without caches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import icepool

from tests.bench.exact import exact
from tests.bench.table import Row, Work, row
from tests.rules.opreb.cases import fire, target
from tests.rules.opreb.playing import the_system

ICE: Any = icepool  # its types do not follow maps over tuples
NEAR = {"nearest_cover": {"kind": "hard", "distance": 7}}
TIERS = {"open": 0, "light": 1, "hard": 2}


def facts(attack: int, defend: int, cover: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return a fire of `attack` dice against `defend` dice."""
    bands = defend - 3 - 4 * (cover != "open")
    attacker = {"skill": 4, "band": 4, "in_position": False}
    shooters = [{"count": attack - 4, "rof": 1}]
    return fire(attacker=attacker, shooters=shooters, distance=4 * bands, target=target(cover=cover)) | dict(changes)


def theirs(attack: int, defend: int, cover: str, near: bool) -> Work:
    """Return the same for icepool: damage, inches fallen back, tier, markers."""

    def work() -> object:
        bang = ICE.d6 >= 5
        damage = ((attack @ bang) - (defend @ bang)).map(lambda n: max(0, n))
        return dict(ICE.map(applied, damage, _answer(bang, cover, near)))

    def applied(damage: int, far: int) -> Any:
        tier = 2 if near and far >= 7 else TIERS[cover]
        markers = damage @ (ICE.d6 >= 5) if damage and tier else damage
        return ICE.tupleize(damage, far if damage else 0, tier, markers)

    return work


def _answer(bang: Any, cover: str, near: bool) -> Any:
    """Return how far it falls back: in the open without a bang, from light cover by choice."""
    inches = (3 @ bang).map({0: 3, 1: 6, 2: 7, 3: 8})
    if cover == "open":
        return (3 @ bang).map(lambda bangs: 0 if bangs else inches)
    return inches if near else ICE.Die([0])


def measure(attack: int, defend: int, cover: str, near: bool = False) -> None:
    """Add a row for a fire of so many dice, with or without hard cover nearby."""
    changes = NEAR if near else {}
    choose = ["fall_back=go"] if near and cover == "light" else []
    ours = exact(the_system(), "fire", facts(attack, defend, cover, changes), *choose)
    name = f"Open Rebellion, {attack} v {defend}, {cover}{', hard near' if near else ''}"
    row(Row(name, ours, 25, theirs(attack, defend, cover, near)))


measure(16, 6, "open")
measure(16, 6, "open", near=True)
for cover in TIERS:
    measure(30, 30, cover)
measure(30, 30, "open", near=True)
measure(30, 30, "light", near=True)
