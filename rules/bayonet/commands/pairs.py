"""Hand to hand, pair by pair: who fights whom, and who has nobody left to fight (States)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.commands import mark
from rules.events import Event
from rules.system import Board
from rules.unit import Unit

ANY = "any"
"""Whom somebody fights who was marked by hand while others already fought: one of them."""


def partners(unit: Unit) -> tuple[str, ...]:
    """The figures it is known to fight, by their ids."""
    return tuple(id for id in unit.words("fights") if id != ANY)


def tied(board: Board, one: str, other: str) -> list[Event]:
    """Those two fight each other from now on, whomever else they fight."""
    return [*_fighting(board.unit(one), other), *_fighting(board.unit(other), one)]


def _fighting(unit: Unit, other: str) -> list[Event]:
    return mark(unit, in_hand_to_hand=1, fights=",".join(dict.fromkeys((*partners(unit), other))))


def out_of_combat(unit: Unit) -> list[Event]:
    """It leaves every fight that it is in."""
    gone = {state: None for state in ("in_hand_to_hand", "overlapping", "fights") if unit.has(state)}
    return mark(unit, **gone)


def yielded(board: Board, loser: str, winner: str) -> list[Event]:
    """The loser leaves all its fights, the winner this one; it fights on where it has somebody else."""
    won = board.unit(winner)
    others = [id for id in partners(won) if id != loser]
    left = mark(won, fights=",".join(others)) if others else out_of_combat(won)
    return [*out_of_combat(board.unit(loser)), *left]


def freed(board: Board) -> list[Event]:
    """Who fights only the fallen, the gone and those who have left the fight, is free."""
    known = [event for unit in board.game.units.values() for event in _without_the_gone(board, unit)]
    board = board.after(known)
    return [*known, *(event for unit in _fighters(board) if _alone(board, unit) for event in out_of_combat(unit))]


def _without_the_gone(board: Board, unit: Unit) -> list[Event]:
    """Its partners without those who fight it no more; with none left it is out of combat."""
    if unit.has("fights") and not unit.has("in_hand_to_hand"):
        return mark(unit, fights=None)
    before = partners(unit)
    still = tuple(id for id in before if id in board.game.units and _faces(board.unit(id), unit))
    if still == before:
        return []
    return mark(unit, fights=",".join(still)) if still else out_of_combat(unit)


def _faces(other: Unit, unit: Unit) -> bool:
    at_it = other.has("in_hand_to_hand") and unit.id in partners(other)
    return at_it and other.alive and unit.alive and other.side != unit.side


def _alone(board: Board, unit: Unit) -> bool:
    """Whether it fought somebody of whom nobody said who, and no enemy fights any more."""
    return unit.word("fights") == ANY and not any(other.side != unit.side for other in _fighters(board))


def paired(board: Board) -> list[Event]:
    """Who was marked by hand fights every enemy whose partner nobody has named, else one of those who fight."""
    now, there = board, _fighters(board)
    for unit in there:
        enemies = [other for other in there if other.side != unit.side]
        if not unit.has("fights") and enemies:
            now = _matched(now, unit.id, [other.id for other in enemies if not partners(other)])
    return [event for unit in there for event in _changed(unit, now.unit(unit.id))]


def _matched(board: Board, id: str, unclaimed: Iterable[str]) -> Board:
    for other in unclaimed:
        board = board.after(tied(board, id, other))
    unit = board.unit(id)
    return board if partners(unit) else board.after(mark(unit, fights=ANY))


def _changed(old: Unit, new: Unit) -> list[Event]:
    return mark(old, fights=new.word("fights")) if new.word("fights") != old.word("fights") else []


def _fighters(board: Board) -> list[Unit]:
    return [unit for unit in board.game.units.values() if unit.alive and unit.has("in_hand_to_hand")]
