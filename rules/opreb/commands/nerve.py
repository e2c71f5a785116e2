"""`/morale` and `/act rally`: holding on, and being rid of pinned markers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.commands import Board, Command, Planned, Request, ResolvedCommand, able
from rules.facts import checked
from rules.opreb.commands.actions import acted, go_note, inactive_note, out_of_go
from rules.opreb.commands.board_facts import skilled
from rules.opreb.morale import Morale
from rules.opreb.rally import Rally
from rules.system import Played
from rules.text import say
from rules.unit import Unit


def morale(board: Board, request: Request) -> ResolvedCommand:
    """A morale check outside of fire; it changes nothing on the board (Small arms fire › Fall back)."""
    unit = able(board.unit(request.unit[0]), say("test its morale"))
    facts = checked(Morale, {"unit": skilled(unit)})
    return ResolvedCommand(
        (Planned("morale", facts, {"unit": unit.id}),), title=say("{unit} tests its morale", unit=unit.name)
    )


def rally(board: Board, request: Request) -> ResolvedCommand:
    """An Initiative Action; warned for a unit without pinned markers (Initiative › Actions)."""
    unit = able(board.unit(request.unit[0]), say("rally"))
    facts = checked(Rally, {"unit": skilled(unit)})
    return ResolvedCommand(
        (Planned("rally", facts, {"unit": unit.id}),),
        after=lambda after, _: acted(after, after.unit(unit.id)),
        notes=partial(_notes, unit),
        warnings=_warnings(board, unit),
        title=say("{unit} rallies", unit=unit.name),
    )


def _warnings(board: Board, unit: Unit) -> tuple[str, ...]:
    idle = (
        () if unit.count("pinned") else (say("{unit} has no pinned markers (Initiative › Actions).", unit=unit.name),)
    )
    return (*out_of_go(board, unit), *idle)


def _notes(before: Unit, board: Board, played: Sequence[Played]) -> list[str]:
    return [*inactive_note(board, before), *go_note(board)]


MORALE = Command(key="morale", title="Morale check", order=morale)
RALLY = Command(key="rally", title="Initiative Action: rally", order=rally)
