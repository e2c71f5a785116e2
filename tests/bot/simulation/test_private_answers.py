"""Private answers at the local table: they reach the pages of their reader, and no other connection."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from bot.simulation.addresses import SHARED, TABLE
from tests.bot.simulation.visiting import Table, Visitor, table


async def test_a_private_answer_reaches_its_own_doors_alone(tmp_path: Path) -> None:
    """An evening with both phones, the shared screen and the table screen; only the reader gets private answers."""
    async with table(tmp_path, "0.0.0.0") as here:
        pages = {name: await here.at(name) for name in (SHARED, "Ann", "Bob", TABLE)}
        await evening(here, pages)
        readers: dict[str, set[str]] = {}
        for shown in here.server.talk.shown.values():
            if shown.private is not None:
                name = next(one for one, player in here.place.people.items() if player.id == shown.private)
                readers[str(shown.id)] = {name}
        assert len(readers) > 8
        for name, page in pages.items():
            sent = "\n".join(page.frames)
            for id, allowed in readers.items():
                assert f'"{id}"' not in sent or name in allowed, f"{name} was sent what {allowed} alone may read"


async def evening(here: Table, pages: dict[str, Visitor]) -> None:
    ann, bob = pages["Ann"], pages["Bob"]
    for nth in range(4):
        for page, line in (
            (ann, "/unit show unit:Marines"),
            (bob, "/unit show unit:Militia"),
            (ann, "/odds attacker:Marines target:Militia distance:10"),
            (bob, "/fire attacker:Marines target:Militia distance:10"),
            (ann, "/initiative dice:5 2" if not nth else "/help"),
            (ann, "/activate unit:Marines dice:6" if not nth else "/why"),
            (bob, "/game status"),
        ):
            await page.say(line)
    wanted = next(one["id"] for one in pages[SHARED].hello["viewers"] if one["name"] == "Bob")
    await pages[SHARED].act("viewer", viewer=wanted)
    for page in (ann, bob, pages[SHARED]):
        await page.look()
    with suppress(TimeoutError):
        await pages[TABLE].until(lambda: False, 1.0)
