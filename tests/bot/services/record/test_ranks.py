"""Ranks from entries: the same before the answer and after it, and none without time to compute them."""

from __future__ import annotations

from bot.services import Services
from bot.services.record.luck import ranks_at_once, ranks_in_time, ranks_of
from data import system_of
from rules.game.entry import Entry
from tests.bot.clocks import Ticking
from tests.bot.playing import PLACE, fire, start_demo

FUBAR = system_of("fubar")
NINE = "5 5 6 1 1 1 1 1 1"


async def shot(services: Services) -> Entry:
    """Nine dice, as the record gives them back."""
    await start_demo(services)
    number = (await fire(services, "Regular section", dice=NINE, distance=20)).entry.number
    found = await services.record.entries.get((await services.games.require_game(PLACE)).info.id, number)
    assert found
    return found


async def test_an_entry_has_the_same_ranks_at_once_and_in_time(services: Services) -> None:
    entry = await shot(services)
    [rank] = ranks_at_once(FUBAR, entry)
    assert rank
    assert ranks_in_time(FUBAR, entry) == (rank,)
    assert await ranks_of(FUBAR, entry) == (rank,)


async def test_a_shot_out_of_time_has_no_rank(services: Services) -> None:
    entry = await shot(services)
    assert ranks_in_time(FUBAR, entry, clock=Ticking(0.51)) == (None,)
    # The first look at the clock is the beginning, and half a second later there is still time.
    half = iter([0.0, *[0.5] * 10_000])
    assert ranks_in_time(FUBAR, entry, clock=lambda: next(half)) == ranks_at_once(FUBAR, entry)


async def test_a_ruling_that_is_gone_takes_its_default(services: Services) -> None:
    entry = await shot(services)
    older = entry.model_copy(update={"rulings": {"gone": "yes"}})
    assert ranks_at_once(FUBAR, older) == ranks_at_once(FUBAR, entry)


async def test_an_entry_without_dice_has_no_ranks(services: Services) -> None:
    entry = await shot(services)
    assert await ranks_of(FUBAR, entry.model_copy(update={"plays": ()})) == ()
    thrown = entry.plays[0].model_copy(update={"throws": ()})
    assert await ranks_of(FUBAR, entry.model_copy(update={"plays": (thrown,)})) == (None,)
