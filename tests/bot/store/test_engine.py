"""The revisions create the tables of tables.py, and do not touch another program's database."""

from __future__ import annotations

import asyncio
import os
import runpy
import sqlite3
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.schema import CreateIndex

from bot.store import Record, StoredGame, StoreError
from bot.store.database import Database
from bot.store.engine import HEAD, engine_of, file_of, translate_open_errors
from bot.store.migrations import config
from bot.store.tables import METADATA
from tests.bot.store.samples import entry, games, pending, player, unit
from tests.cogs.made_once import create_database
from tests.programs import ROOT, Program, run


def _file(url: str) -> Path:
    return Path(url.partition(":///")[2])


def _differences(connection: Connection) -> list[object]:
    return compare_metadata(MigrationContext.configure(connection), METADATA)


async def test_the_revisions_make_the_tables_as_they_are_described(url: str) -> None:
    await (await Record.open(url)).close()
    engine = engine_of(url)
    with engine.connect() as connection:
        assert _differences(connection) == []
        indexes, tables = inspect(connection).get_indexes("game"), METADATA.tables
        keys = {name: inspect(connection).get_pk_constraint(name)["constrained_columns"] for name in tables}
        assert keys == {name: [one.name for one in table.primary_key] for name, table in tables.items()}
        if url.startswith("sqlite"):
            made = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
            described = {one.name: CreateIndex(one) for table in tables.values() for one in table.indexes}
            assert {row.name: row.sql for row in connection.exec_driver_sql(made)} == {
                name: str(index.compile(engine)) for name, index in described.items()
            }
    engine.dispose()
    assert "game_open" in [index["name"] for index in indexes if index["unique"]]


async def test_a_fresh_file_may_be_opened_many_times_at_once(url: str) -> None:
    for record in await asyncio.gather(*(Record.open(url) for _ in range(8))):
        await record.close()


def test_head_is_the_newest_revision() -> None:
    assert ScriptDirectory.from_config(config()).get_heads() == [HEAD]


@pytest.mark.parametrize(("words", "status"), [(["--help"], 0), ([], 2)], ids=["help", "nothing"])
def test_asking_how_a_revision_is_written_writes_none(
    words: list[str], status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--help` became the title of an empty revision."""
    versions = ROOT / "bot" / "store" / "migrations" / "versions"
    before = sorted(versions.glob("*.py"))
    monkeypatch.setattr(sys, "argv", ["migrations", *words])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("bot.store.migrations", run_name="__main__")
    assert ended.value.code == status
    assert "usage: python -m bot.store.migrations" in "".join(capsys.readouterr())
    assert sorted(versions.glob("*.py")) == before


async def test_a_newer_schema_is_refused_in_a_sentence_and_left_alone(url: str) -> None:
    database = await Database.open(url)
    await database.write(lambda write: write.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()
    with pytest.raises(StoreError, match=r"^ADJUTANT_DATABASE: .*9999 is newer"):
        await Record.open(url)


async def test_a_command_that_only_reads_creates_no_tables(url: str, tmp_path: Path) -> None:
    """No file is created where none is, and no tables on an empty server."""
    with pytest.raises(StoreError, match=r"no database at|not a database of Adjutant yet"):
        await Record.open(url, existing=True)
    assert not await asyncio.to_thread(lambda: list(tmp_path.iterdir()))
    await (await Record.open(url)).close()
    await (await Record.open(url, existing=True)).close()


@pytest.mark.parametrize("used", [3, 60])
async def test_a_file_is_opened_once_it_is_not_in_use_any_more(
    lite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, used: int
) -> None:
    """SQLite itself does not wait for another program before it keeps a log beside the file."""
    create_database(_file(lite))
    other, waited = sqlite3.connect(_file(lite), isolation_level=None, check_same_thread=False), list[float]()
    other.execute("PRAGMA journal_mode = DELETE")
    other.execute("BEGIN IMMEDIATE")

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == used:
            other.rollback()

    monkeypatch.setattr(time, "sleep", wait)
    if used < 50:
        await (await Record.open(lite)).close()
    else:
        with pytest.raises(StoreError, match=r"adjutant\.sqlite cannot be used: database is locked$"):
            await Record.open(lite)
    assert waited == [0.1] * min(used, 49)
    other.close()


async def test_tables_of_another_program_are_refused_and_left_alone(lite: str) -> None:
    with sqlite3.connect(_file(lite)) as other:
        other.execute("CREATE TABLE bookmark (name)")
    before = _file(lite).read_bytes()
    with pytest.raises(StoreError, match="another program"):
        await Record.open(lite)
    assert _file(lite).read_bytes() == before


def test_two_programs_that_start_at_once_make_the_tables_once(url: str) -> None:
    start = f"import asyncio; from bot.store import Record; asyncio.run(Record.open({url!r}))"
    children = [Program("-c", start, env=os.environ, streams=(0, 1, 2)) for _ in range(2)]
    assert [child.wait(60) for child in children] == [0, 0]


def test_alembic_stays_out_of_memory_when_the_tables_are_of_our_age(lite: str) -> None:
    create_database(_file(lite))
    start = f"import asyncio, sys; from bot.store import Record; asyncio.run(Record.open({lite!r}))"
    unneeded = ("alembic", "mako", "psycopg", "greenlet")
    code = f"{start}; sys.exit(any(name.split('.')[0] in {unneeded} for name in sys.modules))"
    assert run("-c", code).returncode == 0


def test_a_server_without_its_driver_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"^ADJUTANT_DATABASE: the driver psycopg is not installed$"):
        engine_of("postgresql://127.0.0.1/x")


def test_a_driver_that_does_not_say_what_it_lacks_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the library of PostgreSQL, psycopg raises an ImportError of its own."""

    def find_spec(name: str, *_: object) -> None:
        if name == "psycopg":
            raise ImportError("no pq wrapper available")

    monkeypatch.delitem(sys.modules, "psycopg", raising=False)
    monkeypatch.setattr(sys, "meta_path", [SimpleNamespace(find_spec=find_spec), *sys.meta_path])
    with pytest.raises(StoreError, match=r"^ADJUTANT_DATABASE: the driver psycopg is not installed$"):
        engine_of("postgresql://127.0.0.1/x")


def test_a_database_in_memory_has_no_file() -> None:
    assert file_of(engine_of("sqlite://")) is None


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        (SQLAlchemyError("no connection\nis free"), "no connection is free"),
        (OSError("no\nroom"), "no room"),
        (sqlite3.OperationalError(), "OperationalError"),
    ],
)
def test_an_error_without_a_cause_in_the_driver_is_told_in_its_own_words_or_by_its_name(
    raised: Exception, said: str
) -> None:
    whole = rf"^ADJUTANT_DATABASE: x\.sqlite cannot be used: {said}$"
    with pytest.raises(StoreError, match=whole), translate_open_errors("sqlite:///x.sqlite"):
        raise raised


@pytest.mark.parametrize(("given", "wait"), [("", 5), ("?connect_timeout=2", "2")])
def test_a_server_is_given_up_after_the_time_in_its_address_or_else_ours(
    monkeypatch: pytest.MonkeyPatch, given: str, wait: object
) -> None:
    asked = list[dict[str, object]]()

    def connect(**options: object) -> None:
        asked.append(options)
        raise OSError("not now")

    monkeypatch.setattr("psycopg.Connection.connect", connect)
    with pytest.raises(OSError, match="not now"):
        engine_of(f"postgresql://ann@127.0.0.1:9/x{given}").connect()
    silence = {"keepalives_idle": 15, "keepalives_interval": 5, "keepalives_count": 3, "tcp_user_timeout": 25_000}
    address = {"host": "127.0.0.1", "dbname": "x", "user": "ann", "port": 9}
    assert [{name: one for name, one in each.items() if name != "context"} for each in asked] == [
        {**address, **silence, "connect_timeout": wait}
    ]


async def test_an_entry_of_no_game_is_refused_by_the_database(url: str) -> None:
    database = await Database.open(url)
    stray = "INSERT INTO entry (game_id, number, command, by_user, at, body) VALUES ('x', 1, 'fire', '1', 0, '{}')"
    with pytest.raises(IntegrityError):
        await database.write(lambda write: write.exec_driver_sql(stray))
    await database.close()


async def test_a_game_takes_all_that_hangs_on_it_along(url: str, record: Record, game: StoredGame) -> None:
    await record.questions.ask(pending(game.id))
    await record.entries.append(game.id, entry(1), *games(unit(), players=[player()]))
    database = await Database.open(url)
    await database.write(lambda write: write.exec_driver_sql("DELETE FROM game"))
    await database.close()
    assert await record.entries.all(game.id) == []
    assert (
        await record.states.units(game.id),
        await record.states.players(game.id),
        await record.questions.open(),
    ) == ([], [], [])
