"""Commands in tests of waiting dice: give, agree, undo."""

from __future__ import annotations

from typing import Any

from bot.dice.returned import ReturnedDice
from bot.game.people import Person
from bot.game.questions import ConsentQuestion
from bot.resolution.questions import OpenQuestion
from bot.resolution.result import CommandResult
from bot.services import Services
from rules.kernel.wording import ENGLISH
from tests.bot.playing import ANN, BOB, PLACE, call, request
from tests.cogs.table import same_as_record

FOUR = ("4 assault_rifle",)
Came = CommandResult | OpenQuestion


async def give_command(
    services: Services, command: str, unit: str, target: str = "", who: Person = ANN, dice: str = "", **more: Any
) -> Came:
    """Give a command and confirm its warnings."""
    came = await services.questions.begin(call(who), await request(services, command, unit, target, **more), dice)
    while isinstance(came, OpenQuestion) and came.row.kind == "anyway":
        came = await services.questions.answer(call(who), came.row.id, came.row.step)
    return came


async def fire(services: Services, unit: str = "Marines", target: str = "Militia", dice: str = "", **more: Any) -> Came:
    return await give_command(services, "fire", unit, target, dice=dice, **{"distance": 20, "firers": FOUR, **more})


def require_result(came: Came) -> CommandResult:
    assert isinstance(came, CommandResult), came
    return came


def consent(came: Came) -> ConsentQuestion:
    """Return the request for consent."""
    assert isinstance(came, OpenQuestion), came
    assert isinstance(came.question, ConsentQuestion), came.question
    return came.question


def wish(came: Came) -> str:
    return ENGLISH(consent(came).wish)


async def agree(services: Services, came: Came, who: Person = BOB) -> Came:
    consent(came)
    assert isinstance(came, OpenQuestion)
    return await services.corrections.agree(call(who), came.row.id, came.row.step)


async def undo_last(services: Services, who: Person = ANN, by: Person = BOB) -> CommandResult:
    """Undo the last entry, with the other player's consent if it is asked."""
    came = await services.corrections.undo(call(who))
    if isinstance(came, OpenQuestion):
        came = await agree(services, came, by)
    return require_result(came)


async def waiting(services: Services, side: str, sides: int = 6) -> tuple[int, ...]:
    live = await services.games.require_game(PLACE)
    await same_as_record(services, live)
    return ReturnedDice.in_game(live.game).faces(side, sides)
