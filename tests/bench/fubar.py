"""Benchmarks of FUBAR's exact odds, compared with icepool on the same question, both without caches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from data import system_of
from tests.bench.exact import exact
from tests.bench.table import Row, Work, row
from tests.rules.fubar import icepool_table
from tests.rules.fubar.table import at_vehicle, shot, unit

SYSTEM = system_of("fubar")


def theirs(question: Callable[..., Any], *numbers: Any) -> Work:
    """Return the same question for icepool, with new dice."""

    def work() -> object:
        return dict(question(*numbers))

    return work


def fire(points: int) -> dict[str, Any]:
    firing = unit("seasoned", points)
    return shot((points, "infantry_rifle"), attacker=firing, target=unit("seasoned", 8, armour="medium"))


def vehicle(dice: int) -> dict[str, Any]:
    crew = unit("veteran", dice)
    return at_vehicle((dice, "infantry_rifle"), attacker=crew, vehicle={"armour": "medium"}, facing="front")


TWENTY = {"attacker": unit("veteran", 20, armour="medium"), "defender": unit("seasoned", 20, armour="light")}

row(
    Row(
        "FUBAR fire, 24 fire points, odds",
        exact(SYSTEM, "fire", fire(24)),
        5,
        theirs(icepool_table.fire, 24, 5, 5, 2, 8),
    )
)
row(
    Row(
        "FUBAR fire, 100 fire points, odds",
        exact(SYSTEM, "fire", fire(100)),
        25,
        theirs(icepool_table.fire, 100, 5, 5, 2, 8),
    )
)
row(
    Row(
        "FUBAR close combat, 20 against 20, odds",
        exact(SYSTEM, "close_combat", TWENTY),
        10,
        theirs(icepool_table.close_combat, 20, 20, (4, 5), (5, 6)),
    )
)
row(
    Row(
        "FUBAR vehicle, 24 dice at its front, odds",
        exact(SYSTEM, "fire_at_vehicle", vehicle(24)),
        25,
        theirs(icepool_table.vehicle, 24, 4, 4, "front"),
    )
)
