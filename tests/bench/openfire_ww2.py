"""Benchmarks of exact odds in Open Fire WW2, compared with icepool, both without caches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import icepool

from tests.bench.exact import exact
from tests.bench.table import Row, Work, row
from tests.rules.openfire_ww2.table import SYSTEM, fighter, shell, shot, squad, tank, weapon

PAIR: Any = icepool.Vector
TWO_DICE: Any = 2 @ icepool.d6
COMPANY = squad(men=10, starting=10)


def theirs(dice: int) -> Work:
    """Return the same for icepool: as many dice of two kinds at ten men, hits and kills added up, then Terror."""

    def terror(ends: Any) -> Any:
        hits, kills = ends[0], min(ends[1], 10)
        if kills in (0, 10):
            return hits, kills, "none"
        needed, failed = (8, "pinned") if kills < 5 else (8 - kills, "falls_back")
        return (needed >= TWO_DICE).map(lambda passed: (hits, kills, "passed" if passed else failed))

    def work() -> object:
        weak, strong = _kind(18, 9, 9), _kind(18, 6, 12)
        return dict((dice @ weak + dice @ strong).map(terror, star=False))

    return work


def _kind(miss: int, hit: int, kill: int) -> Any:
    return icepool.Die({PAIR((0, 0)): miss, PAIR((1, 0)): hit, PAIR((1, 1)): kill})


def two_kinds(target: Mapping[str, Any], dice: int, **more: Any) -> dict[str, Any]:
    return shot(dict(target), weapon(rof=dice), weapon(rof=dice, pen=7), **more)


ASSAULT = {
    "attacker": fighter(COMPANY, weapon=weapon(rof=5), teams=2),
    "defender": fighter(COMPANY, teams=10),
}
SHELLS = {"weapon": shell(), "targets": [[squad() | {"name": name} for name in "abc"]] * 3}

row(Row("Open Fire WW2 fire, 20 dice of 2 kinds", exact(SYSTEM, "fire", two_kinds(COMPANY, 10)), 5, theirs(10)))
row(Row("Open Fire WW2 fire, 30 dice of 2 kinds", exact(SYSTEM, "fire", two_kinds(COMPANY, 15)), 25, theirs(15)))
row(
    Row(
        "Open Fire WW2 tank's side, 20 dice of 2 kinds", exact(SYSTEM, "fire", two_kinds(tank(), 10, facing="side")), 25
    )
)
row(Row("Open Fire WW2 tank's front, 20 dice of 2 kinds", exact(SYSTEM, "fire", two_kinds(tank(), 10)), 60))
row(Row("Open Fire WW2 assault, 10 dice a side", exact(SYSTEM, "assault", ASSAULT), 25))
row(Row("Open Fire WW2 shells, 3 rounds on 3 units", exact(SYSTEM, "artillery", SHELLS), 10))
