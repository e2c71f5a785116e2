"""What follows of itself from a board: the dead leave no markers, hold no gun and are nobody's target."""

from __future__ import annotations

from collections.abc import Iterator

from rules.command.effects import mark
from rules.game.events import Event, LossesTaken
from rules.game.unit import Unit
from rules.openfire_ww2.board_facts import is_vehicle
from rules.openfire_ww2.objectives import let_go
from rules.openfire_ww2.tables import Board


def aftermath(board: Board) -> list[Event]:
    """Return what follows after every entry, by the rules or by hand."""
    return [*(event for unit in board.game.units.values() for event in _of(board, unit)), *let_go(board)]


def _of(board: Board, unit: Unit) -> Iterator[Event]:
    wrecked = unit.has("knocked_out") and unit.alive and unit.hp
    if wrecked:
        yield LossesTaken(unit=unit.id, hp=(0,))
    if wrecked or not unit.alive:
        yield from _markers(board, unit)
        return
    yield from _loosed(board, unit)
    if unit.has("fell_back") and not unit.has("retreating"):  # should it fail again, it falls back again
        yield from mark(unit, fell_back=None)
    if (unit.has("pinned") or unit.has("retreating")) and is_vehicle(unit):  # also not by hand: vehicles have no MOR
        yield from mark(unit, pinned=None, retreating=None)
    if unit.models < unit.count("nerve_tested"):  # new losses: another test (Terror)
        yield from mark(unit, nerve_tested=None)
    if unit.has("lay_before") and not unit.has("hit_the_dirt"):
        yield from mark(unit, lay_before=None)


def _markers(board: Board, unit: Unit) -> list[Event]:
    """Return events that take markers off a unit; those of a wreck stay for good."""
    known = board.system.states
    fleeting = [name for name in unit.states if name in known and known[name].cleared_by]
    also = ("towed_by", "manoeuvre", "fell_back", "ordered_back", "lay_before")
    return mark(unit, **dict.fromkeys(name for name in fleeting if known[name].marker or name in also))


def _loosed(board: Board, unit: Unit) -> Iterator[Event]:
    """Yield events by which no unit is towed by a wreck, nor bound to fire at the dead."""
    if _gone(board, unit.word("towed_by")):
        yield from mark(unit, towed_by=None)
    if _gone(board, unit.word("concentrate_fire")):
        ordered = unit.word("manoeuvre") == "concentrate_fire"
        yield from mark(unit, concentrate_fire=None, **({"manoeuvre": None} if ordered else {}))


def _gone(board: Board, id: str | None) -> bool:
    return id is not None and (id not in board.game.units or not board.unit(id).alive)
