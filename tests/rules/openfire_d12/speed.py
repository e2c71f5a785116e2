"""How long exact odds take: `python -m tests.rules.openfire_d12.speed`. Cold: nothing is kept between two runs."""

from __future__ import annotations

from collections.abc import Mapping
from time import perf_counter
from typing import Any

from rules.dice import spread
from rules.facts import checked
from rules.resolve import book_of, checked_choices, odds
from tests.rules.openfire_d12.table import SYSTEM, armed, attack, unit

EVADE = ["evade=yes"]


def _attack(*groups: dict[str, Any]) -> dict[str, Any]:
    more: dict[str, Any] = {"target": unit(10, max_hp=2), "cover": "light"}
    return attack(*groups, attacker=unit(30), distance=12, **more)


CASES: dict[str, tuple[str, Mapping[str, Any], list[str]]] = {
    "attack, 1 die": ("fire", attack(), []),
    "attack, 10 dice, evading": ("fire", _attack(armed(5, att=2, prc=1)), EVADE),
    "attack, 20 dice, evading": ("fire", _attack(armed(10, att=2, prc=1)), EVADE),
    "attack, 30 dice, evading": ("fire", _attack(armed(15, att=2, prc=1)), EVADE),
    "attack, 20 dice of two weapons": ("fire", _attack(armed(5, att=2), armed(5, att=2, dmg=2, prc=2)), EVADE),
    "attack, 30 dice of two weapons": ("fire", _attack(armed(10, att=2), armed(5, att=2, dmg=2, prc=2)), EVADE),
    "attack, 60 dice": ("fire", _attack(armed(30, att=2)), EVADE),
    "dangerous ground, 20 models": ("dangerous", {"unit": unit(20)}, []),
    "recover, fearless": ("recover", {"unit": unit(suppression=2, fearless=True)}, []),
    "roll-off of six": ("roll_off", {"sides": 6}, []),
    "initiative of three": ("initiative", {"players": 3}, []),
}


def _milliseconds(action: str, facts: Mapping[str, Any], choose: list[str]) -> float:
    of = SYSTEM.actions[action]
    told, book, choices = checked(of.facts, facts), book_of(SYSTEM), checked_choices(of, choose)
    spread.cache_clear()
    start = perf_counter()
    odds(of, told, book, choices)
    return 1000 * (perf_counter() - start)


if __name__ == "__main__":
    for name, case in CASES.items():
        print(f"{name:32} {min(_milliseconds(*case) for _ in range(3)):9.2f} ms")
