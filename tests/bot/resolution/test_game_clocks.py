"""The clocks of players' time, measured by a clock that is never set."""

from __future__ import annotations

from bot.services import Services
from rules.kernel.request import Request
from tests.bot.playing import PLACE, call, start_demo
from tests.cogs.table import Loaded


async def test_the_time_of_players_does_not_jump_with_the_clock_of_the_machine(services: Services) -> None:
    wall, steady = [1_700_000_000.0], [50.0]
    found = Services(services.record, lambda: wall[0], Loaded(), "run2", steady=lambda: steady[0])
    await start_demo(found)
    await found.clocks.set(call(), seconds=600, increment=0)
    await found.referee.order(call(), Request("initiative"), "6 1")
    live = await found.games.require_game(PLACE)
    wall[0], steady[0] = wall[0] + 3600, steady[0] + 5
    await found.referee.clocks.update_clocks(live)
    assert live.hands is not None
    assert dict(live.hands.left) == {"Red": 595.0, "Blue": 600.0}
