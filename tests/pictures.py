"""`python -m tests.pictures`: the pictures of README.md, taken from the pages of the local table."""

from __future__ import annotations

import asyncio
import json
import tempfile
from base64 import b64encode
from pathlib import Path

import simcord

from bot.simulation.addresses import SHARED, TABLE
from tests.bot.simulation.chromium import READY, Chromium, Screen, browser
from tests.bot.simulation.visiting import Table, table

FOLDER = Path(__file__).parents[1] / ".github" / "pictures"
_EMOJI = Path(simcord.__file__).parent / "preview" / "static" / "fonts" / "noto-color-emoji-v2.051.ttf"
"""Emoji for machines whose browser has none; they come with a test dependency."""


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with table(Path(folder), "0.0.0.0") as here, browser(Path(folder)) as chromium:
            await _pictures(here, chromium)


async def _pictures(here: Table, chromium: Chromium) -> None:
    phone = await _page(here, chromium, "Ann", 390, 844)
    screen = await _page(here, chromium, TABLE, 1280, 800)
    await here.slash("Ann", "initiative", dice="6 2")
    await here.slash("Ann", "activate", unit="Marines", dice="6")
    shot = {"attacker": "Marines", "target": "Militia", "distance": "10", "cover": "soft"}
    await here.slash("Ann", "fire", **shot, dice="5 6 2 4 1 3 6 5 2 4 6")
    shared = await _page(here, chromium, SHARED, 1280, 800)
    await phone.until("document.querySelector('#panel').innerText.includes('Marines → Militia')")
    await phone.js("document.fonts.ready.then(() => true)")
    await asyncio.sleep(1)
    await phone.picture(FOLDER / "phone.png")
    await screen.picture(FOLDER / "table-screen.png")
    await shared.type("/fire attacker:")
    await shared.until("document.querySelectorAll('.suggestion').length > 2")
    await shared.picture(FOLDER / "shared-screen.png")
    await here.slash("Ann", "game end", note="The pictures are taken.")
    await here.click("Ann", "End the game")
    await here.slash("Ann", "game demo", system="battle_forge")
    await here.slash("Ann", "initiative", dice="9 2")
    await here.slash("Ann", "activate", unit="Storm troop")
    storm = {"attacker": "Storm troop", "target": "Militia", "distance": "12", "cover": "none"}
    await here.slash("Ann", "fire", **storm)
    await phone.until("document.querySelector('#panel').innerText.includes('Storm troop → Militia')")
    await asyncio.sleep(1)
    await phone.picture(FOLDER / "own-rules.png")


async def _page(here: Table, chromium: Chromium, name: str, width: int, height: int) -> Screen:
    """Open a page in light colours, with emoji as on a phone."""
    page = await chromium.window(f"{here.base}/{here.browser(name).key}", width, height)
    await page.send("Page.setBypassCSP", enabled=True)
    await page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    await page.send("Page.reload")
    await page.until(READY)
    font = b64encode(await asyncio.to_thread(_EMOJI.read_bytes)).decode()
    source = f'src: url("data:font/ttf;base64,{font}"); unicode-range: U+2600-27BF, U+1F000-1FAFF;'
    style = f'@font-face {{ font-family: "Noto Color Emoji"; {source} }}'
    await page.js(
        f"document.head.append(Object.assign(document.createElement('style'), {{textContent: {json.dumps(style)}}}))"
    )
    await page.js("document.fonts.load('16px \"Noto Color Emoji\"', '🔴').then(() => true)")
    drawn = "document.body.hidden = true; document.body.offsetHeight; document.body.hidden = false; true"
    await page.js(f"new Promise((done) => setTimeout(done, 500)).then(() => {{ {drawn} }})")
    return page


if __name__ == "__main__":
    asyncio.run(main())
