"""`/act scout`, `board` and `leave`: scouts come to the table, units get into others and out again."""

from __future__ import annotations

from rules.command.effects import able, mark
from rules.command.system import Board, Command, ResolvedCommand
from rules.game.unit import Unit
from rules.kernel.errors import RuleError
from rules.kernel.request import Request
from rules.kernel.text import Listed, Text, asks, at_table, counted
from rules.openfire_d12.commands.actions import unplaced
from rules.openfire_d12.commands.board_facts import TRANSPORT, close_to, inside, on_table, profile

SCOUTS = "Setup Stage › Deploy Scouts"


def scout(board: Board, request: Request) -> ResolvedCommand:
    """A waiting scout is placed; sides take turns, in the order in which they deployed (Deploy Scouts)."""
    unit = able(board.unit(request.unit[0]), Text("be placed"))
    if not unit.has("scout_waiting"):
        raise RuleError(Text("{unit} is on the table already, or is no scout.", unit=unit.ref), SCOUTS)
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), scout_waiting=None),
        notes=lambda after, _: [at_table(Text("Anywhere more than 12″ from every enemy.")), *_still_waiting(after)],
        title=Text("{unit}: placed", unit=unit.ref),
    )


def _still_waiting(board: Board) -> list[Text]:
    units = [unit for unit in board.game.units.values() if unit.alive and unit.has("scout_waiting")]
    names = Listed([Text("{unit} ({side})", unit=unit.ref, side=unit.side) for unit in units])
    scout = Request("act", action="scout")
    return [asks(Text("Still waiting: {units}.", units=names), Text("Place scouts …"), scout)] if units else []


def get_in(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError when there is no room, or the unit is the enemy's (Special Rules › Transport)."""
    unit = on_table(board.unit(request.unit[0]), Text("get in"))
    carrier = on_table(board.unit(request.target[0]), Text("carry anybody"))
    _room(board, unit, carrier)
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), aboard=carrier.id),
        notes=lambda after, _: [at_table(Text("Take the models of {unit} off the table.", unit=unit.ref)), _UNWRITTEN],
        warnings=(*unplaced(unit), *unplaced(carrier)),
        title=Text("{unit}: into {carrier}", unit=unit.ref, carrier=carrier.ref),
    )


def _room(board: Board, unit: Unit, carrier: Unit) -> None:
    if unit.side != carrier.side or unit.id == carrier.id:
        raise RuleError(Text("{carrier} does not carry {unit}.", carrier=carrier.ref, unit=unit.ref), TRANSPORT)
    if close_to(board, unit):
        raise RuleError(Text("{unit} is in an enemy's assault range.", unit=unit.ref), TRANSPORT)
    room = profile(carrier).transport - sum(other.models for other in inside(board, carrier.id))
    if unit.models > room:
        why = Text(
            "{carrier} has room for {models}, {unit} has {count}.",
            carrier=carrier.ref,
            models=counted(max(0, room), "model", "models"),
            unit=unit.ref,
            count=unit.models,
        )
        raise RuleError(why, TRANSPORT)


def get_out(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that is in no other."""
    unit = able(board.unit(request.unit[0]), Text("get out"))
    carrier = unit.word("aboard")
    if carrier is None:
        raise RuleError(Text("{unit} is not inside another unit.", unit=unit.ref), TRANSPORT)
    beside = board.game.units.get(carrier)
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), aboard=None),
        notes=lambda after, _: [
            at_table(Text("Set its models beside {carrier}.", carrier=beside.ref))
            if beside
            else at_table(Text("Set its models beside where it was.")),
            _UNWRITTEN,
        ],
        title=Text("{unit}: out", unit=unit.ref),
    )


_UNWRITTEN = at_table(Text("The page does not say what that costs: agree on it."))

SCOUT = Command(key="scout", title=Text("Place scouts"), order=scout)
BOARD = Command(key="board", title=Text("Get into a transport"), order=get_in, needs=("unit", "target"), friendly=True)
LEAVE = Command(key="leave", title=Text("Get out of a transport"), order=get_out)
