"""A database that fails during games: its error is reported by kind, nothing is half written, and the bot recovers."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, OperationalError

from bot.store import Record, StoredGame, Unavailable
from bot.store.database import Database
from bot.store.engine import allow_long
from bot.store.trouble import translate_errors
from tests.bot.store.power_cut import may_watch
from tests.bot.store.samples import games, shot, unit
from tests.bot.store.way import Way
from tests.bot.waiting import let_all_go_on
from tests.cogs.made_once import create_database
from tests.programs import ROOT, run


def _file(url: str) -> Path:
    return Path(url.partition(":///")[2])


async def _game(record: Record) -> StoredGame:
    return await record.games.begin(
        guild_id="1", channel_id="20", name="Hill", system="fubar", version="4", started_by="3", at=1.0
    )


class _Failure(Exception):
    """An error of a driver, with the name or code that it gives."""

    def __init__(self, name: str | None = None, code: str | None = None) -> None:
        super().__init__("it failed")
        if name is not None:
            self.sqlite_errorname = name
        self.sqlstate = code


@pytest.mark.parametrize(
    ("failure", "kind"),
    [
        (_Failure("SQLITE_READONLY_DBMOVED"), "gone"),
        (_Failure("SQLITE_BUSY"), "locked"),
        (_Failure("SQLITE_BUSY_SNAPSHOT"), "locked"),
        (_Failure("SQLITE_LOCKED_SHAREDCACHE"), "locked"),
        (_Failure("SQLITE_FULL"), "full"),
        (_Failure("SQLITE_IOERR_WRITE"), "gone"),
        (_Failure("SQLITE_READONLY"), "read_only"),
        (_Failure("SQLITE_IOERR_FSYNC"), "gone"),
        (_Failure("SQLITE_CANTOPEN"), "gone"),
        (_Failure("SQLITE_CORRUPT"), "gone"),
        (_Failure("SQLITE_NOTADB"), "gone"),
        (_Failure("SQLITE_CONSTRAINT_UNIQUE"), None),
        (_Failure(code="55P03"), "locked"),
        (_Failure(code="40P01"), "locked"),
        (_Failure(code="57014"), "locked"),
        (_Failure(code="53100"), "full"),
        (_Failure(code="25006"), "read_only"),
        (_Failure(code="53300"), "gone"),
        (_Failure(code="57P01"), "gone"),
        (_Failure(code="08006"), "gone"),
        (_Failure(code="58030"), "gone"),
        (_Failure(code="XX000"), "gone"),
        (_Failure(code="23505"), None),
    ],
    ids=lambda of: of and (getattr(of, "sqlite_errorname", None) or getattr(of, "sqlstate", of)),
)
def test_an_error_of_a_driver_is_one_of_four_kinds_or_a_fault_of_the_program(failure: _Failure, kind: str) -> None:
    """Only a commit to a database that has gone may have been written."""
    error = DBAPIError("UPDATE game", {}, failure)
    for committing, written in ((False, False), (True, None if kind == "gone" else False)):
        with pytest.raises(Unavailable if kind else DBAPIError) as raised, translate_errors(None, committing):
            raise error
        if isinstance(raised.value, Unavailable):
            assert (raised.value.kind, raised.value.written) == (kind, written)
            assert str(raised.value) == f"the database is {kind.replace('_', ' ')}: it failed"


@pytest.mark.parametrize(
    ("error", "gone"),
    [
        (OperationalError("SELECT 1", {}, _Failure()), True),
        (DBAPIError("SELECT 1", {}, _Failure(), connection_invalidated=True), True),
        (DBAPIError("SELECT 1", {}, _Failure()), False),
    ],
)
def test_a_server_without_a_connection_gives_no_code_and_is_gone(error: DBAPIError, gone: bool) -> None:
    with pytest.raises(Unavailable if gone else DBAPIError, match="it failed"), translate_errors(None):
        raise error


@pytest.mark.parametrize(
    ("name", "flags", "kind"),
    [("SQLITE_FULL", os.ST_RDONLY, "read_only"), ("SQLITE_FULL", 0, "full"), ("SQLITE_CORRUPT", os.ST_RDONLY, "gone")],
)
def test_a_disk_that_became_read_only_is_not_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, flags: int, kind: str
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda file: SimpleNamespace(f_flag=flags))
    with pytest.raises(Unavailable) as raised, translate_errors(str(tmp_path)):
        raise DBAPIError("UPDATE game", {}, _Failure(name))
    assert raised.value.kind == kind


@pytest.mark.parametrize(
    ("fault", "kind"),
    [(errno.ENOSPC, "full"), (errno.EDQUOT, "full"), (errno.EFBIG, "full"), (errno.EIO, "gone"), (None, "gone")],
)
def test_a_log_that_cannot_be_written_means_a_full_disk_only_if_another_file_finds_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: int | None, kind: str
) -> None:
    def sync(_: int) -> None:
        if fault is not None:
            raise OSError(fault, "it failed")

    monkeypatch.setattr(os, "fsync", sync)
    file = tmp_path / "adjutant.sqlite"
    file.write_bytes(b"x")
    for path, expected in ((file, kind), (tmp_path / "missing.sqlite", "gone")):
        with pytest.raises(Unavailable) as raised, translate_errors(str(path)):
            raise DBAPIError("UPDATE game", {}, _Failure("SQLITE_IOERR_WRITE"))
        assert raised.value.kind == expected


async def _append(record: Record, battle: StoredGame) -> int:
    number = await record.games.last_number(battle.id) + 1
    await record.entries.append(battle.id, shot(number), *games(unit(models=number)))
    return number


async def test_a_file_held_by_another_program_is_locked(lite: str) -> None:
    record = await Record.open(lite)
    battle = await _game(record)
    # Each connection waits for five seconds, see test_database.py.
    await record.database.write(lambda write: write.exec_driver_sql("PRAGMA busy_timeout = 50"))
    other = sqlite3.connect(_file(lite), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(Unavailable) as raised:
        await _append(record, battle)
    assert (raised.value.kind, raised.value.written) == ("locked", False)
    assert await record.games.last_number(battle.id) == 0
    other.close()
    assert await _append(record, battle) == 1
    await record.close()


async def test_a_row_that_another_process_holds_on_a_server_is_locked(
    url: str, record: Record, game: StoredGame
) -> None:
    if url.startswith("sqlite"):
        pytest.skip("a file has one lock for all of it")
    other = await Database.open(url)
    held, go_on = threading.Event(), threading.Event()

    def hold(write: Connection) -> None:
        write.exec_driver_sql("UPDATE game SET name = name")
        held.set()
        go_on.wait(30)

    holding = asyncio.create_task(other.write(hold))
    await asyncio.to_thread(held.wait, 10)
    with pytest.raises(Unavailable) as raised:
        await _append(record, game)
    assert raised.value.kind == "locked"
    go_on.set()
    await holding
    assert await _append(record, game) == 1
    await other.close()


async def test_a_server_that_went_is_gone_and_then_there_again(url: str, record: Record, game: StoredGame) -> None:
    if url.startswith("sqlite"):
        pytest.skip("there is no server")

    def cut(write: Connection) -> None:
        write.exec_driver_sql("UPDATE game SET name = 'x'")
        write.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(Unavailable) as raised:
        await record.database.write(cut)
    assert (raised.value.kind, raised.value.written) == ("gone", False)
    assert await _append(record, game) == 1
    found = await record.games.get(game.id)
    assert found is not None
    assert found.name == game.name


async def test_a_server_that_is_not_there_is_gone_and_nothing_was_recorded(url: str) -> None:
    if url.startswith("sqlite"):
        pytest.skip("there is no server")
    way = Way(url)
    await way.open()
    record = await Record.open(way.url)
    battle = await _game(record)
    await way.close()
    for call in (record.games.in_channel("20"), _append(record, battle), record.games.rename(battle.id, "x")):
        with pytest.raises(Unavailable) as raised:
            await call
        assert (raised.value.kind, raised.value.written) == ("gone", False)
    coming = asyncio.create_task(record.games.rename(battle.id, "Ridge"))
    await asyncio.sleep(0.1)
    await way.open()
    await coming  # asked once more
    assert await _append(record, battle) == 1
    await record.close()
    await way.close()


async def test_a_server_that_is_frozen_is_gone_and_then_there_again(
    url: str, game: StoredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that accepts data and never answers delayed a command for ever."""
    if url.startswith("sqlite"):
        pytest.skip("there is no server")
    from bot.store.bounded import BoundedConnection

    way = Way(url)
    await way.open()
    record = await Record.open(f"{way.url}?connect_timeout=2")
    assert await _append(record, game) == 1
    with monkeypatch.context() as impatient:
        impatient.setattr(BoundedConnection, "limit", 0.5)
        way.freeze()
        for call in (record.games.in_channel("20"), _append(record, game)):
            with pytest.raises(Unavailable) as raised:
                await asyncio.wait_for(call, 30)
            assert (raised.value.kind, raised.value.written) == ("gone", False)
        way.thaw()
    assert await _append(record, game) == 2
    await record.close()
    await way.close()


async def test_a_commit_that_a_frozen_server_does_not_answer_may_have_been_written(
    url: str, game: StoredGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may or may not have been written, so the record is checked before the next attempt."""
    if url.startswith("sqlite"):
        pytest.skip("there is no server")
    from bot.store.bounded import BoundedConnection

    way = Way(url)
    await way.open()
    database = await Database.open(way.url)

    def renamed(write: Connection) -> None:
        write.exec_driver_sql("UPDATE game SET name = 'Ridge'")
        monkeypatch.setattr(BoundedConnection, "limit", 0.5)
        way.freeze()

    with pytest.raises(Unavailable) as raised:
        await asyncio.wait_for(database.write(renamed), 30)
    assert (raised.value.kind, raised.value.written) == ("gone", None)
    way.thaw()
    await database.close()
    await way.close()


async def test_a_statement_that_takes_too_long_is_given_up_by_the_server(url: str) -> None:
    """It would hold one of four connections for as long as it takes."""
    if url.startswith("sqlite"):
        pytest.skip("there is no server")
    database = await Database.open(url)
    assert await database.read(lambda read: read.exec_driver_sql("SHOW statement_timeout").scalar()) == "20s"

    def slow(read: Connection) -> None:
        read.exec_driver_sql("SET LOCAL statement_timeout = '50ms'")
        read.exec_driver_sql("SELECT pg_sleep(20)")

    with pytest.raises(Unavailable) as raised:
        await database.read(slow)
    assert raised.value.kind == "locked"

    def patient(read: Connection) -> object:
        allow_long(read)
        return read.exec_driver_sql("SHOW statement_timeout").scalar()

    assert await database.read(patient) == "0"
    assert await database.read(lambda read: read.exec_driver_sql("SHOW statement_timeout").scalar()) == "20s"
    await database.close()


async def test_a_server_that_takes_no_writing_is_read_only(url: str, record: Record, game: StoredGame) -> None:
    if url.startswith("sqlite"):
        pytest.skip("a file has its own test below")
    name = url.rpartition("/")[2]
    await _give_commands(record, f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    record.database.engine.dispose()  # connections from now on see it
    with pytest.raises(Unavailable) as raised:
        await _append(record, game)
    assert (raised.value.kind, raised.value.written) == ("read_only", False)
    await _give_commands(
        record, "SET TRANSACTION READ WRITE", f'ALTER DATABASE "{name}" RESET default_transaction_read_only'
    )
    record.database.engine.dispose()
    assert await _append(record, game) == 1


async def _give_commands(record: Record, *statements: str) -> None:
    await record.database.write(lambda write: [write.exec_driver_sql(one) for one in statements])


async def test_a_file_that_was_deleted_is_gone_and_nothing_is_lost_in_it(lite: str) -> None:
    """SQLite itself would continue in the unlinked file, and lose every entry at the end."""
    record = await Record.open(lite)
    battle = await _game(record)
    away = _file(lite).rename(_file(lite).with_suffix(".away"))
    for call in (_append(record, battle), record.games.in_channel("20"), record.entries.all(battle.id)):
        with pytest.raises(Unavailable) as raised:
            await call
        assert (raised.value.kind, raised.value.written) == ("gone", False)
    away.rename(_file(lite))
    assert await _append(record, battle) == 1
    await record.close()


def _child(what: str, *before: str) -> str:
    """Return the output of a bot whose disk begins to fail, in its own process, because limits apply to processes."""
    with tempfile.TemporaryDirectory() as folder:  # not within tmp_path, which only its owner may enter
        create_database(Path(folder) / "adjutant.sqlite")
        program = "tests.bot.store.failing", what, f"sqlite:///{folder}/adjutant.sqlite"
        if before:
            words = [*(word.format(folder=folder) for word in before), sys.executable, "-m", *program]
            said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=60)
        else:
            said = run(*program)
    assert said.returncode == 0, said.stderr
    return said.stdout.strip()


def test_a_disk_without_room_is_full_and_the_entries_before_are_there() -> None:
    assert _child("full") == "full False, then all of them and one more"


def test_a_disk_that_is_broken_is_not_full() -> None:
    """The operator was asked to free disk space."""
    strace = shutil.which("strace")
    if strace is None or not may_watch(strace):
        pytest.skip("strace is not installed here, or may not watch")
    broken = ("-e", "trace=pwrite64", "-e", "inject=pwrite64:error=EIO:when=40+", "-P", "{folder}/adjutant.sqlite-wal")
    assert _child("broken", strace, "-f", "--seccomp-bpf", "-o", "/dev/null", *broken) == "gone None"


@pytest.mark.skipif(os.name != "posix", reason="rights of a file are others there")
def test_a_file_that_may_not_be_written_to_any_more_is_read_only() -> None:
    assert _child("read_only") == "read_only False, then all of them and one more"


async def test_who_is_cancelled_while_it_is_written_learns_that_it_was(record: Record, game: StoredGame) -> None:
    begun, go_on, learnt = threading.Event(), threading.Event(), list[str]()

    def slowly(write: Connection) -> str:
        begun.set()
        go_on.wait(10)
        write.exec_driver_sql("UPDATE game SET name = 'renamed'")
        return "written"

    async def command() -> None:
        learnt.append(await record.database.write(slowly))
        await asyncio.sleep(10)
        learnt.append("went on")

    task = asyncio.create_task(command())
    await asyncio.to_thread(begun.wait, 10)
    for _ in range(2):  # cancelled again while it still waits
        task.cancel()
        await let_all_go_on()
    assert learnt == []
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert learnt == ["written"]
    found = await record.games.get(game.id)
    assert found is not None
    assert found.name == "renamed"


async def test_who_is_cancelled_before_the_turn_came_has_written_nothing(lite: str) -> None:
    record = await Record.open(lite)
    battle = await _game(record)
    go_on = threading.Event()
    first = asyncio.create_task(record.database.write(lambda write: go_on.wait(10)))
    second = asyncio.create_task(record.games.rename(battle.id, "renamed"))
    await let_all_go_on()
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    go_on.set()
    await first
    assert await record.games.get(battle.id) == battle
    await record.close()
