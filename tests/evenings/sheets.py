"""Contact sheets: pictures of an evening side by side, in one file."""

from __future__ import annotations

import asyncio
from html import escape
from pathlib import Path

from tests.bot.simulation.chromium import Chromium

IN_A_ROW, ON_A_SHEET, WIDTH = 5, 10, 390


async def write_sheets(chromium: Chromium, folder: Path, where: str) -> list[Path]:
    """Write the phone pictures of an evening to sheets, and return them."""
    pictures = sorted(await asyncio.to_thread(lambda: [*folder.glob(f"{where}-*-{WIDTH}.png")]))
    page = await chromium.tab()
    made = list[Path]()
    for first in range(0, len(pictures), ON_A_SHEET):
        shown = pictures[first : first + ON_A_SHEET]
        number = first // ON_A_SHEET
        source, sheet = folder / f"{where}.html", folder / f"sheet-{where}{f'-{number + 1}' if number else ''}.png"
        figures = "".join(
            f"<figure><figcaption>{escape(one.stem.removeprefix(where))}</figcaption><img src='{one.name}'></figure>"
            for one in shown
        )
        style = "body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;font:14px sans-serif}figure{margin:0;width:390px}"
        source.write_text(f"<!doctype html><style>{style}</style>{figures}", encoding="utf-8")
        rows = -(-len(shown) // IN_A_ROW)
        await page.read(source, IN_A_ROW * (WIDTH + 8) + 16, rows * 880 + 16)
        await page.picture(sheet)
        source.unlink()
        made.append(sheet)
    return made
