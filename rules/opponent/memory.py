"""Results of plays, kept by equal facts, on which alone they depend."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from rules.command.planned import Planned
from rules.command.system import Board, System
from rules.kernel.plays import Effect

Likely = tuple[float, Sequence[Effect], Any]
"""A possible result of a play: its chance, its effects, and its outcome."""
_MOST_REMEMBERED = 4000
"""Most cached plays of a system: a few megabytes."""
Key = tuple[object, ...]
_Value = TypeVar("_Value")


class TooBig(Enum):
    """Reason against exact odds: too many ways, or effects that depend on the dice beyond the outcome."""

    WORK = 0
    BY_DICE = 1


class PartToll(NamedTuple):
    """Expected losses of each part in a play, and expected numbers of each state set."""

    lost: dict[str, float]
    states: dict[tuple[str, str], float]


class Memory(NamedTuple):
    """Cached results of equal plays of a system; the system is referenced so that its id stays unique."""

    system: System
    tolls: dict[Key, PartToll]
    likely: dict[Key, Sequence[Likely]]
    big: dict[Key, TooBig]
    too_big: dict[Key, bool]


_MEMORIES: dict[int, Memory] = {}


def memory_of(system: System) -> Memory:
    found = _MEMORIES.get(id(system))
    if found is None:
        found = keep(_MEMORIES, id(system), Memory(system, {}, {}, {}, {}), 16)
    return found


def keep(known: dict[Any, _Value], key: object, value: _Value, most: int = _MOST_REMEMBERED) -> _Value:
    if len(known) >= most:
        known.clear()
    known[key] = value
    return value


def play_key(board: Board, play: Planned) -> Key:
    """Return the key of a play: its facts and the rulings."""
    return play.action, board.rulings.model_dump_json(), play.facts.model_dump_json(), tuple(play.roles)
