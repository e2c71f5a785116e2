"""The looks of a scripted evening on phones, a tablet and a desk: widths, sizes, contrast, names of controls."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.simulation.addresses import SHARED
from tests.bot.simulation.chromium import FORM, FOUND, READY, Screen, browser
from tests.bot.simulation.visiting import table

pytestmark = pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
SIZES = ((390, 844), (360, 640), (820, 1180), (1280, 800))
LONG = "Königlich-Preußisches Garde-Grenadier-Regiment Nr. 4 Augusta"
WIDER = """[...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() &&
    one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 120))"""
SMALL = """[...document.querySelectorAll('button, a[href], textarea, input, summary, [role=option]')].filter((one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && box.width && !one.closest('.text') && (box.height < 44 || box.width < 44);
    }).map((one) => one.outerHTML.slice(0, 120))"""
TINY = """[...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() &&
    [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) &&
    parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => one.outerHTML.slice(0, 120))"""
NAMELESS = """[...document.querySelectorAll('button, a[href], textarea, input, [role=option], dialog')].filter((one) =>
    one.checkVisibility() && !(one.innerText?.trim() || one.getAttribute('aria-label') || one.labels?.length ||
    one.getAttribute('aria-labelledby'))).map((one) => one.outerHTML.slice(0, 120))"""
CONTRAST = """(() => {
    const parse = (text) => (text.match(/[\\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    const light = ([r, g, b]) => [r, g, b].map((one) => one / 255)
        .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
        .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
    const ground = (one) => {
        for (let now = one; now; now = now.parentElement) {
            const found = parse(getComputedStyle(now).backgroundColor);
            if (found.length === 3 || found[3] === 1) return found;
        }
        return [255, 255, 255];
    };
    return [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && !one.disabled &&
        [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())).map((one) => {
        const [dark, bright] = [light(parse(getComputedStyle(one).color)), light(ground(one))].sort((a, b) => a - b);
        return [(bright + 0.05) / (dark + 0.05), one.outerHTML.slice(0, 120)];
    }).filter(([ratio]) => ratio < 4.5).map(([ratio, text]) => `${ratio.toFixed(2)} ${text}`);
})()"""
AXE = Path(os.environ.get("ADJUTANT_TEST_AXE", "node_modules/axe-core/axe.min.js"))
RULES = AXE.read_text(encoding="utf-8") if AXE.is_file() else ""
"""The rules of axe-core, where npm has put them; they are no part of the project."""
ON_PHONES = "document.querySelector('#views').checkVisibility()"
CLOSE = "document.querySelector('dialog .close').click()"


async def looks(page: Screen, where: str) -> list[str]:
    """Return the faults of a screen."""
    wrong: list[str] = []
    for name, script in (("wider than the screen", WIDER), ("small", SMALL), ("tiny", TINY), ("nameless", NAMELESS)):
        wrong += [f"{where}, {name}: {one}" for one in await page.js(script)]
    for theme in ("light", "dark"):
        await page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        wrong += [f"{where}, {theme}: {one}" for one in await page.js(CONTRAST)]
    if RULES:
        await page.js(f"{RULES};0")
        serious = "found.violations.filter((one) => ['serious', 'critical'].includes(one.impact))"
        shown = "`${one.id}: ${one.nodes[0].html.slice(0, 150)}`"
        found = await page.js(f"axe.run().then((found) => {serious}.map((one) => {shown}))")
        wrong += [f"{where}, axe: {one}" for one in found]
    return wrong


async def screens(page: Screen, where: str) -> list[str]:
    """Every kind of screen: a result, the board, the log, the line with its suggestions, a menu."""
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


@pytest.mark.parametrize("language", ["en", "de"])
async def test_every_screen_of_an_evening_is_read_and_tapped_by_anybody(tmp_path: Path, language: str) -> None:
    """Nothing wider than the screen, targets of 44 px, letters of 16 px, contrast AA, a name for each control."""
    wrong: list[str] = []
    async with table(tmp_path, language=language) as here, browser(tmp_path) as chromium:
        await here.slash("Ann", "unit edit", unit="Marines", field="name", value=LONG)
        await here.slash("Ann", "initiative", dice="1 6")
        await here.slash("Bob", "activate", unit="Militia", dice="6")
        await here.slash("Bob", "unit show", unit="Militia")
        for width, height in SIZES:
            name = "Bob" if width < 1000 else SHARED
            page = await chromium.window(f"{here.base}/{here.browser(name).key}", width, height)
            await page.send("Page.setBypassCSP", enabled=True)
            await page.send("Page.reload")
            await page.until(f"{READY} && document.querySelector('#bar').children.length > 1")
            wrong += await screens(page, f"{language} {width}")
            if name == "Bob":
                wrong += await form(page, f"{language} {width}")
    assert not wrong, "\n".join(sorted(set(wrong)))


async def form(page: Screen, where: str) -> list[str]:
    await page.until("(one => one && (one.click(), true))(document.querySelector('#bar .primary'))")
    await page.until(FORM)
    found = await looks(page, f"{where}, form")
    await page.js(CLOSE)
    return found
