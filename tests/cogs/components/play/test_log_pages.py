"""Pages of a log: as many entries as a message holds, and the buttons of the pages before and after."""

from __future__ import annotations

import pytest

from bot.services.record.history import JournalPage
from bot.store.pasts import Wanted
from cogs.components.controls import Control
from cogs.components.play.log_pages import ShowPage, page_buttons, page_reply
from cogs.interactions.limits import CUSTOM_ID, DESCRIPTION
from cogs.rendering.text import Reader
from data.texts import language
from rules.game.entry import Entry
from rules.kernel.text import Text
from tests.cogs.components.play.samples import sample

WORDS, LIVE = Reader(language("en")), sample("fubar")
HEAD = len("**7** <t:0:t> Ann  .")
"""Letters of a line besides its title."""


def entry(number: int, title: str = "x") -> Entry:
    return Entry(number=number, command="note", by="Ann", at=0, title=Text(title))


@pytest.mark.parametrize("forwards", [False, True])
@pytest.mark.parametrize(("more", "fit"), [(0, 4), (1, 3)])
async def test_a_page_is_full_at_the_last_letter(more: int, fit: int, forwards: bool) -> None:
    """Entries that do not fit are on the page before, or after if the log is read forwards."""
    letters = [1000, 1000, 1000, DESCRIPTION - 3 * 1000 - 4 * (HEAD + 1) + more]
    entries = [entry(nth, "x" * count) for nth, count in enumerate(letters, 1)]
    reply = await page_reply(WORDS, JournalPage(LIVE, entries, older=False, newer=False), Wanted(), 10, forwards)
    shown = [nth for nth in range(1, 5) if f"**{nth}** <t:0:t> Ann" in reply.text]
    assert shown == ([1, 2, 3, 4][:fit] if forwards else [1, 2, 3, 4][4 - fit :])
    assert len(reply.text) == sum(letters[nth - 1] + HEAD for nth in shown) + fit - 1
    labels = [one.item.label for one in reply.buttons if isinstance(one, Control)]
    assert labels == ([] if fit == 4 else ["Newer"] if forwards else ["Older"])


@pytest.mark.parametrize(("more", "labels"), [(0, ["Older", "Newer"]), (1, ["Older"]), (2, [])])
def test_a_page_has_a_button_if_its_filter_fits_into_the_id(more: int, labels: list[str]) -> None:
    room = CUSTOM_ID - len(ShowPage("g", "b7", 10, "u1", "", ("",)).id) - 1
    page = JournalPage(LIVE, [entry(7), entry(10)], older=True, newer=True)
    shown = page_buttons(WORDS, page, lambda at: ShowPage("g", at, 10, "u1", "", ("k" * (room + more),)))
    assert [one.item.label for one in shown] == labels
