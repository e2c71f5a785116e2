"""A game of thousands of entries is looked back at, and put right, as fast as a new one, and holds nobody else up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from bot.resolution.result import CommandResult
from bot.services import Services
from bot.store.looking_back import Wanted
from tests.bot.long_game import long_game
from tests.bot.playing import PLACE, call, fire
from tests.cogs.table import Loaded, same_as_record, services_on

ENTRIES = 5000


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[list[Services]]:
    """A new game and a long one."""
    found = [await services_on(tmp_path / f"{n}.sqlite", Loaded(), "run") for n in (0, ENTRIES)]
    for services, entries in zip(found, (0, ENTRIES), strict=True):
        await long_game(services, entries)
    yield found
    for services in found:
        await services.record.close()


async def _undo(services: Services) -> None:
    assert isinstance(await services.corrections.undo(call()), CommandResult)


async def _amend(services: Services) -> None:
    assert isinstance(await services.corrections.amend(call(), None, {"cover": ("soft",)}), CommandResult)


async def _why(services: Services) -> None:
    _, found = await services.history.entry(call())
    await services.history.causes(call(), found)
    await services.history.board_before(call(), found.number)


async def _log(services: Services) -> None:
    pages = services.log_pages
    live = await pages.read(call(), await pages.chosen(call(), None))
    assert 0 < len((await pages.page(live, Wanted(), 10)).entries) <= 10
    assert 0 < len((await pages.page(live, Wanted(), 10, after=live.info.number // 2)).entries) <= 10


async def _taken(work: Awaitable[Any]) -> float:
    """Milliseconds of the processor, in all threads."""
    began = time.process_time()
    await work
    return (time.process_time() - began) * 1000


@pytest.mark.parametrize("look", [_undo, _amend, _why, _log])
async def test_b6_looking_back_costs_as_much_after_5000_entries_as_after_a_few(
    both: list[Services], look: Callable[[Services], Awaitable[None]]
) -> None:
    """At most half as much again, and room for a busy machine; before, it was up to fifteen times."""
    taken: list[list[float]] = [[], []]
    for _ in range(12):
        for services, times in zip(both, taken, strict=True):
            await fire(services)
            times.append(await _taken(look(services)))
            if look is not _undo:
                await _undo(services)  # whoever is shot at would not last
    short, long = (median(times[2:]) for times in taken)
    assert long < short * 2 + 1


async def test_b6_nobody_waits_while_an_old_entry_is_looked_for(both: list[Services]) -> None:
    """The first look reads everything, in another thread; here none of it takes this one long."""
    longest, over = 0.0, asyncio.Event()

    async def others() -> None:
        nonlocal longest
        while not over.is_set():
            began = time.thread_time()
            await asyncio.sleep(0.001)
            longest = max(longest, time.thread_time() - began)

    watching = asyncio.create_task(others())
    await fire(both[1])
    await _undo(both[1])
    await both[1].corrections.undo(call(), ENTRIES - 500)
    over.set()
    await watching
    assert longest < 0.06, "20 ms are promised; a busy machine has some more"
    await same_as_record(both[1], await both[1].games.at(PLACE))
