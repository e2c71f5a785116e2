"""Who is in close combat with whom: a set for each unit, kept alike on both sides (Close Combat)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.command.effects import mark
from rules.fubar.tables import Board
from rules.game.events import Event
from rules.game.unit import Unit


def opponents(board: Board, unit: Unit) -> list[Unit]:
    """The living enemies that a unit is in close combat with."""
    units = board.game.units
    return [units[id] for id in unit.words("engaged_with") if id in units and units[id].alive]


def engaged(one: Unit, other: Unit) -> bool:
    """Whether these two are in close combat with each other."""
    return other.id in one.words("engaged_with") or one.id in other.words("engaged_with")


def fights(board: Board) -> list[tuple[Unit, Unit]]:
    """Pairs of units in close combat, each pair once."""
    pairs: dict[tuple[str, ...], tuple[Unit, Unit]] = {}
    for unit in board.game.units.values():
        for enemy in opponents(board, unit) if unit.alive else ():
            pairs.setdefault(tuple(sorted((unit.id, enemy.id))), (unit, enemy))
    return list(pairs.values())


def fought(one: Unit, other: Unit) -> bool:
    """Whether these two have fought their round of this turn."""
    return other.id in one.words("fought")


def yet_to_strike(unit: Unit, enemy: Unit) -> int:
    """How many of its figures can strike at that enemy: all but those that struck in other fights of this turn.

    A round that is fought again, in spite of the warning, has all of them.
    """
    left = unit.word("yet_to_strike")
    return unit.models if left is None or fought(unit, enemy) else min(unit.models, int(left))


def struck(unit: Unit, enemy: Unit, told_off: int | None) -> list[Event]:
    """Takes those told off for the fight with that enemy out of the unit's other fights of this turn.

    Whoever falls in it is one of them: the others are as many as before. None is a unit that did not divide.
    """
    if told_off is None or fought(unit, enemy):
        return []
    return mark(unit, yet_to_strike=str(max(0, yet_to_strike(unit, enemy) - told_off)))


def with_word(unit: Unit, state: str, word: str) -> list[Event]:
    """Adds one to the several values of a state."""
    return mark(unit, **{state: ",".join(dict.fromkeys((*unit.words(state), word)))})


def only(unit: Unit, ids: Iterable[str]) -> list[Event]:
    """Leaves a unit engaged with these and nobody else."""
    kept = ",".join(ids)
    return [] if kept == (unit.word("engaged_with") or "") else mark(unit, engaged_with=kept or None)


def parted(board: Board, unit: Unit, but: Iterable[str] = ()) -> list[Event]:
    """The unit leaves all its fights except those with `but`, and nobody else is engaged with it any more."""
    stay = set(but)
    events = only(unit, [id for id in unit.words("engaged_with") if id in stay])
    for other in board.game.units.values():
        if unit.id in other.words("engaged_with") and other.id not in stay:
            events += only(other, [id for id in other.words("engaged_with") if id != unit.id])
    return events
