"""The players' reports about the table: distances, cover, lines of sight, places within reach.

An opponent knows nothing else about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple, Self

from pydantic import BaseModel, Field

from rules.command.system import Board
from rules.game.unit import Unit


class Intent(StrEnum):
    """The purpose of a move, as shown to the player who moves the figures."""

    TOWARD = "toward"
    NEAREST = "nearest"
    """Towards the nearest enemy, if the unit sees none of them."""
    CONTACT = "contact"
    """Towards an enemy that is attacked next in close combat."""
    COVER = "cover"
    OBJECTIVE = "objective"
    HIDE = "hide"
    BACK = "back"


class Around(BaseModel, frozen=True):
    """Places that a unit can reach with a move: cover, an objective, a hiding place.

    `holds` is True if it is at an objective now.
    """

    cover: bool = False
    objective: bool = False
    hide: bool = False
    holds: bool = False


class SeenEnemy(NamedTuple):
    """Distance of an enemy in sight, in inches, and the code of its cover."""

    inches: Decimal
    cover: str


class Moved(NamedTuple):
    """A move: its purpose, its length in inches, and the enemy that it goes towards or away from."""

    intent: Intent
    inches: int
    toward: str = ""


BEYOND = Decimal(100)
"""Distance assumed for an enemy in sight that is out of all reach."""
CLOSER = (Intent.TOWARD, Intent.NEAREST, Intent.CONTACT)
"""The moves straight towards an enemy."""
NOTHING_NEAR = Around()
LIKELY = Around(cover=True)
"""Assumed surroundings of an unreported unit: on most tables there is cover within a move."""
_BESIDE = Decimal("0.7")
"""Share of a move straight at one enemy that also brings a unit nearer to the others."""
_TO_THE_EDGE = Decimal("0.5")
"""Share of a move back that fits on most tables before their edge."""


class Sight(BaseModel, frozen=True):
    """Knowledge of the table by unit ids.

    It has the inches between two units, pairs without a line of sight, the cover of each as a code of the system (""
    for the open), and the places each can reach. `went` is the purpose of each unit's last move in this turn.
    """

    inches: dict[str, Decimal] = Field(default_factory=dict[str, Decimal])
    unseen: frozenset[str] = frozenset()
    cover: dict[str, str] = Field(default_factory=dict[str, str])
    around: dict[str, Around] = Field(default_factory=dict[str, Around])
    went: dict[str, Intent] = Field(default_factory=dict[str, Intent])

    def inches_between(self, one: str, other: str) -> Decimal | None:
        """Return the inches from one unit to another; None if unreported."""
        return self.inches.get(pair(one, other))

    def sees(self, one: str, other: str) -> bool:
        """True if two units see each other and their distance is reported."""
        key = pair(one, other)
        return key in self.inches and key not in self.unseen

    def sees_none(self, unit: str, foes: Iterable[str]) -> bool:
        """True if a unit is reported to see none of the enemies, and there is one."""
        keys = {pair(unit, foe) for foe in foes}
        return bool(keys) and keys <= self.unseen

    def near(self, unit: str) -> Around:
        return self.around.get(unit, NOTHING_NEAR)

    def with_pairs(self, unit: str, told: Mapping[str, Decimal | None]) -> Self:
        """Return the sight with reported distances from a unit; None for an enemy that it does not see."""
        inches, unseen = dict(self.inches), set(self.unseen)
        for other, far in told.items():
            key = pair(unit, other)
            unseen.discard(key)
            if far is None:
                unseen.add(key)
            else:
                inches[key] = far
        return self.model_copy(update={"inches": inches, "unseen": frozenset(unseen)})

    def with_shared_distances(self, others: Iterable[str], told: Mapping[str, Decimal | None]) -> Self:
        """Return the sight with one unit's distances from enemies also for unreported units close to it.

        Enemies that it does not see may be seen by the others.
        """
        untold = {pair(other, foe): far for other in others for foe, far in told.items() if far is not None}
        known = {key: far for key, far in untold.items() if key not in self.inches and key not in self.unseen}
        return self.model_copy(update={"inches": self.inches | known})

    def with_assumed_distance(self, unit: str, foes: Iterable[str], apart: Decimal) -> Self:
        """Return the sight with a likely distance to enemies that a unit does not see, so that it may approach.

        It is the distance of another unit, or `apart`.
        """
        known = dict(self.inches)
        for foe in foes:
            others = [far for key, far in self.inches.items() if foe in key.split()]
            known.setdefault(pair(unit, foe), min(others, default=apart))
        return self.model_copy(update={"inches": known})

    def reverses_last(self, unit: str, goes: Intent) -> bool:
        """True if a move would undo the purpose of the unit's last one."""
        went = self.went.get(unit)
        forward = went in (*CLOSER, Intent.COVER, Intent.OBJECTIVE)
        return goes in CLOSER if went in (Intent.BACK, Intent.HIDE) else forward and goes is Intent.BACK

    def with_cover(self, covers: Mapping[str, str]) -> Self:
        return self.model_copy(update={"cover": {**self.cover, **covers}})

    def with_around(self, unit: str, around: Around) -> Self:
        return self.model_copy(update={"around": {**self.around, unit: around}})

    def without_moved(self, moved: Iterable[str]) -> Self:
        """Return the sight without the distances of units that have moved since the report."""
        gone = set(moved)
        if not gone:
            return self
        kept = {key: far for key, far in self.inches.items() if not gone.intersection(key.split())}
        unseen = frozenset(key for key in self.unseen if not gone.intersection(key.split()))
        around = {unit: near for unit, near in self.around.items() if unit not in gone}
        return self.model_copy(update={"inches": kept, "unseen": unseen, "around": around})

    def after_move(self, unit: str, move: Moved, cover: str, finds: bool = True) -> Self:
        """Return the sight that is likely after a move.

        `cover` is the usual cover of the table. With `finds`, a unit moving towards an enemy may count on seeing it;
        without, a unit at an objective must count on being seen. Cover is chosen with an enemy in view.
        """
        near, goes = self.near(unit), move.intent
        # A unit at an objective leaves it, and could return to it.
        left = {"objective": near.objective or near.holds, "holds": goes is Intent.OBJECTIVE}
        after = self.with_around(
            unit, near.model_copy(update=left | {"cover": near.cover and goes is not Intent.COVER})
        )
        after = after.model_copy(update={"went": {**self.went, unit: goes}})
        if goes is Intent.COVER:
            after, keys = after.with_cover({unit: cover}), [key for key in self.inches if unit in key.split()]
            if not keys or not self.unseen.issuperset(keys):
                return after
            # A unit that has seen no enemy sees the nearest one.
            return after.model_copy(update={"unseen": self.unseen - {min(keys, key=self.inches.__getitem__)}})
        if goes is Intent.HIDE:
            keys = {key for key in self.inches if unit in key.split()}
            return after.model_copy(update={"unseen": self.unseen | keys}).with_cover({unit: cover})
        if goes is Intent.OBJECTIVE:
            after = after.with_cover({unit: ""})
            if finds:
                return after
            # It is nearer to all its enemies by most of the move, and seen by all of them.
            after = after.model_copy(
                update={"unseen": frozenset(key for key in self.unseen if unit not in key.split())}
            )
            return after._shift(unit, Moved(Intent.NEAREST, int(_BESIDE * move.inches)), False)
        return after._shift(unit, move, finds).with_cover({unit: ""})

    def _shift(self, unit: str, move: Moved, finds: bool) -> Self:
        inches, goes_back = dict(self.inches), move.intent is Intent.BACK
        away = -_TO_THE_EDGE if goes_back else 1
        # A unit that moves towards an enemy out of sight intends to see it.
        found = {pair(unit, move.toward)} if finds and not goes_back else set[str]()
        for key, far in self.inches.items():
            ids = key.split()
            if unit in ids:
                straight = Decimal(1) if not move.toward or move.toward in ids else _BESIDE
                inches[key] = max(Decimal(1), far - away * straight * move.inches)
        if move.intent is Intent.CONTACT:
            inches[pair(unit, move.toward)] = Decimal(1)
        return self.model_copy(update={"inches": inches, "unseen": self.unseen - found})


def pair(one: str, other: str) -> str:
    """Return the key of two units, in any order."""
    return f"{one} {other}" if one < other else f"{other} {one}"


def board_known_to(board: Board, side: str) -> Board:
    """Return the board as a side knows it: without the enemies that are cards, and without waiting dice."""
    units = {id: unit for id, unit in board.game.units.items() if unit.side == side or not unit.has("hidden")}
    known = board.game.copy()
    known.units, known.queues, known.seen, known.whose, known.kept = units, {}, {}, {}, {}
    return board._replace(game=known)


def sort_by_nearness(sight: Sight, unit: str, found: Sequence[Unit]) -> list[Unit]:
    """Sort enemies by the order in which a unit is likely to consider them."""
    return sorted(found, key=lambda foe: sight.inches_between(unit, foe.id) or Decimal(1000))
