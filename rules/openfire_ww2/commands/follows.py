"""What follows of itself from a board: the dead leave no markers, hold no gun and are nobody's target."""

from __future__ import annotations

from rules.commands import mark
from rules.events import Event, LossesTaken
from rules.openfire_ww2.commands.board_facts import is_vehicle
from rules.openfire_ww2.commands.objective import let_go
from rules.system import Board
from rules.unit import Unit


def follows(board: Board) -> list[Event]:
    """The aftermath of every entry, by the rules or by hand."""
    return [*(event for unit in board.game.units.values() for event in _of(board, unit)), *let_go(board)]


def _of(board: Board, unit: Unit) -> list[Event]:
    if unit.has("knocked_out") and unit.alive and unit.hp:
        return [LossesTaken(unit=unit.id, hp=(0,)), *_markers(board, unit)]
    if not unit.alive:
        return _markers(board, unit)
    return [*_loosed(board, unit), *_relieved(board, unit), *_unshaken(unit), *_shaken_anew(unit), *_got_up(unit)]


def _got_up(unit: Unit) -> list[Event]:
    """Who has left Hit the Dirt does not lie there any more, since whatever turn."""
    return mark(unit, lay_before=None) if unit.has("lay_before") and not unit.has("hit_the_dirt") else []


def _shaken_anew(unit: Unit) -> list[Event]:
    """Who has lost men since its Terror test has to take another one (Terror)."""
    return mark(unit, nerve_tested=None) if unit.models < unit.count("nerve_tested") else []


def _unshaken(unit: Unit) -> list[Event]:
    """Vehicles have no MOR: they are neither pinned nor driven back, also not by hand (Terror)."""
    return mark(unit, **dict.fromkeys(("pinned", "retreating"))) if is_vehicle(unit) and _shaken(unit) else []


def _shaken(unit: Unit) -> bool:
    return unit.has("pinned") or unit.has("retreating")


def _markers(board: Board, unit: Unit) -> list[Event]:
    """Its markers are taken off, but for those of a wreck, which stay for good."""
    known = board.system.states
    fleeting = [name for name in unit.states if name in known and known[name].cleared_by]
    return mark(unit, **dict.fromkeys(name for name in fleeting if _lies_on_table(known[name].marker, name)))


def _lies_on_table(marker: bool, name: str) -> bool:
    return marker or name in ("towed_by", "manoeuvre", "fell_back", "ordered_back", "lay_before")


def _loosed(board: Board, unit: Unit) -> list[Event]:
    """Nobody is towed by a wreck, nor bound to fire at the dead."""
    events = mark(unit, towed_by=None) if _gone(board, unit.word("towed_by")) else []
    if _gone(board, unit.word("concentrate_fire")):
        ordered = unit.word("manoeuvre") == "concentrate_fire"
        events += mark(unit, concentrate_fire=None, **({"manoeuvre": None} if ordered else {}))
    return events


def _gone(board: Board, id: str | None) -> bool:
    return id is not None and (id not in board.game.units or not board.unit(id).alive)


def _relieved(board: Board, unit: Unit) -> list[Event]:
    """Who does not retreat any more has not fallen back either, should it fail again."""
    return mark(unit, fell_back=None) if unit.has("fell_back") and not unit.has("retreating") else []
