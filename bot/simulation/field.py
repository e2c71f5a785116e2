"""The abstract table of duels: positions, lines of sight, and moves of units. A yardstick, not a map.

The field is 36 inches square. Its cover, its obstacles and its three objectives are symmetric, the sides begin 24
inches apart, and units are points that move in straight lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from math import hypot

from rules.command.system import Board
from rules.opponent.options import Option
from rules.opponent.sight import Around, Intent, Moved, Sight, pair

SIDES = ("Red", "Blue")
SIZE, APART, REACH = 36.0, 24.0, 6.0
COVER = ((6.0, 9.0), (18.0, 7.0), (30.0, 9.0), (10.0, 18.0), (26.0, 18.0), (6.0, 27.0), (18.0, 29.0), (30.0, 27.0))
"""Centres of the pieces of cover, each with a radius of three inches."""
BLOCKS = ((14.0, 13.0), (22.0, 23.0))
"""Centres of the obstacles to sight, each with a radius of two and a half inches."""
OBJECTIVES = ((6.0, 18.0), (18.0, 18.0), (30.0, 18.0))
AROUND, WIDE, HELD = 3.0, 2.5, 3.0

Spot = tuple[float, float]


@dataclass
class Battlefield:
    """The positions of the units in a duel; `reach` is the distance in inches at which objectives are reported."""

    spots: dict[str, Spot]
    reach: float = REACH

    @classmethod
    def of(cls, board: Board, reach: float | None = None) -> Battlefield:
        """Return both sides in a row, face to face.

        The field looks the same from both ends, so that equal forces have an equal view.
        """
        spots: dict[str, Spot] = {}
        for side, y in zip(SIDES, ((SIZE - APART) / 2, (SIZE + APART) / 2), strict=True):
            units = board.game.units_of_side(side)
            for nth, unit in enumerate(units, 1):
                x = SIZE * nth / (len(units) + 1)
                spots[unit.id] = (x if side == SIDES[0] else SIZE - x, y)
        return cls(spots, reach or REACH)

    def sight(self, board: Board, cover: str) -> Sight:
        """Return the full view of the field, for both sides."""
        units = [unit for unit in board.game.units.values() if unit.alive and unit.id in self.spots]
        inches, unseen = dict[str, Decimal](), set[str]()
        for at, one in enumerate(units):
            for other in units[at + 1 :]:
                if one.side != other.side:
                    key = pair(one.id, other.id)
                    inches[key] = Decimal(max(1, round(self.distance_between(one.id, other.id))))
                    if _has_obstacle_between(self.spots[one.id], self.spots[other.id]):
                        unseen.add(key)
        covers = {unit.id: cover if self.is_in_cover(unit.id) else "" for unit in units}
        around = {unit.id: self.surroundings(unit.id) for unit in units}
        return Sight(inches=inches, unseen=frozenset(unseen), cover=covers, around=around)

    def distance_between(self, one: str, other: str) -> float:
        return _distance(self.spots[one], self.spots[other])

    def is_in_cover(self, unit: str) -> bool:
        return any(_distance(self.spots[unit], piece) <= AROUND for piece in COVER)

    def surroundings(self, unit: str) -> Around:
        at = self.spots[unit]
        cover = not self.is_in_cover(unit) and min(_distance(at, piece) for piece in COVER) - AROUND <= REACH
        nearest = min(_distance(at, one) for one in OBJECTIVES)
        return Around(cover=cover, objective=HELD < nearest <= self.reach + HELD, holds=nearest <= HELD)

    def move(self, board: Board, unit: str, move: Moved, inches: float) -> None:
        """Carry out a move as intended, as far as the inches allow."""
        at = self.spots[unit]
        match move.intent:
            case Intent.COVER:
                units = board.game.units
                foes = [self.spots[id] for id, one in units.items() if one.alive and one.side != units[unit].side]
                goal, short = self._cover_for(at, inches, foes), AROUND - 0.5
            case Intent.OBJECTIVE:
                goal, short = min(OBJECTIVES, key=lambda one: _distance(at, one)), 1.0
            case Intent.TOWARD | Intent.NEAREST | Intent.CONTACT:
                goal, short = self.spots.get(move.toward, at), 1.0
            case _:
                foe = self.spots.get(move.toward, (SIZE / 2, SIZE / 2))
                goal, short = (2 * at[0] - foe[0], 2 * at[1] - foe[1]), 0.0
        x, y = _point_toward(at, goal, min(inches, _distance(at, goal) - short))
        self.spots[unit] = max(0.0, min(SIZE, x)), max(0.0, min(SIZE, y))

    @staticmethod
    def _cover_for(at: Spot, inches: float, foes: Sequence[Spot]) -> Spot:
        """Return the nearest piece of cover; among those in reach, preferably one from which an enemy can be seen."""

        def late(piece: Spot) -> tuple[bool, float]:
            step = max(0.0, _distance(at, piece) - AROUND + 0.5)
            there = _point_toward(at, piece, step)
            return step > inches or all(_has_obstacle_between(there, foe) for foe in foes), _distance(at, piece)

        return min(COVER, key=late)

    def objectives_held(self, board: Board) -> Mapping[str, int]:
        """Return the number of objectives that each side holds alone."""
        found: dict[str, int] = dict.fromkeys(SIDES, 0)
        for one in OBJECTIVES:
            there = {u.side for u in board.game.units.values() if u.alive and _distance(self.spots[u.id], one) <= HELD}
            for side in there if len(there) == 1 else ():
                found[side] += 1
        return found


def _distance(one: Spot, other: Spot) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _point_toward(at: Spot, goal: Spot, step: float) -> Spot:
    """Return the point at that distance from one point toward another."""
    far = _distance(at, goal)
    if step <= 0:
        return at
    return at[0] + step * (goal[0] - at[0]) / far, at[1] + step * (goal[1] - at[1]) / far


def _has_obstacle_between(one: Spot, other: Spot) -> bool:
    """True if an obstacle is between two points."""
    return any(_crosses(one, other, block) for block in BLOCKS)


def _crosses(one: Spot, other: Spot, middle: Spot) -> bool:
    """True if a straight line crosses a round obstacle."""
    far = _distance(one, other)
    if not far:
        return False
    along = ((middle[0] - one[0]) * (other[0] - one[0]) + (middle[1] - one[1]) * (other[1] - one[1])) / far
    if not 0 < along < far:
        return False
    foot = (one[0] + along * (other[0] - one[0]) / far, one[1] + along * (other[1] - one[1]) / far)
    return _distance(foot, middle) < WIDE


# Assaults that are not repeated, because one without a result could be repeated forever.


@dataclass
class Assaults:
    """The assaults of a turn: an undecided fight is not repeated until the next turn."""

    turn: int = 0
    made: list[Option] = field(default_factory=list[Option])

    def of(self, board: Board) -> list[Option]:
        if self.turn != board.game.turn:
            self.turn, self.made = board.game.turn, []
        return self.made

    def may_repeat(self, board: Board, option: Option) -> bool:
        return option.identity not in [one.identity for one in self.of(board)]

    def add(self, option: Option) -> None:
        if option.request.command == "assault":
            self.made.append(option)
