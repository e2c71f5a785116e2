"""What the commands of the systems share: effects as events, states that are cleared, who can act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rules.command.system import Board
from rules.game.events import Event, LossesTaken, RulingSet, StateCounted, StateSet
from rules.game.unit import Unit, Value
from rules.kernel.action_set import ActionSet, Clearing
from rules.kernel.errors import RuleError
from rules.kernel.plays import Effect
from rules.kernel.resolve import earlier_defaults
from rules.kernel.text import Text


def clearing(board: Board, unit: Unit, event: Clearing) -> list[Event]:
    """What `event` clears of a unit's states, by the system's table of states."""
    states = board.system.states
    return [
        StateSet(unit=unit.id, state=name, value=None)
        for name in unit.states
        if name in states and event in states[name].cleared_by
    ]


def changes(board: Board, effects: Iterable[Effect], roles: Mapping[str, str]) -> list[Event]:
    """Effects as events on the units that took those parts; a part that no unit took changes nothing.

    Each is added to what those before it came to: two hits of one shot both count.
    """
    events: list[Event] = []
    for effect in effects:
        if effect.unit in roles:
            more = _change(board, board.unit(roles[effect.unit]), effect)
            events, board = events + more, board.after(more)
    return events


def with_aftermath(board: Board, events: Iterable[Event]) -> list[Event]:
    """Events of an entry, and what follows of itself from the board that they come to."""
    happened = list(events)
    return [*happened, *board.system.aftermath(board.after(happened))]


def _change(board: Board, unit: Unit, effect: Effect) -> list[Event]:
    if effect.effect == "models":
        return [LossesTaken(unit=unit.id, models=-effect.change)]
    if effect.effect == "hp":
        return [LossesTaken(unit=unit.id, hp=tuple(map(int, (effect.to or "").split(","))))]
    holds = board.system.states[effect.effect].holds
    if holds == "count":
        return [StateCounted(unit=unit.id, state=effect.effect, change=effect.change)]
    if holds == "flag":
        return [StateSet(unit=unit.id, state=effect.effect, value=1 if effect.change > 0 else None)]
    if holds == "words" and effect.to:
        words = dict.fromkeys((*unit.words(effect.effect), *effect.to.split(",")))
        return [StateSet(unit=unit.id, state=effect.effect, value=",".join(words))]
    return [StateSet(unit=unit.id, state=effect.effect, value=effect.to)]


def mark(unit: Unit, **states: int | str | None) -> list[Event]:
    """Events that set states of a unit."""
    return [StateSet(unit=unit.id, state=name, value=value) for name, value in states.items()]


def able(unit: Unit, what: Text) -> Unit:
    """The unit itself; raises RuleError when nothing of it is left to do that."""
    if not unit.alive:
        raise RuleError(Text("{unit} is out of action and cannot {what}.", unit=unit.ref, what=what))
    return unit


def enemies(unit: Unit, other: Unit) -> None:
    """Raises RuleError when two units are on one side."""
    if unit.side == other.side:
        raise RuleError(Text("{other} is on the same side as {unit}.", other=other.ref, unit=unit.ref))


def begun_with(system: ActionSet, rulings: Mapping[str, Value] = MappingProxyType({})) -> list[RulingSet]:
    """What a new game says from its start: these rulings, and those of which older games, whose default was another,
    say nothing.
    """
    now = {name: system.rulings.model_fields[name].default for name in earlier_defaults(system)}
    return [RulingSet(name=name, value=value) for name, value in {**now, **rulings}.items()]
