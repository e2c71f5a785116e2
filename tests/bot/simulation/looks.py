"""Measures of a page in a browser: widths, sizes of targets and letters, names of controls, contrast."""

from __future__ import annotations

import os
from pathlib import Path

from tests.bot.simulation.chromium import Screen

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
    one.getAttribute('aria-labelledby') || one.querySelector('img')?.alt)).map((one) => one.outerHTML.slice(0, 120))"""
BROKEN = """[...document.querySelectorAll('button, h1, h2, h3, b, legend, label')]
    .filter((one) => one.checkVisibility()).flatMap((one) => [...one.childNodes]
    .filter((node) => node.nodeType === 3).flatMap((node) =>
        [...node.data.matchAll(/\\p{L}{4,40}/gu)].filter((word) => {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
        }).map((word) => `${word[0]}: ${one.outerHTML.slice(0, 120)}`)))"""
"""Words of controls and headings that are broken where a line ends, except those of 40 letters or more."""
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


async def looks(page: Screen, where: str) -> list[str]:
    """Return the faults of a screen."""
    wrong: list[str] = []
    for name, script in (
        ("wider than the screen", WIDER),
        ("small", SMALL),
        ("tiny", TINY),
        ("nameless", NAMELESS),
        ("broken", BROKEN),
    ):
        wrong += [f"{where}, {name}: {one}" for one in await page.js(script)]
    for theme in ("light", "dark"):
        await page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        wrong += [f"{where}, {theme}: {one}" for one in await page.js(CONTRAST)]
    if RULES:
        if not await page.js("Boolean(window.axe)"):
            await page.js(f"{RULES};0")
        serious = "found.violations.filter((one) => ['serious', 'critical'].includes(one.impact))"
        shown = "`${one.id}: ${one.nodes[0].html.slice(0, 150)}`"
        found = await page.js(f"axe.run().then((found) => {serious}.map((one) => {shown}))")
        wrong += [f"{where}, axe: {one}" for one in found]
    return wrong
