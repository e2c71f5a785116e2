"""What the application hands to whoever words it: an entry that stands, and the board before and after it."""

from __future__ import annotations

from typing import NamedTuple

from rules.board import Board
from rules.entry import Entry
from rules.unit import Unit


class Answer(NamedTuple):
    """A command that stands in the record."""

    game_id: str
    entry: Entry
    before: Board
    after: Board
    title: str = ""
    again: bool = False
    """Whether the same interaction had been carried out before; then nothing was done now."""


class Change(NamedTuple):
    """What is to be done to the models of one unit on the table."""

    unit: Unit
    models: int
    place: tuple[str, ...]
    remove: tuple[str, ...]


def table_sync(before: Board, after: Board) -> list[Change]:
    """Which models and markers to take off or put on which unit, so that the table agrees with the record."""
    changes = [_change(before, after, id) for id in after.game.units if id in before.game.units]
    return [change for change in changes if change.models or change.place or change.remove]


def _change(before: Board, after: Board, id: str) -> Change:
    old, new = before.game.units[id], after.game.units[id]
    states = [state for state in after.system.states.values() if state.marker]
    place: list[str] = []
    remove: list[str] = []
    for state in states:
        if state.holds == "count":
            more = new.count(state.name) - old.count(state.name)
            (place if more > 0 else remove).extend([f"{abs(more)} {state.name}"] if more else [])
        elif old.states.get(state.name) != new.states.get(state.name):
            (place if new.has(state.name) else remove).append(state.name)
    return Change(new, new.models - old.models, tuple(place), tuple(remove))


def changed_units(before: Board, after: Board) -> tuple[list[Unit], list[str]]:
    """Units that are not as they were, and ids of units that are gone."""
    old, new = before.game.units, after.game.units
    return [unit for id, unit in new.items() if old.get(id) is not unit], [id for id in old if id not in new]
