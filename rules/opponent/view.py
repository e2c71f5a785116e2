"""The table as a side knows it, and the worth of units that was computed from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rules.command.system import Board
from rules.command.turns import has_acted
from rules.game.unit import Unit
from rules.opponent.sight import Sight


class Worth(NamedTuple):
    """A gain in shares of a side's strength, in the parts of a stance.

    They are losses now, the next attacks of its units, the danger to them, and their ground.
    """

    lead: float = 0.0
    attack: float = 0.0
    danger: float = 0.0
    ground: float = 0.0

    @property
    def total(self) -> float:
        return self.lead + self.attack + self.danger + self.ground

    def less(self, other: Worth) -> Worth:
        return Worth(*(mine - its for mine, its in zip(self, other, strict=True)))

    def times(self, chance: float) -> Worth:
        return Worth(*(chance * part for part in self))

    def plus(self, other: Worth) -> Worth:
        return Worth(*(mine + its for mine, its in zip(self, other, strict=True)))


NO_WORTH = Worth()


@dataclass(frozen=True, eq=False)
class View:
    """The table as a side knows it, with results computed from it."""

    board: Board
    sight: Sight
    side: str
    known: dict[tuple[str, int], Worth] = field(default_factory=dict[tuple[str, int], Worth])
    """Worth of units by id and stance."""

    @cached_property
    def own(self) -> list[Unit]:
        return [unit for unit in self.board.game.living if unit.side == self.side]

    @cached_property
    def foes(self) -> list[Unit]:
        return self.board.game.enemies_of(self.side)

    @cached_property
    def enemies_to_go(self) -> frozenset[str]:
        """The enemies that are still to act in this turn."""
        return frozenset(foe.id for foe in self.foes if not has_acted(self.board, foe))

    @cached_property
    def is_in_fight(self) -> bool:
        """True if any unit of the side sees an enemy."""
        return any(self.sight.sees(unit.id, foe.id) for unit in self.own for foe in self.foes)
