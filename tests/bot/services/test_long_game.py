"""A game of a thousand entries is read and corrected as fast as a new one, and delays no other game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from threading import get_ident
from typing import Any, NamedTuple

import pytest

from bot.game.people import Place
from bot.resolution.result import CommandResult
from bot.services import Services
from bot.store import pasts
from bot.store.engine import READERS
from bot.store.entries import PORTION, Entries
from bot.store.pasts import Wanted
from cogs.rendering.report import report
from data.texts import language
from rules.game.entry import Entry
from tests.bot.long_game import long_game
from tests.bot.playing import PLACE, call, fire
from tests.bot.store.statements import statements
from tests.cogs.made_once import create_database
from tests.cogs.table import Loaded, same_as_record, services_on

ENTRIES = 1000
Look = Callable[[Services], Awaitable[None]]


_BEGUN: dict[int, tuple[bytes, Loaded]] = {}
"""The record of a game of so many entries, written once in a process, and what was thrown for it."""


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[list[Services]]:
    """A new game and a long one."""
    found = [await _begin_game(tmp_path / f"{entries}.sqlite", entries) for entries in (0, ENTRIES)]
    yield found
    for services in found:
        await services.record.close()


async def _begin_game(file: Path, entries: int) -> Services:
    if entries not in _BEGUN:
        dice = Loaded()
        first = await services_on(file, dice, "run")
        await long_game(first, entries)
        await first.record.close()
        _BEGUN[entries] = await asyncio.to_thread(file.read_bytes), dice
        await asyncio.to_thread(file.unlink)
    record, thrown = _BEGUN[entries]
    create_database(file, record)
    dice = Loaded()
    dice.goes_on_from(thrown)
    return await services_on(file, dice, "run")


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
    live = await pages.read(call(), await pages.choose_game(call(), None))
    assert 0 < len((await pages.page(live, Wanted(), 10)).entries) <= 10
    assert 0 < len((await pages.page(live, Wanted(), 10, after=live.info.number // 2)).entries) <= 10


class Work(NamedTuple):
    """The work of a read: statements of the database, and entries read."""

    statements: int
    entries: int


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """For each entry that is read from now on, in part or whole, the thread that did it."""
    found = list[int]()
    for name in ("model_validate", "model_construct", "model_copy"):
        real = getattr(Entry, name)

        def made(*given: Any, real: Any = real, **more: Any) -> Entry:
            entry = real(*given, **more)
            found.append(get_ident())
            return entry

        monkeypatch.setattr(Entry, name, made)
    return found


async def _measure_work(services: Services, look: Look, read: list[int]) -> Work:
    read.clear()
    with statements(services.record) as executed:
        await look(services)
    return Work(len(executed), len(read))


@pytest.mark.parametrize("look", [_undo, _amend, _why, _log])
async def test_looking_back_is_as_much_work_after_a_thousand_entries_as_after_a_few(
    both: list[Services], look: Look, read: list[int]
) -> None:
    """A page of entries more at most; `tests/bench/commands.py` takes the time of looking back in long games."""
    taken: list[list[Work]] = [[], []]
    for _ in range(2):
        for services, works in zip(both, taken, strict=True):
            await fire(services)
            works.append(await _measure_work(services, look, read))
            # The target would not last; an amendment is undone before its shot.
            for _ in range(0 if look is _undo else 2 if look is _amend else 1):
                await _undo(services)
    short, long = (works[-1] for works in taken)
    assert long.statements <= short.statements + 1
    assert long.entries <= short.entries + 20


async def test_no_player_waits_while_an_old_entry_is_looked_for(both: list[Services], read: list[int]) -> None:
    """The first look reads everything in another thread; the thread that answers players reads nothing."""
    await fire(both[1])
    await _undo(both[1])
    await both[1].corrections.undo(call(), ENTRIES - 300)
    assert len(read) > ENTRIES
    assert read.count(get_ident()) < 10
    await same_as_record(both[1], await both[1].games.require_game(PLACE))


async def test_a_game_that_is_looked_back_at_for_the_first_time_leaves_others_their_turn(
    tmp_path: Path, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many games are looked back at as there are reading threads; a player reading in another channel waits for one
    portion of each at most.
    """
    services = await services_on(tmp_path / "busy.sqlite", Loaded(), "run")
    monkeypatch.setattr(pasts, "GO", 100)
    entries = 2 * READERS * pasts.GO
    games = [await long_game(services, entries, Place("1", f"{n}")) for n in range(READERS)]
    other = await long_game(services, 0, Place("1", "99"))
    read.clear()
    looks = [asyncio.ensure_future(services.record.states.before_entry(game, 100)) for game in games]
    await asyncio.sleep(0)
    assert await services.record.games.get(other) is not None
    assert len(read) <= entries
    assert not any(look.done() for look in looks)
    await asyncio.gather(*looks)
    assert len(read) >= READERS * entries
    await services.record.close()


@pytest.mark.parametrize("adds", ["statistics", "luck", "csv"])
async def test_entries_are_added_up_portion_by_portion(
    both: list[Services], adds: str, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most one portion is read before other games have their turn, and never in the thread that answers players."""
    largest, made = list[int](), Entries.bodies

    async def watched(self: Any, *given: Any) -> Any:
        before = len(read)
        async for one in made(self, *given):
            largest.append(len(read) - before)
            yield one
            before = len(read)

    monkeypatch.setattr(Entries, "bodies", watched)
    read.clear()
    live = await both[1].games.require_game(PLACE)
    match adds:
        case "statistics":
            await both[1].numbers.of_channel(call())
        case "luck":
            await both[1].numbers.luck(call())
        case _:
            await both[1].exports.report(live.info, report("csv", language("en"), None, open_=True))
    assert len(read) >= ENTRIES
    assert max(largest) <= PORTION
    assert get_ident() not in read
