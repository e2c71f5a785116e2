"""A bot whose Discord is unreachable, slow to start, or larger than before."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord import DiscordException

from bot import VERSION, heartbeat
from bot.gateway import permanent_fault
from tests.bot.loopback import Bot, Loopback, discord, served, served_here
from tests.bot.simulation.visiting import free_port

READY = '"what": "ready'


def _without_traceback(bot: Bot) -> None:
    assert not [line for line in bot.said if "traceback" in line.lower()], "\n".join(bot.said)


def _log_lines(bot: Bot, words: str) -> list[dict[str, Any]]:
    return [found for line in bot.said if words in (found := json.loads(line))["what"]]


async def test_a_bot_of_many_servers_opens_the_shards_that_discord_wants(tmp_path: Path) -> None:
    async with discord() as loop:
        loop.shards, loop.guilds = 3, [nth << 22 for nth in range(1, 7)]
        async with served_here(loop, tmp_path) as bot:
            await loop.until(lambda: bot.has_said(READY) or bot.over)
            assert sorted(loop.sessions.values()) == [(0, 3), (1, 3), (2, 3)]
            assert _log_lines(bot, "ready")[0]["guilds"] == 6
            _without_traceback(bot)


async def test_the_number_of_shards_can_be_set(tmp_path: Path) -> None:
    async with discord() as loop, served_here(loop, tmp_path, ADJUTANT_SHARDS="2") as bot:
        await loop.until(lambda: bot.has_said(READY) or bot.over)
        assert sorted(loop.sessions.values()) == [(0, 2), (1, 2)]


def _unavailable(loop: Loopback) -> None:
    loop.refuses["GET /users/@me"] = [503, 403]


def _no_gateway(loop: Loopback) -> None:
    loop.refuses["gateway"] = [502, 502]


def _close(loop: Loopback) -> None:
    loop.closes = [4000, 4008]


def _close_at_once(loop: Loopback) -> None:
    loop.closes_first = [4000, 4008]


def _no_address(loop: Loopback) -> None:
    loop.refuses["GET /gateway/bot"] = [503]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("wrong", [_unavailable, _no_gateway, _close, _close_at_once, _no_address])
async def test_a_first_connection_that_fails_is_tried_again(tmp_path: Path, wrong: Any) -> None:
    async with discord() as loop:
        wrong(loop)
        async with served_here(loop, tmp_path) as bot:
            await loop.until(lambda: bot.has_said(READY) or bot.over)
            assert bot.has_said(READY), "\n".join(bot.said)
            _without_traceback(bot)


@pytest.mark.usefixtures("hurried")
async def test_an_empty_table_is_one_sentence_until_a_player_sits_down(tmp_path: Path) -> None:
    async with discord() as loop:
        await loop.close()
        async with served_here(loop, tmp_path) as bot:
            await loop.until(lambda: bot.has_said("cannot be reached") or bot.over)
            assert not bot.over, "\n".join(bot.said)
            await loop.open()
            await loop.until(lambda: bot.has_said(READY))
            _without_traceback(bot)


async def test_a_refused_sync_does_not_stop_play(tmp_path: Path) -> None:
    async with discord() as loop:
        loop.refuses["PUT /applications"] = [400]
        async with served_here(loop, tmp_path) as bot:
            await loop.until(lambda: bot.has_said(READY) or bot.over)
            assert bot.has_said("Discord rejected the commands")
            id = await loop.say("/roll", dice="2d6")
            await loop.until(lambda: loop.answers[id])
            _without_traceback(bot)


TOO_LARGE = "Command exceeds maximum size (8000)"


def _too_large(loop: Loopback) -> None:
    """Discord takes none of the commands, because of the first of them."""
    errors = {"0": {"_errors": [{"code": "APPLICATION_COMMAND_TOO_LARGE", "message": TOO_LARGE}]}}
    loop.says["PUT /applications"] = {"message": "Invalid Form Body", "code": 50035, "errors": errors}
    loop.refuses["PUT /applications"] = [400, 400]


async def test_a_bot_without_commands_is_not_well(tmp_path: Path) -> None:
    """`health`, `/healthz` and `/metrics` give Discord's error word for word, and its command."""
    port = free_port()
    async with discord() as loop:
        _too_large(loop)
        async with served_here(loop, tmp_path, ADJUTANT_METRICS_PORT=str(port)) as bot:
            await loop.until(lambda: bot.has_said(READY) or bot.over)
            assert [one["what"] for one in _log_lines(bot, "ready")] == ["ready, but without its commands"]
            (refused,) = _log_lines(bot, "Discord rejected the commands")
            said = refused["what"]
            assert re.search(rf": /[a-z]+: {re.escape(TOO_LARGE)}$", said)
            assert refused["level"] == "ERROR"
            _without_traceback(bot)
            assert heartbeat.illness(tmp_path / "games.sqlite.beat", time.time()) == said
            async with aiohttp.ClientSession() as session:
                async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
                    assert (answer.status, await answer.text()) == (503, f"{said}\n")
                async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                    assert "adjutant_commands_registered 0.0" in await answer.text()


async def test_telling_discord_by_hand_fails_where_it_takes_nothing(tmp_path: Path) -> None:
    """The exit of `sync` and its sentence."""
    async with discord() as loop:
        _too_large(loop)
        async with served(loop, tmp_path, "sync") as bot:
            assert await bot.ended() == 1
            assert bot.said[-1].startswith("Discord rejected the commands")
            assert bot.said[-1].endswith(f": {TOO_LARGE}")


@pytest.mark.parametrize(
    ("code", "said"), [(4004, "DISCORD_TOKEN"), (4014, "intents"), (4013, "4013"), (4011, "ADJUTANT_SHARDS")]
)
async def test_a_permanent_fault_ends_the_bot_with_a_sentence(tmp_path: Path, code: int, said: str) -> None:
    async with discord() as loop:
        loop.closes = [code]
        async with served_here(loop, tmp_path) as bot:
            with pytest.raises(DiscordException) as ended:
                await bot.serving
            assert said in (permanent_fault(ended.value) or "")
            _without_traceback(bot)


async def test_a_wrong_token_ends_the_bot_with_a_sentence(tmp_path: Path) -> None:
    async with discord() as loop:
        loop.refuses["GET /users/@me"] = [401]
        async with served(loop, tmp_path) as bot:
            assert await bot.ended() == 1
            assert "DISCORD_TOKEN" in bot.said[-1]


@pytest.mark.usefixtures("hurried")
async def test_a_connection_that_broke_is_back_without_a_traceback(tmp_path: Path) -> None:
    async with discord() as loop, served_here(loop, tmp_path) as bot:
        await loop.until(lambda: bot.has_said(READY))
        await loop.close()
        await loop.until(lambda: bot.has_said("Attempting a reconnect"))
        loop.closes_first = [4000]
        await loop.open()
        await loop.until(lambda: loop.sessions)
        _without_traceback(bot)
        assert not bot.over


async def test_the_start_does_not_mention_voice(tmp_path: Path) -> None:
    async with discord() as loop, served_here(loop, tmp_path) as bot:
        await loop.until(lambda: bot.has_said(READY))
        assert not bot.has_said("voice")


async def test_the_first_line_of_the_log_names_the_version(tmp_path: Path) -> None:
    async with discord() as loop, served_here(loop, tmp_path) as bot:
        await loop.until(lambda: bot.has_said(READY))
        ours = [found for line in bot.said if (found := json.loads(line))["from"].startswith("bot.")]
        assert ours[0]["what"] == f"Adjutant {VERSION} starts"
