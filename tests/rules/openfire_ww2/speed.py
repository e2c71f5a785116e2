"""How long exact odds take: `python -m tests.rules.openfire_ww2.speed`. Cold: nothing is kept between two runs."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from rules.dice import spread
from tests.rules.openfire_ww2.table import chances, fighter, shell, shot, squad, tank, weapon

COMPANY = squad(men=10, starting=10)
CASES: dict[str, tuple[str, Mapping[str, Any]]] = {
    "fire, 10 + 10 dice, Terror": ("fire", shot(COMPANY, weapon(rof=10), weapon(rof=10, pen=7))),
    "fire, 15 + 15 dice, Terror": ("fire", shot(COMPANY, weapon(rof=15), weapon(rof=15, pen=7))),
    "fire, 50 + 50 dice, Terror": ("fire", shot(COMPANY, weapon(rof=50), weapon(rof=50, pen=7))),
    "fire at a tank's side, 10 + 10": ("fire", shot(tank(), weapon(rof=10), weapon(rof=10, pen=7), facing="side")),
    "fire at a tank's front, 15 + 15": ("fire", shot(tank(), weapon(rof=15, pen=8), weapon(rof=15, pen=7))),
    "shell, 2 units near": ("fire", shot(None, shell(rof=3), bystanders=[squad(), squad()])),
    "artillery, 3 rounds on 3 units": (
        "artillery",
        {"weapon": shell(), "targets": [[squad() | {"name": name} for name in "abc"]] * 3},
    ),
    "assault, 10 dice a side": (
        "assault",
        {"attacker": fighter(COMPANY, weapon=weapon(rof=5), teams=2), "defender": fighter(COMPANY, teams=10)},
    ),
    "scatter, 3 rounds": ("scatter", {"rounds": 3}),
}


def _milliseconds(action: str, facts: Mapping[str, Any]) -> float:
    spread.cache_clear()
    start = perf_counter()
    chances(action, facts)
    return 1000 * (perf_counter() - start)


if __name__ == "__main__":
    for name, case in CASES.items():
        print(f"{name:34} {min(_milliseconds(*case) for _ in range(3)):9.2f} ms")
