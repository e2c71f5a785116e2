"""What a table has told of itself: distances, cover, what is in sight and within reach. Nobody sees more than that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field

from rules.command.system import Board
from rules.game.game import Game
from rules.game.unit import Unit


class Intent(StrEnum):
    """What a move is for, as it is said to whoever moves the figures."""

    TOWARD = "toward"
    NEAREST = "nearest"
    """Toward the nearest enemy, where the unit sees none of them."""
    CONTACT = "contact"
    """Toward an enemy that is attacked next, hand to hand."""
    COVER = "cover"
    OBJECTIVE = "objective"
    HIDE = "hide"
    BACK = "back"


class Around(BaseModel):
    """What a unit can reach with a move: cover, an objective, a place out of sight; `objective_at` is it there now."""

    model_config = ConfigDict(frozen=True)

    cover: bool = False
    objective: bool = False
    hide: bool = False
    holds: bool = False


class Seen(NamedTuple):
    """How far an enemy is that a unit sees, in inches, and the code of the cover that it has."""

    inches: Decimal
    cover: str


class Moved(NamedTuple):
    """A move as it is meant: what for, how far in inches, and the enemy that it goes toward or away from."""

    intent: Intent
    inches: int
    toward: str = ""


BEYOND = Decimal(100)
"""Inches that stand for an enemy in sight that is out of everybody's reach."""
CLOSER = (Intent.TOWARD, Intent.NEAREST, Intent.CONTACT)
"""The moves straight toward an enemy."""
NOTHING_NEAR = Around()
LIKELY = Around(cover=True)
"""What a unit of which nobody has told yet is taken to reach: on most tables there is cover within a move."""
_BESIDE = Decimal("0.7")
"""How much of a move straight at one enemy brings a unit nearer to the others."""
_TO_THE_EDGE = Decimal("0.5")
"""How much of a move back there is on most tables before their edge."""


class Sight(BaseModel):
    """What is known of the table by the ids of units: inches between two of them, who does not see whom, the cover
    that each stands in as a code of the system ("" for the open), and what each can reach; `went` says what the last
    move of each in this turn was for.
    """

    model_config = ConfigDict(frozen=True)

    inches: dict[str, Decimal] = Field(default_factory=dict[str, Decimal])
    unseen: frozenset[str] = frozenset()
    cover: dict[str, str] = Field(default_factory=dict[str, str])
    around: dict[str, Around] = Field(default_factory=dict[str, Around])
    went: dict[str, Intent] = Field(default_factory=dict[str, Intent])

    def between(self, one: str, other: str) -> Decimal | None:
        """Inches from one unit to another; None where nobody has said so."""
        return self.inches.get(pair(one, other))

    def sees(self, one: str, other: str) -> bool:
        """Whether two units are in sight of each other, and how far it is has been told."""
        key = pair(one, other)
        return key in self.inches and key not in self.unseen

    def sees_none(self, unit: str, foes: Iterable[str]) -> bool:
        """Whether somebody has told of every enemy that a unit does not see it, and there is one."""
        keys = {pair(unit, foe) for foe in foes}
        return bool(keys) and keys <= self.unseen

    def near(self, unit: str) -> Around:
        return self.around.get(unit, NOTHING_NEAR)

    def with_pairs(self, unit: str, told: Mapping[str, Decimal | None]) -> Self:
        """With the distances from a unit that somebody has told; None for an enemy that it does not see."""
        inches, unseen = dict(self.inches), set(self.unseen)
        for other, far in told.items():
            key = pair(unit, other)
            unseen.discard(key)
            if far is None:
                unseen.add(key)
            else:
                inches[key] = far
        return self.model_copy(update={"inches": inches, "unseen": frozenset(unseen)})

    def as_near(self, others: Iterable[str], told: Mapping[str, Decimal | None]) -> Self:
        """With how far one unit is from enemies for others that nobody has told of them yet, as they stand near by.

        Whom it does not see another one may.
        """
        untold = {pair(other, foe): far for other in others for foe, far in told.items() if far is not None}
        known = {key: far for key, far in untold.items() if key not in self.inches and key not in self.unseen}
        return self.model_copy(update={"inches": self.inches | known})

    def at_least_about(self, unit: str, foes: Iterable[str], apart: Decimal) -> Self:
        """With how far a unit is likely to be from enemies that it does not see, so that it may move toward them: as
        far as another one is, or `apart`.
        """
        known = dict(self.inches)
        for foe in foes:
            others = [far for key, far in self.inches.items() if foe in key.split()]
            known.setdefault(pair(unit, foe), min(others, default=apart))
        return self.model_copy(update={"inches": known})

    def takes_back(self, unit: str, goes: Intent) -> bool:
        """Whether a move would undo what the last one of that unit was for."""
        went = self.went.get(unit)
        forward = went in (*CLOSER, Intent.COVER, Intent.OBJECTIVE)
        return goes in CLOSER if went in (Intent.BACK, Intent.HIDE) else forward and goes is Intent.BACK

    def with_cover(self, covers: Mapping[str, str]) -> Self:
        return self.model_copy(update={"cover": {**self.cover, **covers}})

    def with_around(self, unit: str, around: Around) -> Self:
        return self.model_copy(update={"around": {**self.around, unit: around}})

    def forgetting(self, moved: Iterable[str]) -> Self:
        """Without the distances of units that have moved since they were told."""
        gone = set(moved)
        if not gone:
            return self
        kept = {key: far for key, far in self.inches.items() if not gone.intersection(key.split())}
        unseen = frozenset(key for key in self.unseen if not gone.intersection(key.split()))
        around = {unit: near for unit, near in self.around.items() if unit not in gone}
        return self.model_copy(update={"inches": kept, "unseen": unseen, "around": around})

    def moved(self, unit: str, move: Moved, cover: str, finds: bool = True) -> Self:
        """As it is likely to be once a unit has moved so; `cover` is what stands on the table where there is some, and
        `finds` says that whoever goes toward an enemy may count on seeing it. Where nobody may, whoever goes to an
        objective has to count on being seen there. Cover is chosen with an enemy in view.
        """
        near, goes = self.near(unit), move.intent
        # Whoever stood at an objective leaves it, and could come back to it.
        left = {"objective": near.objective or near.holds, "holds": goes is Intent.OBJECTIVE}
        after = self.with_around(
            unit, near.model_copy(update=left | {"cover": near.cover and goes is not Intent.COVER})
        )
        after = after.model_copy(update={"went": {**self.went, unit: goes}})
        if goes is Intent.COVER:
            return after.with_cover({unit: cover})._with_a_view(unit)
        if goes is Intent.HIDE:
            keys = {key for key in self.inches if unit in key.split()}
            return after.model_copy(update={"unseen": self.unseen | keys}).with_cover({unit: cover})
        if goes is Intent.OBJECTIVE:
            after = after.with_cover({unit: ""})
            return after if finds else after._in_the_open(unit, move)
        return after._shifted(unit, move, finds).with_cover({unit: ""})

    def _with_a_view(self, unit: str) -> Self:
        """With the nearest enemy in sight of a unit that has seen none of them."""
        keys = [key for key in self.inches if unit in key.split()]
        if not keys or not self.unseen.issuperset(keys):
            return self
        return self.model_copy(update={"unseen": self.unseen - {min(keys, key=self.inches.__getitem__)}})

    def _in_the_open(self, unit: str, move: Moved) -> Self:
        """With a unit that is nearer to all its enemies by most of a move, and that all of them see."""
        seen = frozenset(key for key in self.unseen if unit not in key.split())
        return self.model_copy(update={"unseen": seen})._shifted(
            unit, Moved(Intent.NEAREST, int(_BESIDE * move.inches)), False
        )

    def _shifted(self, unit: str, move: Moved, finds: bool) -> Self:
        inches, away = dict(self.inches), -_TO_THE_EDGE if move.intent is Intent.BACK else 1
        # Whoever goes toward an enemy that it does not see means to see it.
        found = {pair(unit, move.toward)} if finds and move.toward and away > 0 else set[str]()
        for key, far in self.inches.items():
            ids = key.split()
            if unit in ids:
                straight = Decimal(1) if not move.toward or move.toward in ids else _BESIDE
                inches[key] = max(Decimal(1), far - away * straight * move.inches)
        if move.intent is Intent.CONTACT:
            inches[pair(unit, move.toward)] = Decimal(1)
        return self.model_copy(update={"inches": inches, "unseen": self.unseen - found})


def pair(one: str, other: str) -> str:
    """The key of two units, whichever is named first."""
    return f"{one} {other}" if one < other else f"{other} {one}"


def known_to(board: Board, side: str) -> Board:
    """The board as a side knows it: without the enemies that lie on the table as cards, and without dice to come."""
    units = {id: unit for id, unit in board.game.units.items() if unit.side == side or not unit.has("hidden")}
    return board._replace(game=_with_units(board.game, units))


def _with_units(game: Game, units: dict[str, Unit]) -> Game:
    known = game.copy()
    known.units, known.queues, known.seen, known.whose, known.kept = units, {}, {}, {}, {}
    return known


def nearest_first(sight: Sight, unit: str, found: Sequence[Unit]) -> list[Unit]:
    """Enemies in the order in which a unit is likely to look at them."""
    return sorted(found, key=lambda foe: sight.between(unit, foe.id) or Decimal(1000))
