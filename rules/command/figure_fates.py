"""The fates of named figures, found in the entries of a game: when each fell, and to which unit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.command.effects import LossAttribution
from rules.command.system import System
from rules.game.entry import Entry
from rules.game.figure_events import FigureSet
from rules.game.game import Game
from rules.game.unit import Figure, Unit
from rules.kernel.text import Secret, Term, Text, UnitRef


class FatalBlow(NamedTuple):
    """A loss of a unit: its turn, and the enemy that caused most of it, if any."""

    turn: int
    by: str | None = None


class FigureFate(NamedTuple):
    """A named figure, the unit that it is with at the end, and the loss in which it fell, if it did."""

    unit: Unit
    figure: Figure
    blow: FatalBlow | None


@dataclass
class FigureFates:
    """A fold over the entries of a game that were not undone."""

    system: System
    game: Game = field(default_factory=Game)
    attribution: LossAttribution = field(init=False)
    _struck: dict[str, FatalBlow] = field(default_factory=dict[str, FatalBlow])
    """The last loss of each unit."""
    _fell: dict[tuple[str, str], FatalBlow] = field(default_factory=dict[tuple[str, str], FatalBlow])
    """The loss in which each figure fell, by its side and name."""

    def __post_init__(self) -> None:
        self.attribution = LossAttribution(self.system)

    def add(self, entry: Entry) -> None:
        for event in entry.events:
            loss = self.attribution.apply(self.game, entry, event)
            if loss is not None and loss.points > 0:
                now, enemies = loss.victim, [(n, id) for id, n in loss.enemy_shares(self.game)]
                blow = self._struck[now.id] = FatalBlow(self.game.turn, max(enemies)[1] if enemies else None)
                if not now.alive:
                    self._fell |= {(now.side, figure.name): blow for figure in now.standing_figures}
            if isinstance(event, FigureSet) and event.figure is not None:
                unit, figure = self.game.units[event.unit], event.figure
                if figure.fell and (unit.side, figure.name) not in self._fell:
                    # In the last loss of its unit, or of the unit from which that was split off.
                    last = self._struck.get(unit.id) or self._struck.get(unit.part_of)
                    self._fell[unit.side, figure.name] = last or FatalBlow(figure.fell)
                elif not figure.fell:
                    self._fell.pop((unit.side, figure.name), None)

    def fates(self, game: Game) -> Iterator[FigureFate]:
        """Yield the named figures of a game at its end."""
        for unit in game.all_units.values():
            for figure in unit.figures:
                there = self._fell.get((unit.side, figure.name)) or FatalBlow(figure.fell)
                yield FigureFate(unit, figure, there if figure.fell or not unit.alive else None)


def fate_text(system: System, fate: FigureFate, over: bool) -> Text:
    """Return the fate of a figure in words; without its end while the game is not `over`."""
    unit, blow = fate.unit, fate.blow
    values = {"figure": Secret(fate.figure.name, unit.id), "unit": unit.with_side}
    if blow is None:
        return (
            Text("{figure}, {unit}: survived", **values) if over else Text("{figure}, {unit}: unhurt so far", **values)
        )
    if not blow.turn:
        return Text("{figure}, {unit}: lost with the unit", **values)
    when = Text("{turn} {number}", turn=Term(system.turn), number=blow.turn)
    if blow.by is None:
        return Text("{figure}, {unit}: fell in {when}", when=when, **values)
    return Text("{figure}, {unit}: fell in {when} to {enemy}", when=when, enemy=UnitRef(blow.by), **values)
