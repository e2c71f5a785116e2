"""The log is searched by columns with the subjects of each entry, also in databases that had none."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, text

from bot.store import Record, StoredGame
from bot.store.database import Database
from bot.store.pasts import Wanted
from rules.game.entry import play_back
from tests.bot.fought import open_battle
from tests.bot.store.samples import entry, games
from tests.bot.store.test_pasts import fits
from tests.turns import three_systems

COLUMNS = "SELECT number, action, played FROM entry ORDER BY game_id, number"
UNITS = "SELECT * FROM entry_unit ORDER BY game_id, number, unit_id"
BEFORE = (
    "DROP TABLE entry_unit",
    "ALTER TABLE entry DROP COLUMN action",
    "ALTER TABLE entry DROP COLUMN played",
    "UPDATE alembic_version SET version_num = '0007'",
)


async def found_as_read(record: Record, game_id: str) -> None:
    """Every search of a game finds what all of its entries, looked at one by one, have of it."""
    entries = await record.entries.all(game_id)
    kinds = {one.command for one in entries} | {str(one.request.get("action") or "") for one in entries}
    units = {event.unit.id for one in entries for event in one.events if event.kind == "joined"}
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


@three_systems
async def test_columns_are_filled_of_entries_that_were_written_before_them(
    system: str, url: str, record: Record, tmp_path: Path
) -> None:
    id = await _import_battle(record, system, tmp_path)
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
