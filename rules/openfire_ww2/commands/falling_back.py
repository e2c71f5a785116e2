"""Falling back: what keeps a unit in place, and moves that Terror or an order demands (Terror; Orders)."""

from __future__ import annotations

from rules.command.effects import mark
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.text import Text
from rules.openfire_ww2.commands.board_facts import silenced
from rules.openfire_ww2.movement import STOPPED
from rules.openfire_ww2.tables import Board

LYING = ("hit_the_dirt", "set_up_position", "hull_down")


def standing(unit: Unit) -> list[str]:
    """The states that keep a unit where it is."""
    return [state for state in STOPPED if unit.has(state) and (state != "barraged" or silenced(unit))]


def stopped(board: Board, unit: Unit, leaves: bool) -> list[str]:
    """What keeps it there though it `leaves` a position.

    Falling back is stronger than being pinned (Terror); an order to fall back is so by ruling.
    """
    ordered = unit.has("ordered_back") and moves_though_pinned(board)
    given_up = (*(LYING if leaves else ()), *(("pinned",) if ordered or unit.has("retreating") else ()))
    return [state for state in standing(unit) if state not in given_up]


def moves_though_pinned(board: Board) -> bool:
    """Whether the order Fall Back moves the pinned, by ruling (Orders › Fall Back; Pinning)."""
    return board.rulings.fall_back_when_pinned == "moves"


def driven(unit: Unit) -> bool:
    """Whether it has still to fall back after a Terror test, before it does anything else."""
    kept = any(state not in (*LYING, "pinned") for state in standing(unit))
    return unit.alive and unit.has("retreating") and not unit.has("fell_back") and not kept


def sent(unit: Unit) -> bool:
    """Whether Terror or an order has it move now: in any phase, in anybody's turn, whatever it has done."""
    return driven(unit) or unit.has("ordered_back")


def falls_back_first(unit: Unit) -> list[Text]:
    """The warning for anything else than falling back."""
    return [Text("{unit} has to fall back first (Terror).", unit=unit.ref)] if driven(unit) else []


def fallen_back(board: Board, unit: Unit) -> list[Event]:
    """A move that was demanded; it is the unit's move of the turn only in the turn of its own side."""
    events = mark(unit, ordered_back=None) if unit.has("ordered_back") else []
    events += mark(unit, fell_back=1) if unit.has("retreating") else []
    return [*events, *(mark(unit, moved_this_turn=1) if board.game.holder == unit.side else [])]
