"""What follows of itself after every entry: the fallen leave the table, and the initiative finds who can use it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.command.effects import mark
from rules.command.system import Board
from rules.command.turns import next_side
from rules.fubar.commands.activate import untried
from rules.fubar.commands.fights import only, opponents
from rules.game.events import Event, LossesTaken, TurnAdvanced
from rules.game.unit import Unit

_OF_THE_LIVING = ("suppressed", "activated", "on_guard", "reacted", "engaged_with", "stunned", "aboard")
"""What no fallen unit keeps."""


def aftermath(board: Board) -> Sequence[Event]:
    """Nobody stays engaged with the dead, inside a wreck, or more suppressed than alive; see the parts."""
    wrecks = _wrecked(board)
    board = board.after(wrecks)
    events = [event for unit in board.game.units.values() for event in _of(board, unit)]
    return [*wrecks, *events, *_initiative(board.after(events))]


def _wrecked(board: Board) -> list[Event]:
    """Nothing is left of a vehicle that is marked as destroyed, by the rules or by hand."""
    units = board.game.units.values()
    return [LossesTaken(unit=unit.id, models=unit.models) for unit in units if unit.has("destroyed") and unit.models]


def _of(board: Board, unit: Unit) -> list[Event]:
    if not unit.alive:
        return [event for state in _OF_THE_LIVING if unit.has(state) for event in mark(unit, **{state: None})]
    events = only(unit, [enemy.id for enemy in opponents(board, unit)]) if unit.has("engaged_with") else []
    if unit.count("suppressed") > unit.models:
        events += mark(unit, suppressed=unit.models)
    vehicle = unit.word("aboard")
    if vehicle and (vehicle not in board.game.units or not board.unit(vehicle).alive):
        events += mark(unit, aboard=None)
    return events


def _initiative(board: Board) -> list[Event]:
    """A side with nobody left to try is passed over, also when a fight or a loss took its last try (Initiative)."""
    game = board.game
    able = {unit.side for unit in untried(board)}
    if not game.order or game.holder in able:
        return []
    holder = next_side(game.order, game.holder, able)
    if holder == game.holder:
        return []
    return [TurnAdvanced(turn=game.turn, order=game.order, holder=holder, phase=game.phase)]
