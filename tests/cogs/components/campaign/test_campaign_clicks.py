"""Campaigns as files: the book with the logs of its battles, and anonymous files without ids."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cogs import warring
from tests.cogs.table import Table


async def file_of(table: Table, who: Any, **options: Any) -> str:
    told = await table.done(who, "/campaign export", **options)
    (file,) = told.messages[-1].attachments
    return (await file.read()).decode("utf-8-sig")


async def test_a_hidden_unit_is_a_card_in_the_log_of_a_battle_that_goes_on(table: Table) -> None:
    await table.done(table.ann, "/campaign new", name="Long war", system="opreb")
    await table.done(table.ann, "/campaign join", force="expedition")
    await table.done(table.bob, "/campaign join", force="expedition")
    await table.done(table.ann, "/campaign battle start", against="Blue")
    hidden = next(unit for unit in (await table.live()).game.units.values() if unit.has("hidden"))
    await table.done(table.ann, "/campaign battle withdraw", unit=hidden.name)
    await table.done(table.ann, "/campaign battle field", unit=hidden.name)
    for who in (table.ann, table.bob):
        book = await file_of(table, who, format="html")
        log = book[book.index("<details>") : book.index("</details>")]
        assert "Card" in log
        assert hidden.name not in log


@pytest.mark.usefixtures("signed")
async def test_files_to_read_hold_no_ids_of_people_and_the_book_has_the_log_of_each_battle(table: Table) -> None:
    for format in ("csv", "html"):
        content = await file_of(table, table.ann, format=format)
        assert "Ann" in content
        assert all(str(who.id) not in content for who in (table.ann, table.bob))
    log = content[content.index("<details>") : content.index("</details>")]
    assert "Able" in log
    assert "🎲" in log
    assert "<strong>Before the first turn</strong>" in log


@pytest.mark.usefixtures("signed")
async def test_an_anonymous_file_has_no_names_and_cannot_be_deanonymised(table: Table) -> None:
    hidden = [str(one.id) for one in (table.ann, table.bob, table.guild, table.channel)]
    for format in ("html", "csv", "json"):
        content = await file_of(table, table.ann, format=format, anonymous=True)
        assert not [one for one in (*hidden, "Ann", "Bob") if one in content], format
        assert "Player 1" in content
        assert "Able" in content
    said = await table.say(table.ann, "/campaign import", file=("war.json", content.encode()))
    assert "ask Player 1" in said.whole


@pytest.mark.usefixtures("enlisted")
async def test_the_json_says_that_it_holds_people(table: Table) -> None:
    assert "ids and names of the players" in (await table.done(table.ann, "/campaign export")).text


@pytest.mark.usefixtures("enlisted")
async def test_the_log_is_turned_back_page_by_page(table: Table) -> None:
    last = (await warring.current_campaign(table)).number
    [message] = (await table.done(table.ann, "/campaign log", last=1)).messages
    for number in (last, last - 1, last - 2):
        told = table.now(message)
        assert f"**{number}**" in told.text
        assert f"**{number - 1}**" not in told.text
        await table.click(table.ann, told, "Older")
