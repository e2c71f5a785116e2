"""What the throws of a system are for, as statistics and luck count them: to hit, saves, morale and so on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Literal, NamedTuple

from rules.kernel.dice import Reading, Throw
from rules.kernel.plays import Play, Throwing
from rules.kernel.text import Text, UnitRef

Kind = Literal["to_hit", "to_kill", "saves", "morale", "activation", "initiative", "movement", "other"]

KINDS: Mapping[Kind, Text] = {
    "to_hit": Text("to hit"),
    "to_kill": Text("damage"),
    "saves": Text("saves"),
    "morale": Text("morale"),
    "activation": Text("activation"),
    "initiative": Text("initiative"),
    "movement": Text("movement"),
    "other": Text("other throws"),
}
"""Every kind by its key, in the order in which they are shown."""


class ThrowKind(NamedTuple):
    """What a throw is for. `better` says what whoever throws it hopes for; of a throw without that nobody is lucky.

    `reading` is how faces without a number needed are read, where it is not their total; `tests` says that a throw
    for morale or activation is a test, passed or not, of which a campaign keeps count.
    """

    kind: Kind = "other"
    better: Literal["high", "low"] | None = "high"
    reading: Callable[[Play], Reading] | None = None
    tests: bool = True


class ThrowKinds(NamedTuple):
    """The throws of a system by the pattern of their keys; the first that fits counts.

    `hits` are those of an attack whose dice do not say by themselves whether they hit; None for another play.
    """

    by_key: Mapping[str, ThrowKind] = {}
    hits: Callable[[Play], int | None] = lambda play: None

    def of(self, throw: Throwing) -> ThrowKind:
        """What a throw is for; one that the system does not name is "other"."""
        return self.named(throw.key)

    def pattern(self, key: str) -> str:
        """What throws are called together whose keys are much the same, whatever weapon or target they are for."""
        return next((one for one in self.by_key if fnmatchcase(key, one)), key)

    def named(self, key: str) -> ThrowKind:
        """What throws of that key are for."""
        return _named_by((("order", LOOKED_UP), *self.by_key.items()), key)


@lru_cache(maxsize=1024)
def _named_by(patterns: tuple[tuple[str, ThrowKind], ...], key: str) -> ThrowKind:
    return next((kind for pattern, kind in patterns if fnmatchcase(key, pattern)), _OTHER)


UNNAMED = ThrowKinds()
"""The throw kinds of a system that says nothing of its throws."""
_OTHER = ThrowKind()

TO_HIT, TO_KILL, SAVES = ThrowKind("to_hit"), ThrowKind("to_kill"), ThrowKind("saves")
MORALE, ACTIVATION = ThrowKind("morale"), ThrowKind("activation")
INITIATIVE, MOVEMENT = ThrowKind("initiative"), ThrowKind("movement")
LOOKED_UP = ThrowKind(better=None)
"""A die that is looked up: no face is better than another."""
UNWANTED = ThrowKind(better="low")
"""Whoever throws it hopes that it does not succeed."""


def unit_throwing(play: Play, throw: Throwing) -> str | None:
    """The unit whose throw it is, by its id: the one whose part it says, else the first or the second of the play."""
    return thrower(play.roles, throw)


def thrower(roles: Mapping[str, str], throw: Throw | Throwing) -> str | None:
    """The unit that threw, by a throw's label, which names the units that took those parts.

    What was recorded before throws said their part goes by the unit that the label speaks of.
    """
    if throw.part in roles:
        return roles[throw.part]
    units, key = list(roles.values()), throw.key
    if throw.by == "defender":
        named = _named(throw.label)
        if key in roles or named:
            return roles.get(key) or named
    at = 1 if throw.by == "defender" else 0
    return roles.get(throw.by) or (units[at] if at < len(units) else None)


def _named(label: object) -> str | None:
    """The first unit that a text speaks of: a value, whatever its words are; the record has it nowhere else."""
    if isinstance(label, UnitRef):
        return label.unit
    values: Mapping[str, object] = getattr(label, "values", {})
    return next(filter(None, map(_named, values.values())), None)
