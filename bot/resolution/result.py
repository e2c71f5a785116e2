"""What the application hands to whoever words it: an entry that stands, and the board before and after it."""

from __future__ import annotations

from typing import NamedTuple

from rules.commands import Board
from rules.entry import Entry
from rules.events import TableObject
from rules.text import spoken
from rules.unit import Unit


class CommandResult(NamedTuple):
    """A command that stands in the record."""

    game_id: str
    entry: Entry
    before: Board
    after: Board
    title: str = ""
    again: bool = False
    """Whether the same interaction had been carried out before; then nothing was done now."""


class Marker(NamedTuple):
    """A marker by the name of its state; how many, 0 where they are not counted; `of` what it points at."""

    state: str
    number: int = 0
    of: str = ""


class Change(NamedTuple):
    """What is to be done on the table with one unit: its models, its markers, and what its hit points stand at now.

    `gone` says that the whole of it comes off.
    """

    unit: Unit
    models: int = 0
    place: tuple[Marker, ...] = ()
    remove: tuple[Marker, ...] = ()
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


def _markers(board: Board, unit: Unit | None, names: list[str]) -> dict[Marker, int]:
    """Each marker on a unit and how many of it there are; 0 for one that is not counted."""
    found: dict[Marker, int] = {}
    if unit is not None:
        for name in filter(unit.has, names):
            found |= _pieces(board, unit, name)
    return found


def _pieces(board: Board, unit: Unit, name: str) -> dict[Marker, int]:
    match board.system.states[name].holds:
        case "count":
            return {Marker(name): unit.count(name)}
        case "words":
            return {Marker(name, of=spoken(word)): 0 for word in unit.words(name)}
        case "unit":
            other = board.game.units.get(str(unit.states[name]))
            return {Marker(name, of=other.name if other else ""): 0}
        case _:
            return {Marker(name): 0}


def _more(than: dict[Marker, int], those: dict[Marker, int]) -> tuple[Marker, ...]:
    """What there is more of among `those`."""
    return tuple(
        marker._replace(number=count - than.get(marker, 0))
        for marker, count in those.items()
        if count > than.get(marker, 0) or marker not in than
    )


def objects_sync(before: Board, after: Board) -> tuple[list[TableObject], list[TableObject]]:
    """Objects to lay on the table, and objects to take off."""
    old, new = before.game.things, after.game.things
    placed = [thing for label, thing in new.items() if label not in old]
    return placed, [thing for label, thing in old.items() if label not in new]


def changed_units(before: Board, after: Board) -> tuple[list[Unit], list[str]]:
    """Units that are not as they were, and ids of units that are gone."""
    old, new = before.game.units, after.game.units
    return [unit for id, unit in new.items() if old.get(id) is not unit], [id for id in old if id not in new]
