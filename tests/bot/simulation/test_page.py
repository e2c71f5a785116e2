"""The page as a phone shows it: a real browser on the real table."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bot.simulation.chromium import FOUND, Screen, screen
from tests.bot.simulation.visiting import Table, table

pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
TOOLS = "['.preview-toolbar', '#messages-sidebar', '#inspector-panel']"
COMPOSER = "#channel-composer"


class Seat(NamedTuple):
    """Bob's phone, and the table that it is at."""

    table: Table
    page: Screen


@pytest.fixture
async def bob(tmp_path: Path) -> AsyncGenerator[Seat]:
    async with table(tmp_path) as here:
        key = here.browser("Bob").key
        async with screen(tmp_path, f"{here.base}/{key}") as page:
            yield Seat(here, page)


async def test_a_phone_shows_the_game_and_no_tools(bob: Seat) -> None:
    page = bob.page
    assert await page.js("document.title") == "Adjutant · Bob"
    assert await page.js(f"{TOOLS}.every((one) => !document.querySelector(one).checkVisibility())")
    assert await page.text(".table-people") == "Bob"
    timeline = "document.querySelector('#channel-timeline').getBoundingClientRect()"
    # Of 844 px, what is not the conversation: the channel's line, and the line to type in.
    assert await page.js(f"innerHeight - {timeline}.height") <= 120
    assert await page.js("document.documentElement.scrollWidth <= innerWidth")
    assert "Bob plays Blue" in await page.text("#channel-message-list")


async def test_the_secret_stays_where_it_is_and_so_does_the_player(bob: Seat) -> None:
    where = await bob.page.js("location.pathname + location.hash")
    assert where == f"/{bob.table.browser('Bob').key}"
    await bob.page.send("Page.reload")
    await bob.page.until("window.simcordPreview?.ready && document.querySelector('.table-people')?.innerText === 'Bob'")
    assert await bob.page.js("location.pathname + location.hash") == where


async def test_a_pasted_line_is_a_command(bob: Seat) -> None:
    await bob.page.type("/roll 3d6")
    await bob.page.press("Enter")
    await bob.page.until("document.querySelector('#channel-message-list').innerText.includes('3d6')")
    await bob.page.until(f"document.querySelector('{COMPOSER} textarea')?.value === ''")
