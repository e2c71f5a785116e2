"""Shared helpers for tests of undo: a shot, a question, and a late click."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from bot.errors import Refusal
from bot.store import rows
from bot.store.tables import PENDING, Pending
from tests.cogs.table import Table, Told, same_as_record

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}
OTHER = {"attacker": "Regular section", "target": "HMG team", "distance": "20"}
NINE = (5, 5, 6, 1, 1, 1, 1, 1, 1)


async def sound(table: Table) -> None:
    await same_as_record(table.services, await table.live())


async def fire_shot(demo: Table) -> int:
    """Fire Ann's shot at Bob's Militia: two die, one is suppressed."""
    demo.dice.next(*NINE)
    await demo.done(demo.ann, "/fire", **SHOT)
    return await demo.last()


async def ask_consent(demo: Table, who: Any, command: str, /, **options: Any) -> Told:
    """Give a command that must wait for the consent of others, publicly and without an entry."""
    before = await demo.last()
    told = await demo.say(who, command, **options)
    assert "do you agree?" in told.title, told
    assert told.buttons == ("Agree", "No")
    assert not told.private
    assert await demo.last() == before
    return told


async def undo_entry(demo: Table, who: Any = None, entry: int | None = None) -> Told:
    """Undo an entry as Ann or another player, with the other side's consent if it is asked."""
    options = {} if entry is None else {"entry": entry}
    who = who or demo.ann
    told = await demo.done(who, "/undo", **options)
    if demo.has(told, "Agree"):
        told = await demo.click(demo.bob if who is demo.ann else demo.ann, told, "Agree")
    assert told.title.startswith(("Undone", "As before")), told
    return told


async def agree(demo: Table, told: Told, who: Any = None) -> Told:
    """Agree as Bob, who must be asked, and return the result."""
    assert told.title == "Bob: do you agree?", told
    return await demo.click(who or demo.bob, told, "Agree")


async def too_late(demo: Table, who: Any, question: Told) -> None:
    """Answer a settled question as with a delayed click; it must be refused and have no effect."""
    before = await demo.last()
    assert not demo.has(question, "Agree")
    assert not demo.has(question, "No")
    ids = [row.id for row in await questions(demo)]
    for id in ids:
        for work in (demo.services.corrections.agree, demo.services.corrections.refuse):
            with pytest.raises(Refusal, match="already"):
                await work(demo.call(who), id, 0)
    assert ids
    assert await demo.last() == before


async def questions(demo: Table) -> list[Pending]:
    """Return every question that was ever asked in the game."""
    game = (await demo.live()).info.id
    query = select(PENDING).where(PENDING.c.game_id == game)
    found = await demo.services.record.database.read(lambda read: read.execute(query).mappings().all())
    return [rows.pending(row) for row in found]
