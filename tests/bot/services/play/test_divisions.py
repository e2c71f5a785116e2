"""A unit is split or joined, and the states of others still name it."""

from __future__ import annotations

from bot.resolution.result import OpenQuestion
from bot.services import Services
from tests.bot.playing import BOB, PLACE, call, id_of, request, start_demo


async def _charged_at(services: Services) -> str | None:
    live = await services.games.require_game(PLACE)
    return live.game.units[await id_of(services, "Marines")].word("charging_at")


async def test_a_charge_stays_at_the_unit_that_was_split_and_follows_it_into_another(services: Services) -> None:
    """A state that names one unit takes no second one."""
    await start_demo(services)
    militia = await id_of(services, "Militia")
    await services.referee.order(call(), await request(services, "activate", "Marines", action="assault"), "6")
    charge = await request(services, "move", "Marines", "Militia", action="assault", distance=4)
    await services.referee.order(call(), charge, anyway=True)
    asked = await services.divisions.split(call(BOB), "Militia", 3)
    assert isinstance(asked, OpenQuestion)
    assert await _charged_at(services) == militia
    await services.corrections.agree(call(), asked.row.id, asked.row.step)
    assert await _charged_at(services) == militia
    await services.divisions.join(call(BOB), "Militia 2", "Militia")
    assert await _charged_at(services) == await id_of(services, "Militia 2") != militia
