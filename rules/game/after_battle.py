"""The campaign side of a system: the record of a battle, gains of a level, penalties of an injury."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Generic, NamedTuple

from pydantic import BaseModel
from typing_extensions import TypeVar

from rules.game.unit import Unit
from rules.kernel.plays import Play, RecordedRoll
from rules.kernel.text import Text


class Fate(NamedTuple):
    """The fate of a downed figure: life or death, and the effect of an injury on its next battles.

    It `is_captured` by an enemy that holds the field. If it `stands_up`, it returns to the game.
    """

    lives: bool = True
    injury: int = 0
    is_captured: bool = False
    stands_up: bool = False


class Unsettled(NamedTuple):
    """An unresolved effect on a unit at the end of a game, and its roll: an action of the system with its facts.

    `markers` is its number of markers, `called` their description: "2 wound markers". `by_enemy` is True if the enemy
    rolls.
    """

    unit: str
    action: str
    facts: Mapping[str, object]
    markers: int
    called: Text
    by_enemy: bool = False


class OwnFates(NamedTuple):
    """The action of a system that replaces the campaign's recovery of figures counted by the state `downed`.

    `fates` maps each field of its outcome to the fate that it counts.
    """

    action: str
    downed: str
    fates: Mapping[str, Fate]


def is_never_vehicle(unit: Unit) -> bool:
    return False


def is_passed_by_outcome(play: Play, roll: RecordedRoll) -> bool:
    """True if a test was passed, by the outcome of the action or else by the dice."""
    passed = play.outcome.get("passed")
    if isinstance(passed, bool):
        return passed
    return roll.successes > 0


class AfterBattle(NamedTuple):
    """A system's reading of a finished battle.

    `routs` are states of units that have fled the field. `absent` are states of units that have not arrived yet, and
    so have not fought. `passed` is True for a passed test of morale or activation. `own_fates` replaces the recovery.
    """

    is_vehicle: Callable[[Unit], bool] = is_never_vehicle
    routs: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    passed: Callable[[Play, RecordedRoll], bool] = is_passed_by_outcome
    own_fates: OwnFates | None = None


AS_USUAL = AfterBattle()
"""The value of a system without rules of its own."""


# Benefits of levels

Profile = Mapping[str, Any]
"""The permanent facts of a unit as recorded, by name; their types depend on the system."""
Value = TypeVar("Value", default=Any)


@dataclass(frozen=True)
class Better(Generic[Value]):
    """A way in which a unit improves: a `trait` of its profile goes one step up.

    `next` returns the value after another, None after the best. `says` describes a value: "veteran", "WPN 6". `default`
    is the value in profiles without the trait.
    """

    trait: str
    next: Callable[[Value], Value | None]
    says: Callable[[Value], Text]
    default: Value | None = None

    def after(self, profile: Profile) -> Value | None:
        """Return the value one step better than in the profile, or None."""
        value = profile.get(self.trait, self.default)
        return None if value is None else self.next(value)


def _default(profile: type[BaseModel], trait: str) -> Any:
    """Return the default of a trait in profiles without it; None if it is required."""
    field = profile.model_fields[trait]
    return None if field.is_required() else field.default


def advance_along(
    profile: type[BaseModel], trait: str, order: Sequence[str], says: Callable[[str], Text]
) -> Better[str]:
    """Return a trait that advances along the words in `order`, the best one last."""
    after = dict(pairwise(order))
    return Better(trait, after.get, says, _default(profile, trait))


def raise_to(profile: type[BaseModel], trait: str, best: int, says: Callable[[int], Text]) -> Better[int]:
    """Return a trait that goes up by one, to `best` at most."""
    return Better(trait, lambda value: value + 1 if value < best else None, says, _default(profile, trait))


def lower_to(profile: type[BaseModel], trait: str, best: int, says: Callable[[int], Text]) -> Better[int]:
    """Return a trait that goes down by one, where less is better, to `best` at least."""
    return Better(trait, lambda value: value - 1 if value > best else None, says, _default(profile, trait))


Gives = tuple[tuple[Better, ...], ...]
"""Benefits of each level: a unit gets all of them; where one place lists several, the player chooses one."""

NO_LEVELS: Gives = ()
"""The levels of a system in which experience changes nothing on the table."""


# Penalties of injuries


@dataclass(frozen=True)
class Injuries:
    """The numbers of a profile that an injury lowers, never below `least`, and the name of each kind."""

    traits: tuple[str, ...] = ()
    least: int = 0
    says: Mapping[str, Text] = field(default_factory=dict[str, Text])


NO_INJURIES = Injuries()
"""The injuries of a system in which no injury outlasts a battle."""
