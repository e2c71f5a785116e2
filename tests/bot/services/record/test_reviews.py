"""Reviews of games: the number that run at the same time, and the players who may have one."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import Refusal
from bot.services import Services
from bot.services.record.reviews import Reviews
from tests.bot.playing import BOB, CYD, call, fire, start_demo


@pytest.fixture
async def ended(services: Services) -> Services:
    """A game of two sides in which there was a shot."""
    await start_demo(services)
    await fire(services, dice="6 5 4 3 2 1 6 5 4 3 2")
    await services.endings.end(call())
    return services


async def test_no_more_games_than_the_bot_can_bear_are_looked_back_at_at_once(ended: Services) -> None:
    """Each takes a thread for seconds; a third reader waits while two games are judged, and has the review then."""
    going, most, free = 0, 0, asyncio.Event()

    async def progress(judged: int, of: int) -> None:
        nonlocal going, most
        going += 1
        most = max(most, going)
        await free.wait()
        going -= 1

    asked = [asyncio.create_task(ended.reviews.of_channel(call(), progress=progress)) for _ in range(3)]
    elsewhere = Reviews(ended.record, ended.log_pages)
    for _ in range(5):  # a third one would have come as far as these
        await elsewhere.of_channel(call())
    assert (going, most) == (2, 2)
    free.set()
    assert [(await one).side for one in asked] == ["Red"] * 3


async def test_a_review_is_of_the_side_that_its_reader_played(ended: Services) -> None:
    assert (await ended.reviews.of_channel(call(BOB))).side == "Blue"
    with pytest.raises(Refusal, match="You played no side"):
        await ended.reviews.of_channel(call(CYD))
