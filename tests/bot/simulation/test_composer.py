"""The line to type in on the page of the local table, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.simulation.chromium import FOUND, screen
from tests.bot.simulation.visiting import table

pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
LINE = "document.querySelector('#composer textarea')"


async def test_the_button_of_the_commands_lists_them_while_the_line_is_in_use(tmp_path: Path) -> None:
    """The line lost the keyboard for a moment, which closed the list that the button had opened."""
    async with table(tmp_path) as here, screen(tmp_path, f"{here.base}/{here.browser('Bob').key}") as page:
        listed = "document.querySelector('#suggestions').checkVisibility()"
        await page.js("document.querySelector('#views [data-view=type]').click()")
        await page.js(f"{LINE}.focus()")
        await page.js("(one => (one.focus(), one.click()))(document.querySelector('#composer .slash'))")
        await page.until(listed)
        # Longer than a list stays open after the line has lost the keyboard.
        await page.js("setTimeout(() => { document.body.dataset.later = 'yes'; }, 400)")
        await page.until("document.body.dataset.later === 'yes'")
        assert await page.js(listed)
