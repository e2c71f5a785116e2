"""Every kind of file of the battle of every system, opened as its programs open it."""

from __future__ import annotations

import csv
import gc
import html
import io
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from bot.services.record.exports import PlayedGame
from cogs.rendering.report import report
from cogs.rendering.report.csv_file import COLUMNS
from cogs.rendering.report.entry_view import EntryView
from data import system_of
from data.texts import ENGLISH, language
from rules.command.system import Board
from rules.game.entry import play_back
from tests.bot.fought import entries_of, open_battle
from tests.bot.simulation.chromium import FOUND, Screen, browser
from tests.cogs.rendering.report.written import of_battle
from tests.turns import each_kind, kinds

WIDTHS = (1280, 390)
VOID = {"meta", "link", "br", "img", "hr", "input", "path", "circle", "polyline"}


@pytest.mark.parametrize("kind", ["html", "markdown"])
async def test_a_report_keeps_no_entry_in_its_parts(kind: str, tmp_path: Path) -> None:
    """The garbage collector paused the bot for the parts of ten thousand entries."""
    record, info = await open_battle("fubar", tmp_path / "fought.sqlite")
    entries = await record.entries.all(info.id)
    await record.close()
    played = PlayedGame(info, Board.of(play_back(entries), system_of(info.system), info.units))
    made = report(kind, language(ENGLISH), None, open_=True)(played)
    for entry in entries:
        made.add(entry)
    assert sum(isinstance(one, EntryView) for one in gc.get_objects()) == 0
    assert len(made.to_bytes()) > 1000


@each_kind
async def test_every_roll_is_a_row_of_the_table(system: str) -> None:
    entries = await entries_of(system)
    rows = list(csv.reader(io.StringIO((await of_battle(system, "csv")).decode(), newline="")))
    throws = [(entry, throw) for entry in entries for play in entry.plays for throw in play.throws]
    undone = {entry.undoes for entry in entries}
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) - 1 == len(throws) > 10
    for row, (entry, throw) in zip(rows[1:], throws, strict=True):
        told = dict(zip(COLUMNS, row, strict=True))
        assert told["entry"] == str(entry.number)
        assert told["faces"] == " ".join(map(str, throw.faces))
        assert told["dice"] == f"{len(throw.faces)}d{throw.sides}"
        assert told["undone"] == ("yes" if entry.number in undone else "no")
        assert 0 <= float(told["expected"]) <= len(throw.faces) * throw.sides
        if (
            throw.needed is not None
            and not (throw.needed.at_most or throw.needed.is_of_total)
            and isinstance(throw.result, int)
        ):
            assert int(told["successes_or_total"]) == throw.result


@each_kind
async def test_the_log_has_every_entry_once_and_every_turn(system: str) -> None:
    entries = await entries_of(system)
    log = (await of_battle(system, "markdown")).decode()
    assert re.findall(r"^- (?:~~)?\*\*(\d+)\*\*", log, re.MULTILINE) == [str(entry.number) for entry in entries]
    turns = [int(n) for n in re.findall(r"^## \w+ (\d+)(?: · [\d dhmins]+)?$", log, re.MULTILINE)]
    assert turns == sorted(set(turns)) != []
    assert log.count("~~ (undone)") == len({entry.undoes for entry in entries} - {None})
    assert "## Rulings" in log


class _Read(HTMLParser):
    """A page, tag by tag: raises AssertionError where one is closed that is not open."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def _require_no_command(read: _Read) -> None:
    assert "`" not in read.text
    assert not re.findall(r"(?<!\w)/[a-z]+", read.text)
    assert "code" not in read.tags


@each_kind
async def test_the_report_is_one_page_that_needs_nothing_else_and_names_no_command(system: str) -> None:
    page = (await of_battle(system, "html")).decode()
    read = _Read(page)
    assert not {"script", "link", "iframe", "img", "object", "base"} & set(read.tags)
    assert not [name for name, _ in read.attributes if name.startswith("on") or name in ("src", "style")]
    places = {f"#{value}" for name, value in read.attributes if name == "id"}
    assert {value for name, value in read.attributes if name == "href"} <= places
    assert "url(" not in page
    assert "://" not in page
    assert "None" not in read.text
    _require_no_command(read)
    assert page.index("prefers-color-scheme: dark") < page.index("@media print")
    # From one brace to the next: restarted at each letter of a page, the search takes seconds.
    hidden = re.findall(r"(?<![^{}])([^{}]*)\{ display: none; \}", page[page.index("@media print") :])
    assert hidden
    assert not [one for one in hidden if re.search(r"\bcode\b", one)], (
        "no hole in a sentence, as in the proof of the dice"
    )


@each_kind
async def test_the_report_tells_the_whole_game(system: str) -> None:
    entries = await entries_of(system)
    page = (await of_battle(system, "html")).decode()
    strength = f"Strength by {system_of(system).turn}"
    for heading in ("The story", "The sides", strength, "Luck", "Rulings", "Fair dice"):
        assert f"<h2>{heading}</h2>" in page
    throws = [throw for entry in entries for play in entry.plays for throw in play.throws]
    assert page.count('<div class="throw">') == len(throws)
    assert page.count('role="img"') == 1
    assert re.search(r'aria-label="Strength, first turn to last: [^"]+ from \d+ to \d+', page)
    assert page.count('<table class="sides">') == 2


async def test_a_report_is_in_the_language_of_its_reader_and_names_no_command() -> None:
    log, page = [(await of_battle("fubar", kind, "de")).decode() for kind in ("markdown", "html")]
    assert "1. März 2026" in log
    assert "1. März 2026" in page
    assert '<html lang="de"' in page
    _require_no_command(_Read(page))


@pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
async def test_no_report_is_wider_than_the_window(tmp_path: Path) -> None:
    """A page in a frame as wide as a desk and one as wide as a phone, with everything unfolded."""
    frames: list[str] = []
    for system in (one.key for one in kinds("wide")):
        page = (await of_battle(system, "html")).decode().replace("<details", "<details open")
        frames += [
            f'<iframe name="{system} {width}" width="{width}" height="900" srcdoc="{html.escape(page)}"></iframe>'
            for width in WIDTHS
        ]
    measure = (
        "[...document.querySelectorAll('iframe')].map("
        "one => [one.name, one.contentDocument.documentElement.scrollWidth, one.contentWindow.innerWidth])"
    )
    file = tmp_path / "frames.html"
    file.write_text(f"<!DOCTYPE html><body>{''.join(frames)}", encoding="utf-8")
    async with _read_in_a_browser(file) as page:
        found = await page.js(measure)
    assert len(found) == len(frames)
    assert [one for one in found if one[1] > one[2]] == []


@pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
async def test_a_browser_shows_the_report(tmp_path: Path) -> None:
    file, shot, width = tmp_path / "report.html", tmp_path / "shot.png", WIDTHS[-1]
    file.write_bytes(await of_battle("fubar", "html"))
    async with _read_in_a_browser(file, width) as page:
        await page.picture(shot)
    with Image.open(shot) as picture:
        assert picture.width == width
        colours = picture.convert("RGB").getcolors(1 << 24)
    assert colours is not None
    assert len(colours) > 50


@pytest.mark.skipif(FOUND is None, reason="there is no Chromium here")
@pytest.mark.parametrize(("system", "locale"), [("openwar", "en"), ("openfire_d12", "de"), ("openfire_ww2", "de")])
async def test_thumb_d18_the_turns_of_a_battle_are_three_pages_on_paper(
    system: str, locale: str, tmp_path: Path
) -> None:
    """The shortest and the longest ones."""
    file = tmp_path / "report.html"
    file.write_bytes(await of_battle(system, "html", locale))
    async with _read_in_a_browser(file) as page:
        paper = await page.paper()
    pages = re.findall(rb"/Type /Page\b", paper)
    assert 1 < len(pages) <= 3


@asynccontextmanager
async def _read_in_a_browser(file: Path, width: int = WIDTHS[0]) -> AsyncGenerator[Screen]:
    async with browser(file.parent) as found:
        page = await found.tab()
        await page.read(file, width)
        yield page
