"""`/act afterwards`: the fate of the downed; and when suppressed and fleeing end (Afterwards; States)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.bayonet.afterwards import AFTERWARDS, Afterwards
from rules.bayonet.tables import Board
from rules.command.effects import mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.facts import checked
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text, counted


def afterwards(board: Board, request: Request) -> ResolvedCommand:
    """A die for each downed figure: of the units named, of all, or of as many as `count` says."""
    if request.count is not None and not request.unit:
        facts = checked(Afterwards, {"downed": request.count})
        return ResolvedCommand(
            (Planned("afterwards", facts, {}),),
            title=Text("Afterwards: {figures}", figures=counted(request.count, "downed figure", "downed figures")),
        )
    named = request.unit or tuple(board.game.units)
    fallen = [unit for id in named if (unit := board.unit(id)).has("downed")]
    if not fallen:
        raise RuleError(Text("None of them is downed.") if request.unit else Text("Nobody is downed."), AFTERWARDS)
    return ResolvedCommand(
        tuple(_fates(unit) for unit in fallen),
        title=Text("Afterwards: {units}", units=Listed([unit.ref for unit in fallen])),
    )


def _fates(unit: Unit) -> Planned:
    return Planned("afterwards", checked(Afterwards, {"downed": unit.count("downed")}), {"unit": unit.id})


COMMAND = Command(
    key="afterwards", title=Text("Afterwards: fates of the downed"), order=afterwards, needs=(), several=("unit",)
)


# Suppressed and fleeing: from the result to the end of the next own bound that begins after it (States).

SUFFERED = ("suppressed", "fleeing")


def begun(board: Board, side: str | None) -> list[Event]:
    """A bound of that side begins, of everybody while it is nobody's: what they suffer now ends with it."""
    units = [unit for unit in board.game.units.values() if side in (None, unit.side)]
    return [event for unit in units for event in _recovering(unit, _suffered(unit))]


def over(board: Board, unit: Unit) -> list[Event]:
    """The end of its own bound: what it came in with is over, unless the ruling leaves it to the players."""
    ends = {} if board.rulings.suppressed_lasts == "manual" else dict.fromkeys(unit.words("recovers"))
    return [*mark(unit, **{state: None for state in ends if unit.has(state)}), *_recovering(unit, ())]


def renewed(unit: Unit, states: Iterable[str]) -> list[Event]:
    """Events by which a result suffered again in this bound lasts through the next."""
    new = set(states)
    return _recovering(unit, [state for state in unit.words("recovers") if state not in new])


def forgotten(unit: Unit) -> list[Event]:
    """What has been taken off it in the meantime, and is set again, is new."""
    return _recovering(unit, [state for state in unit.words("recovers") if unit.has(state)])


def _suffered(unit: Unit) -> list[str]:
    return [state for state in SUFFERED if unit.has(state)]


def _recovering(unit: Unit, states: Iterable[str]) -> list[Event]:
    words = ",".join(states)
    return [] if words == (unit.word("recovers") or "") else mark(unit, recovers=words or None)
