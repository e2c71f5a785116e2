"""Benchmarks of Bayonet's exact odds, without caches."""

from __future__ import annotations

from typing import Any

from tests.bench.exact import exact
from tests.bench.table import Row, row
from tests.rules.bayonet.table import SYSTEM, figure, shot


def area(targets: int, **more: Any) -> dict[str, Any]:
    """Return a shell of range factor 6 among so many figures, with all physical factors."""
    struck = [{"figure": figure(physical_cf=at % 5), "ring_distance": at * 0.4} for at in range(targets)]
    return shot(shooter=figure(range_cf=6), area={}, targets=struck, **more)


COMBAT: dict[str, Any] = {"into_combat": "overlap", "bystanders": [figure()]}

row(Row("Bayonet fire, one shot", exact(SYSTEM, "fire", shot()), 5))
row(Row("Bayonet area, 6 targets", exact(SYSTEM, "fire", area(6)), 250))
row(Row("Bayonet area, 6 targets, strays", exact(SYSTEM, "fire", area(6, **COMBAT), "stray=0"), 250))
row(Row("Bayonet area, 12 targets, strays", exact(SYSTEM, "fire", area(12, **COMBAT), "stray=0"), 1000))
row(Row("Bayonet afterwards, 12 downed", exact(SYSTEM, "afterwards", {"downed": 12}), 250))
row(Row("Bayonet afterwards, 16 downed", exact(SYSTEM, "afterwards", {"downed": 16}), 1000))
row(Row("Bayonet initiative of six", exact(SYSTEM, "initiative", {"sides": 6}), 1000))
