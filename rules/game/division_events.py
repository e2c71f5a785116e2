"""The division of a unit into two, and the union of two units: no loss, and no arrival."""

from __future__ import annotations

from typing import Literal

from rules.game.game import ALL, Game, GameEvent
from rules.game.unit import Unit


class UnitSplit(GameEvent):
    """A unit is divided: `unit` is its remainder, `part` the new unit."""

    kind: Literal["split"] = "split"
    unit: Unit
    part: Unit

    @property
    def units(self) -> tuple[str, ...]:
        return (self.part.id,)

    def applies_to(self, game: Game, was: Game) -> bool:
        return was.units.get(self.unit.id) == game.units.get(self.unit.id) is not None

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit.id, ALL

    def apply(self, game: Game) -> None:
        """Divide the unit; the delegate of the whole commands both."""
        game.units[self.unit.id] = self.unit
        game.units[self.part.id] = self.part
        if self.unit.id in game.lent:
            game.lent[self.part.id] = game.lent[self.unit.id]
        if self.part.id[1:].isdigit():
            game.last_unit = max(game.last_unit, int(self.part.id[1:]))


class UnitsJoined(GameEvent):
    """Two units become one: `unit` is the result, `other` the unit that no longer exists."""

    kind: Literal["merged"] = "merged"
    unit: Unit
    other: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.other,)

    def applies_to(self, game: Game, was: Game) -> bool:
        ids = (self.unit.id, self.other)
        return all(was.units.get(id) == game.units.get(id) is not None for id in ids)

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit.id, ALL

    def apply(self, game: Game) -> None:
        gone = game.units.pop(self.other)
        game.departed[gone.id] = gone.model_copy(update={"joined": self.unit.id})
        game.units[self.unit.id] = self.unit
        game.lent.pop(gone.id, None)
        game.seals = {digest: seal for digest, seal in game.seals.items() if seal.unit != gone.id}


DivisionEvent = UnitSplit | UnitsJoined
