"""`/activate` and `/initiative`: whose go it is, and two actions for a unit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.commands import Board, Command, Planned, Request, ResolvedCommand, able
from rules.errors import RuleError
from rules.events import Event, TurnAdvanced
from rules.facts import checked
from rules.openfire_d12.commands.actions import ACTIVATIONS, begun, go_note, may_do, out_of_turn, waiting
from rules.openfire_d12.initiative import INITIATIVE as SECTION
from rules.openfire_d12.initiative import Initiative
from rules.system import Played
from rules.text import listed, say
from rules.unit import Unit


def order(board: Board, request: Request) -> ResolvedCommand:
    """No dice: the unit has two actions (Alternate Activations)."""
    unit = able(board.unit(request.unit[0]), say("activate"))
    return ResolvedCommand(
        after=lambda after, _: begun(after, after.unit(unit.id)),
        notes=partial(_notes, unit.id),
        warnings=_warnings(board, unit),
        title=say("{unit} activates", unit=unit.name),
    )


def _warnings(board: Board, unit: Unit) -> tuple[str, ...]:
    if unit.has("activated"):
        return (say("{unit} has been activated this round ({section}).", unit=unit.name, section=ACTIVATIONS),)
    return out_of_turn(board, unit)


def _notes(id: str, board: Board, played: Sequence[Played]) -> list[str]:
    unit = board.unit(id)
    return [say("Two actions for {unit}: {choices}.", unit=unit.name, choices=listed(may_do(board, unit), "or"))]


def initiative(board: Board, request: Request) -> ResolvedCommand:
    """As many dice for each side as there are sides, in the order in which they sat down."""
    sides = board.game.sides
    if not 2 <= len(sides) <= 6:
        raise RuleError(say("Initiative needs two to six sides: use `/game join` or `/force load`."), SECTION)
    if request.modifier:
        raise RuleError(say("The core rules have no modifiers of the initiative."), SECTION)
    facts = checked(Initiative, {"players": len(sides), "names": sides})
    thrown = (say("The initiative of round {turn} has been thrown.", turn=board.game.turn),) if board.game.order else ()
    return ResolvedCommand(
        (Planned("initiative", facts, {}),),
        after=partial(_ranked, sides),
        notes=lambda after, _: go_note(after),
        warnings=thrown,
        title=say("Initiative of round {turn}", turn=board.game.turn),
    )


def _ranked(sides: tuple[str, ...], board: Board, played: Sequence[Played]) -> list[Event]:
    places: tuple[int, ...] = played[0].outcome.order
    order = tuple(sides[place] for place in places)
    able_sides = {unit.side for unit in waiting(board)}
    first = next((side for side in order if side in able_sides), None)
    return [TurnAdvanced(turn=board.game.turn, order=order, holder=first)]


COMMAND = Command(key="activate", title="Activate", order=order)
INITIATIVE = Command(key="initiative", title="Initiative", order=initiative, needs=())
