"""The bot killed at random, while it plays and while it migrates an older record: nothing acknowledged is lost.

A few rounds here; ADJUTANT_TEST_KILLS=300 for as many.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
ROUNDS = os.environ.get("ADJUTANT_TEST_KILLS", "6")


def test_nothing_that_was_acknowledged_is_lost_in_a_kill(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "tests.bot.store.killing", str(tmp_path), ROUNDS]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stderr
