"""Reserves: units that are not on the table yet."""

from __future__ import annotations

from typing import Literal

from rules.game.game import ALL, Game, GameEvent
from rules.game.unit import Reserve


class ReserveSet(GameEvent):
    """A unit goes into reserve, or the terms of its arrival change (see `Reserve`)."""

    kind: Literal["reserved"] = "reserved"
    unit: str
    turn: int = 1
    roll: int | None = None
    rolled: int = 0

    def applies_to(self, game: Game, was: Game) -> bool:
        return self.unit not in was.all_units or (self.unit in game.units) == (self.unit in was.units)

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit, ALL

    def apply(self, game: Game) -> None:
        unit = game.all_units[self.unit]
        game.units.pop(unit.id, None)
        game.departed[unit.id] = unit
        game.reserves[unit.id] = Reserve(unit=unit, turn=self.turn, roll=self.roll, rolled=self.rolled)


class ReserveArrived(GameEvent):
    """A unit in reserve is placed on the table."""

    kind: Literal["arrived"] = "arrived"
    unit: str

    def applies_to(self, game: Game, was: Game) -> bool:
        return self.unit not in was.reserves or self.unit in game.reserves

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit, ALL

    def apply(self, game: Game) -> None:
        game.units[self.unit] = game.reserves.pop(self.unit).unit


ReserveEvent = ReserveSet | ReserveArrived
