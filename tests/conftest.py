"""The table used by tests of the bot: see tests/cogs/table.py."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import settings
from simcord.env import Env

from bot.command_line.startup import settle_heap
from bot.metrics import REFUSED_BODIES
from bot.services import Services
from tests.cogs import outgoing
from tests.cogs.beginnings import (
    beginning_of,
    core,
    demo,
    enlisted,
    fair,
    ford,
    fought,
    moved,
    signed,
    start_table,
    ww2,
)
from tests.cogs.table import Loaded, Table, services_on
from tests.turns import examples

__all__ = [
    "core",
    "demo",
    "dice",
    "enlisted",
    "fair",
    "ford",
    "fought",
    "moved",
    "services",
    "signed",
    "table",
    "ww2",
]

# Be patient on a busy machine; `ADJUTANT_TEST_EXAMPLES` asks for more examples.
settings.register_profile("patient", deadline=None, max_examples=examples(40))
settings.load_profile("patient")


def pytest_xdist_auto_num_workers() -> int:
    """Return 1.5 workers per processor: while one test waits for a deadline or a browser, another runs."""
    return (3 * (os.cpu_count() or 1) + 1) // 2


def pytest_configure(config: pytest.Config) -> None:
    """Keep each worker on one processor, where its threads hand over to each other faster; the rest fill the gaps."""
    number = getattr(config, "workerinput", {}).get("workerid", "").removeprefix("gw")
    if number and hasattr(os, "sched_setaffinity"):
        processors = sorted(os.sched_getaffinity(0))
        if int(number) < len(processors):
            os.sched_setaffinity(0, {processors[int(number)]})


def refused_bodies() -> float:
    """Return the number of bodies that the bot itself has found unacceptable to Discord.

    Only this counter is read: the registry would collect every metric, twice in each test.
    """
    (counter,) = REFUSED_BODIES.collect()
    return counter.samples[0].value


def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Let a worker send one message per test to the process that counts: whether it passed, or what failed.

    The messages of beginning, ending, setting up and tearing down, of which nothing is shown, take longer than many a
    test.
    """
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def pytest_collection_finish() -> None:
    """Freeze the loaded modules, with garbage collection set as in a running bot."""
    settle_heap()


@pytest.fixture(autouse=True)
def nothing_that_discord_refuses(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check everything sent to any simulated Discord against Discord's limits at the end of its test."""
    begun: list[Env] = []
    begin = Env.__init__

    def noted(env: Env, *args: Any, **options: Any) -> None:
        begun.append(env)
        begin(env, *args, **options)

    monkeypatch.setattr(Env, "__init__", noted)
    before = refused_bodies()
    yield
    assert refused_bodies() == before, "the bot has left out what Discord would have refused: see its log"
    assert [fault for env in begun for fault in outgoing.faults(env)] == []


@pytest.fixture
def dice() -> Loaded:
    return Loaded()


@pytest.fixture
async def services(tmp_path: Path, dice: Loaded) -> AsyncIterator[Services]:
    """Services over a SQLite file, without Discord."""
    found = await services_on(tmp_path / "desk.sqlite", dice, "run1")
    yield found
    await found.record.close()


@pytest.fixture
async def table(request: pytest.FixtureRequest, tmp_path: Path, dice: Loaded) -> AsyncIterator[Table]:
    """The real bot in a simulated server, after the beginning that the test names."""
    async with start_table(beginning_of(request), tmp_path / "table.sqlite", dice) as seat:
        yield seat
