"""The log is searched by columns with the subjects of each entry, also in databases that had none."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from bot.errors import Unreadable
from bot.store import Record, StoredGame
from bot.store.database import Database
from bot.store.entries import InOrder, ReadEntry
from bot.store.pasts import Wanted
from rules.game.entry import Entry, play_back
from tests.bot.fought import open_battle
from tests.bot.store.samples import entry, games
from tests.bot.store.test_pasts import fits

COLUMNS = "SELECT number, action, played FROM entry ORDER BY game_id, number"
UNITS = "SELECT * FROM entry_unit ORDER BY game_id, number, unit_id"
BEFORE = (
    "DROP TABLE entry_unit",
    "ALTER TABLE entry DROP COLUMN action",
    "ALTER TABLE entry DROP COLUMN played",
    "UPDATE alembic_version SET version_num = '0007'",
)


async def found_as_read(record: Record, game_id: str) -> None:
    """Every search of a game finds what its entries, looked at one by one, have of it: all kinds, and a few units."""
    entries = await record.entries.all(game_id)
    kinds = {one.command for one in entries} | {str(one.request.get("action") or "") for one in entries}
    units = sorted({event.unit.id for one in entries for event in one.events if event.kind == "joined"})[:4]
    searches = [*map(Wanted, kinds), *(Wanted(unit=one) for one in units), *(Wanted("fire", one) for one in units)]
    for wanted in (*searches, Wanted(), Wanted(dice=True), Wanted("none"), Wanted(unit="u"), Wanted(by=entries[0].by)):
        fit = [one for one in entries if fits(wanted, one)]
        assert await record.entries.last(game_id, 1000, wanted) == fit, wanted
        assert await record.entries.next(game_id, 1000, wanted, 0) == fit, wanted


async def _import_battle(record: Record, system: str, folder: Path) -> str:
    """Import the battle of a system; return the id of its game."""
    there, info = await open_battle(system, folder / "fought.sqlite")
    entries = await there.entries.all(info.id)
    await there.close()
    await record.games.put(info, entries, play_back(entries))
    return info.id


async def _stored_values(database: Database) -> list[object]:
    def read(read: Connection) -> list[object]:
        return [tuple(row) for query in (COLUMNS, UNITS) for row in read.execute(text(query))]

    return await database.read(read)


async def test_columns_are_filled_of_entries_that_were_written_before_them(
    url: str, record: Record, tmp_path: Path
) -> None:
    id = await _import_battle(record, "fubar", tmp_path)
    await found_as_read(record, id)
    before = await _stored_values(record.database)
    await record.database.write(lambda write: [write.exec_driver_sql(one) for one in BEFORE] and None)
    again = await Record.open(url)
    assert await _stored_values(again.database) == before
    assert len([row for row in before if len(row) == 3]) > 20  # type: ignore[arg-type]
    await found_as_read(again, id)
    await again.close()


async def test_an_entry_that_cannot_be_read_stays_without_them(url: str, record: Record, game: StoredGame) -> None:
    for number in (1, 2):
        await record.entries.append(game.id, entry(number, request={"action": "go"}), *games())
    for one in ("UPDATE entry SET body = 'null' WHERE number = 1", *BEFORE):
        await record.database.write(lambda write, one=one: write.exec_driver_sql(one) and None)
    again = await Record.open(url)
    assert [row[1] for row in await _stored_values(again.database)] == [None, "go"]  # type: ignore[index]
    await again.close()


def numbers(entries: Iterable[Entry | ReadEntry]) -> list[int]:
    return [one.number for one in entries]


async def test_parts_of_a_game_begin_and_end_at_their_numbers(record: Record, game: StoredGame) -> None:
    for number in range(1, 8):
        by = "400" if number == 3 else "300"
        await record.entries.append(game.id, entry(number, by=by, source=f"run:{number}"), *games())
    read = record.entries
    assert numbers(await read.all(game.id)) == [1, 2, 3, 4, 5, 6, 7]
    assert numbers(await read.all(game.id, 5)) == [6, 7]
    assert numbers(await read.after_number(game.id, 2, 3)) == [3, 4, 5]
    assert numbers(await read.after_number(game.id, 6, 3)) == [7]
    assert numbers(await read.next(game.id, 2, Wanted(), 3)) == [4, 5]
    assert numbers(await read.last(game.id, 3, Wanted())) == [5, 6, 7]
    assert numbers(await read.last(game.id, 3, Wanted(), before=5)) == [2, 3, 4]
    assert numbers(await read.last(game.id, 3, Wanted(), without=(6, 4))) == [3, 5, 7]
    assert numbers(await read.lines(game.id, 2)) == [6, 7]
    assert numbers(await read.of_person(game.id, "400")) == [3]
    found = await read.get(game.id, 7)
    assert found == entry(7, source="run:7")
    assert await read.get(game.id, 8) is None
    assert (await read.from_source(game.id, "run:4"), await read.from_source(game.id, "run:8")) == (4, None)
    assert await read.mentions_word(game.id, "fire")
    assert not await read.mentions_word(game.id, "fir")
    portions = [[number for number, _ in portion] async for portion in read.bodies(game.id, 6)]
    assert portions == [[1, 2, 3, 4, 5, 6]]
    assert [len(portion) async for portion in read.bodies(game.id, 9)] == [7]
    for number in range(8, 13):
        await record.entries.append(game.id, entry(number), *games())
    assert numbers(await read.last(game.id, 2, Wanted(), without=range(4, 13))) == [2, 3]


async def test_a_missing_or_damaged_entry_is_named_and_the_others_are_read(record: Record, game: StoredGame) -> None:
    for number in range(1, 5):
        await record.entries.append(game.id, entry(number), *games())
    for damage in ("UPDATE entry SET body = '[7]' WHERE number = 4", "DELETE FROM entry WHERE number = 2"):
        await record.database.write(lambda write, one=damage: write.exec_driver_sql(one) and None)
    told: list[int] = []
    (portion,) = [one async for one in record.entries.bodies(game.id, 4)]
    assert [(number, body is None) for number, body in portion] == [(1, False), (3, False), (4, True)]
    with pytest.raises(Unreadable, match="entry 2 is missing"):
        InOrder(lambda one: told.append(one.number))(portion)
    assert told == [1]
    with pytest.raises(Unreadable, match="entry 1 is damaged"):
        InOrder(lambda one: None)([(1, None)])
    lines = await record.entries.lines(game.id, 9)
    assert [(one.number, one.command, one.by, one.at, one.entry is None) for one in lines] == [
        (1, "fire", "300", 1.25, False),
        (3, "fire", "300", 1.25, False),
        (4, "fire", "300", 1.25, True),
    ]
    assert await record.entries.damaged_body(game.id, 4) == {
        "number": 4,
        "command": "fire",
        "by": "300",
        "at": 1.25,
        "damaged": "[7]",
    }
