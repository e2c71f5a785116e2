"""`/act ram`, `board` and `leave`: what vehicles do beside driving and firing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.command.effects import able, enemies, mark
from rules.command.system import Command, Planned, ResolvedCommand
from rules.fubar.commands.board_facts import aboard, free_to_move, needs_figures, needs_vehicle, unit_facts
from rules.fubar.commands.own_action import before_ramming
from rules.fubar.commands.reactions import has_charged
from rules.fubar.facts import profile
from rules.fubar.ram import Ram
from rules.fubar.tables import Board
from rules.game.events import Event
from rules.game.unit import Unit
from rules.kernel.action import Played
from rules.kernel.errors import RuleError
from rules.kernel.facts import Choice, checked
from rules.kernel.request import Request
from rules.kernel.text import Note, Text, UnitRef, at_table, counted


def ram(board: Board, request: Request) -> ResolvedCommand:
    """`unit` is the vehicle, `target` the infantry, `count` or `in_path` the figures in its path (all without it)."""
    warnings, vehicle, target = before_ram(board, request), board.unit(request.unit[0]), board.unit(request.target[0])
    in_path = request.number("in_path", target.models) if request.count is None else request.count
    facts = checked(Ram, {"unit": unit_facts(target), "in_path": in_path})
    return ResolvedCommand(
        (Planned("ram", facts, {"unit": target.id, "vehicle": vehicle.id}),),
        after=partial(_rammed, vehicle.id),
        notes=partial(_out_of_the_way, vehicle, target),
        warnings=warnings,
        title=Text("Ram: {vehicle} → {target}", vehicle=vehicle.ref, target=target.ref),
    )


def _out_of_the_way(vehicle: Unit, target: Unit, board: Board, played: Sequence[Played]) -> list[Note]:
    """Figures that get out of the way are moved just clear of it (Vehicles)."""
    if not played[0].outcome.dodged:
        return []
    said = Text("Move the figures of {unit} clear of the path of {vehicle}.", unit=target.ref, vehicle=vehicle.ref)
    return [at_table(said)]


def _rammed(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    """Events after a ram: it is this activation's action, an assault; the move into contact may have been recorded."""
    vehicle = board.unit(id)
    charge = [] if has_charged(vehicle) else mark(vehicle, moved=1)
    return charge + mark(vehicle, action="assault", acted=1)


def before_ram(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for what cannot ram, or be rammed."""
    vehicle = able(board.unit(request.unit[0]), Text("ram"))
    needs_vehicle(vehicle, Text("ram"))
    for target in [able(board.unit(id), Text("be rammed")) for id in request.target]:
        needs_figures(target, Text("jump out of the way"))
        enemies(vehicle, target)
        if target.has("aboard"):
            raise RuleError(Text("{target} is inside a vehicle: fire at the vehicle.", target=target.ref), "Vehicles")
    free_to_move(vehicle)
    return before_ramming(vehicle)


def board_vehicle(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError when there is no room, or the vehicle is the enemy's."""
    before_boarding(board, request)
    unit, vehicle = board.unit(request.unit[0]), board.unit(request.target[0])
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), aboard=vehicle.id, boarded=1),
        notes=lambda after, _: [
            at_table(
                Text("{unit} is aboard {vehicle}: take its figures off the table.", unit=unit.ref, vehicle=vehicle.ref)
            )
        ],
        title=Text("{unit}: into {vehicle}", unit=unit.ref, vehicle=vehicle.ref),
    )


def before_boarding(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit that cannot get in anywhere, and for what does not take it."""
    unit = able(board.unit(request.unit[0]), Text("board"))
    vehicles = [able(board.unit(id), Text("be boarded")) for id in request.target]
    needs_figures(unit, Text("ride in another"))
    for vehicle in vehicles:
        needs_vehicle(vehicle, Text("carry anybody"))
        if unit.side != vehicle.side:
            raise RuleError(Text("{vehicle} belongs to the enemy.", vehicle=vehicle.ref), "Vehicles")
    if unit.has("engaged_with"):
        raise RuleError(Text("{unit} is in close combat.", unit=unit.ref))
    if unit.has("aboard"):
        raise RuleError(Text("{unit} is aboard already.", unit=unit.ref))
    for vehicle in vehicles:
        _room(board, unit, vehicle)
    return ()


def _room(board: Board, unit: Unit, vehicle: Unit) -> None:
    room = profile(vehicle).carries - sum(inside.models for inside in aboard(board, vehicle))
    if unit.models > room:
        why = Text(
            "{vehicle} has room for {figures}, {unit} has {models}.",
            vehicle=vehicle.ref,
            figures=counted(room, "figure", "figures"),
            unit=unit.ref,
            models=unit.models,
        )
        raise RuleError(why)


def leave(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that is in no vehicle."""
    before_leaving(board, request)
    unit = board.unit(request.unit[0])
    vehicle = unit.word("aboard") or ""
    return ResolvedCommand(
        after=partial(_left, unit.id),
        notes=lambda after, _: [
            at_table(
                Text("{unit} gets out: set its figures beside {vehicle}.", unit=unit.ref, vehicle=UnitRef(vehicle))
            )
        ],
        title=Text("{unit}: out of {vehicle}", unit=unit.ref, vehicle=UnitRef(vehicle)),
    )


def before_leaving(board: Board, request: Request) -> tuple[Text, ...]:
    """Raises RuleError for a unit that is in no vehicle."""
    unit = able(board.unit(request.unit[0]), Text("get out"))
    if not unit.has("aboard"):
        raise RuleError(Text("{unit} is not in a vehicle.", unit=unit.ref))
    return ()


def _left(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    return mark(board.unit(id), aboard=None, boarded=None)


RAM = Command(
    key="ram",
    title=Text("Drive into infantry"),
    order=ram,
    before=before_ram,
    needs=("unit", "target"),
    at_foes=True,
    situations=tuple(
        Choice(f"in_path={n}", Text("{figures} in its path", figures=counted(n, "figure", "figures")))
        for n in range(1, 13)
    ),
)
BOARD = Command(
    key="board",
    title=Text("Board a vehicle"),
    order=board_vehicle,
    before=before_boarding,
    needs=("unit", "target"),
    friendly=True,
)
LEAVE = Command(key="leave", title=Text("Leave a vehicle"), order=leave, before=before_leaving)
