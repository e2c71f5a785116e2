"""Backups of a database while a bot writes to it: copying, restoring, and file permissions."""

from __future__ import annotations

import io
import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.store import Record, StoredGame
from bot.store.backup import back_up, restore, restrict_access
from bot.store.engine import HEAD
from bot.store.errors import StoreError
from tests.bot.store.older import older_database
from tests.bot.store.samples import games, shot, unit

ENTRIES = 24


@pytest.fixture
def url(lite: str) -> str:
    """A backup of ours is of a file."""
    return lite


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "adjutant.sqlite"


@pytest.fixture
def wide() -> Iterator[None]:
    """Set a umask that shares all new files with every user."""
    before = os.umask(0)
    yield
    os.umask(before)


def _entries(file: Path) -> int:
    with closing(sqlite3.connect(file)) as lite:
        assert lite.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return lite.execute("SELECT count(*) FROM entry").fetchone()[0]


def _mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def _share(file: Path) -> None:
    file.chmod(0o664)


async def _play(record: Record, game: StoredGame, *numbers: int) -> None:
    for number in numbers:
        await record.entries.append(game.id, shot(number), *games(unit(models=number)))


async def test_a_backup_has_every_entry_while_the_bot_writes(record: Record, game: StoredGame, file: Path) -> None:
    await _play(record, game, *range(1, ENTRIES + 1))
    alone = shutil.copyfile(file, file.with_name("alone.sqlite"))
    copy = file.with_name("copy.sqlite")
    assert back_up(file, copy) == 1
    await _play(record, game, ENTRIES + 1)
    assert _entries(copy) == ENTRIES
    assert copy.read_bytes()[18:20] == b"\1\1", "a copy in write-ahead mode cannot be read where nothing may be written"
    with pytest.raises((AssertionError, sqlite3.Error)):
        assert _entries(alone) == ENTRIES, "what this is for: a copy of the file alone lacks what is in its log"


async def test_a_backup_is_restored_and_the_previous_file_is_kept(record: Record, game: StoredGame, file: Path) -> None:
    await _play(record, game, 1, 2)
    copy = file.with_name("copy.sqlite")
    back_up(file, copy)
    await _play(record, game, 3)
    await record.close()
    kept = restore(copy, file)
    assert kept is not None
    assert (_entries(file), _entries(kept), _entries(copy)) == (2, 3, 2)
    again = await Record.open(f"sqlite:///{file}")
    assert await again.games.last_number(game.id) == 2
    await again.close()


def _foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as lite:
        lite.execute("CREATE TABLE theirs (a)")


def _newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as lite:
        lite.execute("UPDATE alembic_version SET version_num = '9999'")
        lite.commit()


def _of_no_version(file: Path) -> None:
    with closing(sqlite3.connect(file)) as lite:
        lite.execute("DELETE FROM alembic_version")
        lite.commit()


def _inconsistent(file: Path) -> None:
    """Make a column of a game with NULLs one that must have values."""
    with closing(sqlite3.connect(file)) as lite:
        lite.execute("PRAGMA writable_schema = ON")
        lite.execute("UPDATE sqlite_schema SET sql = replace(sql, 'source VARCHAR', 'source VARCHAR NOT NULL')")
        lite.commit()


def _cut_in_half(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2 // 4096 * 4096])


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda file: file.unlink(), "the file does not exist"),
        (lambda file: file.write_text("a letter\n" * 1000), "is not a database of Adjutant"),
        (lambda file: (file.unlink(), _foreign(file)), "is not a database of Adjutant"),
        (_newer, f"copy.sqlite is from a newer Adjutant than this one, which supports {HEAD}; update Adjutant$"),
        (_of_no_version, "newer Adjutant"),
        (_inconsistent, "copy.sqlite is damaged: NULL value in entry.source$"),
        (_cut_in_half, "damaged|not a database"),
    ],
)
async def test_a_foreign_or_damaged_backup_is_not_restored(
    record: Record, game: StoredGame, file: Path, spoil: object, said: str
) -> None:
    await _play(record, game, 1)
    copy = file.with_name("copy.sqlite")
    back_up(file, copy)
    await record.close()
    spoil(copy)  # type: ignore[operator]
    with pytest.raises(StoreError, match=said):
        restore(copy, file)
    assert _entries(file) == 1


async def test_only_its_owner_reads_the_database_and_its_side_files(
    wide: None, record: Record, game: StoredGame, file: Path
) -> None:
    await _play(record, game, 1)
    copy = file.with_name("copy.sqlite")
    back_up(file, copy)
    beside = [file, file.with_name("adjutant.sqlite-wal"), file.with_name("adjutant.sqlite-shm"), copy]
    assert [_mode(one) for one in beside] == [0o600] * 4


async def test_a_file_that_others_could_read_is_closed_to_them(
    lite: str, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await (await Record.open(lite)).close()
    _share(file)
    caplog.clear()
    await (await Record.open(lite)).close()
    assert _mode(file) == 0o600
    assert "other users could read" in caplog.text
    alone = file.with_name("alone.sqlite")
    alone.touch()
    _share(alone)
    restrict_access(alone)
    assert _mode(alone) == 0o600, "there may be no files beside it"


async def test_a_file_whose_permissions_are_not_ours_to_change_is_used_with_a_warning(
    lite: str, file: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    await (await Record.open(lite)).close()
    _share(file)
    caplog.clear()
    monkeypatch.setattr(Path, "chmod", refuse)
    await (await Record.open(lite)).close()
    said = "other users can read {}{}, and their permissions cannot be removed"
    assert caplog.messages == [said.format(file, beside) for beside in ("", "-wal", "-shm")]
    assert _mode(file) == 0o664


async def test_a_backup_that_cannot_be_written_leaves_nothing_behind(lite: str, file: Path) -> None:
    await (await Record.open(lite)).close()
    made = file.parent / "missing" / "copy.sqlite"
    with pytest.raises(StoreError, match=f"^{file} cannot be copied to {made}.part: unable to open database file$"):
        back_up(file, made)
    with pytest.raises(StoreError, match=f"^ADJUTANT_DATABASE: no database at {made}$"):
        back_up(made, file)
    assert [one.name for one in file.parent.iterdir()] == ["adjutant.sqlite"]


@pytest.mark.parametrize("fails", [False, True])
async def test_an_older_database_is_copied_before_it_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """A program of its own does so, if it can be started, and only if it is needed."""
    file, started = tmp_path / "games.sqlite", list[Any]()
    older_database(f"sqlite:///{file}")

    def run(command: list[str], input: str, **_: object) -> None:
        started.append(command[:2])
        if fails:
            raise OSError("no memory")
        monkeypatch.setattr("sys.stdin", io.StringIO(input))
        exec(command[2], {})

    monkeypatch.setattr("subprocess.run", run)
    await (await Record.open(f"sqlite:///{file}", apart=True)).close()
    copy = tmp_path / "games.sqlite.0002"
    with closing(sqlite3.connect(copy)) as lite:
        assert lite.execute("SELECT version_num FROM alembic_version").fetchone() == ("0002",)
        assert lite.execute("SELECT count(*) FROM game").fetchone() == (9,)
    assert copy.stat().st_mode & 0o777 == 0o600
    await (await Record.open(f"sqlite:///{file}", apart=True)).close()
    assert started == [[sys.executable, "-c"]]
    assert [name for name in os.listdir(tmp_path) if ".sqlite.0" in name] == ["games.sqlite.0002"]


async def test_a_release_that_is_too_old_names_the_copy_that_it_can_use(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    await (await Record.open(f"sqlite:///{file}")).close()
    copy = tmp_path / f"games.sqlite.{HEAD}"
    back_up(file, copy)
    with closing(sqlite3.connect(file)) as lite:
        lite.execute("UPDATE alembic_version SET version_num = '9999'")
        lite.commit()
    with pytest.raises(StoreError, match=f"restore the earlier copy {copy}"):
        await Record.open(f"sqlite:///{file}")
