"""A game at the services, without Discord: who plays, and the commands that tests give."""

from __future__ import annotations

from decimal import Decimal
from itertools import count
from typing import Any

from bot.game.people import Call, Person, Place
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from rules.kernel.request import Request
from tests.cogs.table import same_as_record

PLACE = Place("1", "20")
ANN, BOB, CYD = Person("300", "Ann"), Person("400", "Bob"), Person("500", "Cyd")
_SOURCES = count(1)


def call(who: Person = ANN, source: str | None = None, where: Place = PLACE) -> Call:
    """A command by somebody, each from an interaction of its own unless it is named."""
    return Call(who, where, source or f"test:{next(_SOURCES)}")


async def started(services: Services, system: str = "fubar") -> None:
    """The demo: Ann is the umpire and plays Red, Bob plays Blue."""
    await services.lifecycle.demo(call(), system)
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
    services: Services, unit: str = "Marines", target: str = "Militia", dice: str = "", distance: int = 10, **more: Any
) -> CommandResult:
    """A shot, warned or not; assault rifles have two dice each up to 12″, and one beyond."""
    wanted = await request(services, "fire", unit, target, distance=distance, **more)
    return await services.referee.order(call(), wanted, dice, anyway=True)


def faces(answer: CommandResult) -> list[int]:
    """Every face of an answer, in order."""
    return [face for play in answer.entry.plays for throw in play.throws for face in throw.faces]


# Commands that wait


async def answer(
    services: Services, waits: OpenQuestion, who: Person = ANN, **more: Any
) -> CommandResult | OpenQuestion:
    """An answer to a question as it stands."""
    return await services.questions.answer(call(who), waits.row.id, waits.row.step, **more)


async def undecided(services: Services, dice: str = "", unit: str = "Marines") -> OpenQuestion:
    """A shot of four dice at the Militia whose owner, Bob, says how its hits are taken."""
    wanted = await request(services, "fire", unit, "Militia", distance=20, firers=("4 assault_rifle",))
    waits = await services.questions.begin(call(), wanted, dice)
    assert isinstance(waits, OpenQuestion)
    return waits


async def asking(services: Services) -> None:
    """The demo, in which whoever is hit says how."""
    await started(services)
    await services.preferences.rule(call(), "allocation", "ask")


async def decided(services: Services, waits: OpenQuestion, choice: str = "suppress=1") -> CommandResult:
    """What the shot comes to once Bob has said how he takes its hits."""
    done = await answer(services, waits, BOB, choice=choice)
    assert isinstance(done, CommandResult)
    await same_as_record(services, await services.games.at(PLACE))
    return done


async def taken_back(services: Services) -> CommandResult:
    """Ann's last entry undone; Bob agrees where it concerns him."""
    done = await services.corrections.undo(call())
    if isinstance(done, OpenQuestion):
        done = await services.corrections.agree(call(BOB), done.row.id, done.row.step)
    assert isinstance(done, CommandResult)
    return done


async def waiting(services: Services) -> tuple[int, ...]:
    """The bot's dice that come out first."""
    return (await services.games.at(PLACE)).game.queues.get(6, ())
