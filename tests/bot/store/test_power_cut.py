"""A power cut while answers are on their way: everything answered is on the disk, including the last entry.

Data written but not synced counts as lost, as on the worst of disks.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.bot.store.power_cut import CALLS, COMMANDS, FILE, Cut, cuts, may_watch

ROOT = Path(__file__).parents[3]
SLOW = 120
"""Seconds that it may take to watch a bot on a busy machine."""


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Cut]]:
    """A folder in which a bot has played, and what was safe at each of its answers."""
    strace = shutil.which("strace")
    if strace is None or not may_watch(strace):
        pytest.skip("strace is not installed here, or may not watch")
    folder = tmp_path_factory.mktemp("cut")
    log = folder / "calls.txt"
    watch = [strace, "-f", "--seccomp-bpf", "-y", "-xx", "-s", "10000000", "-e", f"trace={CALLS}", "-o", str(log)]
    play = [sys.executable, "-m", "tests.bot.store.power_cut", str(folder)]
    done = subprocess.run([*watch, *play], cwd=ROOT, capture_output=True, text=True, check=False, timeout=SLOW)
    assert done.returncode == 0, done.stderr
    return folder, list(cuts(log))


def _sources(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return {row[0] for row in db.execute("SELECT source FROM entry WHERE source IS NOT NULL")}


def _surviving_origins(cut: Cut, folder: Path) -> set[str]:
    """Return the origin of the entries that a power cut leaves."""
    folder.mkdir()
    for path, held in cut.files.items():
        (folder / Path(path).name).write_bytes(held)
    return _sources(folder / FILE)


def test_an_answered_entry_is_on_the_disk_when_the_power_is_cut(
    watched: tuple[Path, list[Cut]], tmp_path: Path
) -> None:
    folder, answers = watched
    recorded = _sources(folder / FILE)
    told = [cut for cut in answers if cut.interaction in recorded]
    assert len({cut.interaction for cut in told}) >= COMMANDS
    for nth, cut in enumerate(told):
        assert cut.interaction in _surviving_origins(cut, tmp_path / str(nth)), (
            f"answer {nth} came before its entry was safe"
        )


def test_a_write_that_is_not_synced_is_lost_in_the_power_cut(watched: tuple[Path, list[Cut]], tmp_path: Path) -> None:
    """The state at the previous answer has one entry less, so the test above can fail."""
    folder, answers = watched
    recorded = _sources(folder / FILE)
    told = [cut for cut in answers if cut.interaction in recorded]
    before, last = told[-2:]
    assert last.interaction not in _surviving_origins(before, tmp_path / "before")
