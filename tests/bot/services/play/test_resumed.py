"""After the last reaction to a charge, its strikes follow for a player of the side that charges."""

from __future__ import annotations

import pytest

from bot.game.people import OPPONENT, Person
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services import Services
from bot.services.play.resumed import resume_command
from tests.bot.playing import ANN, BOB, CYD, PLACE, call, id_of, request, start_demo


async def _react_to_charge(services: Services, who: Person = ANN) -> CommandResult:
    """Charge with the Marines, let Bob's Militia fire at them, and return the result of the fire."""
    await services.unit_corrections.mark(call(BOB), await id_of(services, "Militia"), "on_guard", 1)
    await services.referee.order(call(who), await request(services, "activate", "Marines", action="assault"), "6")
    charge = await request(services, "move", "Marines", "Militia", action="assault", distance=4)
    await services.referee.order(call(who), charge, anyway=True)
    shot = await request(services, "fire", "Militia", "Marines", distance=4, situation=("reaction",))
    found = await services.questions.begin(call(BOB, "reacts"), shot, "1 1 1 1 1 1 1 1")
    assert isinstance(found, CommandResult)
    return found


async def _resume(services: Services, found: CommandResult) -> CommandResult | OpenQuestion | None:
    live = await services.games.require_game(PLACE)
    return await resume_command(services.questions, call(BOB, "reacts"), live, found)


@pytest.mark.parametrize("by", [CYD, ANN], ids=["player", "umpire"])
async def test_the_strikes_are_those_of_the_side_that_charges(services: Services, by: Person) -> None:
    """If the side has no player, the umpire gives the order."""
    await start_demo(services)
    await services.seats.join(call(CYD), "Red" if by == CYD else "Blue")
    await services.seats.join(call(ANN), "Blue")
    done = await _resume(services, await _react_to_charge(services, by))
    assert isinstance(done, CommandResult)
    assert (done.entry.command, done.entry.side, done.entry.by) == ("assault", "Red", by.id)


async def test_a_reaction_that_was_recorded_before_resumes_nothing(services: Services) -> None:
    await start_demo(services)
    found = await _react_to_charge(services)
    assert await _resume(services, found._replace(again=True)) is None


async def test_a_result_that_interrupted_nothing_resumes_nothing(services: Services) -> None:
    await start_demo(services)
    shot = await request(services, "fire", "Militia", "Marines", distance=4)
    found = await services.referee.order(call(BOB), shot, anyway=True)
    assert await _resume(services, found) is None


async def test_nothing_is_resumed_for_the_bot(services: Services) -> None:
    """It strikes by its own button."""
    await start_demo(services)
    await services.seats.join(call(ANN), "Blue")
    await services.opponent.take_seat(call(), await services.games.require_game(PLACE), "Red", "balanced")
    assert await _resume(services, await _react_to_charge(services, OPPONENT)) is None


async def test_a_side_with_dice_of_its_own_is_asked_for_them(services: Services) -> None:
    await start_demo(services)
    await services.preferences.dice(call(), "physical", "Red")
    assert isinstance(await _resume(services, await _react_to_charge(services)), OpenQuestion)


async def test_nothing_is_resumed_for_a_table_that_all_have_left(services: Services) -> None:
    await start_demo(services)
    found = await _react_to_charge(services)
    for who in (ANN, BOB):
        await services.seats.leave(call(who))
    assert await _resume(services, found) is None
