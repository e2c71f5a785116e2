"""`/act ram`, `board` and `leave`: what vehicles do beside driving and firing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.board import Board, Command, Order, Planned, Request, able, enemies, mark
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.fubar.orders.board_facts import aboard, needs_figures, needs_vehicle, profile, unit_facts
from rules.fubar.ram import Ram
from rules.system import Played
from rules.words import counted


def ram(board: Board, request: Request) -> Order:
    """`unit` is the vehicle, `target` the infantry, `count` the figures in its path (all without it)."""
    vehicle = able(board.unit(request.unit[0]), "ram")
    target = able(board.unit(request.target[0]), "be rammed")
    needs_vehicle(vehicle, "ram")
    needs_figures(target, "jump out of the way")
    enemies(vehicle, target)
    if vehicle.has("immobilised"):
        raise RuleError(f"{vehicle.name} is immobilised for the rest of the game.", "Vehicles")
    in_path = target.models if request.count is None else request.count
    facts = checked(Ram, {"unit": unit_facts(target), "in_path": in_path})
    return Order(
        (Planned("ram", facts, {"unit": target.id, "vehicle": vehicle.id}),),
        after=lambda after, _: mark(after.unit(vehicle.id), moved=1),
        title=f"{vehicle.name} drives into {target.name}",
    )


def board_vehicle(board: Board, request: Request) -> Order:
    """Raises RuleError when there is no room, or the vehicle is the enemy's."""
    unit = able(board.unit(request.unit[0]), "board")
    vehicle = able(board.unit(request.target[0]), "be boarded")
    needs_figures(unit, "ride in another")
    needs_vehicle(vehicle, "carry anybody")
    if unit.side != vehicle.side:
        raise RuleError(f"{vehicle.name} is the enemy's.", "Vehicles")
    if unit.has("engaged_with") or unit.has("aboard"):
        raise RuleError(f"{unit.name} is {'in close combat' if unit.has('engaged_with') else 'aboard already'}.")
    room = profile(vehicle).carries - sum(inside.models for inside in aboard(board, vehicle))
    if unit.models > room:
        raise RuleError(f"{vehicle.name} has room for {counted(room, 'figure')}, {unit.name} has {unit.models}.")
    return Order(
        after=lambda after, _: mark(after.unit(unit.id), aboard=vehicle.id),
        notes=lambda after, _: [f"{unit.name} is aboard {vehicle.name}: take its figures off the table."],
        title=f"{unit.name} boards {vehicle.name}",
    )


def leave(board: Board, request: Request) -> Order:
    """Raises RuleError for a unit that is in no vehicle."""
    unit = able(board.unit(request.unit[0]), "get out")
    vehicle = unit.word("aboard")
    if not vehicle:
        raise RuleError(f"{unit.name} is in no vehicle.")
    return Order(
        after=partial(_left, unit.id),
        notes=lambda after, _: [f"{unit.name} gets out: set its figures beside {after.unit(vehicle).name}."],
        title=f"{unit.name} leaves {board.unit(vehicle).name}",
    )


def _left(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    return mark(board.unit(id), aboard=None)


RAM = Command(key="ram", title="Drive into infantry", order=ram, needs=("unit", "target"))
BOARD = Command(key="board", title="Board a vehicle", order=board_vehicle, needs=("unit", "target"))
LEAVE = Command(key="leave", title="Leave a vehicle", order=leave)
