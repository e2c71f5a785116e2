"""`/act ram`, `board` and `leave`: what vehicles do beside driving and firing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from rules.commands import Board, Command, Planned, Request, ResolvedCommand, able, enemies, mark
from rules.errors import RuleError
from rules.events import Event
from rules.facts import checked
from rules.fubar.commands.board_facts import aboard, needs_figures, needs_vehicle, profile, unit_facts
from rules.fubar.ram import Ram
from rules.system import Played
from rules.text import counted, say


def ram(board: Board, request: Request) -> ResolvedCommand:
    """`unit` is the vehicle, `target` the infantry, `count` the figures in its path (all without it)."""
    vehicle = able(board.unit(request.unit[0]), say("ram"))
    target = able(board.unit(request.target[0]), say("be rammed"))
    needs_vehicle(vehicle, say("ram"))
    needs_figures(target, say("jump out of the way"))
    enemies(vehicle, target)
    if vehicle.has("immobilised"):
        raise RuleError(say("{vehicle} is immobilised for the rest of the game.", vehicle=vehicle.name), "Vehicles")
    in_path = target.models if request.count is None else request.count
    facts = checked(Ram, {"unit": unit_facts(target), "in_path": in_path})
    return ResolvedCommand(
        (Planned("ram", facts, {"unit": target.id, "vehicle": vehicle.id}),),
        after=lambda after, _: mark(after.unit(vehicle.id), moved=1),
        title=say("{vehicle} drives into {target}", vehicle=vehicle.name, target=target.name),
    )


def board_vehicle(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError when there is no room, or the vehicle is the enemy's."""
    unit = able(board.unit(request.unit[0]), say("board"))
    vehicle = able(board.unit(request.target[0]), say("be boarded"))
    needs_figures(unit, say("ride in another"))
    needs_vehicle(vehicle, say("carry anybody"))
    if unit.side != vehicle.side:
        raise RuleError(say("{vehicle} is the enemy's.", vehicle=vehicle.name), "Vehicles")
    if unit.has("engaged_with") or unit.has("aboard"):
        raise RuleError(
            say(
                "{unit} is {say}.",
                unit=unit.name,
                say=say("in close combat") if unit.has("engaged_with") else say("aboard already"),
            )
        )
    room = profile(vehicle).carries - sum(inside.models for inside in aboard(board, vehicle))
    if unit.models > room:
        raise RuleError(
            say(
                "{vehicle} has room for {figures}, {unit} has {models}.",
                vehicle=vehicle.name,
                figures=counted(room, "figure"),
                unit=unit.name,
                models=unit.models,
            )
        )
    return ResolvedCommand(
        after=lambda after, _: mark(after.unit(unit.id), aboard=vehicle.id),
        notes=lambda after, _: [
            say("{unit} is aboard {vehicle}: take its figures off the table.", unit=unit.name, vehicle=vehicle.name)
        ],
        title=say("{unit} boards {vehicle}", unit=unit.name, vehicle=vehicle.name),
    )


def leave(board: Board, request: Request) -> ResolvedCommand:
    """Raises RuleError for a unit that is in no vehicle."""
    unit = able(board.unit(request.unit[0]), say("get out"))
    vehicle = unit.word("aboard")
    if not vehicle:
        raise RuleError(say("{unit} is in no vehicle.", unit=unit.name))
    return ResolvedCommand(
        after=partial(_left, unit.id),
        notes=lambda after, _: [
            say("{unit} gets out: set its figures beside {unit2}.", unit=unit.name, unit2=after.unit(vehicle).name)
        ],
        title=say("{unit} leaves {unit2}", unit=unit.name, unit2=board.unit(vehicle).name),
    )


def _left(id: str, board: Board, played: Sequence[Played]) -> list[Event]:
    return mark(board.unit(id), aboard=None)


RAM = Command(key="ram", title="Drive into infantry", order=ram, needs=("unit", "target"))
BOARD = Command(key="board", title="Board a vehicle", order=board_vehicle, needs=("unit", "target"), friendly=True)
LEAVE = Command(key="leave", title="Leave a vehicle", order=leave)
