"""Every evening, battle and campaign, played in several processes."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from bot.simulation.runner import battle, campaign, transcript
from bot.simulation.script import script
from cogs.interactions import respond
from data import SYSTEMS
from tests.digests.evenings import Step, evening


def play_all(seeds: int, steps: int, systems: Sequence[str] | None) -> Iterator[tuple[str, list[Step]]]:
    """Yield every battle, campaign and evening by name, played in several processes."""
    keys = systems or [one.key for one in SYSTEMS]
    jobs = [(key, what, steps) for key in keys for what in ("battle", "campaign", *map(str, range(1, seeds + 1)))]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        yield from pool.map(_play, jobs)


def _play(job: tuple[str, str, int]) -> tuple[str, list[Step]]:
    system, what, steps = job
    respond.PATIENCE = 60  # on a busy machine the bot would defer its answers, which would be the only difference
    if what in {"battle", "campaign"}:
        text = {"battle": battle, "campaign": campaign}[what](system)
        said = asyncio.run(transcript("\n".join(line for line, _ in script(text))))
        return f"{system} {what}", [Step("", [line], []) for line in said.splitlines()]
    with tempfile.TemporaryDirectory() as folder:
        return f"{system} {what}", asyncio.run(evening(Path(folder), system, int(what), steps))
