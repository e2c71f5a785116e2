"""Named figures of units: their names and notes, and the turn in which one falls."""

from __future__ import annotations

from typing import Literal

from rules.game.game import Game, GameEvent
from rules.game.unit import Figure


class FigureSet(GameEvent):
    """A named figure of a unit as it is from now on; None if the unit has it no longer."""

    kind: Literal["figure"] = "figure"
    unit: str
    name: str
    figure: Figure | None

    def applies_to(self, game: Game, was: Game) -> bool:
        """True if the figure is as it was, and does not fall in a unit that has regained models."""
        old, new = was.units.get(self.unit), game.units.get(self.unit)
        if old is None or new is None:
            return old is None
        falls = self.figure is not None and self.figure.fell > 0
        return old.figure(self.name) == new.figure(self.name) and not (falls and new.models > old.models)

    @property
    def sets(self) -> tuple[str, str]:
        return self.unit, f"figure {self.name}"

    def apply(self, game: Game) -> None:
        unit, old = game.units[self.unit], game.units[self.unit].figure(self.name)
        others = [one for one in unit.figures if one is not old]
        if self.figure is not None:
            others.insert(unit.figures.index(old) if old else len(others), self.figure)
        game.units[unit.id] = unit.model_copy(update={"figures": tuple(others)})
