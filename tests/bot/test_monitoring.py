"""Monitoring of a running bot: `/metrics` as Prometheus reads it, and `/healthz`."""

from __future__ import annotations

import asyncio
import json
import math
import os
import re
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from bot import VERSION, metrics
from bot.client import Adjutant
from bot.command_line.monitoring import serve_metrics
from bot.services import Services
from bot.settings import Settings, SettingsError
from tests.bot.loopback import Loopback, discord, served_here
from tests.bot.simulation.visiting import free_port

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).with_name("metrics.txt")
READY = '"what": "ready"'
LABELS = {"command", "outcome", "level", "queue", "shard", "state", "version", "le"}


async def _request(port: int, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.text()


async def _until(port: int, *health: int | str) -> None:
    """Ask until the bot says that of its health; raises TimeoutError."""
    async with asyncio.timeout(60):
        while await _request(port, "/healthz") != health:  # noqa: ASYNC110 — there is no event to wait for
            await asyncio.sleep(0.1)


def _read_samples(text: str) -> dict[str, dict[tuple[str, ...], float]]:
    """Return every sample, by its name and then by the values of its labels."""
    found: dict[str, dict[tuple[str, ...], float]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, {})[tuple(sample.labels.values())] = sample.value
    return found


async def _give_command(loop: Loopback, command: str, **options: Any) -> None:
    id = await loop.say(command, **options)
    await loop.until(lambda: loop.answers[id])


async def test_monitoring_measures_commands_the_store_and_the_gateway(tmp_path: Path) -> None:
    port = free_port()
    async with discord() as loop, served_here(loop, tmp_path, ADJUTANT_METRICS_PORT=str(port)) as bot:
        await loop.until(lambda: bot.has_said(READY) or bot.over)
        # Writes are sequential: all writes of its beginning are done when this one is.
        await _give_command(loop, "/game detail", mode="full")
        before = _read_samples((await _request(port, "/metrics"))[1])
        await _give_command(loop, "/game demo")
        await _give_command(loop, "/undo", entry=1)  # the start of a game cannot be undone
        status, text = await _request(port, "/metrics")
        after = _read_samples(text)
    assert status == 200

    def more(name: str, *labels: str) -> float:
        return after[name][labels] - before.get(name, {}).get(labels, 0.0)

    assert more("adjutant_interactions_total", "game demo", "answered") == 1
    assert more("adjutant_interactions_total", "undo", "refused") == 1
    for name in ("acknowledgement", "answer"):
        assert more(f"adjutant_interaction_{name}_seconds_count", "game demo") == 1
        assert 0 < more(f"adjutant_interaction_{name}_seconds_sum", "game demo") < 60
    assert more("adjutant_store_write_seconds_count") > 2
    assert more("adjutant_store_wait_seconds_count") >= more("adjutant_store_write_seconds_count")
    assert more("adjutant_store_read_seconds_count") > 2
    assert after["adjutant_games"] == {("running",): 1, ("paused",): 0, ("ended",): 0}
    assert after["adjutant_games_in_memory"][()] == after["adjutant_servers"][()] == 1
    assert after["adjutant_store_size_bytes"][()] > 10_000
    assert after["adjutant_shard_connected"][("0",)] == after["adjutant_store_up"][()] == 1
    assert 0 <= after["adjutant_shard_latency_seconds"][("0",)] < 60
    assert f'adjutant_build_info{{version="{VERSION}"}} 1.0\n' in text
    assert after["adjutant_queue_length"].keys() == {("boards",), ("logs",)}


def test_the_metrics_are_those_of_the_list() -> None:
    """Word for word in `metrics.txt`, with the bounds of each histogram: operators read them and query them by name."""
    metrics.BUILD.info({"version": VERSION})
    for one in (metrics.ACKNOWLEDGED, metrics.ANSWERED, metrics.SUGGESTED, metrics.INTERACTIONS):
        one.labels("undo", *(["answered"] if one is metrics.INTERACTIONS else []))
    for one, label in ((metrics.LOG_LINES, "info"), (metrics.GAMES, "running"), (metrics.QUEUE, "logs")):
        one.labels(label)
    for one in (metrics.SHARD_CONNECTED, metrics.SHARD_LATENCY):
        one.labels("0")
    now: list[str] = []
    for family in sorted(REGISTRY.collect(), key=lambda one: one.name):
        if family.name.startswith("adjutant"):
            labels = dict.fromkeys(name for sample in family.samples for name in sample.labels if name != "le")
            bounds = dict.fromkeys(sample.labels["le"] for sample in family.samples if "le" in sample.labels)
            by = f"{family.type} by {', '.join(labels)}" if labels else family.type
            now.append(f"{family.name} ({by}): {family.documentation} {' '.join(bounds)}".rstrip())
    if os.environ.get("ADJUTANT_TEST_WRITE"):
        KEPT.write_text("\n".join(now) + "\n", encoding="utf-8")
    assert now == KEPT.read_text(encoding="utf-8").splitlines()


@pytest.mark.usefixtures("hurried")
async def test_the_health_page_names_the_fault(tmp_path: Path) -> None:
    port = free_port()
    async with discord() as loop, served_here(loop, tmp_path, ADJUTANT_METRICS_PORT=str(port)) as bot:
        await loop.until(lambda: bot.has_said(READY) or bot.over)
        assert await _request(port, "/healthz") == (200, "well\n")
        (tmp_path / "games.sqlite").rename(tmp_path / "away")
        assert await _request(port, "/healthz") == (503, "the database does not answer\n")
        assert _read_samples((await _request(port, "/metrics"))[1])["adjutant_store_up"][()] == 0
        (tmp_path / "away").rename(tmp_path / "games.sqlite")
        await loop.close()
        await _until(port, 503, "not connected to Discord: shard 0\n")
        await loop.open()
        await _until(port, 200, "well\n")


async def test_the_port_is_free_again_afterwards(services: Services) -> None:
    port = free_port()
    for shards, said in ((2, "not connected to Discord: shard 0, 1\n"), (None, "not connected to Discord yet\n")):
        async with serve_metrics(Adjutant(services, shards=shards), Settings(), port):
            assert await _request(port, "/healthz") == (503, said)
            samples = _read_samples((await _request(port, "/metrics"))[1])
            assert samples["adjutant_shard_connected"][("1",)] == 0
            assert math.isnan(samples["adjutant_shard_latency_seconds"][("1",)])
        with pytest.raises(aiohttp.ClientConnectionError):
            await _request(port, "/healthz")


async def test_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1")
    port = server.sockets[0].getsockname()[1]
    async with server, discord() as loop, served_here(loop, tmp_path, ADJUTANT_METRICS_PORT=str(port)) as bot:
        with pytest.raises(SettingsError, match=f"ADJUTANT_METRICS_PORT: port {port} is in use"):
            await bot.serving


def test_names_follow_the_conventions_of_prometheus() -> None:
    ours = [one for one in REGISTRY.collect() if one.name.startswith("adjutant_")]
    assert len(ours) > 15
    for one in ours:
        assert re.fullmatch(r"[a-z_]+", one.name)
        assert one.documentation
        assert {label for sample in one.samples for label in sample.labels} <= LABELS, one.name
        timed = "latency" in one.name or one.type == "histogram"
        assert one.name.endswith("_seconds") == timed, one.name


def test_the_dashboard_asks_only_for_existing_metrics() -> None:
    board = json.loads((ROOT / ".github/grafana-dashboard.json").read_text(encoding="utf-8"))
    assert board["schemaVersion"] >= 36
    panels = board["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    asked = " ".join(target["expr"] for panel in panels for target in panel["targets"])
    named = set(re.findall(r"adjutant_\w+", asked))
    there = {one.name for one in REGISTRY.collect()}
    assert {re.sub(r"_(total|bucket|count|sum|info)$", "", name) for name in named} <= there
    ours = {name for name in there if name.startswith("adjutant_")}
    shown = {
        re.sub(r"_(total|bucket|count|sum|info)$", "", name) for name in re.findall(r"adjutant_\w+", json.dumps(board))
    }
    assert ours - shown == set(), "metrics without a panel"
    handbook = (ROOT / "bot/OPERATING.md").read_text(encoding="utf-8")
    handbook = handbook.replace("`, `_", "`, `adjutant_store_")
    assert [name for name in named if re.sub(r"_(bucket|count|sum)$", "", name) not in handbook] == []
    for panel in panels:
        assert panel["gridPos"]["x"] >= 0
        assert panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24
