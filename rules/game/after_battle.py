"""How the record of a system's game is read when a battle of a campaign is over: what differs between systems."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rules.game.unit import Unit
from rules.kernel.plays import Play, Throwing
from rules.kernel.text import Text


class Fate(NamedTuple):
    """What became of a downed figure: whether it lives, what its injury takes off, until so many battles are over.

    `taken` says that it is captured where the enemy holds the field, `stands` that it stands again at the table.
    """

    lives: bool = True
    injury: int = 0
    taken: bool = False
    stands: bool = False


class Unsettled(NamedTuple):
    """What lies on a unit when a game ends, and what throws for it: an action of the system with its facts.

    There are so many `markers` of it, `called` "2 wound markers"; `by_enemy` says that the enemy throws.
    """

    unit: str
    action: str
    facts: Mapping[str, Any]
    markers: int
    called: Text
    by_enemy: bool = False


class OwnFates(NamedTuple):
    """The action of a system that stands in place of our recovery, for figures that the state `downed` counts.

    `fates` are those of its outcome, by the name of the field that counts them.
    """

    action: str
    downed: str
    fates: Mapping[str, Fate]


def never_a_vehicle(unit: Unit) -> bool:
    return False


def by_outcome(play: Play, throw: Throwing) -> bool:
    """Whether a test was passed: as the action says it, or else by the dice."""
    passed = play.outcome.get("passed")
    if isinstance(passed, bool):
        return passed
    return throw.successes > 0


class AfterBattle(NamedTuple):
    """What a system says of a battle that is over.

    `routs` are states of units that have run from the field, `absent` of those that have not come to it yet, and so
    have not fought; `passed` says of a test of nerve or activation whether
    it was passed; `own_fates` stands in place of our recovery.
    """

    is_vehicle: Callable[[Unit], bool] = never_a_vehicle
    routs: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    passed: Callable[[Play, Throwing], bool] = by_outcome
    own_fates: OwnFates | None = None


AS_USUAL = AfterBattle()
"""Where a system has nothing to say."""
