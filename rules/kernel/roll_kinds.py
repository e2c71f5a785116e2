"""Purposes of the rolls of a system, for statistics and luck: to hit, saves, morale and so on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Literal, NamedTuple

from rules.kernel.dice import Reading, Roll
from rules.kernel.plays import Play, RecordedRoll
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
    "other": Text("other rolls"),
}
"""Every kind by its key, in the order in which they are shown."""


class RollKind(NamedTuple):
    """The purpose of a roll. `better` is the kind of face that its roller wants; None if luck does not apply.

    `reading` gives the reading of faces without a number needed, if it is not their total. `tests` is True if a roll
    for morale or activation is a test, passed or not, which a campaign counts.
    """

    kind: Kind = "other"
    better: Literal["high", "low"] | None = "high"
    reading: Callable[[Play], Reading] | None = None
    tests: bool = True


class RollKinds(NamedTuple):
    """The rolls of a system by the pattern of their keys; the first match counts.

    `hits` returns the hits of an attack whose dice do not show by themselves whether they hit; None for another play.
    """

    by_key: Mapping[str, RollKind] = {}
    hits: Callable[[Play], int | None] = lambda play: None

    def of(self, roll: RecordedRoll) -> RollKind:
        """Return the purpose of a roll; one that the system does not name is "other"."""
        return self.named(roll.key)

    def pattern(self, key: str) -> str:
        """Return the common name of rolls whose keys differ only by weapon or target."""
        return next((one for one in self.by_key if fnmatchcase(key, one)), key)

    def named(self, key: str) -> RollKind:
        """Return the purpose of rolls with that key."""
        return _match_kind((("order", LOOKED_UP), *self.by_key.items()), key)


@lru_cache(maxsize=1024)
def _match_kind(patterns: tuple[tuple[str, RollKind], ...], key: str) -> RollKind:
    return next((kind for pattern, kind in patterns if fnmatchcase(key, pattern)), _OTHER)


UNNAMED = RollKinds()
"""The purposes of a system that declares none."""
_OTHER = RollKind()

TO_HIT, TO_KILL, SAVES = RollKind("to_hit"), RollKind("to_kill"), RollKind("saves")
MORALE, ACTIVATION = RollKind("morale"), RollKind("activation")
INITIATIVE, MOVEMENT = RollKind("initiative"), RollKind("movement")
LOOKED_UP = RollKind(better=None)
"""A die that is looked up: no face is better than another."""
UNWANTED = RollKind(better="low")
"""A roll whose roller hopes that it fails."""


def rolling_unit(play: Play, roll: RecordedRoll) -> str | None:
    """Return the id of the unit that rolled: the one with the roll's part, else the first or second of the play."""
    return roller_of(play.roles, roll)


def roller_of(roles: Mapping[str, str], roll: Roll | RecordedRoll) -> str | None:
    """Return the unit that rolled; `roles` maps parts to units.

    In records without parts, the unit named in the label counts.
    """
    if roll.part in roles:
        return roles[roll.part]
    units, key = list(roles.values()), roll.key
    if roll.by == "defender":
        named = _first_unit(roll.label)
        if key in roles or named:
            return roles.get(key) or named
    at = 1 if roll.by == "defender" else 0
    return roles.get(roll.by) or (units[at] if at < len(units) else None)


def _first_unit(label: object) -> str | None:
    """Return the first unit among the values of a text; the record has it nowhere else."""
    if isinstance(label, UnitRef):
        return label.unit
    values: Mapping[str, object] = getattr(label, "values", {})
    return next(filter(None, map(_first_unit, values.values())), None)
