"""`/act minefield` and `objectives`: what lies on the field."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.game.events import Event, LossesTaken
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import checked
from rules.kernel.request import Request
from rules.kernel.text import Note, Text, asks, at_table, counted
from rules.openfire_ww2.facts import profile
from rules.openfire_ww2.fighters import MINEFIELDS
from rules.openfire_ww2.minefield import Minefield
from rules.openfire_ww2.objectives import Objectives
from rules.openfire_ww2.tables import Board


def minefield(board: Board, request: Request) -> ResolvedCommand:
    """`count` is how many men walk in, all of them without it."""
    unit = able(board.unit(request.unit[0]), Text("walk into a minefield"))
    models = unit.models if request.count is None else request.count
    if models > unit.models:
        men = counted(unit.models, "man", "men")
        raise RuleError(Text("{unit} has {men}, not {asked}.", unit=unit.ref, men=men, asked=models), MINEFIELDS)
    known = profile(unit)
    facts = checked(
        Minefield, {"kind": known.kind, "models": models, "trn": known.trn, "minesweeper": known.minesweeper}
    )
    return ResolvedCommand(
        (Planned("minefield", facts, {"unit": unit.id}),),
        after=partial(_after, unit.id),
        notes=partial(_notes, unit.id),
        title=Text("{unit}: into a minefield", unit=unit.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Nothing but that the unit is there: mines lie for anybody."""
    able(board.unit(request.unit[0]), Text("walk into a minefield"))
    return ()


def _after(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """What a mine takes off a vehicle's hit points."""
    unit, lost = board.unit(id), played[0].outcome.hp_lost
    if not lost:
        return []
    left = max(0, sum(unit.hp) - lost)
    return [LossesTaken(unit=id, hp=(left,)), *(mark(unit, knocked_out=1) if not left else [])]


def _notes(id: str, board: Board, played: Sequence[Played]) -> list[Note]:
    unit = board.unit(id)
    if played[0].outcome.killed and unit.alive and unit.models:
        test = Request("morale", (unit.id,))
        return [asks(Text("{unit} has lost men: Terror.", unit=unit.ref), Text("{unit}: Terror", unit=unit.ref), test)]
    return [] if unit.alive else [at_table(Text("{unit} is out of action.", unit=unit.ref))]


def objectives(board: Board, request: Request) -> ResolvedCommand:
    return ResolvedCommand(
        (Planned("objectives", checked(Objectives, {}), {}),),
        notes=lambda _, __: [
            at_table(Text("Place each with `/place add`, kind objective; whoever takes one: `/objective hold`."))
        ],
        title=Text("Number of objectives"),
    )


COMMANDS = (
    Command(key="minefield", title=Text("Minefield"), order=minefield, before=before, befalls=True),
    Command(key="objectives", title=Text("Number of objectives"), order=objectives, needs=()),
)
