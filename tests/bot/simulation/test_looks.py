"""The looks of a scripted evening on phones, a tablet and a desk: widths, sizes, contrast, names of controls."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.simulation.addresses import SHARED
from tests.bot.simulation.chromium import FORM, FOUND, READY, Screen, browser
from tests.bot.simulation.looks import BROKEN, RULES, WIDER, looks
from tests.bot.simulation.visiting import table

pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
PHONE, SMALL, TABLET, DESK = (390, 844), (360, 640), (820, 1180), (1280, 800)
LONG = "Königlich-Preußisches Garde-Grenadier-Regiment Nr. 4 Augusta"
ON_PHONES = "document.querySelector('#views').checkVisibility()"
CLOSE = "document.querySelector('dialog .close').click()"


async def screens(page: Screen, where: str) -> list[str]:
    """Return every kind of screen: a result, the board, the log, the line with its suggestions, a menu."""
    wrong = await looks(page, f"{where}, result")
    phone = await page.js(ON_PHONES)
    for view in ("board", "log") if phone else ():
        await page.show(view)
        wrong += await looks(page, f"{where}, {view}")
    await page.type("/fire ")
    await page.until("document.querySelectorAll('.suggestion').length > 2")
    wrong += await looks(page, f"{where}, suggestions")
    emptied = "one.value = ''; one.dispatchEvent(new Event('input')); one.blur()"
    await page.js(f"(one => {{ {emptied} }})(document.querySelector('#composer textarea'))")
    if phone:
        await page.show("now")
    await page.until("!document.querySelector('.suggestion')")
    await page.js("document.querySelector('.answer > header button')?.click()")
    await page.until("(one => one && (one.click(), true))(document.querySelector('#bar .menu'))")
    await page.until("Boolean(document.querySelector('dialog'))")
    wrong += await looks(page, f"{where}, menu")
    await page.js(CLOSE)
    return wrong


@pytest.mark.parametrize(("language", "sizes"), [("en", [PHONE]), ("de", [SMALL, TABLET, DESK])])
async def test_every_screen_of_an_evening_can_be_read_and_tapped(
    tmp_path: Path, language: str, sizes: list[tuple[int, int]]
) -> None:
    """Nothing wider than the screen, targets of 44 px, letters of 16 px, contrast AA, a name for each control.

    German, whose words are longer, is read on all kinds of screens.
    """
    wrong: list[str] = []
    async with table(tmp_path, language=language) as here, browser(tmp_path) as chromium:
        await here.slash("Ann", "unit edit", unit="Marines", field="name", value=LONG)
        await here.slash("Ann", "initiative", dice="1 6")
        await here.slash("Bob", "activate", unit="Militia", dice="6")
        await here.slash("Bob", "unit show", unit="Militia")
        page = await chromium.tab()
        for width, height in sizes:
            name = "Bob" if width < 1000 else SHARED
            await page.open(f"{here.base}/{here.browser(name).key}/bob", width, height)
            if RULES:
                await page.send("Page.setBypassCSP", enabled=True)
                await page.send("Page.reload")
            await page.until(f"{READY} && document.querySelector('#bar').children.length > 1")
            wrong += await screens(page, f"{language} {width}")
            if name == "Bob":
                wrong += await form(page, f"{language} {width}")
    assert not wrong, "\n".join(sorted(set(wrong)))


async def test_a_long_word_is_whole_on_its_button_and_the_turn_is_beside_a_long_name_of_the_rules(
    tmp_path: Path,
) -> None:
    """Issue 45: "Bewegungsphas" and "e" on two lines of a button of half the width; "Bob · Open Fire, 20 mm…" cut off
    the turn and its phase.
    """
    async with table(tmp_path, language="de", demo=False) as here, browser(tmp_path) as chromium:
        await here.slash("Ann", "game demo", system="openfire_ww2")
        for command, options in (
            ("game join", {"side": "Red"}),
            ("turn phase", {"phase": "movement"}),
            ("turn end", {}),
        ):
            await here.slash("Ann", command, **options)
        page = await chromium.window(f"{here.base}/{here.browser('Ann').key}")
        await page.until("document.querySelector('#bar').innerText.includes('Bewegungsphase')")
        assert await page.js(BROKEN) == []
        assert await page.js(WIDER) == []
        assert (await page.js("document.querySelector('#turn p').innerText")).startswith("Ann · Runde 1")


async def form(page: Screen, where: str) -> list[str]:
    await page.until("(one => one && (one.click(), true))(document.querySelector('#bar .primary'))")
    await page.until(FORM)
    found = await looks(page, f"{where}, form")
    await page.js(CLOSE)
    return found
