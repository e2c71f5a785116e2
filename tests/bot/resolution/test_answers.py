"""Rolls that are certain to follow a requested one are asked for in the same form."""

from __future__ import annotations

import pytest

from bot.game.questions import DiceQuestion
from bot.resolution.questions import OpenQuestion
from bot.services import Services
from rules.kernel.request import Request
from tests.bot.playing import BOB, PLACE, call


@pytest.mark.parametrize(("teams", "ahead"), [(2, 1), (26, 24)])
async def test_a_form_asks_for_the_rolls_of_all_pinned_teams_and_for_twenty_five_at_most(
    services: Services, teams: int, ahead: int
) -> None:
    await services.lifecycle.new(call(), "openfire_ww2", "Pinned")
    await services.seats.join(call(), "Red")
    await services.seats.join(call(BOB), "Blue")
    await services.roster.add(call(), "Squad", "rifle_squad", "Red")
    await services.roster.add(call(BOB), "Team", "conscript_team", "Blue", count=teams)
    await services.preferences.dice(call(BOB), "physical", "Blue")
    await services.referee.order(call(), Request("turn phase", action="movement", side="Red"), anyway=True)
    for unit in (await services.games.require_game(PLACE)).game.units_of_side("Blue"):
        await services.unit_corrections.mark(call(BOB), unit.id, "pinned", 1)
    asked = await services.questions.begin(call(), Request("turn end"))
    assert isinstance(asked, OpenQuestion)
    assert isinstance(asked.question, DiceQuestion)
    assert [(one.count, one.sides, one.nth) for one in asked.question.throws] == [(2, 6, n) for n in range(ahead + 1)]
