"""One bot at a time serves on a database; the next one takes over when it has ended."""

from __future__ import annotations

import asyncio
import fcntl
import os
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store import Record, StoreError
from bot.store.claim import Claim, is_served
from bot.store.engine import engine_of
from tests.bot.store.way import Way
from tests.bot.waiting import until
from tests.programs import Program


async def _wait_for_claim(waiting: asyncio.Task[None], caplog: pytest.LogCaptureFixture) -> None:
    """Wait until a claim is taken, or was found taken."""
    for _ in range(1000):
        if waiting.done() or "another bot serves this database" in caplog.text:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nothing was tried")


@pytest.mark.usefixtures("hurried")
async def test_the_second_bot_waits_until_the_first_has_gone(url: str, caplog: pytest.LogCaptureFixture) -> None:
    first, second = Claim(url), Claim(url)
    await first.take("adjutant 2")
    waiting = asyncio.create_task(second.take("adjutant 2"))
    await _wait_for_claim(waiting, caplog)
    assert not waiting.done()
    assert caplog.text.count("another bot serves this database") == 1
    first.release()
    await asyncio.wait_for(waiting, 10)
    second.release()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the system does not list open files")
@pytest.mark.usefixtures("hurried")
async def test_a_bot_that_waits_for_its_file_leaves_none_open_and_says_so_once(
    lite: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Claim(lite), Claim(lite)
    await first.take("adjutant 2")
    before, tried, lock = set(os.listdir("/proc/self/fd")), list[int](), fcntl.flock
    monkeypatch.setattr(fcntl, "flock", lambda file, how: (tried.append(file), lock(file, how)))
    waiting = asyncio.create_task(second.take("adjutant 2"))
    await until(lambda: len(tried) == 3)
    waiting.cancel()
    await asyncio.wait({waiting})
    assert set(os.listdir("/proc/self/fd")) <= before
    assert caplog.text.count("another bot serves this database") == 1
    first.release()


async def test_a_beat_before_a_bot_has_its_claim_takes_it_or_names_the_other_bot(
    lite: str, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = Claim(lite), Claim(lite)
    await first.take("adjutant 2")
    waiting = asyncio.create_task(second.take("adjutant 2"))
    await _wait_for_claim(waiting, caplog)
    waiting.cancel()
    await second.hold()
    assert caplog.text.count("another bot serves this database too: stop one of them") == 1
    first.release()
    await second.hold()
    assert is_served(lite)
    second.release()
    assert caplog.text.count("another bot serves this database too") == 1
    assert not is_served(lite)


async def test_a_lock_file_that_cannot_be_opened_is_a_sentence(lite: str, tmp_path: Path) -> None:
    (tmp_path / "adjutant.sqlite.lock").mkdir()
    with pytest.raises(StoreError, match=r"^ADJUTANT_DATABASE: .*adjutant\.sqlite cannot be used: .*Is a directory"):
        await Claim(lite).take("adjutant 2")
    with pytest.raises(StoreError, match="Is a directory"):
        is_served(lite)


async def test_two_applications_share_a_server_but_no_file(url: str, caplog: pytest.LogCaptureFixture) -> None:
    first, second = Claim(url), Claim(url)
    await first.take("adjutant 2")
    waiting = asyncio.create_task(second.take("adjutant 3"))
    await _wait_for_claim(waiting, caplog)
    assert waiting.done() == url.startswith("postgresql")
    first.release()
    await asyncio.wait_for(waiting, 10)
    second.release()


async def test_a_restarted_server_knows_who_serves(url: str, caplog: pytest.LogCaptureFixture) -> None:
    if url.startswith("sqlite"):
        pytest.skip("there is no server")
    first, second = Claim(url), Claim(url)
    await first.take("adjutant 2")
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
    with engine_of(url).connect() as connection:
        connection.execute(text(cut + "pg_backend_pid()"))
    await first.hold()
    waiting = asyncio.create_task(second.take("adjutant 2"))
    await _wait_for_claim(waiting, caplog)
    assert not waiting.done()
    first.release()
    await asyncio.wait_for(waiting, 10)
    second.release()


async def test_a_claim_is_taken_again_after_a_server_was_away_for_several_beats(url: str) -> None:
    """After one failed heartbeat the claim was given up for good, and a second bot could serve as well."""
    if url.startswith("sqlite"):
        pytest.skip("there is no server")
    way = Way(url)
    await way.open()
    first = Claim(way.url)
    await first.take("adjutant 2")
    await way.close()
    for _ in range(2):
        await first.hold()
    assert not is_served(url)
    await way.open()
    await first.hold()
    assert is_served(url)
    first.release()
    await way.close()


@pytest.mark.usefixtures("hurried")
async def test_a_killed_bot_delays_no_other_bot(url: str) -> None:
    await (await Record.open(url)).close()
    program = "import asyncio, sys; from bot.store.claim import Claim; c = Claim(sys.argv[1]); "
    program += "asyncio.run(c.take('adjutant 2')); print('taken', flush=True); sys.stdin.read()"
    (given, keep), (said, out) = os.pipe(), os.pipe()
    process = Program("-c", program, url, env=os.environ, streams=(given, out, 2))
    for end in (given, out):
        os.close(end)
    with os.fdopen(said) as lines:
        assert await asyncio.to_thread(lines.readline) == "taken\n"
    process.kill()
    await asyncio.to_thread(process.wait)
    os.close(keep)
    claim = Claim(url)
    await asyncio.wait_for(claim.take("adjutant 2"), 10)
    claim.release()


async def test_a_beat_takes_no_claim_that_the_bot_does_not_have(url: str) -> None:
    await (await Record.open(url)).close()
    claim = Claim(url)
    claim.release()
    await claim.hold()
    assert not is_served(url)
    await claim.take("adjutant 2")
    await claim.hold()
    assert is_served(url)
    claim.release()
    await claim.hold()
    assert not is_served(url)


@pytest.mark.parametrize("shards", [(), (2, 3)])
async def test_an_operator_who_needs_the_database_alone_reads_of_a_bot_on_another_machine(
    url: str, shards: tuple[int, ...]
) -> None:
    await (await Record.open(url)).close()
    claim = Claim(url)
    assert not is_served(url)
    await claim.take("adjutant 2", shards)
    assert is_served(url)
    claim.release()
    assert not is_served(url)
