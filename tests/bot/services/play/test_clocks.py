"""Setting the clocks of a game."""

from __future__ import annotations

from bot.resolution.pending_command import Timing
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.services.play.clocks import AT_END
from tests.bot.playing import call, start_demo


async def test_what_happens_when_time_is_up_is_said_with_all_clocks_and_not_with_the_one_put_right(
    services: Services,
) -> None:
    await start_demo(services)
    every = await services.clocks.set(call(), Timing(seconds=600))
    assert isinstance(every, CommandResult)
    assert AT_END["nothing"] in every.entry.notes
    one = await services.clocks.set(call(), Timing(seconds=300, side="Red"))
    assert isinstance(one, CommandResult)
    assert AT_END["nothing"] not in one.entry.notes
