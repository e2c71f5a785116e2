"""A game at the services, without Discord: who plays, and the commands that tests give."""

from __future__ import annotations

from decimal import Decimal
from itertools import count
from typing import Any

from bot.game.people import Call, Person, Place
from bot.resolution.result import CommandResult
from bot.services import Services
from rules.commands import Request

PLACE = Place("1", "20")
ANN, BOB, CYD = Person("300", "Ann"), Person("400", "Bob"), Person("500", "Cyd")
_SOURCES = count(1)


def call(who: Person = ANN, source: str | None = None, where: Place = PLACE) -> Call:
    """A command by somebody, each from an interaction of its own unless it is named."""
    return Call(who, where, source or f"test:{next(_SOURCES)}")


async def started(services: Services) -> None:
    """The demo: Ann is the umpire and plays Red, Bob plays Blue."""
    await services.lifecycle.demo(call(), "fubar")
    await services.lifecycle.join(call(), "Red")
    await services.lifecycle.join(call(BOB), "Blue")


async def id_of(services: Services, name: str) -> str:
    live = await services.games.at(PLACE)
    return next(unit.id for unit in live.game.units.values() if unit.name == name)


async def request(services: Services, command: str, unit: str = "", target: str = "", **more: Any) -> Request:
    """A request with units by name."""
    given: dict[str, Any] = dict(more)
    if unit:
        given["unit"] = (await id_of(services, unit),)
    if target:
        given["target"] = (await id_of(services, target),)
    if "distance" in given:
        given["distance"] = (Decimal(str(given["distance"])),)
    return Request(command=command, **given)


async def fire(
    services: Services, unit: str = "Marines", target: str = "Militia", dice: str = "", **more: Any
) -> CommandResult:
    """A shot at 10″, warned or not."""
    wanted = await request(services, "fire", unit, target, distance=10, **more)
    return await services.referee.order(call(), wanted, dice, anyway=True)


def faces(answer: CommandResult) -> list[int]:
    """Every face of an answer, in order."""
    return [face for play in answer.entry.plays for throw in play.throws for face in throw.faces]
