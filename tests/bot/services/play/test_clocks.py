"""Setting the clocks of a game."""

from __future__ import annotations

from pathlib import Path

from bot.resolution.result import CommandResult
from bot.services import Services
from bot.services.play.clocks import AT_END
from rules.kernel.wording import ENGLISH
from tests.bot.playing import call, request, start_demo
from tests.cogs.table import Loaded, services_on


async def test_setting_all_clocks_explains_the_end_of_time_and_correcting_one_does_not(
    services: Services,
) -> None:
    await start_demo(services)
    every = await services.clocks.set(call(), seconds=600)
    assert isinstance(every, CommandResult)
    assert AT_END["nothing"] in every.entry.notes
    one = await services.clocks.set(call(), seconds=300, side="Red")
    assert isinstance(one, CommandResult)
    assert AT_END["nothing"] not in one.entry.notes
    assert ENGLISH(one.entry.title) == "Red has 5:00 left on its clock"


async def test_a_turn_that_is_lost_by_the_clock_is_an_entry_of_the_side_that_lost_it(tmp_path: Path) -> None:
    now = [1_700_000_000.0]
    services = await services_on(tmp_path / "desk.sqlite", Loaded(), "run1", time=lambda: now[0])
    await start_demo(services)
    await services.clocks.set(call(), seconds=60, at_end="go lost")
    await services.referee.order(call(), await request(services, "initiative"), "6 1")
    live = await services.games.require_game(call().where)
    now[0] += 61
    (message,) = await services.clocks.look(live.info.id, now[0])
    assert isinstance(message.result, CommandResult)
    assert (message.side, message.result.entry.side, message.result.entry.command) == ("Red", "Red", "game clock")
    await services.record.close()
