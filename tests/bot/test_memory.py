"""The memory of a running bot: one heap, and no library that only few of its answers need."""

from __future__ import annotations

import platform
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.engine import HEAD
from tests.programs import ROOT, run

LATE = {
    "PIL",
    "jinja2",
    "alembic",
    "aiohttp.web",
    "babel.messages",
    "simcord",
    "sqlalchemy.dialects.postgresql",
    "bot.simulation.duel",
}
"""Loaded with the first picture or page, where a database is made or brought up to date, or is no SQLite; where an
operator asks for metrics, plays a demo, updates the translations or has the opponent play itself.
"""

SERVING = """
import gc, pkgutil, sys
from importlib import import_module

gc.disable()

import bot.program
import cogs
from data import SYSTEMS

for module in pkgutil.walk_packages(cogs.__path__, "cogs."):
    import_module(module.name)
print(*sys.modules)
gc.freeze()
"""
"""Without looking for garbage among the modules, like `python -m bot`."""
FRESH = """
import asyncio, sys

from bot.store import Record


async def opened(url):
    await (await Record.open(url, apart=True)).close()


asyncio.run(opened(sys.argv[1]))
print(*sys.modules)
"""
THREADS = """
import ctypes, sys
from threading import Barrier, Thread

if sys.argv[1] == "shared":
    from bot.command_line.startup import share_heap

    share_heap()
ready = Barrier(4)


def work():
    ready.wait()
    kept = [bytearray(5000) for _ in range(100)]
    ready.wait()


for one in [Thread(target=work) for _ in range(4)]:
    one.start()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, out)
libc.fflush(out)
"""


def _output_of(program: str, *words: str) -> str:
    done = run("-c", program, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_rarely_used_modules_are_not_loaded_at_the_start() -> None:
    command = [sys.executable, "-c", SERVING]
    loaded = set(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split())
    assert "cogs.rendering.charts.canvas" in loaded
    assert not LATE & loaded


def test_a_bot_that_serves_has_its_tables_made_by_another_process(tmp_path: Path) -> None:
    file = tmp_path / "fresh.sqlite"
    assert "alembic" not in _output_of(FRESH, f"sqlite:///{file}").split()
    with closing(sqlite3.connect(file)) as lite:
        assert lite.execute("SELECT version_num FROM alembic_version").fetchone() == (HEAD,)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="a setting of glibc")
def test_all_threads_have_one_heap() -> None:
    heaps = {how: _output_of(THREADS, how).count("<heap nr=") for how in ("shared", "apart")}
    assert heaps["shared"] == 1 < heaps["apart"]
