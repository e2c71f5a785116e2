"""A game at the services, without Discord: the players, and the commands of tests."""

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
    """Return the call of a command by a player, from a new interaction unless one is named."""
    return Call(who, where, source or f"test:{next(_SOURCES)}")


async def start_demo(services: Services, system: str = "fubar") -> None:
    """Begin the demo: Ann is the umpire and plays Red, Bob plays Blue."""
    await services.lifecycle.demo(call(), system)
    await services.seats.join(call(), "Red")
    await services.seats.join(call(BOB), "Blue")


async def id_of(services: Services, name: str) -> str:
    live = await services.games.require_game(PLACE)
    return next(unit.id for unit in live.game.units.values() if unit.name == name)


async def request(services: Services, command: str, unit: str = "", target: str = "", **more: Any) -> Request:
    """Return a request with units by name."""
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
    """Fire, despite warnings; assault rifles have two dice each up to 12″, and one beyond."""
    wanted = await request(services, "fire", unit, target, distance=distance, **more)
    return await services.referee.order(call(), wanted, dice, anyway=True)


def faces(answer: CommandResult) -> list[int]:
    """Return every face of a result, in order."""
    return [face for play in answer.entry.plays for throw in play.throws for face in throw.faces]


# Commands that wait


async def answer(
    services: Services, waits: OpenQuestion, who: Person = ANN, **more: Any
) -> CommandResult | OpenQuestion:
    """Answer a question at its current step."""
    return await services.questions.answer(call(who), waits.row.id, waits.row.step, **more)


async def undecided(services: Services, dice: str = "", unit: str = "Marines") -> OpenQuestion:
    """Fire four dice at the Militia, whose owner Bob decides on the allocation of the hits."""
    wanted = await request(services, "fire", unit, "Militia", distance=20, firers=("4 assault_rifle",))
    waits = await services.questions.begin(call(), wanted, dice)
    assert isinstance(waits, OpenQuestion)
    return waits


async def asking(services: Services) -> None:
    """Begin the demo with the ruling that the target's owner allocates hits."""
    await start_demo(services)
    await services.preferences.rule(call(), "allocation", "ask")


async def decided(services: Services, waits: OpenQuestion, choice: str = "suppress=1") -> CommandResult:
    """Allocate the hits as Bob and return the result."""
    done = await answer(services, waits, BOB, choice=choice)
    assert isinstance(done, CommandResult)
    await same_as_record(services, await services.games.require_game(PLACE))
    return done


async def undo_last(services: Services) -> CommandResult:
    """Undo Ann's last entry, with Bob's consent if it is asked."""
    done = await services.corrections.undo(call())
    if isinstance(done, OpenQuestion):
        done = await services.corrections.agree(call(BOB), done.row.id, done.row.step)
    assert isinstance(done, CommandResult)
    return done


async def waiting(services: Services) -> tuple[int, ...]:
    """Return the bot's returned dice, which are used first."""
    return (await services.games.require_game(PLACE)).game.queues.get(6, ())
