"""One bot in several processes: each has its shards, all of them one PostgreSQL database."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, event, text

from bot.settings import Settings, SettingsError, settings
from bot.store import claim
from bot.store.claim import Claim
from bot.store.engine import engine_of
from tests.bot.loopback import Loopback, discord, served
from tests.bot.store.conftest import POSTGRESQL, with_tables
from tests.bot.waiting import until
from tests.rows import for_each

READY = '"what": "ready"'
GUILDS = [(nth << 22) + 1 for nth in range(4)]


@pytest.fixture
def url() -> str:
    if not POSTGRESQL:
        pytest.skip("ADJUTANT_TEST_POSTGRESQL is not set")
    return with_tables()


def _part(url: str, ids: str) -> dict[str, str]:
    return {"ADJUTANT_DATABASE": url, "ADJUTANT_SHARDS": "4", "ADJUTANT_SHARD_IDS": ids}


async def _give_everywhere(loop: Loopback, command: str) -> list[str]:
    """Give a command in a channel of every server; return the answers."""
    ids = [await loop.say(command, where=1000 + nth, guild=guild) for nth, guild in enumerate(GUILDS)]
    await loop.until(lambda: all(loop.answers[id] for id in ids))
    return ids


def _sources(url: str) -> Counter[str]:
    engine = engine_of(url)
    with engine.connect() as read:
        found = read.execute(text("SELECT source FROM entry WHERE command <> 'game'"))
        return Counter(str(source).rpartition(":")[2] for (source,) in found)


async def test_two_processes_share_the_shards_and_one_takes_over_from_one_that_was_killed(
    tmp_path: Path, url: str
) -> None:
    async with discord() as loop:
        loop.shards, loop.guilds = 4, GUILDS
        async with (
            served(loop, tmp_path, **_part(url, "0-1")) as one,
            served(loop, tmp_path, **_part(url, "2,3")) as two,
        ):
            await loop.until(lambda: (one.has_said(READY) or one.over) and (two.has_said(READY) or two.over))
            assert sorted(loop.sessions.values()) == [(shard, 4) for shard in range(4)], one.said + two.said
            await _give_everywhere(loop, "/game demo")
            given = await _give_everywhere(loop, "/game pause")
            two.process.kill()
            await two.ended()
            async with served(loop, tmp_path, **_part(url, "2-3")) as again:
                await loop.until(lambda: again.has_said(READY) or again.over)
                given += await _give_everywhere(loop, "/game pause")
                assert not again.has_said("another bot serves")
    assert {id: _sources(url)[id] for id in given} == dict.fromkeys(given, 1)


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[int]]:
    """Count the tries of each claim: one connection each, one soon after the other."""
    monkeypatch.setattr(claim, "EVERY", 0.01)
    found = Counter[int]()

    def tried(connection: Connection) -> None:
        found[id(connection.engine)] += 1

    event.listen(Engine, "engine_connect", tried)
    yield found
    event.remove(Engine, "engine_connect", tried)


async def _wait_for_two_tries(tries: Counter[int]) -> None:
    """Wait until two claims have been tried once more: of two tries the second one began after the call."""
    before = tries.copy()
    await until(lambda: sum(1 for one in tries if tries[one] >= before[one] + 2) == 2)


async def test_a_process_waits_for_one_that_has_its_shards_and_for_no_other(url: str, tries: Counter[int]) -> None:
    first, other, all_of_them = Claim(url), Claim(url), Claim(url)
    await first.take("adjutant 2", [0, 1])
    await asyncio.wait_for(other.take("adjutant 2", [2, 3]), 10)
    both = Claim(url)
    waiting = asyncio.create_task(both.take("adjutant 2", [1, 2])), asyncio.create_task(all_of_them.take("adjutant 2"))
    await _wait_for_two_tries(tries)
    assert not any(one.done() for one in waiting)
    first.release()
    await _wait_for_two_tries(tries)
    assert not any(one.done() for one in waiting)
    other.release()
    done, _ = await asyncio.wait(waiting, timeout=10, return_when=asyncio.FIRST_COMPLETED)
    assert len(done) == 1
    for one in (both, all_of_them):
        one.release()
    await asyncio.wait(waiting, timeout=10)
    for one in (both, all_of_them):
        one.release()


@for_each(("ids", "read"), [("0-3", (0, 1, 2, 3)), ("2", (2,)), (" 5, 0-1 ,7", (0, 1, 5, 7)), ("1,1-2", (1, 2))])
def test_the_shards_of_a_process_are_read(ids: str, read: tuple[int, ...]) -> None:
    given = {"ADJUTANT_DATABASE": "postgresql://x/y", "ADJUTANT_SHARDS": "8", "ADJUTANT_SHARD_IDS": ids}
    assert Settings.model_validate(given).shard_ids == read


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"ADJUTANT_SHARDS": None}, "ADJUTANT_SHARDS is needed"),
        ({"ADJUTANT_SHARD_IDS": "4-8"}, "the ids of 8 shards are 0 to 7"),
        ({"ADJUTANT_SHARD_IDS": "3-1"}, "give smaller ones first"),
        ({"ADJUTANT_SHARD_IDS": "some"}, "such as 0-3"),
        ({"ADJUTANT_DATABASE": "games.sqlite"}, "PostgreSQL"),
    ],
)
def test_shards_that_cannot_be_are_a_sentence(
    monkeypatch: pytest.MonkeyPatch, wrong: dict[str, str | None], said: str
) -> None:
    given = {"ADJUTANT_DATABASE": "postgresql://x/y", "ADJUTANT_SHARDS": "8", "ADJUTANT_SHARD_IDS": "0-3", **wrong}
    for name, value in given.items():
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=f"ADJUTANT_SHARD_IDS: .*{said}"):
        settings(None)


def test_the_processes_of_the_cluster_share_out_every_shard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each process can be started with the shards that compose.cluster.yaml gives it."""
    text = (Path(__file__).parents[2] / "compose.cluster.yaml").read_text(encoding="utf-8")
    common = dict(re.findall(r"^  (ADJUTANT_\w+): \"?([^\"\n]+)\"?$", text, re.MULTILINE))
    common["ADJUTANT_DATABASE"] = re.sub(r"\$\{[^}]*\}", "secret", common["ADJUTANT_DATABASE"])
    shards: list[int] = []
    for ids in re.findall(r"^      ADJUTANT_SHARD_IDS: (.*)$", text, re.MULTILINE):
        for name, value in {**common, "ADJUTANT_SHARD_IDS": ids}.items():
            monkeypatch.setenv(name, value)
        shards += settings(None).shard_ids or ()
    assert shards == list(range(16))
