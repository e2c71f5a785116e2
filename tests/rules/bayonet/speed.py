"""How long exact odds take: `python -m tests.rules.bayonet.speed`. Cold: nothing is kept between two runs."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from rules.dice import spread
from tests.rules.bayonet.table import chances, figure, shot


def _area(targets: int, **more: Any) -> dict[str, Any]:
    struck = [{"figure": figure(physical_cf=at % 5), "ring_distance": at * 0.4} for at in range(targets)]
    return shot(shooter=figure(range_cf=6), area={}, targets=struck, **more)


COMBAT: dict[str, Any] = {"into_combat": "overlap", "bystanders": [figure()]}
CASES: dict[str, tuple[str, Mapping[str, Any], list[str]]] = {
    "one shot": ("fire", shot(), []),
    "area, 6 targets": ("fire", _area(6), []),
    "area, 6 targets, strays": ("fire", _area(6, **COMBAT), ["stray=0"]),
    "area, 12 targets, strays": ("fire", _area(12, **COMBAT), ["stray=0"]),
    "afterwards, 12 downed": ("afterwards", {"downed": 12}, []),
    "afterwards, 24 downed": ("afterwards", {"downed": 24}, []),
}


def _milliseconds(action: str, facts: Mapping[str, Any], choose: list[str]) -> float:
    spread.cache_clear()
    start = perf_counter()
    chances(action, facts, choose)
    return 1000 * (perf_counter() - start)


if __name__ == "__main__":
    for name, case in CASES.items():
        print(f"{name:26} {min(_milliseconds(*case) for _ in range(3)):9.2f} ms")
