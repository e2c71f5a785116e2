"""Setting the clocks of a game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.game.registry import ActiveGame
from bot.resolution.result import CommandResult, OpenQuestion
from bot.services import Services
from bot.services.play.clocks import AT_END
from rules.kernel.wording import ENGLISH
from tests.bot.playing import BOB, PLACE, call, request, start_demo
from tests.cogs.table import Loaded, services_on


class Now:
    """The time of a test, in seconds."""

    seconds = 1_700_000_000.0


@pytest.fixture
def now() -> Now:
    return Now()


@pytest.fixture
async def timed(tmp_path: Path, now: Now) -> AsyncIterator[Services]:
    services = await services_on(tmp_path / "desk.sqlite", Loaded(), "run1", time=lambda: now.seconds)
    await start_demo(services)
    yield services
    await services.record.close()


async def red_has(services: Services, seconds: int) -> ActiveGame:
    """Let Red's clock run, which has so many seconds."""
    await services.clocks.set(call(), seconds=seconds, at_end="go lost")
    await services.referee.order(call(), await request(services, "initiative"), "6 1")
    return await services.games.require_game(PLACE)


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


@pytest.mark.parametrize("seconds", [60, 61])
async def test_a_turn_that_is_lost_by_the_clock_is_an_entry_of_the_side_that_lost_it(
    timed: Services, now: Now, seconds: int
) -> None:
    live = await red_has(timed, 60)
    now.seconds += seconds
    (message,) = await timed.clocks.look(live.info.id, now.seconds)
    assert isinstance(message.result, CommandResult)
    assert (message.side, message.result.entry.side, message.result.entry.command) == ("Red", "Red", "game clock")


@pytest.mark.parametrize(
    ("left", "told", "looks_again_after"),
    [
        (315, [], 15.0),
        (314, [], 14.0),
        (301, [], 1.0),
        (300, [300.0], 15.0),
        (75, [300.0], 15.0),
        (61, [300.0], 1.0),
        (60, [60.0], 15.0),
        (10, [60.0], 10.0),
        (1, [60.0], 1.0),
    ],
)
async def test_a_clock_is_looked_at_again_in_time_for_its_next_notice_and_every_fifteen_seconds(
    timed: Services, now: Now, left: int, told: list[float], looks_again_after: float
) -> None:
    live = await red_has(timed, 330)
    now.seconds += 330 - left
    assert [one.seconds for one in await timed.clocks.look(live.info.id, now.seconds)] == told
    assert await timed.clocks.due_games(now.seconds + looks_again_after - 0.01) == []
    assert await timed.clocks.due_games(now.seconds + looks_again_after) == [live.info.id]


async def test_a_game_whose_clocks_are_gone_is_looked_at_no_more(timed: Services, now: Now) -> None:
    live = await red_has(timed, 330)
    assert await timed.clocks.due_games(now.seconds) == [live.info.id]
    asked = await timed.clocks.set(call(), seconds=0)
    assert isinstance(asked, OpenQuestion)
    await timed.corrections.agree(call(BOB), asked.row.id, asked.row.step)
    assert await timed.clocks.due_games(now.seconds) == [live.info.id]
    assert await timed.clocks.look(live.info.id, now.seconds) == []
    assert await timed.clocks.due_games(now.seconds + 1e6) == []
