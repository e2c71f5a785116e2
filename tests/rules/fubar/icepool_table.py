"""The same questions for icepool, a library without our rules: an independent oracle for the odds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import icepool as _icepool

# Its types are too narrow: a result may be a tuple of mixed values.
icepool: Any = _icepool
d6, Die = icepool.d6, icepool.Die
Chances = dict[Any, Fraction]


def chances(die: Any) -> Chances:
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items()}


def successes(dice: int, need: int | None) -> Any:
    """Return the distribution of dice showing `need` or better; with None there are none."""
    if need is None or not dice:
        return Die([0])
    return dice @ (d6 >= need)


def fire(dice: int, need: int, save: int | None, room: int, figures: int) -> Any:
    """Return the distribution of (hits, saved, suppressed, casualties, lost hits), suppressed first."""

    def taken(hits: int, saved: int) -> tuple[int, ...]:
        unsaved = hits - saved
        suppressed = min(unsaved, room)
        casualties = min(unsaved - suppressed, figures - suppressed)
        return hits, saved, suppressed, casualties, unsaved - suppressed - casualties

    return _after_hits(dice, need, lambda hits: successes(hits, save).map(lambda saved: taken(hits, saved)))


def _after_hits(dice: int, need: int, then: Callable[[int], Any]) -> Any:
    return successes(dice, need).map(then)


def close_combat(attackers: int, defenders: int, needs: tuple[int, int], saves: tuple[int | None, int | None]) -> Any:
    """Return the distribution of both sides' casualties in a round without suppressed figures."""
    lost = icepool.map(lambda hits: hits - successes(hits, saves[0]), successes(defenders, needs[1]))
    down = icepool.map(lambda hits: hits - successes(hits, saves[1]), successes(attackers, needs[0]))
    return icepool.tupleize(lost.map(lambda n: min(n, attackers)), down.map(lambda n: min(n, defenders)))


TABLE = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2, 6: 3}
FACING = {"front": d6.lowest(2), "side": d6, "rear": d6.highest(2)}


def vehicle(dice: int, need: int, save: int, facing: str) -> Any:
    """Return the distribution of (hits, saved, stunned, weapons, immobilised, destroyed) for a new vehicle."""

    def hit(state: tuple[bool, ...], face: int) -> tuple[bool, ...]:
        if state[3]:
            return state
        effect = TABLE[face]
        while effect < 3 and state[effect]:
            effect += 1
        return tuple(had or at == effect for at, had in enumerate(state))

    def damage(unsaved: int) -> Any:
        state: Any = Die([(False, False, False, False)])
        for _ in range(unsaved):
            state = icepool.map(hit, state, FACING[facing], star=False)
        return state

    def shot(hits: int) -> Any:
        return successes(hits, save).map(
            lambda saved: damage(hits - saved).map(lambda s: (hits, saved, *s), star=False)
        )

    return _after_hits(dice, need, shot)
