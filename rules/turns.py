"""What a new turn does in every system: states that end with it, objects that burn out, markers to collect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.commands import Board, clearing
from rules.events import Event, ObjectPlaced, ObjectRemoved, TurnAdvanced
from rules.text import amount, listed, say, spoken, unsaid
from rules.unit import Unit


def next_turn(board: Board) -> list[Event]:
    """The events of a turn's end and the next one's start, without what is peculiar to a system."""
    game = board.game
    events: list[Event] = [event for unit in game.units.values() for event in clearing(board, unit, "turn_end")]
    events += burned_down(board)
    return [*events, TurnAdvanced(turn=game.turn + 1)]


def burned_down(board: Board) -> list[Event]:
    """Objects with turns of their own count down; at none left they are picked up."""
    events: list[Event] = []
    for thing in board.game.things.values():
        if thing.turns is not None and thing.turns <= 1:
            events.append(ObjectRemoved(label=thing.label))
        elif thing.turns is not None:
            events.append(ObjectPlaced(thing=thing.model_copy(update={"turns": thing.turns - 1})))
    return events


_COLLECT = unsaid("Collect: {markers}.")


def to_collect(before: Board, after: Board) -> list[str]:
    """A line with what to take off the table, if anything: markers that are gone, and objects that burned out."""
    markers = collected(before, after)
    return [say(_COLLECT, markers="; ".join(markers))] if markers else []


def tells_to_collect(note: str) -> bool:
    """Whether a note is such a line."""
    beginning = say(_COLLECT, markers="\0").partition("\0")[0]
    return bool(beginning) and note.startswith(beginning)


def collected(before: Board, after: Board) -> list[str]:
    units: dict[str, list[str]] = {}
    for unit in before.game.units.values():
        for marker in _taken_off(before, after, unit):
            units.setdefault(marker, []).append(unit.name)
    lines = [say("{marker} from {names}", marker=marker, names=listed(names)) for marker, names in units.items()]
    gone = [thing for thing in before.game.things.values() if thing.label not in after.game.things]
    return [*lines, *(f"{spoken(thing.kind)} {thing.label}" for thing in gone)]


def _taken_off(before: Board, after: Board, unit: Unit) -> list[str]:
    """Markers that are gone, and how many of those that are fewer."""
    now = after.game.units.get(unit.id)
    if now is None:
        return []
    markers = [name for name in unit.states if name in before.system.states and before.system.states[name].marker]
    lines = [spoken(name) for name in markers if name not in now.states]
    fewer = [(name, unit.count(name) - now.count(name)) for name in markers if name in now.states]
    return [*lines, *(amount(less, name) for name, less in fewer if less > 0)]


_GO = ("tried", "activated", "acted", "fired")


def had_go(board: Board, unit: Unit) -> bool:
    """Whether a unit has had its go this turn: one of its states says so, and ends with the turn."""
    states = board.system.states
    return any(
        unit.has(name) and name in states and {"turn_end", "turn_start"} & set(states[name].cleared_by) for name in _GO
    )


def not_yet(units: Iterable[Unit], turn: str) -> tuple[str, ...]:
    """A warning with the list of units that have not acted, or nothing."""
    idle = list(units)
    sides = {unit.side: [one.name for one in idle if one.side == unit.side] for unit in idle}
    if len(sides) > 1:
        named = "; ".join(f"{side}: {listed(names)}" for side, names in sides.items())
        text = say("{count} units have not acted this {turn}. {units}.", count=len(idle), turn=say(turn), units=named)
        return (text,)
    one = unsaid("1 unit has not acted this {turn}: {units}.")
    many = unsaid("{count} units have not acted this {turn}: {units}.")
    named = listed([unit.name for unit in idle])
    return (say(one if len(idle) == 1 else many, count=len(idle), turn=say(turn), units=named),) if idle else ()


def next_side(sides: Sequence[str], holder: str | None, can_go: Iterable[str]) -> str | None:
    """The side that comes after `holder` among those that can still go; None when nobody can."""
    able = set(can_go)
    at = sides.index(holder) + 1 if holder in sides else 0
    turn = [*sides[at:], *sides[:at]]
    return next((side for side in turn if side in able), None)
