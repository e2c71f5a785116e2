"""`/morale` and `/act rally`: holding on, and being rid of pinned markers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import go_note
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.facts import checked
from rules.kernel.request import Request
from rules.kernel.text import Text
from rules.opreb.commands.activate import acted, inactive_note, out_of_go, third_action
from rules.opreb.commands.weapons_used import skilled
from rules.opreb.morale import Morale
from rules.opreb.rally import Rally
from rules.opreb.tables import Board


def morale(board: Board, request: Request) -> ResolvedCommand:
    """A morale check outside of fire; it changes nothing on the board (Small arms fire › Fall back)."""
    before(board, request)
    unit = board.unit(request.unit[0])
    facts = checked(Morale, {"unit": skilled(unit)})
    return ResolvedCommand((Planned("morale", facts, {"unit": unit.id}),), title=Text("{unit}: morale", unit=unit.ref))


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Nothing but that somebody is left to hold on."""
    able(board.unit(request.unit[0]), Text("test its morale"))
    return ()


def rally(board: Board, request: Request) -> ResolvedCommand:
    """An Initiative Action; warned for a unit without pinned markers (Initiative › Actions)."""
    unit, warnings = board.unit(request.unit[0]), before_rally(board, request)
    facts = checked(Rally, {"unit": skilled(unit)})
    return ResolvedCommand(
        (Planned("rally", facts, {"unit": unit.id}),),
        after=lambda after, _: acted(after, after.unit(unit.id)),
        notes=partial(_notes, unit),
        warnings=warnings,
        rethrows=third_action(unit),
        title=Text("{unit}: rally", unit=unit.ref),
    )


def before_rally(board: Board, request: Request) -> tuple[Text, ...]:
    unit = able(board.unit(request.unit[0]), Text("rally"))
    idle = (
        () if unit.count("pinned") else (Text("{unit} has no pinned markers (Initiative › Actions).", unit=unit.ref),)
    )
    return (*out_of_go(board, unit), *idle)


def _notes(before: Unit, board: Board, played: Sequence[Played]) -> list[Text]:
    return [*inactive_note(board, before), *go_note(board)]


MORALE = Command(key="morale", title=Text("Morale check"), order=morale, before=before)
RALLY = Command(key="rally", title=Text("Initiative Action: rally"), order=rally, before=before_rally)
