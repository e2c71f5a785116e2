"""The battle of each system as a database and in words: played once per test run through the real bot."""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from threading import Thread

from bot.dice.provable import seeded_dice
from bot.services import Services
from bot.simulation.runner import battle, play_into, transcribe
from bot.store import Record, StoredGame
from rules.game.entry import Entry
from tests.cogs.made_once import create_database

SYSTEMS = ("fubar", "opreb", "bayonet", "openfire_d12", "openfire_ww2")
_ENTRIES: dict[str, tuple[Entry, ...]] = {}


def copy_battle(system: str, file: Path) -> Path:
    """Copy the database after the battle of a system to `file`."""
    shutil.copyfile(_play_battle(system), file)
    return file


def transcript_of(system: str) -> str:
    """Return the transcript of a system's battle."""
    return _play_battle(system).with_suffix(".txt").read_text(encoding="utf-8")


async def open_battle(system: str, file: Path) -> tuple[Record, StoredGame]:
    """Open the database of a system's battle and return the record with its only game."""
    record = await Record.open(f"sqlite:///{copy_battle(system, file)}")
    [info] = await record.games.all(over=True)
    return record, info


async def entries_of(system: str) -> tuple[Entry, ...]:
    """Return every entry of a system's battle, in order."""
    if system not in _ENTRIES:
        with tempfile.TemporaryDirectory(prefix="adjutant-") as folder:
            record, info = await open_battle(system, Path(folder) / "battle.sqlite")
            _ENTRIES[system] = tuple(await record.entries.all(info.id))
            await record.close()
    return _ENTRIES[system]


def services_over(record: Record) -> Services:
    """Return services over a record, for reading only."""
    return Services(record, float, seeded_dice(b"fought"), "fought")


@cache
def _folder() -> Path:
    """Return a folder that all workers of a run share."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None:
        return Path(tempfile.mkdtemp(prefix="adjutant-fought-"))
    folder = Path(tempfile.gettempdir()) / f"adjutant-fought-{run}"
    folder.mkdir(exist_ok=True)
    return folder


@cache
def _play_battle(system: str) -> Path:
    file = _folder() / f"{system}.sqlite"
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            # In a thread, because a test may have its own event loop.
            thread = Thread(target=lambda: asyncio.run(_fight(system, file.with_suffix(".begun"))))
            thread.start()
            thread.join()
            file.with_suffix(".begun").rename(file)
    return file


async def _fight(system: str, file: Path) -> None:
    create_database(file)
    record = await Record.open(f"sqlite:///{file}")
    said = await transcribe(play_into(record, battle(system)))
    file.with_suffix(".txt").write_text(said, encoding="utf-8")
