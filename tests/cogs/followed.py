"""Helpers for tests of the live board: the messages that are boards, and the requests for them."""

from __future__ import annotations

from typing import Any

from tests.cogs.table import Table


def boards(table: Table, where: Any = None) -> list[Any]:
    """Return every message that is or was a board."""
    found = (where or table.channel).history()
    titles = (
        "Board:",
        "Final board:",
        "The board has moved",
        "Spielstand:",
        "Endstand:",
        "Der Spielstand ist umgezogen",
    )
    return [message for message in found if message.embeds and (message.embeds[0].title or "").startswith(titles)]


def text(message: Any) -> str:
    return message.embeds[0].description or ""


def calls(table: Table, method: str = "PATCH") -> int:
    """Return the number of messages that the bot edited (or posted) besides its answers."""
    return sum(
        request.method == method and "/channels/" in request.path and "/messages" in request.path
        for request in table.env.http_requests
    )


async def entry(table: Table, count: int = 1) -> None:
    """Record entries that any player may make, with an answer each."""
    for _ in range(count):
        await table.done(table.ann, "/score", side="Red", points=1, why="a test")
