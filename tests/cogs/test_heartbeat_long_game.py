"""A game of six hundred entries delays no other player, with any command."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from typing import Any

from tests.bot.long_game import lengthened
from tests.cogs.beginnings import beginning
from tests.cogs.heartbeat import LONGEST, heartbeat
from tests.cogs.table import Table

ENTRIES = 600
TRIES = 3
MOST = 500
"""So many things at most may come out of one look into the record: all of a long game at once would be looked through
again and again for what nobody needs any more, while everybody waits.
"""
WHILE_IT_GOES_ON: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/undo", {}),
    ("/amend", {"cover": "soft"}),
    ("/stats", {}),
    ("/luck", {"player": "Ann"}),
    ("/why", {}),
    ("/log show", {"last": 50}),
    ("/fairness show", {}),
    ("/force save", {"name": "Mine"}),
    ("/game pause", {}),
    ("/game pause", {}),
    *(("/export", {"format": format}) for format in ("html", "markdown")),
)
AT_THE_END: tuple[tuple[str, dict[str, Any]], ...] = (
    ("/game end", {}),
    ("/game review", {}),
    ("/fairness reveal", {}),
    ("/fairness verify", {}),
    ("/export", {"format": "json"}),
    ("/export", {"format": "csv", "anonymous": True}),
)


@beginning
async def long(fair: Table) -> None:
    """Ann alone has fired at the Militia again and again."""
    await fair.done(fair.ann, "/game demo")
    await fair.done(fair.ann, "/game join", side="Red")
    await fair.done(fair.ann, "/fire", attacker="Marines", target="Militia", distance="20")
    live = await fair.live()
    await lengthened(fair.services, live.info, live.game, await fair.entry(), ENTRIES)


@contextmanager
def looks(table: Table) -> Iterator[list[int]]:
    """Collect the number of rows of each read of the record that returned several."""
    database: Any = table.services.record.database
    plain, found = database.read, list[int]()

    async def read(work: Any) -> Any:
        result = await plain(work)
        parts = result if isinstance(result, tuple) else (result,)
        found.extend(len(part) for part in parts if isinstance(part, Sized) and not isinstance(part, str | bytes))
        return result

    database.read = read
    try:
        yield found
    finally:
        del database.read


async def _measure_hold(table: Table, command: str, options: dict[str, Any]) -> tuple[float, str]:
    """Return the time that a command has held the loop, and its task."""
    with heartbeat() as beat, looks(table) as found:
        told = await table.say(table.ann, command, **options)
        if told.warned or told.buttons[1:] == ("Cancel",):
            told = await table.click(table.ann, told, told.buttons[0])
    assert not told.refused, (command, told.text)
    assert told.title != "Sorry", (command, told.text)
    assert max(found, default=0) <= MOST, (command, options)
    return beat.longest, beat.where


async def test_nothing_that_is_asked_of_a_long_game_holds_the_loop_nor_does_its_end(long: Table) -> None:
    slow: dict[tuple[str, str], tuple[float, str]] = {}
    for command, options in WHILE_IT_GOES_ON:
        tries = [await _measure_hold(long, command, options)]
        while tries[-1][0] > LONGEST and len(tries) < TRIES:
            tries.append(await _measure_hold(long, command, options))
        if min(tries)[0] > LONGEST:
            slow[command, str(options)] = min(tries)
    for command, options in AT_THE_END:
        held = await _measure_hold(long, command, options)
        if held[0] > LONGEST:
            slow[command, str(options)] = held
    assert not slow


async def test_its_log_in_a_channel_does_not_either(long: Table) -> None:
    with heartbeat() as beat, looks(long) as found:
        await long.done(long.ann, "/log channel", channel=long.other)
        await long.env.advance_time(20)
    assert beat.longest <= LONGEST, beat.where
    assert max(found) <= MOST


async def test_threads_that_are_at_work_let_the_loop_go_on(table: Table) -> None:
    await table.done(table.ann, "/game demo")
    assert sys.getswitchinterval() <= 0.001
