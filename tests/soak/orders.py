"""Random commands: anything that a system offers, with options that players might give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Any, TypeVar

from rules.command.order import Command
from rules.command.system import Board
from rules.game.unit import Unit
from rules.kernel.facts import Ask, Choice
from rules.kernel.request import Request

T = TypeVar("T")

WEIGHTS = {
    "activate": 6,
    "move": 5,
    "fire": 8,
    "assault": 4,
    "act": 5,
    "morale": 1,
    "initiative": 1,
    "turn end": 2,
    "turn next": 1,
    "turn phase": 2,
}
INCHES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 24, 30)


def request(board: Board, chance: Random) -> Request:
    """Return a random command of the system; mostly by the side to go, with the required options."""
    system, game = board.system, board.game
    if "initiative" in system.commands and not game.order and chance.random() < 0.3:
        return Request("initiative", side=chance.choice(game.sides))
    keys = [key for key in WEIGHTS if key in system.commands or (key == "act" and system.acts)]
    key = chance.choices(keys, [WEIGHTS[key] for key in keys])[0]
    if key == "act":
        act = chance.choice(list(system.acts))
        return fill_options(board, chance, system.acts[act], Request("act", action=act))
    return fill_options(board, chance, system.commands[key], Request(key))


def fill_options(board: Board, chance: Random, command: Command, empty: Request) -> Request:
    """Add options to the request: the required ones, and sometimes others."""
    given: dict[str, Any] = {}
    unit = _acting(board, chance)
    if unit and ("unit" in command.needs or chance.random() < 0.3):
        given["unit"] = (unit.id,)
    given["side"] = unit.side if unit else chance.choice(board.game.sides)
    given["target"] = _targets(board, chance, command, unit)
    if command.covers and ("cover" in command.needs or chance.random() < 0.3):
        given["cover"] = (chance.choice(command.covers).code,)
    if "distance" in command.needs or chance.random() < 0.5:
        given["distance"] = (Decimal(chance.choice(INCHES)),)
    given |= _details(board, chance, command, empty, unit)
    return replace(empty, **{name: value for name, value in given.items() if value not in ((), None)})


def _acting(board: Board, chance: Random) -> Unit | None:
    """Return a unit of the side to go, sometimes of another; rarely a destroyed one."""
    units = list(board.game.units.values())
    living = [unit for unit in units if unit.alive]
    mine = [unit for unit in living if unit.side == board.game.holder]
    going = [unit for unit in mine if unit.count("actions_left")]
    if chance.random() < 0.03:
        return chance.choice(units) if units else None
    if going and chance.random() < 0.7:
        return chance.choice(going)
    pool = mine if mine and chance.random() < 0.8 else living
    return chance.choice(pool) if pool else None


def _targets(board: Board, chance: Random, command: Command, unit: Unit | None) -> tuple[str, ...]:
    if unit is None or not ("target" in command.needs or chance.random() < 0.15):
        return ()
    friends = command.friendly
    found = [one for one in board.game.units.values() if one.id != unit.id and (one.side == unit.side) == friends]
    found = [one for one in found if one.alive or chance.random() < 0.02]
    several = "target" in command.several
    if several and chance.random() < 0.15:  # an explosion strikes both sides
        found = [one for one in board.game.units.values() if one.alive and one.id != unit.id]
    many = chance.choice((2, 2, 3)) if several and chance.random() < 0.15 else 1
    return tuple(one.id for one in chance.sample(found, min(many, len(found))))


def _details(board: Board, chance: Random, command: Command, empty: Request, unit: Unit | None) -> dict[str, Any]:
    given: dict[str, Any] = {}
    if command.actions and ("action" in command.needs or chance.random() < 0.6) and not empty.action:
        given["action"] = chance.choice(command.actions).code
    for name, choices, often in (
        ("situation", command.situations, 0.3),
        ("terrain", command.terrain, 0.3),
        ("extra", command.extra, 0.25),
    ):
        if choices and chance.random() < often:
            picked = [code(chance, chance.choice(choices)) for _ in range(chance.choice((1, 1, 2)))]
            given[name] = tuple(dict.fromkeys(picked))
    if command.key in ("fire", "assault") and unit and unit.weapons and chance.random() < 0.2:
        weapon = chance.choice(unit.weapons)
        given["firers"] = (f"{chance.randint(1, weapon.count)} {weapon.name}",)
    if "count" in command.needs or chance.random() < 0.15:
        given["count"] = chance.randint(1, 4)
    if command.key == "turn phase" and board.system.phases:
        given["action"] = chance.choice(board.system.phases)
    return given


def code(chance: Random, choice: Choice) -> str:
    """Return the code of a choice; one that ends in "=" or "=N" gets a number."""
    name, equals, number = choice.code.partition("=")
    return choice.code if not equals or number.isdecimal() else f"{name}={chance.randint(0, 6)}"


def facts(asks: Sequence[Ask], asked: Request, chance: Random) -> dict[str, Any]:
    """Return answers to a form, as fields of the request."""
    given: dict[str, Any] = {}
    for ask in asks:
        value = code(chance, chance.choice(ask.choices)) if ask.choices else str(chance.choice(INCHES))
        if ask.option in ("unit", "target", "side"):
            continue
        if ask.option == "distance":
            given["distance"] = (Decimal(chance.choice(INCHES)),)
        elif ask.option in ("count", "modifier"):
            given[ask.option] = chance.randint(0, 3)
        elif ask.option in ("action", "weapon"):
            given[ask.option] = value
        else:
            given[ask.option] = tuple(dict.fromkeys((*given.get(ask.option, getattr(asked, ask.option)), value)))
    return given
