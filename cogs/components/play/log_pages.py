"""Pages of the log with their buttons, whose ids hold the page, the game and the filter of entries."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.errors import Refusal
from bot.services.record.history import EntryPage
from bot.store.pasts import Wanted
from cogs.components.controls import OTHER_VERSION, Control, GameId, handles_click, parse_number
from cogs.interactions import limits
from cogs.interactions.context import Context
from cogs.rendering.log import log_lines
from cogs.rendering.reply import Reply
from cogs.rendering.text import Reader

_BEFORE, _AFTER = "b", "a"
"""Direction of a page: before or after an entry."""


class ShowPage(GameId, what="log"):
    """A page of `size` entries, filtered by unit, player and kind: those before a number ("b12"), or after it."""

    at: str
    size: int
    unit: str
    by: str
    kind: tuple[str, ...]


async def page_reply(words: Reader, page: EntryPage, selection: Wanted, size: int, forwards: bool = False) -> Reply:
    """Return a page as one message, rendered in a thread because many lines would block the event loop."""
    return await asyncio.to_thread(_render_page, words, page, selection, size, forwards)


def _render_page(words: Reader, page: EntryPage, selection: Wanted, size: int, forwards: bool) -> Reply:
    """Render a page; entries that do not fit are left to the previous page, or with `forwards` to the next."""
    live, words = page.live, words.at(page.live.board)
    lines = [log_lines(words, live, entry) for entry in page.entries]
    fit = _fitting_lines(lines if forwards else lines[::-1])
    left = len(lines) - fit
    entries = page.entries[:fit] if forwards else page.entries[left:]
    lines = lines[:fit] if forwards else lines[left:]
    page = EntryPage(live, entries, page.older or (left > 0 and not forwards), page.newer or (left > 0 and forwards))
    text = "\n".join(lines) or words.say("Nothing yet.")
    title = words.say("Log of {game}", game=live.info.name)
    return Reply(
        title, text, _page_footer(words.plain, page), buttons=_page_buttons(words.plain, page, selection, size)
    )


def _fitting_lines(lines: Sequence[str]) -> int:
    """Return the number of lines that fit into one message."""
    room = limits.DESCRIPTION
    for fit, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return fit
    return len(lines)


def _page_footer(words: Reader, page: EntryPage) -> str:
    if not page.entries:
        return ""
    first, last, number = page.entries[0].number, page.entries[-1].number, page.live.info.number
    if first == last:
        return words.say("Entry {first} of {number}", first=first, number=number)
    return words.say("Entries {first} to {last} of {number}", first=first, last=last, number=number)


def _page_buttons(words: Reader, page: EntryPage, selection: Wanted, size: int) -> tuple[Control, ...]:
    if not page.entries:
        return ()
    older = (f"{_BEFORE}{page.entries[0].number}", words.say("Older")) if page.older else None
    newer = (f"{_AFTER}{page.entries[-1].number}", words.say("Newer")) if page.newer else None
    pages = [
        (ShowPage(page.live.info.id, at, size, selection.unit, selection.by, (selection.kind,)), label)
        for at, label in filter(None, (older, newer))
    ]
    return tuple(one.button(label) for one, label in pages if one.fits)


@handles_click(ShowPage)
async def turn_page(ctx: Context, click: ShowPage) -> Reply:
    """Show another page in place of the clicked one; raise Refusal for an invalid id."""
    at, size, selection = click.at, click.size, Wanted(":".join(click.kind), click.unit, click.by)
    if at[:1] not in (_BEFORE, _AFTER):
        raise Refusal(OTHER_VERSION)
    forwards, number = at[:1] == _AFTER, parse_number(at[1:])
    pages = ctx.services.log_pages
    live = await pages.read(ctx.call, await pages.choose_game(ctx.call, click.game))
    found = await pages.page(live, selection, size, **({"after": number} if forwards else {"before": number}))
    reply = await page_reply(ctx.all_readers, found, selection, size, forwards)
    return Reply(reply.title, reply.text, reply.footer, buttons=reply.buttons, in_place=True)
