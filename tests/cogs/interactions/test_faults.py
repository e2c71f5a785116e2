"""A database that is locked, full, missing or read-only: one sentence each, and nothing half recorded."""

from __future__ import annotations

import logging
import resource
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.store import Trouble, Unavailable
from bot.store.database import Database
from tests.cogs.faulty import faults, warnings
from tests.cogs.table import Table, same_as_record

SHOT = {"attacker": "Regular section", "target": "Militia", "distance": "20"}


@contextmanager
def lock_database(file: Path) -> Iterator[None]:
    """Another program writes to the file for a long time."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def full(file: Path) -> Iterator[None]:
    """Let no file of this process grow, as if the disk were full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    wal = file.with_name(f"{file.name}-wal")
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (wal.stat().st_size, before[1]))
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, old)


@contextmanager
def replace_database(file: Path) -> Iterator[None]:
    """Replace the database by another file."""
    away = file.with_name("away.sqlite")
    file.rename(away)
    file.write_bytes(b"")
    yield
    file.unlink()
    away.rename(file)


@contextmanager
def delete_database(file: Path) -> Iterator[None]:
    away = file.with_name("away.sqlite")
    file.rename(away)
    yield
    away.rename(file)


def _impatient(table: Table) -> None:
    """Locks are waited for no longer than a test may take."""
    engine = table.services.record.database.engine
    for connection in [engine.raw_connection() for _ in range(3)]:
        connection.cursor().execute("PRAGMA busy_timeout = 20")
        connection.close()


async def _refusal_of_shot(table: Table, caplog: pytest.LogCaptureFixture, how: Any, *who: str) -> str:
    """Return the answer to a shot while the database is in that state; the game continues unchanged."""
    before, shot = await table.last(), {"attacker": who[0], "target": who[1], "distance": "20"}
    _impatient(table)
    caplog.clear()
    with caplog.at_level(logging.INFO), how(table.file):
        told = await table.say(table.ann, "/fire", **shot)
    assert (told.refused, told.buttons) == (True, ())
    assert await table.last() == before
    await same_as_record(table.services, await table.live())
    assert faults(caplog) == []
    assert len(warnings(caplog)) == 1
    assert (await table.done(table.ann, "/fire", **shot)).title == f"{who[0]} → {who[1]}"
    return told.whole


async def test_a_locked_file_a_full_disk_and_a_file_that_is_gone_are_named(
    demo: Table, caplog: pytest.LogCaptureFixture
) -> None:
    assert await _refusal_of_shot(demo, caplog, lock_database, "Regular section", "Militia") == (
        "The bot's record is busy: another program is using it, or it is slow. "
        "Nothing was recorded. Try again in a moment."
    )
    text = await _refusal_of_shot(demo, caplog, full, "Marines", "HMG team")
    assert text.startswith("The disk of the bot is full. Nothing was recorded. ")
    text = await _refusal_of_shot(demo, caplog, replace_database, "Commandos", "Planet defence squad")
    assert text.startswith(
        "The bot's record cannot be reached. Its disk is broken, or its file or server is gone. Nothing was recorded. "
    )


COMMANDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/game status", {}),
    ("/game new", {"system": "fubar"}),
    ("/why", {}),
    ("/undo", {}),
    ("/waiting", {}),
    ("/force list", {}),
    ("/odds", SHOT),
    ("/force save", {"name": "Mine"}),
)


async def test_every_command_names_it(demo: Table, caplog: pytest.LogCaptureFixture) -> None:
    for command, options in COMMANDS:
        with caplog.at_level(logging.INFO), delete_database(demo.file):
            told = await demo.say(demo.ann, command, **options)
        assert told.refused, command
        assert "Nothing was recorded." in told.whole, command
        assert faults(caplog) == []


async def test_unknown_words_are_looked_up(demo: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection breaks off at the commit: the entry is on the disk, or is not."""
    real, kinds = Database.write, list[Trouble](["locked", "full", "read_only", "gone"])

    async def arrives(self: Database, work: Any, **how: Any) -> Any:
        await real(self, work, **how)
        raise Unavailable(kinds[0], "it broke off", written=None)

    async def is_lost(self: Database, work: Any, **how: Any) -> Any:
        raise Unavailable(kinds[0], "it broke off", written=None)

    while kinds:
        monkeypatch.setattr(Database, "write", arrives)
        before = await demo.last()
        told = await demo.say(demo.ann, "/score", side="Red", points=1, why="a test")
        assert await demo.last() == before + 1
        assert "What you did counts anyway" in told.text, kinds
        monkeypatch.setattr(Database, "write", is_lost)
        told = await demo.say(demo.ann, "/score", side="Red", points=1, why="a test")
        assert await demo.last() == before + 1
        assert "Nothing was recorded." in told.text, kinds
        del kinds[0]


async def test_an_answer_makes_no_promise_if_the_record_cannot_be_read(
    demo: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def gone(self: Database, work: Any, **how: Any) -> Any:
        raise Unavailable("gone", "it broke off", written=None)

    await demo.live()
    monkeypatch.setattr(Database, "write", gone)
    monkeypatch.setattr(Database, "read", gone)
    told = await demo.say(demo.ann, "/fire", **SHOT)
    assert "This may have been recorded" in told.text
    assert "Nothing was recorded" not in told.text
    monkeypatch.undo()


async def test_a_fault_after_an_entry_does_not_deny_the_entry(demo: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before, real = await demo.last(), Database.read

    async def gone(self: Database, work: Any) -> Any:
        if (await real_last()) > before:
            raise Unavailable("gone", "it was there a moment ago")
        return await real(self, work)

    async def real_last() -> int:
        with closing(sqlite3.connect(demo.file)) as other:
            return other.execute("SELECT max(number) FROM game").fetchone()[0]

    monkeypatch.setattr(Database, "read", gone)
    told = await demo.say(demo.ann, "/game timeout", minutes=5, policy="default")  # waiting work gets that time
    monkeypatch.undo()
    assert await demo.last() == before + 1
    assert "What you did counts anyway" in told.text


async def test_a_game_that_could_not_be_begun_is_begun_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its row is written before its first entry; a disk may be full between them."""
    real, writes = Database.write, [0]

    async def full_at_the_entry(self: Database, work: Any, **how: Any) -> Any:
        writes[0] += 1
        if writes[0] == 2:
            raise Unavailable("full", "no room")
        return await real(self, work, **how)

    with monkeypatch.context() as patched:
        patched.setattr(Database, "write", full_at_the_entry)
        told = await table.say(table.ann, "/game new", system="fubar")
    assert "Nothing was recorded." in told.text
    assert (await table.done(table.ann, "/game new", system="opreb")).title == "New game: Open Rebellion"
    assert "already has a game" in await table.refused(table.ann, "/game new", system="fubar")


async def test_a_line_of_a_fault_says_where_it_was(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    await table.done(table.ann, "/game demo")
    live = await table.live()
    with closing(sqlite3.connect(table.file)) as lite:
        lite.execute("ALTER TABLE pending RENAME TO away")
    told = await table.say(table.ann, "/waiting")
    with closing(sqlite3.connect(table.file)) as lite:
        lite.execute("ALTER TABLE away RENAME TO pending")
    assert told.title == "Sorry"
    (line,) = [vars(one) for one in caplog.records if one.levelno == logging.ERROR]
    assert (line["server"], line["channel"]) == (str(table.guild.id), str(table.channel.id))
    assert line["game"] == live.info.id
    assert line["interaction"].isdecimal()
