"""The log of a game in pages."""

from __future__ import annotations

from bot.services import Services
from bot.store.pasts import Wanted
from tests.bot.playing import PLACE, call, start_demo


async def test_fifty_entries_are_the_most_of_a_page(services: Services) -> None:
    await start_demo(services)
    for _ in range(46):
        await services.table_objects.score(call(), "Red", 1, "the bridge")
    live = await services.games.require_game(PLACE)
    last, first = [await services.log_pages.page(live, Wanted(), 51, after=after) for after in (None, 0)]
    assert ([one.number for one in last.entries], last.older, last.newer) == ([*range(2, 52)], True, False)
    assert ([one.number for one in first.entries], first.older, first.newer) == ([*range(1, 51)], True, True)
