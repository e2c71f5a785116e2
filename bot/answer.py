"""What the application hands to whoever words it: an entry that stands, and the board before and after it."""

from __future__ import annotations

from typing import NamedTuple

from rules.board import Board
from rules.entry import Entry
from rules.events import Thing
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
    """What is to be done on the table with one unit: its models, its markers, and what its hit points stand at now.

    `gone` says that the whole of it comes off.
    """

    unit: Unit
    models: int = 0
    place: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    hp: tuple[int, ...] | None = None
    gone: bool = False


def table_sync(before: Board, after: Board) -> list[Change]:
    """Which models and markers to take off or put on which unit, so that the table agrees with the record."""
    old, new = before.game.units, after.game.units
    changes = [_change(after, old.get(id), unit) for id, unit in new.items() if old.get(id) is not unit]
    changes += [Change(unit, gone=True) for id, unit in old.items() if id not in new]
    return [change for change in changes if change != Change(change.unit)]


def _change(board: Board, old: Unit | None, new: Unit) -> Change:
    """A unit that has just come stands there with its models; only its markers are placed."""
    markers = [state.name for state in board.system.states.values() if state.marker]
    had, has = _markers(board, old, markers), _markers(board, new, markers)
    models = new.models - old.models if old else 0
    hp = new.hp if old and old.hp != new.hp else None
    return Change(new, models, _more(had, has), _more(has, had), hp)


def _markers(board: Board, unit: Unit | None, names: list[str]) -> dict[str, int]:
    """Each marker on a unit and how many of it there are; 0 for one that is not counted."""
    found: dict[str, int] = {}
    if unit is not None:
        for name in filter(unit.has, names):
            found |= _pieces(board, unit, name)
    return found


def _pieces(board: Board, unit: Unit, name: str) -> dict[str, int]:
    holds = board.system.states[name].holds
    if holds == "count":
        return {name: unit.count(name)}
    if holds == "words":
        return {f"{name}: {word}": 0 for word in unit.words(name)}
    return {name: 0}


def _more(than: dict[str, int], those: dict[str, int]) -> tuple[str, ...]:
    """What there is more of among `those`."""
    found: list[str] = []
    for name, count in those.items():
        if count > than.get(name, 0):
            found.append(f"{count - than.get(name, 0)} {name}")
        elif name not in than:
            found.append(name)
    return tuple(found)


def objects_sync(before: Board, after: Board) -> tuple[list[Thing], list[Thing]]:
    """Objects to lay on the table, and objects to take off."""
    old, new = before.game.things, after.game.things
    placed = [thing for label, thing in new.items() if label not in old]
    return placed, [thing for label, thing in old.items() if label not in new]


def changed_units(before: Board, after: Board) -> tuple[list[Unit], list[str]]:
    """Units that are not as they were, and ids of units that are gone."""
    old, new = before.game.units, after.game.units
    return [unit for id, unit in new.items() if old.get(id) is not unit], [id for id in old if id not in new]
