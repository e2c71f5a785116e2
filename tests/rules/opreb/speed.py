"""How long exact odds of a fire take beside icepool's: `python -m tests.rules.opreb.speed`. Prints, asserts nothing."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import icepool

from rules.dice import spread
from tests.rules.opreb.cases import fire, target
from tests.rules.opreb.playing import weighed

ice: Any = icepool  # its types do not follow maps over tuples

NEAR = {"kind": "hard", "distance": 7}
SHOTS: tuple[tuple[str, dict[str, Any], list[str]], ...] = (
    ("open", {}, []),
    ("open", {"nearest_cover": NEAR}, []),
    ("light", {}, []),
    ("light", {"nearest_cover": NEAR}, ["fall_back=go"]),
    ("hard", {}, []),
)


def facts(attack: int, defend: int, cover: str, changes: dict[str, Any]) -> dict[str, Any]:
    """A fire of so many dice against so many."""
    bands = defend - 3 - 4 * (cover != "open")
    shooters = [{"count": attack - 4, "rof": 1}]
    attacker = {"skill": 4, "band": 4, "in_position": False}
    shot = fire(attacker=attacker, shooters=shooters, distance=4 * max(0, bands), target=target(cover=cover))
    return shot | changes


def by_icepool(attack: int, defend: int, cover: str, changes: dict[str, Any]) -> Any:
    """The same joint distribution in icepool's words."""
    bang = ice.d6 >= 5
    damage = ((attack @ bang) - (defend @ bang)).map(lambda n: max(0, n))
    inches = (3 @ bang).map({0: 3, 1: 6, 2: 7, 3: 8})
    stays = ice.Die([0])
    answer = (3 @ bang).map(lambda n: inches if not n else 0) if cover == "open" else stays
    if cover == "light" and changes:
        answer = inches
    tiers = {"open": 0, "light": 1, "hard": 2}

    def applied(n: int, far: int) -> Any:
        tier = 2 if changes and far >= 7 else tiers[cover]
        if not n or not tier:
            return ice.tupleize(n, far if n else 0, tier, n)
        return ice.tupleize(n, far, tier, n @ bang)

    return ice.map(applied, damage, answer)


def clocked(work: Callable[[], Any], cold: bool) -> float:
    """Milliseconds of one run, or of the best of ten."""
    best = float("inf")
    for _ in range(1 if cold else 10):
        start = perf_counter()
        work()
        best = min(best, perf_counter() - start)
    return best * 1000


def main() -> None:
    for attack, defend in ((16, 6), (30, 30)):
        for cover, changes, choose in SHOTS:
            if defend < 7 and cover != "open":
                continue
            given = facts(attack, defend, cover, changes)
            spread.cache_clear()
            cold = clocked(lambda given=given, choose=choose: weighed("fire", given, choose), cold=True)
            warm = clocked(lambda given=given, choose=choose: weighed("fire", given, choose), cold=False)
            other = clocked(lambda at=(attack, defend, cover, changes): by_icepool(*at), cold=False)
            near = " with hard cover near" if changes else ""
            print(f"{attack} v {defend} {cover}{near}: cold {cold:.1f} ms, warm {warm:.1f} ms, icepool {other:.1f} ms")


if __name__ == "__main__":
    main()
