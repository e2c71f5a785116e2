"""The time of a tap on a phone, from the tap to the last change of the page, in a short game and in a long one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

from tests.bot.simulation.chromium import Chromium, Screen, browser
from tests.bot.simulation.visiting import Table, table
from tests.evenings.player import SETTLED

LENGTHS, TAPS = (10, 300), 5
_TIMED = """new Promise((done) => {
    const began = performance.now();
    let last = began;
    const seen = new MutationObserver(() => { last = performance.now(); });
    seen.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true });
    const one = %s;
    one.click();
    const quiet = () => {
        const busy = document.querySelector('[aria-busy=true], .thinking');
        if (!busy && performance.now() - last > 700) { seen.disconnect(); done(last - began); }
        else setTimeout(quiet, 50);
    };
    setTimeout(quiet, 100);
})"""
"""Clicks an element; the milliseconds until the page did not change any more for 0.7 s."""


async def timed_rows() -> list[str]:
    """Return a line for each kind of tap and each length of game: median milliseconds, and processor time."""
    rows = list[str]()
    with tempfile.TemporaryDirectory() as kept:
        async with table(Path(kept)) as here, browser(Path(kept)) as chromium:
            await here.slash("Ann", "initiative", dice="6 1")
            for length in LENGTHS:
                await _lengthen(here, length)
                rows += await _rows(here, chromium, length)
    return rows


async def _lengthen(here: Table, length: int) -> None:
    """Add entries, each with a message, up to that number."""
    info = await here.place.services.record.games.in_channel(str(here.place.channel.id))
    assert info is not None
    for nth in range((await here.place.services.games.unfinished_game(info)).game.number, length):
        await here.slash("Ann", "marker set", unit="Marines", marker="suppressed", count=nth % 3 + 1)


async def _rows(here: Table, chromium: Chromium, length: int) -> list[str]:
    page = await chromium.window(f"{here.base}/{here.browser('Ann').key}")
    await chromium.window(f"{here.base}/{here.browser('Bob').key}")
    rows = list[str]()
    for name in ("a unit on the board", "a result undone"):
        times, used = list[float](), list[float]()
        for _ in range(TAPS):
            element = await (_unit(page) if name == "a unit on the board" else _undo(here, page))
            began = process_time()
            times.append(await page.js(_TIMED % element))
            used.append((process_time() - began) * 1000)
        load = os.getloadavg()[0]
        rows.append(f"{name:22} {length:4} {median(times):6.0f} ms {median(used):6.0f} ms CPU  load {load:.1f}")
    return rows


async def _unit(page: Screen) -> str:
    await page.until(SETTLED)
    await page.show("board")
    return "document.querySelector('#board .unit')"


async def _undo(here: Table, page: Screen) -> str:
    """Return the Undo of a new result, without an answer before it."""
    await page.show("now")
    await here.slash("Ann", "marker set", unit="Commandos", marker="suppressed", count=1)
    await page.js("document.querySelector('.answer > header button')?.click()")
    undo = "document.querySelector('#bar [data-control*=\":undo:\"]')"
    await page.until(
        f"Boolean({undo}) && {SETTLED} && document.querySelector('#panel').innerText.includes('Commandos')"
    )
    return undo
