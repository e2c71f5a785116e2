"""Faults of the connection to Discord: which are permanent, what the operator reads, and how long a retry waits."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.ext import commands

from bot.gateway import FINAL, LONGEST, Pauses, ShardedBot, describe_fault, permanent_fault
from tests.rows import for_each


def closed(code: int | None) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


@for_each(
    ("error", "code"),
    [
        (discord.LoginFailure(), 4004),
        (discord.PrivilegedIntentsRequired(None), 4014),
        *((closed(code), code) for code in FINAL),
        (closed(4000), None),
        (closed(None), None),
        (OSError(4004), None),
    ],
)
def test_a_permanent_fault_has_a_sentence_for_the_operator(error: BaseException, code: int | None) -> None:
    assert permanent_fault(error) == (FINAL[code] if code else None)


async def test_a_permanent_fault_is_not_tried_again() -> None:
    with pytest.raises(discord.LoginFailure):
        await Pauses().wait(discord.LoginFailure())


def test_a_fault_is_described_in_one_short_line() -> None:
    assert describe_fault(OSError("lost\n  again")) == "lost again"
    assert describe_fault(OSError("x" * 201)) == "x" * 200
    assert describe_fault(TimeoutError()) == "TimeoutError"


def test_pauses_double_up_to_the_longest_and_begin_anew_after_a_calm_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    pauses = Pauses()
    assert [pauses.delay() for _ in range(8)] == [1, 2, 4, 8, 16, 32, LONGEST, LONGEST]
    now[0] += LONGEST + 300
    assert pauses.delay() == LONGEST
    now[0] += LONGEST + 301
    assert [pauses.delay() for _ in range(2)] == [1, 2]


def _bot(shards: int | None, *ids: int) -> ShardedBot:
    return ShardedBot(
        command_prefix=(), intents=discord.Intents.none(), shard_count=shards, shard_ids=list(ids) or None
    )


@for_each(
    ("bot", "guild", "serves"),
    [
        (_bot(None), str(3 << 22), True),
        (_bot(4), str(3 << 22), True),
        (_bot(4, 1, 3), str(7 << 22), True),
        (_bot(4, 1, 3), str((3 << 22) + 4_194_303), True),
        (_bot(4, 1, 3), str(4 << 22), False),
        (_bot(4, 1, 3), "local", True),
    ],
)
def test_a_process_serves_the_servers_of_its_shards(bot: ShardedBot, guild: str, serves: bool) -> None:
    assert bot.serves(guild) is serves


async def test_a_shard_is_connected_from_its_first_answer_until_it_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard without an answer to its first heartbeat has an endless latency."""
    there = {1: SimpleNamespace(latency=float("inf"))}
    monkeypatch.setattr(ShardedBot, "shards", there)
    bot = _bot(4, 1, 3)
    await bot.on_shard_connect(1)
    await bot.on_shard_resumed(3)
    assert bot.shard_connections() == {1: False, 3: False}
    there |= {1: SimpleNamespace(latency=0.1), 3: SimpleNamespace(latency=0.1)}
    assert bot.shard_connections() == {1: True, 3: True}
    await bot.on_shard_disconnect(1)
    assert bot.shard_connections() == {1: False, 3: True}
    assert _bot(2).shard_connections() == {0: False, 1: False}
    assert _bot(None).shard_connections() == {}


async def test_leaving_discord_disconnects_every_shard(monkeypatch: pytest.MonkeyPatch) -> None:
    left = list[int]()

    def shard(id: int) -> SimpleNamespace:
        async def disconnect() -> None:
            left.append(id)

        return SimpleNamespace(disconnect=disconnect)

    there = dict[int, SimpleNamespace]()
    monkeypatch.setattr(ShardedBot, "shards", there)
    bot = _bot(2)
    await bot.leave()
    there |= {0: shard(0), 1: shard(1)}
    await bot.leave()
    assert left == [0, 1]


async def test_each_step_of_a_connection_is_tried_again_after_a_pause(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waits, errors = list[float](), list[Exception]()

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    async def attempt(*_: object) -> None:
        if errors:
            raise errors.pop()

    monkeypatch.setattr(asyncio, "sleep", wait)
    for step, given in (("login", ["a.b.c"]), ("launch_shards", [])):
        monkeypatch.setattr(commands.AutoShardedBot, step, attempt)
        errors += [TimeoutError(), OSError("lost")]
        await getattr(_bot(2), step)(*given)
        errors += [discord.LoginFailure("wrong")]
        with pytest.raises(discord.LoginFailure):
            await getattr(_bot(2), step)(*given)
    assert waits == [1, 2, 1, 2]
    said = "Discord cannot be reached ({}): trying again in {} s"
    told = [one.getMessage() for one in caplog.records if one.name == "bot.gateway"]
    assert told == [said.format("lost", 1), said.format("TimeoutError", 2)] * 2
