"""How a system takes part in campaigns: reading the record of a battle, gains of a level, penalties of an injury."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Generic, NamedTuple

from pydantic import BaseModel
from typing_extensions import TypeVar

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
    facts: Mapping[str, object]
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
"""The value of a system that has nothing to say."""


# What a level gives

Profile = Mapping[str, Any]
"""The lasting facts of a unit as the record has them, by name; what each holds its system says."""
Value = TypeVar("Value", default=Any)


@dataclass(frozen=True)
class Better(Generic[Value]):
    """A way in which a unit gets better: a `trait` of its profile goes one step up.

    `next` is what comes after a value, or None after the best there is; `says` names a value: "veteran", "WPN 6".
    `default` is what a profile has that does not tell of the trait.
    """

    trait: str
    next: Callable[[Value], Value | None]
    says: Callable[[Value], Text]
    default: Value | None = None

    def after(self, profile: Profile) -> Value | None:
        """The value one step better than the profile has it, or None."""
        value = profile.get(self.trait, self.default)
        return None if value is None else self.next(value)


def _default(profile: type[BaseModel], trait: str) -> Any:
    """What a profile has that does not tell of the trait; None where it has to."""
    field = profile.model_fields[trait]
    return None if field.is_required() else field.default


def along(profile: type[BaseModel], trait: str, order: Sequence[str], says: Callable[[str], Text]) -> Better[str]:
    """The next of the words in `order`, the best one last."""
    after = dict(pairwise(order))
    return Better(trait, after.get, says, _default(profile, trait))


def up_to(profile: type[BaseModel], trait: str, best: int, says: Callable[[int], Text]) -> Better[int]:
    """A trait that goes up by one, to `best` at most."""
    return Better(trait, lambda value: value + 1 if value < best else None, says, _default(profile, trait))


def down_to(profile: type[BaseModel], trait: str, best: int, says: Callable[[int], Text]) -> Better[int]:
    """A trait that goes down by one, where less is better, to `best` at least."""
    return Better(trait, lambda value: value - 1 if value > best else None, says, _default(profile, trait))


Gives = tuple[tuple[Better, ...], ...]
"""What each level gives: every one of these, and of several in one place the one that its player chooses."""

NO_LEVELS: Gives = ()
"""The levels of a system in which experience changes nothing on the table."""


# What an injury takes off


@dataclass(frozen=True)
class Injuries:
    """The numbers of a profile that an injury lowers, never below `least`, and what each kind is called."""

    traits: tuple[str, ...] = ()
    least: int = 0
    says: Mapping[str, Text] = field(default_factory=dict[str, Text])


NO_INJURIES = Injuries()
"""The injuries of a system in which nobody is hurt for longer than a battle."""
