"""Archived and locked threads: no entry is recorded without an answer, or the answer follows later."""

from __future__ import annotations

from typing import Any

import pytest

from bot.services.play.messages import AGAIN
from tests.cogs.strict import archive, thread_in
from tests.cogs.table import Table

SHOT = {"attacker": "Marines", "target": "Militia", "distance": "6in", "cover": "none"}
LOCKED = 160005


@pytest.fixture
async def thread(table: Table) -> Any:
    """A thread with the demo in it."""
    found = await thread_in(table, table.channel)
    await table.done(table.ann, "/game demo", where=found, system="fubar")
    await table.done(table.ann, "/activate", where=found, unit="Marines", action="aimed_fire", dice="6")
    return found


async def test_nothing_is_recorded_in_a_locked_thread(table: Table, thread: Any) -> None:
    """The shot would be invisible; the caller reads the reason with the next answer. No button records anything."""
    before = await table.last(thread)
    for archived in (True, False):
        await archive(table, thread, locked=True, archived=archived)
        result = await table.ann.slash(thread, "fire", **SHOT)
        assert not result.acknowledged
        assert await table.last(thread) == before
        told = await table.done(table.ann, "/help")
        assert f"Your last command in <#{thread.id}> was not carried out" in told.text
        assert "was not carried out" not in (await table.done(table.ann, "/help")).text
        await archive(table, thread, locked=False, archived=False)
    told = await table.done(table.ann, "/fire", where=thread, **SHOT)
    await archive(table, thread, locked=True, archived=False)
    result = await table.ann.click(told.messages[-1], label="Undo")
    assert not result.acknowledged
    assert await table.last(thread) == before + 1


async def test_a_result_recorded_while_the_thread_was_locked_is_shown_later(table: Table, thread: Any) -> None:
    for path in ("/interactions/*/callback", "/channels/*/messages"):
        table.env.inject_error("POST", path, status=403, code=LOCKED, times=None)
    before = await table.last(thread)
    await table.ann.slash(thread, "fire", **SHOT)
    assert await table.last(thread) == before + 1
    table.env.backend.faults.clear()
    waiting = await table.done(table.bob, "/waiting", where=thread)
    assert waiting.lines[0] == "Recorded while I could not write here:"
    table.services.unposted_results.next_try = 0
    await table.env.advance_time(AGAIN)
    shown = [one for one in thread.history() if one.embeds and one.embeds[0].title == "Marines → Militia"]
    assert len(shown) == 1
    assert "Ann" in str(shown[0].embeds[0].footer.text)
    assert "it counts" in (await table.done(table.ann, "/help")).text


async def test_an_answer_that_would_edit_a_message_in_an_archived_thread_is_one_of_its_own(table: Table) -> None:
    """A message wakes the thread, an edit is refused."""
    thread = await thread_in(table, table.channel)
    told = await table.done(table.ann, "/game new", where=thread, system="fubar")
    await archive(table, thread)
    messages = len(thread.history())
    labels = [one["label"] for one in told.messages[-1].components[0]["components"][0]["options"]]
    came = await table.pick(table.ann, told, labels[0])
    assert came.result.acknowledged
    assert len(thread.history()) > messages
    meta = table.env.backend.channels[thread.id].thread_metadata
    assert meta is not None
    assert not meta.archived
