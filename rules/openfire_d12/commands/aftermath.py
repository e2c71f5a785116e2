"""What follows of itself from a board: the dead hold nobody, passengers of the lost are out, the go moves on."""

from __future__ import annotations

from collections.abc import Iterator

from rules.command.alternate_activation import active, passed_on, waiting
from rules.command.effects import mark
from rules.command.system import Board
from rules.game.events import Event
from rules.game.unit import Unit
from rules.openfire_d12.commands.board_facts import MOST_TOKENS


def aftermath(board: Board) -> list[Event]:
    """The fallen have no states, nobody stands in the range of a unit that is not there, somebody can go."""
    units = board.game.units.values()
    events = [event for unit in units for event in _put_right(board, unit)]
    fallen = {unit.side for unit in units if not unit.alive and unit.count("actions_left")}
    return [*events, *_next_to_go(board.after(events), fallen)]


def _put_right(board: Board, unit: Unit) -> Iterator[Event]:
    if not unit.alive:
        yield from mark(unit, **dict.fromkeys(unit.states))
        return
    for state in ("in_assault_range_of", "free_attack_at"):
        ids = unit.words(state)
        kept = [id for id in ids if _stands(board, unit, id, state)]
        if len(kept) < len(ids):
            yield from mark(unit, **{state: ",".join(kept)})
    carrier = unit.word("aboard")
    if carrier and not (carrier in board.game.units and board.unit(carrier).alive):
        yield from mark(unit, aboard=None)
    yield from _by_hand(unit)


def _stands(board: Board, unit: Unit, id: str, state: str) -> bool:
    """Whether it is still so with that enemy; two units are in each other's assault range, or not at all."""
    other = board.game.units.get(id)
    if other is None or not other.alive or other.side == unit.side:
        return False
    return state != "in_assault_range_of" or unit.id in other.words(state)


def _by_hand(unit: Unit) -> Iterator[Event]:
    """Markers that people set are within what the rules know."""
    if unit.count("suppression") > MOST_TOKENS:
        yield from mark(unit, suppression=MOST_TOKENS)
    if not unit.has("activated"):
        yield from mark(unit, **{name: None for name in ("actions_left", "actions_done") if unit.has(name)})


def _next_to_go(board: Board, fallen: set[str]) -> list[Event]:
    """The next side goes when the active unit has fallen, or when nobody is left of the side that is to go."""
    holder = board.game.holder
    able = {unit.side for unit in waiting(board)}
    if active(board) or (holder in able and holder not in fallen):
        return []
    events = passed_on(board, holder or "")
    return events if board.after(events).game.holder != holder else []
