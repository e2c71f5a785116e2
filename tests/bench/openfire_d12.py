"""Benchmarks of exact odds in the Open Fire core rules, compared with icepool, both without caches."""

from __future__ import annotations

from typing import Any

import icepool

from tests.bench.exact import exact
from tests.bench.table import Row, Work, row
from tests.rules.openfire_d12.table import SYSTEM, armed, attack, unit

TEN = unit(10, max_hp=2)


def make_evaded_attack(*groups: dict[str, Any]) -> Work:
    """Return an attack at ten evading models of 2 hit points in light cover: SKL 7, DEF 7, +3 on the die."""
    facts = attack(*groups, attacker=unit(30), target=TEN, distance=12, cover="light")
    return exact(SYSTEM, "fire", facts, "evade=yes")


def theirs(*groups: tuple[int, int, int]) -> Work:
    """Return the same for icepool, from dice, score and damage of each group: hits, failed tests, damage, survivors."""

    def left(hits: int, failed: int, damage: int) -> tuple[Any, ...]:
        after = tuple(max(0, min(2, 2 * (at + 1) - damage)) for at in range(10))
        return hits, failed, damage, sum(not hp for hp in after), after

    def work() -> object:
        pool: Any = sum((dice @ _kind(need, damage) for dice, need, damage in groups[1:]), _of(groups[0]))
        return dict(pool.map(left, star=True))

    return work


def _of(group: tuple[int, int, int]) -> Any:
    return group[0] @ _kind(*group[1:])


def _kind(need: int, damage: int) -> Any:
    """Return one die: a miss, a hit that is saved, a hit that is not."""
    vector, fails = icepool.Vector, need - 1
    return icepool.Die({vector((0, 0, 0)): 72, vector((1, 0, 0)): 6 * (12 - fails), vector((1, 1, damage)): 6 * fails})


TWENTY = (armed(5, att=2), armed(5, att=2, dmg=2, prc=2))
THIRTY = (armed(10, att=2), armed(5, att=2, dmg=2, prc=2))

row(Row("Open Fire core, 10 dice, evading", make_evaded_attack(armed(5, att=2, prc=1)), 5, theirs((10, 5, 1))))
row(Row("Open Fire core, 20 dice, evading", make_evaded_attack(armed(10, att=2, prc=1)), 5, theirs((20, 5, 1))))
row(Row("Open Fire core, 30 dice, evading", make_evaded_attack(armed(15, att=2, prc=1)), 25, theirs((30, 5, 1))))
row(Row("Open Fire core, 20 dice of 2 weapons", make_evaded_attack(*TWENTY), 5, theirs((10, 4, 1), (10, 6, 2))))
row(Row("Open Fire core, 30 dice of 2 weapons", make_evaded_attack(*THIRTY), 25, theirs((20, 4, 1), (10, 6, 2))))
row(Row("Open Fire core, 60 dice, evading", make_evaded_attack(armed(30, att=2)), 60))
row(Row("Open Fire core, dangerous ground, 20 models", exact(SYSTEM, "dangerous", {"unit": unit(20)}), 5))
row(Row("Open Fire core, roll-off of six", exact(SYSTEM, "roll_off", {"sides": 6}), 5))
row(Row("Open Fire core, initiative of six", exact(SYSTEM, "initiative", {"players": 6}), 1000))
