"""Points: who may give them, and to which side."""

from __future__ import annotations

import pytest

from bot.errors import Refusal
from bot.services import Services
from tests.bot.playing import BOB, CYD, PLACE, call, start_demo


async def test_points_are_given_by_those_who_decide_at_the_table_and_to_a_side_that_is_there(
    services: Services,
) -> None:
    await start_demo(services)
    live = await services.games.require_game(PLACE)
    with pytest.raises(Refusal):
        await services.table_objects.score(call(CYD), "Red", 3, "for nothing")
    with pytest.raises(Refusal, match="There is no side 'Green'; the sides are Red and Blue"):
        await services.table_objects.score(call(), "Green", 3, "for nothing")
    assert live.game.scores == {}
    await services.table_objects.score(call(), "rot", 3, "the bridge")
    await services.table_objects.score(call(BOB), "blue", 1, "the mill")
    assert live.game.scores == {"Red": 3, "Blue": 1}
