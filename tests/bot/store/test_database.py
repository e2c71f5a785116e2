"""The database: acknowledged entries are kept, and an unusable database is refused in one sentence."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, event

from bot.store import Conflict, EntryRepeated, Record, StoredGame, StoreError, Unavailable
from bot.store.database import MOST_TOGETHER, Database
from rules.game.entry import Entry
from rules.game.unit import Unit
from tests.bot.store.samples import games, pending, shot, unit
from tests.bot.store.statements import statements
from tests.bot.waiting import let_all_go_on
from tests.programs import Program

ROOT = Path(__file__).parents[3]


async def _refusal(url: str) -> str:
    with pytest.raises(StoreError) as refused:
        await Record.open(url)
    sentence = str(refused.value)
    assert sentence.startswith("ADJUTANT_DATABASE: ")
    assert "\n" not in sentence
    return sentence


async def test_a_file_that_is_no_database_is_refused_and_left_alone(lite: str, tmp_path: Path) -> None:
    (tmp_path / "adjutant.sqlite").write_bytes(b"Dear diary, " * 100)
    assert "not a database" in await _refusal(lite)
    assert (tmp_path / "adjutant.sqlite").read_bytes() == b"Dear diary, " * 100


async def test_a_file_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    assert "unable to open" in await _refusal(f"sqlite:///{tmp_path}/taken/adjutant.sqlite")
    assert "unable to open" in await _refusal(f"sqlite:///{tmp_path}/missing/adjutant.sqlite")


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_to_is_refused(lite: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert "unable to open" in asyncio.run(_refusal(lite))
    tmp_path.chmod(0o700)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_file_that_cannot_be_written_to_is_refused_at_start(lite: str, tmp_path: Path) -> None:
    asyncio.run(_open_and_close(lite))
    (tmp_path / "adjutant.sqlite").chmod(0o400)
    assert "readonly" in asyncio.run(_refusal(lite))


async def test_a_server_that_does_not_answer_is_refused_without_its_password() -> None:
    assert "hush" not in await _refusal("postgresql://me:hush@127.0.0.1:9/games")
    assert "hush" not in await _refusal("postgresql://me:hush@127.0.0.1:9/games?nonsense=1")
    assert "hush" not in await _refusal("postgresql://me:hush@127.0.0.1:9/games?cls=1"), "an argument of the driver"
    assert "hush" not in await _refusal("postgresql://me:hush@127.0.0.1:port/games")
    assert "hush" not in await _refusal("hush")


async def _open_and_close(url: str) -> None:
    await (await Record.open(url)).close()


async def _begin_game(url: str) -> str:
    record = await Record.open(url)
    game = await record.games.begin(
        guild_id="1", channel_id="2", name="Hill", system="fubar", version="4", started_by="3", at=1.0
    )
    await record.close()
    return game.id


async def _read_record(url: str, game_id: str) -> tuple[list[Entry], list[Unit]]:
    record = await Record.open(url)
    kept = await record.entries.all(game_id), await record.states.units(game_id)
    await record.close()
    return kept


def _last_said_before_the_kill(url: str, game_id: str, lines: int) -> int:
    """Kill a writing child process after some entries; return the last number that it printed."""
    read, write = os.pipe()
    child = Program("tests.bot.store.appending", url, game_id, env=os.environ, streams=(0, write, 2))
    os.close(write)
    with os.fdopen(read) as stdout:
        said = [stdout.readline() for _ in range(lines)]
        child.kill()
        said += [line for line in stdout if line.endswith("\n")]
    assert child.wait() == -signal.SIGKILL
    return int(said[-1])


def test_an_acknowledged_entry_survives_a_kill(url: str) -> None:
    game_id = asyncio.run(_begin_game(url))
    for lines in (1, 17, 40):
        said = _last_said_before_the_kill(url, game_id, lines)
        kept, units = asyncio.run(_read_record(url, game_id))
        # One more may have been written and not yet said.
        assert len(kept) in (said, said + 1)
        assert kept == [shot(number) for number in range(1, len(kept) + 1)]
        assert units == [unit(models=len(kept))]


def test_a_file_is_whole_after_a_kill(lite: str) -> None:
    _last_said_before_the_kill(lite, asyncio.run(_begin_game(lite)), 20)
    with sqlite3.connect(lite.partition(":///")[2]) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.skipif(shutil.which("strace") is None, reason="there is no strace")
def test_each_word_that_an_entry_is_kept_follows_the_disk_s_own(lite: str, tmp_path: Path) -> None:
    """Power may fail at any time: the log reaches the disk before each acknowledgement."""
    said = [
        "strace",
        "-f",
        "--seccomp-bpf",
        "-qq",
        "-s",
        "8",
        "-e",
        "trace=fdatasync,fsync,write",
        "-o",
        str(tmp_path / "calls"),
    ]
    words = [*said, sys.executable, "-m", "tests.bot.store.appending", lite, asyncio.run(_begin_game(lite))]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True) as child:
        assert child.stdout is not None
        for _ in range(20):
            child.stdout.readline()
        os.killpg(child.pid, signal.SIGKILL)
    calls = re.findall(r"(sync|write)\((\d+)(?:, \"(\d+)\")?.*= \d", (tmp_path / "calls").read_text())
    order = ["sync" if name == "sync" else "said" for name, file, number in calls if name == "sync" or number]
    assert order.count("said") >= 20
    assert "said said" not in " ".join(order[order.index("said") :])


async def test_every_connection_keeps_foreign_keys_and_syncs_each_commit(lite: str) -> None:
    database = await Database.open(lite)
    for name, value in (("foreign_keys", 1), ("journal_mode", "wal"), ("busy_timeout", 5000), ("synchronous", 2)):

        def said(connection: Connection, name: str = name) -> object:
            return connection.exec_driver_sql(f"PRAGMA {name}").scalar()

        assert await asyncio.gather(database.read(said), database.read(said), database.write(said)) == [value] * 3
    await database.close()


async def test_a_write_that_fails_halfway_leaves_nothing_and_blocks_no_other(record: Record, game: StoredGame) -> None:
    with pytest.raises(Exception, match="object cannot be stored"):
        await record.entries.append(game.id, shot(1, request={"what": object()}), *games())
    assert await record.games.last_number(game.id) == 0
    await record.entries.append(game.id, shot(1), *games())


async def test_a_command_cancelled_while_it_writes_blocks_no_other(record: Record, game: StoredGame) -> None:
    for wait in range(12):
        number = await record.games.last_number(game.id) + 1
        task = asyncio.create_task(record.entries.append(game.id, shot(number), *games(unit(models=number))))
        await asyncio.sleep(wait / 4000)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    number = await record.games.last_number(game.id)
    await record.entries.append(game.id, shot(number + 1), *games(unit(models=number + 1)))
    assert len(await record.entries.all(game.id)) == number + 1
    assert await record.states.units(game.id) == [unit(models=number + 1)]


async def test_a_command_cancelled_while_it_writes_gets_its_result_and_is_cancelled_once(lite: str) -> None:
    """A time limit around it would not know its own cancellation from two."""
    database, found, begun, go_on = await Database.open(lite), list[object](), threading.Event(), threading.Event()

    def slowly(write: Connection) -> int:
        begun.set()
        go_on.wait(10)
        return 7

    async def command() -> None:
        found.append(await database.write(slowly))
        task = asyncio.current_task()
        found.append(task and task.cancelling())
        await asyncio.sleep(0)
        found.append("not cancelled")

    task = asyncio.create_task(command())
    await asyncio.to_thread(begun.wait, 10)
    task.cancel()
    await let_all_go_on()
    go_on.set()
    await asyncio.wait({task})
    assert (found, task.cancelled()) == ([7, 1], True)
    await database.close()


async def test_reading_continues_while_another_writes(lite: str) -> None:
    database = await Database.open(lite)
    record = Record(database)
    begun, go_on = threading.Event(), threading.Event()

    def slowly(write: Connection) -> None:
        write.exec_driver_sql("INSERT INTO app_state VALUES ('a', 'b')")
        begun.set()
        go_on.wait(10)

    writing = asyncio.create_task(database.write(slowly))
    await asyncio.to_thread(begun.wait, 10)
    assert await asyncio.wait_for(record.remember("a"), 1) is None
    go_on.set()
    await writing
    assert await record.remember("a") == "b"
    await record.close()


async def _hold_writer(database: Database) -> threading.Event:
    """Occupy the writing thread until the returned event is set."""
    begun, go_on = threading.Event(), threading.Event()

    def slowly(write: Connection) -> None:
        begun.set()
        go_on.wait(10)

    asyncio.get_running_loop().create_task(database.write(slowly))
    await asyncio.to_thread(begun.wait, 10)
    return go_on


async def _games_of(record: Record, channels: int) -> list[str]:
    given = {"guild_id": "1", "name": "Hill", "system": "fubar", "version": "4", "started_by": "3", "at": 1.0}
    return [(await record.games.begin(channel_id=str(n), **given)).id for n in range(channels)]


async def test_waiting_writes_are_committed_together_before_they_are_acknowledged(
    lite: str,
) -> None:
    database = await Database.open(lite)
    record, commits = Record(database), list[object]()
    ids = await _games_of(record, MOST_TOGETHER + 1)
    event.listen(database.engine, "commit", commits.append)
    other = sqlite3.connect(lite.partition(":///")[2])
    seen = list[int]()

    async def acknowledged(id: str) -> None:
        await record.entries.append(id, shot(1), *games(unit()))
        seen.append(other.execute("SELECT count(*) FROM entry WHERE game_id = ?", (id,)).fetchone()[0])

    go_on = await _hold_writer(database)
    writing = [asyncio.create_task(acknowledged(id)) for id in ids]
    await let_all_go_on()
    assert not any(task.done() for task in writing)
    go_on.set()
    await asyncio.gather(*writing)
    assert seen == [1] * 51
    assert len(commits) == 3  # of the first write, of fifty, and of one
    other.close()
    await record.close()


async def test_answers_of_players_are_committed_together(lite: str) -> None:
    database = await Database.open(lite)
    record, commits = Record(database), list[object]()
    (game,) = await _games_of(record, 1)
    await record.questions.ask(pending(game, id="p1"))
    await record.questions.ask(pending(game, id="p2"))
    go_on = await _hold_writer(database)
    event.listen(database.engine, "commit", commits.append)
    writing = [
        asyncio.create_task(record.questions.ask(pending(game, id="p3"))),
        asyncio.create_task(record.questions.answer("p1", 0, {})),
        asyncio.create_task(record.questions.settle("p2")),
    ]
    await let_all_go_on()
    go_on.set()
    await asyncio.gather(*writing)
    assert len(commits) == 2  # of the write that they waited for, and of all of them
    await record.close()


async def test_a_failed_write_does_not_affect_other_writes(lite: str) -> None:
    database = await Database.open(lite)
    record = Record(database)
    ids = await _games_of(record, 4)
    go_on = await _hold_writer(database)
    writing = [asyncio.create_task(record.entries.append(id, shot(1, source=f"a{id}"), *games(unit()))) for id in ids]
    again = asyncio.create_task(record.entries.append(ids[0], shot(2, source=f"a{ids[0]}"), *games(unit())))
    late = asyncio.create_task(record.entries.append(ids[1], shot(1), *games(unit())))
    broken = asyncio.create_task(record.entries.append(ids[2], shot(2, request={"what": object()}), *games(unit())))
    unwanted = asyncio.create_task(record.entries.append(ids[3], shot(2), *games(unit())))
    last = asyncio.create_task(record.entries.append(ids[1], shot(2), *games(unit(models=2))))
    await let_all_go_on()
    unwanted.cancel()
    await let_all_go_on()
    go_on.set()
    await asyncio.gather(*writing, last)
    with pytest.raises(EntryRepeated):
        await again
    with pytest.raises(Conflict):
        await late
    with pytest.raises(Exception, match="object cannot be stored"):
        await broken
    with pytest.raises(asyncio.CancelledError):
        await unwanted
    assert [await record.games.last_number(id) for id in ids] == [1, 2, 1, 1]
    assert await record.states.units(ids[1]) == [unit(models=2)]
    await record.close()


async def test_writes_that_wait_together_for_a_locked_file_are_refused_together(lite: str) -> None:
    """Each would have waited for the file again, one after the other."""
    database = await Database.open(lite)
    event.listen(database.engine, "checkout", lambda file, *_: file.execute("PRAGMA busy_timeout = 20"))
    record = Record(database)
    ids = await _games_of(record, 2)
    go_on = await _hold_writer(database)
    other = sqlite3.connect(lite.partition(":///")[2], isolation_level=None, check_same_thread=False)
    event.listen(database.engine, "checkin", lambda *_: other.execute("BEGIN IMMEDIATE"), once=True)
    with statements(record) as executed:
        writing = [asyncio.create_task(record.entries.append(id, shot(1), *games(unit()))) for id in ids]
        await let_all_go_on()
        go_on.set()
        found = await asyncio.gather(*writing, return_exceptions=True)
    other.close()
    assert [isinstance(one, Unavailable) and (one.kind, one.written) for one in found] == [("locked", False)] * 2
    assert executed.count("BEGIN IMMEDIATE") == 1
    await record.close()


async def test_an_entry_for_which_a_full_disk_has_room_is_kept_though_another_beside_it_is_too_long(lite: str) -> None:
    database = await Database.open(lite)
    record = Record(database)
    short, long = await _games_of(record, 2)
    pages = await database.read(lambda read: read.exec_driver_sql("PRAGMA page_count").scalar_one())
    event.listen(database.engine, "connect", lambda file, _: file.execute(f"PRAGMA max_page_count = {pages + 8}"))
    database.engine.dispose()
    go_on = await _hold_writer(database)
    kept = asyncio.create_task(record.entries.append(short, shot(1), *games(unit())))
    refused = asyncio.create_task(record.entries.append(long, shot(1, request={"note": "a" * 99_999}), *games(unit())))
    await let_all_go_on()
    go_on.set()
    with pytest.raises(Unavailable) as raised:
        await refused
    assert raised.value.kind == "full"
    await kept
    assert [await record.games.last_number(id) for id in (short, long)] == [1, 0]
    await record.close()


async def test_an_entry_with_two_units_is_written_in_a_few_statements(lite: str) -> None:
    """The hundredth like the first; `tests/bench/record.py` takes the time."""
    game_id = await _begin_game(lite)
    record = await Record.open(lite)
    counts: list[int] = []
    for number in range(1, 101):
        with statements(record) as executed:
            await record.entries.append(game_id, shot(number, source=f"run:{number}"), *games(unit(), unit("u2")))
        counts.append(len(executed))
    await record.close()
    assert len(set(counts[1:])) == 1, counts
    assert max(counts) <= 8


@pytest.mark.parametrize(("server", "tries"), [(False, 1), (True, 2)])
async def test_a_server_is_asked_once_more_and_a_file_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: bool, tries: int
) -> None:
    """A server may be restarting; a file that cannot be opened is unlikely to change in half a second."""
    waited = list[float]()
    monkeypatch.setattr(time, "sleep", waited.append)
    engine = create_engine("postgresql+psycopg://x@127.0.0.1:9/x" if server else f"sqlite:///{tmp_path / 'a' / 'b'}")
    asked = list[object]()
    event.listen(engine, "do_connect", lambda *given: asked.append(given))
    database = Database(engine)
    with pytest.raises(Unavailable):
        await database.read(lambda read: read.exec_driver_sql("SELECT 1").scalar())
    await database.close()
    assert (len(asked), len(waited)) == (tries, tries - 1)
