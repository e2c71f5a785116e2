"""`/metrics` and `/healthz` over HTTP, for monitoring a serving bot; off unless a port is set for them."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import REGISTRY
from prometheus_client.exposition import choose_encoder

from bot import VERSION, metrics
from bot.client import Adjutant
from bot.settings import Settings, SettingsError, listening_fault
from bot.store import Unavailable

DATABASE_TIMEOUT = 2.0
"""Seconds to wait for an answer from the database."""


@asynccontextmanager
async def serve_metrics(bot: Adjutant, settings: Settings, port: int) -> AsyncGenerator[None]:
    """Serve the bot's metrics and health on that port; raise SettingsError if the host or port is unavailable."""
    watch = _MonitoringHandlers(bot)
    app = web.Application()
    app.router.add_get("/metrics", watch.metrics)
    app.router.add_get("/healthz", watch.health)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, settings.metrics_host, port).start()
        except OSError as error:
            fault = listening_fault(error, settings.metrics_host, port, "ADJUTANT_METRICS")
            raise SettingsError(fault) from None
        metrics.BUILD.info({"version": VERSION})
        yield
    finally:
        await runner.cleanup()


class _MonitoringHandlers:
    """The handlers of the monitoring requests."""

    def __init__(self, bot: Adjutant) -> None:
        self._bot, self._services = bot, bot.services

    async def metrics(self, request: web.Request) -> web.Response:
        """Return all metrics, in the requested format."""
        await self._update_metrics()
        encode, kind = choose_encoder(request.headers.get("Accept", ""))
        return web.Response(body=encode(REGISTRY), headers={"Content-Type": kind})

    async def health(self, request: web.Request) -> web.Response:
        """Return 200 if the bot serves all its servers; else 503, with a sentence for each fault."""
        away = sorted(id for id, there in self._bot.shard_connections().items() if not there)
        wrong = [f"not connected to Discord: shard {', '.join(map(str, away))}"] if away else []
        wrong += ["not connected to Discord yet"] if not self._bot.shard_connections() else []
        wrong += [self._bot.refusal] if self._bot.refusal else []
        wrong += [] if await self._measure_record() else ["the database does not answer"]
        return web.Response(status=503 if wrong else 200, text="\n".join(wrong or ["well"]) + "\n")

    async def _update_metrics(self) -> None:
        """Update the metrics of memory and of the record."""
        await self._measure_record()
        metrics.GAMES_IN_MEMORY.set(self._services.games.copy_count)
        metrics.QUEUE.labels("boards").set(self._services.live_boards.outdated_count)
        metrics.QUEUE.labels("logs").set(self._services.roll_logs.queue.outdated_count)
        metrics.SERVERS.set(len(self._bot.guilds))
        for shard, there in self._bot.shard_connections().items():
            metrics.SHARD_CONNECTED.labels(shard).set(there)
            latency = self._bot.shards[shard].latency if shard in self._bot.shards else math.nan
            metrics.SHARD_LATENCY.labels(shard).set(latency if math.isfinite(latency) else math.nan)

    async def _measure_record(self) -> bool:
        """Measure the record; return True if it answers."""
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT):
                found = await self._services.record.measure()
        except (Unavailable, TimeoutError):
            metrics.STORE_UP.set(0)
            return False
        metrics.STORE_UP.set(1)
        metrics.STORE_SIZE.set(found.bytes)
        metrics.OPEN_QUESTIONS.set(found.open_questions)
        for state, games in found.games.items():
            metrics.GAMES.labels(state).set(games)
        return True
