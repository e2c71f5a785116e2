"""The line to type in on the page of the local table, in a real browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.simulation.chromium import FOUND, screen
from tests.bot.simulation.test_page import LINE, LOG
from tests.bot.simulation.visiting import table

pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")


async def test_a_line_is_pasted_or_built_from_suggestions_and_makes_room_for_the_buttons_of_its_answer(
    tmp_path: Path,
) -> None:
    async with table(tmp_path) as here, screen(tmp_path, f"{here.base}/{here.browser('Bob').key}") as page:
        # The line lost the keyboard for a moment, which closed the list that the button of the commands had opened.
        listed = "document.querySelector('#suggestions').checkVisibility()"
        await page.js("document.querySelector('#views [data-view=type]').click()")
        await page.js(f"{LINE}.focus()")
        await page.js("(one => (one.focus(), one.click()))(document.querySelector('#composer .slash'))")
        await page.until(listed)
        # Longer than a list stays open after the line has lost the keyboard.
        await page.js("setTimeout(() => { document.body.dataset.later = 'yes'; }, 400)")
        await page.until("document.body.dataset.later === 'yes'")
        assert await page.js(listed)
        await page.js(f"(one => {{ one.value = ''; one.dispatchEvent(new Event('input')); }})({LINE})")
        # A phone shows the whole description of a command.
        await page.type("/game ")
        await page.until("document.querySelectorAll('.suggestion span').length > 3")
        cut = "[...document.querySelectorAll('.suggestion > *')].filter((one) => one.scrollWidth > one.clientWidth)"
        assert await page.js(f"{cut}.length") == 0
        await page.js(f"(one => {{ one.value = ''; one.dispatchEvent(new Event('input')); }})({LINE})")
        # Enter takes the marked suggestion: a command, an option, a value; the last Enter sends.
        marked = "document.querySelector('.suggestion[aria-selected=true]')?.innerText ?? ''"
        await page.type("/unit sh")
        await page.until(f"({marked}).startsWith('/unit show')")
        await page.press("Enter")
        await page.until(f"({marked}).startsWith('unit:')")
        await page.press("Enter")
        await page.add("mili")
        await page.until(f"({marked}).startsWith('Militia')")
        await page.press("Tab")
        await page.until(f"{LINE}.value.startsWith('/unit show unit:Militia')")
        await page.press("Enter")
        await page.until(f"{LOG}.includes('Numbers: activates on')")
        await page.say("/roll 3d6", "3d6")
        assert await page.js(f"{LINE}.value") == "", "a pasted line is a command"
        # Two phones, 34: a command puts the line away; talk leaves it open.
        view, sent = "document.body.dataset.view", f"!{LINE}.value"
        await page.type("good luck")
        await page.press("Enter")
        await page.until(f"{sent} && {LOG}.includes('good luck')")
        assert await page.js(view) == "type"
        await page.type("/roll 3d6")
        await page.press("Enter")
        await page.until(f"{sent} && {view} === 'now'")
