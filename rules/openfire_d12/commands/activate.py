"""`/activate` and `/initiative`: whose go it is, and two actions for a unit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able
from rules.command.system import Command, Planned, ResolvedCommand
from rules.command.turns import first_waiting, thrown_before
from rules.game.events import Event, TurnAdvanced
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import checked
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text
from rules.openfire_d12.commands.actions import ACTIVATIONS, begun, go_note, may_do, out_of_turn
from rules.openfire_d12.initiative import INITIATIVE as SECTION
from rules.openfire_d12.initiative import Initiative
from rules.openfire_d12.tables import Board


def order(board: Board, request: Request) -> ResolvedCommand:
    """No dice: the unit has two actions (Alternate Activations)."""
    unit, warnings = board.unit(request.unit[0]), before(board, request)
    return ResolvedCommand(
        after=lambda after, _: begun(after, after.unit(unit.id)),
        notes=partial(_notes, unit.id),
        warnings=warnings,
        rethrows=_activated(unit),
        title=Text("{unit}: activation", unit=unit.ref),
    )


def before(board: Board, request: Request) -> tuple[Text, ...]:
    """Each unit is activated once a round, by the side whose go it is (Alternate Activations)."""
    unit = able(board.unit(request.unit[0]), Text("activate"))
    return _activated(unit) or out_of_turn(board, unit)


def _activated(unit: Unit) -> tuple[Text, ...]:
    """The warning for a second activation in a round."""
    done = Text("{unit} has been activated this round ({section}).", unit=unit.ref, section=ACTIVATIONS)
    return (done,) if unit.has("activated") else ()


def _notes(id: str, board: Board, played: Sequence[Played]) -> list[Text]:
    unit = board.unit(id)
    return [Text("Two actions for {unit}: {choices}.", unit=unit.ref, choices=Listed(may_do(board, unit), "or"))]


def initiative(board: Board, request: Request) -> ResolvedCommand:
    """As many dice for each side as there are sides, in the order in which they sat down."""
    warnings, sides = before_initiative(board, request), board.game.sides
    facts = checked(Initiative, {"players": len(sides), "names": sides})
    return ResolvedCommand(
        (Planned("initiative", facts, {}),),
        after=partial(_ranked, sides),
        notes=lambda after, _: go_note(after),
        warnings=warnings,
        rethrows=thrown_before(board),
        title=Text("Initiative of round {turn}", turn=board.game.turn),
    )


def before_initiative(board: Board, request: Request) -> tuple[Text, ...]:
    if not 2 <= len(board.game.sides) <= 6:
        raise RuleError(Text("Initiative needs two to six sides: use `/game join` or `/force load`."), SECTION)
    if request.modifier or request.modifiers:
        raise RuleError(Text("The core rules have no modifiers of the initiative."), SECTION)
    return thrown_before(board)


def _ranked(sides: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Event]:
    places: tuple[int, ...] = played[0].outcome.order
    order = tuple(sides[place] for place in places)
    return [TurnAdvanced(turn=board.game.turn, order=order, holder=first_waiting(board, order))]


COMMAND = Command(key="activate", title=Text("Activate"), order=order, before=before)
INITIATIVE = Command(key="initiative", title=Text("Initiative"), order=initiative, before=before_initiative, needs=())
