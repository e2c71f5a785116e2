"""The bot killed at random, while it plays and while it brings an older record up to date: nothing it said is lost.

A few rounds here; ADJUTANT_TEST_KILLS=300 for as many.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from bot.store import Record
from rules.game import play_back
from tests.bot.store.older import older_database

ROOT = Path(__file__).parents[3]
ROUNDS = int(os.environ.get("ADJUTANT_TEST_KILLS", "6"))
LONGEST = float(os.environ.get("ADJUTANT_TEST_KILLS_SECONDS", "3"))
"""A round lasts at most so long: some of it is the start, with its migration."""

Said = tuple[str, int, str]
"""A game, the number of an entry, and what it came from."""


def _killed(url: str, seed: int, seconds: float) -> list[Said]:
    """What a child said until it was killed."""
    words = [sys.executable, "-m", "tests.bot.store.playing_on", url, str(seed)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        time.sleep(seconds)
        assert child.poll() is None, child.stderr and child.stderr.read()
        child.kill()
        assert child.stdout is not None
        return [_said(line) for line in child.stdout if line.endswith("\n")]


def _said(line: str) -> Said:
    game, number, source = line.split()
    return game, int(number), source


async def _sound(url: str, said: list[Said]) -> None:
    """Everything that was said is there, and every game is what its entries add up to."""
    record = await Record.open(url)
    kept = set[Said]()
    for info in await record.games(over=True):
        entries = await record.entries(info.id)
        assert [one.number for one in entries] == list(range(1, info.number + 1))
        kept |= {(info.id, one.number, one.source or "") for one in entries}
        # A game of an older version has no state of its own until it is played on.
        assert await record.state(info.id) in (None, play_back(entries))
    await record.close()
    assert set(said) <= kept


def _whole(file: Path) -> None:
    with sqlite3.connect(file) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert opened.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A record of an older version."""
    file = tmp_path / "older.sqlite"
    older_database(f"sqlite:///{file}")
    return file


def test_nothing_that_was_acknowledged_is_lost_in_a_kill(older: Path, tmp_path: Path) -> None:
    file, chance, said = tmp_path / "games.sqlite", Random(7), list[Said]()
    entries = 0
    for seed in range(ROUNDS):
        if seed % 3 == 0:  # begin anew with the migration; the kill may come before, in or after it
            for rest in tmp_path.glob("games.sqlite*"):
                rest.unlink()
            shutil.copy(older, file)
            said.clear()
        now = _killed(f"sqlite:///{file}", seed, chance.uniform(0.2, 1) * LONGEST)
        said, entries = said + now, entries + len(now)
        _whole(file)
        asyncio.run(_sound(f"sqlite:///{file}", said))
    print(f"{entries} entries in {ROUNDS} rounds")
    assert entries
