"""The messages that an open page of the local table is sent at once, and the outcomes of its requests."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from bot.simulation.addresses import Door
from bot.simulation.conversation import Conversation, ShownMessage
from bot.simulation.lines import PageConnection, RememberedOutcomes
from tests.rows import for_each

NOWHERE: Any = None
DOOR = Door("Ann", "secret", ())


def talk(messages: int) -> Conversation:
    return Conversation(NOWHERE, {id: ShownMessage(id, {"id": id}, None, id) for id in range(1, messages + 1)})


def connection(socket: Any = None) -> PageConnection:
    return PageConnection(DOOR, "tab", socket, None)


@for_each(("messages", "first", "oldest"), [(0, 1, 0), (49, 1, 0), (50, 1, 0), (51, 2, 2), (59, 10, 10)])
def test_a_new_page_is_sent_the_fifty_newest_messages(messages: int, first: int, oldest: int) -> None:
    page = connection()
    there = range(first, messages + 1)
    assert page.begin(talk(messages), True) == ([{"id": id} for id in there], oldest > 0)
    assert (page.oldest, page.sent) == (oldest, {id: id for id in there})


@for_each(("before", "first", "oldest"), [(50, 1, 0), (51, 1, 0), (52, 2, 2), (60, 10, 10), (1, 1, 0)])
def test_a_page_is_sent_the_fifty_messages_before_its_oldest(before: int, first: int, oldest: int) -> None:
    page, here = connection(), talk(110)
    page.begin(here, True)
    assert page.oldest == 61
    assert page.older_messages(here, True, before) == ([{"id": id} for id in range(first, before)], oldest > 0)
    assert page.oldest == oldest
    assert page.sent == {id: id for id in (*range(first, before), *range(61, 111))}


@pytest.mark.parametrize("error", [TimeoutError, ConnectionResetError, RuntimeError])
async def test_a_page_that_takes_no_messages_is_closed(error: type[Exception]) -> None:
    closed = list[bool]()

    async def send(_: str) -> None:
        raise error

    async def close() -> None:
        closed.append(True)

    socket = SimpleNamespace(send_str=send, close=close, closed=False)
    await connection(socket).send({"t": "change"})
    assert closed == [True]
    socket.closed = True
    await connection(socket).send({"t": "change"})
    assert closed == [True]


async def test_the_last_fifty_outcomes_of_each_page_are_remembered() -> None:
    found = RememberedOutcomes()
    other = found.begin("other", "1")
    begun = [found.begin("tab", str(nth)) for nth in range(51)]
    assert found.find("tab", "0") is None
    assert [found.find("tab", str(nth)) for nth in range(1, 51)] == begun[1:]
    assert found.find("other", "1") is other
    for one in (*begun, other):
        assert isinstance(one, asyncio.Future)
        one.cancel()
