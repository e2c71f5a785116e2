"""What becomes of units: they come and go, take losses, and have markers set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rules.events import LossesTaken, StateCounted, StateSet, UnitPlaced, UnitRemoved
from rules.unit import Unit, Value

if TYPE_CHECKING:
    from rules.game import Game


def came(game: Game, event: UnitPlaced) -> None:
    game.units[event.unit.id] = event.unit
    if event.unit.id[1:].isdigit():
        game.last_unit = max(game.last_unit, int(event.unit.id[1:]))


def went(game: Game, event: UnitRemoved) -> None:
    if (gone := game.units.pop(event.unit, None)) is not None:
        game.departed[gone.id] = gone


def lost(game: Game, event: LossesTaken) -> None:
    unit = game.units[event.unit]
    update: dict[str, Any] = {"models": max(0, unit.models - event.models)}
    if event.hp is not None:
        update["hp"] = event.hp
    game.units[unit.id] = unit.model_copy(update=update)


def _mark(game: Game, unit: Unit, state: str, value: Value | None) -> None:
    states = dict(unit.states)
    if value is None or value == 0 or value == "":
        states.pop(state, None)
    else:
        states[state] = value
    game.units[unit.id] = unit.model_copy(update={"states": states})


def marked(game: Game, event: StateSet) -> None:
    _mark(game, game.units[event.unit], event.state, event.value)


def counted(game: Game, event: StateCounted) -> None:
    unit = game.units[event.unit]
    _mark(game, unit, event.state, max(0, unit.count(event.state) + event.change))
