"""Pages of the log with their buttons, whose ids hold the page, the game and the filter of entries."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.errors import Refusal
from bot.services.record.history import AnyPage, GamePage, JournalPage
from bot.store.pasts import Wanted
from cogs.components.controls import OTHER_VERSION, Control, ControlId, GameId, handles_click, parse_number
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.log import log_lines
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader
from rules.kernel.text import Text


class ShowPage(GameId, what="log"):
    """A page of `size` entries, filtered by unit, player and kind: those before a number ("b12"), or after it."""

    at: str
    size: int
    unit: str
    by: str
    kind: tuple[str, ...]


async def page_reply(words: Reader, page: GamePage, selection: Wanted, size: int, forwards: bool = False) -> Reply:
    """Return a page as one message, rendered in a thread because many lines would block the event loop."""
    return await asyncio.to_thread(_render_page, words, page, selection, size, forwards)


def _render_page(words: Reader, page: GamePage, selection: Wanted, size: int, forwards: bool) -> Reply:
    """Render a page; entries that do not fit are left to the previous page, or with `forwards` to the next."""
    live, words = page.journal, words.at(page.journal.board)
    lines = [log_lines(words, live, entry) for entry in page.entries]
    fit = _fitting_lines(lines if forwards else lines[::-1])
    left = len(lines) - fit
    entries = page.entries[:fit] if forwards else page.entries[left:]
    lines = lines[:fit] if forwards else lines[left:]
    page = JournalPage(live, entries, page.older or (left > 0 and not forwards), page.newer or (left > 0 and forwards))
    text = "\n".join(lines) or words.say("Nothing yet.")
    title = words.say("Log of {game}", game=live.info.name)
    unit, by, kind = selection.unit, selection.by, (selection.kind,)
    buttons = page_buttons(words.plain, page, lambda at: ShowPage(live.info.id, at, size, unit, by, kind))
    return Reply(title, text, _page_footer(words.plain, page), buttons=buttons)


def _fitting_lines(lines: Sequence[str]) -> int:
    """Return the number of lines that fit into one message."""
    room = limits.DESCRIPTION
    for fit, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return fit
    return len(lines)


def _page_footer(words: Reader, page: GamePage) -> str:
    if not page.entries:
        return ""
    first, last, number = page.entries[0].number, page.entries[-1].number, page.journal.info.number
    if first == last:
        return words.say("Entry {first} of {number}", first=first, number=number)
    return words.say("Entries {first} to {last} of {number}", first=first, last=last, number=number)


def page_buttons(words: Reader, page: AnyPage, control: Callable[[str], ControlId]) -> tuple[Control, ...]:
    """Return the buttons of the pages before and after; `control` makes the id for a place of `parse_place`."""
    if not page.entries:
        return ()
    older, newer = control(f"b{page.entries[0].number}"), control(f"a{page.entries[-1].number}")
    pages = ((page.older, older, Text("Older")), (page.newer, newer, Text("Newer")))
    return tuple(one.button(words(label)) for exists, one, label in pages if exists and one.fits)


def parse_place(at: str) -> dict[str, int]:
    """Return the place of a page, before an entry ("b12") or after it ("a12"); raise Refusal for an invalid one."""
    if at[:1] not in ("a", "b"):
        raise Refusal(OTHER_VERSION)
    return {"after" if at[:1] == "a" else "before": parse_number(at[1:])}


@handles_click(ShowPage)
async def turn_page(ctx: Context, click: ShowPage) -> Reply:
    """Show another page in place of the clicked one; raise Refusal for an invalid id."""
    selection, place = Wanted(":".join(click.kind), click.unit, click.by), parse_place(click.at)
    pages = ctx.services.log_pages
    live = await pages.read(ctx.call, await pages.choose_game(ctx.call, click.game))
    found = await pages.page(live, selection, click.size, **place)
    return replace(await page_reply(ctx.all_readers, found, selection, click.size, "after" in place), in_place=True)


ENTRIES = 10
"""Number of entries on the last page of the log."""


class ShowLog(GameId, what="lastlog"):
    """A button for the last entries of a game."""


@handles_click(ShowLog, private=True)
async def show_log(ctx: Context, click: ShowLog) -> Reply:
    """Show the last page of the log; its buttons turn the page."""
    pages, selection = ctx.services.log_pages, Wanted()
    live = await pages.read(ctx.call, await pages.choose_game(ctx.call, click.game))
    page = await pages.page(live, selection, ENTRIES)
    return replace(await page_reply(ctx.me, page, selection, ENTRIES), private=True)
